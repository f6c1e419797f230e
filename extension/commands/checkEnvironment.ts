import * as vscode from "vscode";
import { commandLine } from "../common/commandLine";
import type { Command } from ".";

export const checkEnvironment: Command = {
  id: "mindspore.checkEnvironment",
  run: async (services) => {
    const { project } = await services.interpreters.selection();
    const interpreter = project ? ["--interpreter", project.path] : [];
    const document = vscode.window.activeTextEditor?.document;
    const script = document?.languageId === "python" && !document.isUntitled ? [document.fileName] : [];
    const title = vscode.l10n.t("Checking the MindSpore environment");
    const result = await commandLine(services, title, ["doctor", "--markdown", ...interpreter, ...script]);
    if (result) {
      await services.reports.show(vscode.l10n.t("MindSpore Environment"), result.output);
    }
  },
};
