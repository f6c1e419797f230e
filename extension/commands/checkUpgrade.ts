import * as path from "node:path";
import * as vscode from "vscode";
import { commandLine } from "../common/commandLine";
import { showFindings, type Finding } from "../views/findings";
import type { Command } from ".";

const VERSION = /^\d+\.\d+(\.\d+)?$/;
const collection = vscode.languages.createDiagnosticCollection("mindspore-upgrade");

/** Tells what has to change in the workspace for another MindSpore version, as problems. */
export const checkUpgrade: Command = {
  id: "mindspore.checkUpgrade",
  run: async (services) => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    if (!folder) {
      throw new Error(vscode.l10n.t("Open the folder of the project first."));
    }
    const { project } = await services.interpreters.selection();
    const from = await ask(
      vscode.l10n.t("MindSpore version that the project runs with now"),
      project?.mindspore,
    );
    const to =
      from && (await ask(vscode.l10n.t("MindSpore version to move to"), services.server.knowledge?.index));
    if (!to) {
      return;
    }
    const title = vscode.l10n.t("Checking the upgrade from MindSpore {0} to {1}", from, to);
    const options = ["upgrade", "--from", from, "--to", to, "--format", "json", folder];
    const result = await commandLine(services, title, options);
    if (result) {
      const findings = (JSON.parse(result.output) as Finding[]).map((finding) => ({
        ...finding,
        path: path.resolve(folder, finding.path),
      }));
      await showFindings(collection, findings, `MindSpore ${to}`);
      void vscode.window.showInformationMessage(
        findings.length > 0
          ? vscode.l10n.t("{0} places are affected by the upgrade to MindSpore {1}.", findings.length, to)
          : vscode.l10n.t("Nothing has to change for MindSpore {0}.", to),
      );
    }
  },
};

function ask(prompt: string, value: string | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    prompt,
    value: value ?? "",
    validateInput: (text) =>
      VERSION.test(text.trim()) ? undefined : vscode.l10n.t("Write a version such as 2.10 or 2.10.0."),
  });
}
