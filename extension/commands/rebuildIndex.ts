import * as vscode from "vscode";
import type { Command } from ".";

/** Builds the API index anew from the project's own MindSpore; the server shows the progress. */
export const rebuildIndex: Command = {
  id: "mindspore.rebuildIndex",
  run: async ({ server }) => {
    if (!(await server.request<boolean>("mindspore/rebuildIndex", {}))) {
      throw new Error(
        vscode.l10n.t(
          "The API index was not built: it needs a trusted workspace and an interpreter that has MindSpore. The log has more.",
        ),
      );
    }
  },
};
