import * as vscode from "vscode";
import { commandLine } from "../common/commandLine";
import type { Command } from ".";

export const selfTest: Command = {
  id: "mindspore.selfTest",
  run: async (services) => {
    const { project } = await services.interpreters.selection();
    const interpreter = project ? ["--interpreter", project.path] : [];
    const title = vscode.l10n.t("Training a small model with MindSpore");
    const result = await commandLine(services, title, ["selftest", ...interpreter]);
    if (result) {
      await services.reports.show(vscode.l10n.t("MindSpore Self-Test"), fenced(result.output));
    }
  },
};

function fenced(text: string): string {
  return `\`\`\`\n${text.trimEnd()}\n\`\`\`\n`;
}
