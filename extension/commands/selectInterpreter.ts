import * as vscode from "vscode";
import type { Python } from "../client/python";
import type { Command } from ".";

/** Lets the Python extension ask where it is installed, since it keeps the choice; else we ask and keep it ourselves. */
export const selectInterpreter: Command = {
  id: "mindspore.selectInterpreter",
  run: async ({ interpreters }) => {
    if (vscode.extensions.getExtension("ms-python.python")) {
      await vscode.commands.executeCommand("python.setInterpreter");
      return;
    }
    const picked = await vscode.window.showQuickPick(items(interpreters.choices()), {
      title: vscode.l10n.t("Select the Python interpreter of this project"),
      placeHolder: vscode.l10n.t("The one that has MindSpore installed"),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    const path = picked?.python ? picked.python.path : picked && (await browse());
    if (path) {
      const target = vscode.workspace.workspaceFolders
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
      await vscode.workspace.getConfiguration("mindspore").update("interpreter", path, target);
    }
  },
};

interface Item extends vscode.QuickPickItem {
  readonly python?: Python;
}

async function items(choices: Promise<Python[]>): Promise<Item[]> {
  const found = (await choices).map((python) => ({
    label: `Python ${python.version.join(".")}`,
    description: python.mindspore ? `MindSpore ${python.mindspore}` : vscode.l10n.t("no MindSpore"),
    detail: python.path,
    python,
  }));
  return [
    ...found,
    { label: vscode.l10n.t("Enter interpreter path…"), iconPath: new vscode.ThemeIcon("folder") },
  ];
}

async function browse(): Promise<string | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Select the Python interpreter of this project"),
    canSelectMany: false,
  });
  return files?.[0]?.fsPath;
}
