import * as vscode from "vscode";
import type { Command } from ".";

export const copyReport: Command = {
  id: "mindspore.copyReport",
  run: async ({ reports }) => {
    await vscode.env.clipboard.writeText(reports.last);
    vscode.window.setStatusBarMessage(vscode.l10n.t("Copied."), 3_000);
  },
};
