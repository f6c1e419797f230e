import * as vscode from "vscode";
import type { Server, ServerState } from "../client/server";

/** Tells the user once when the server cannot run, with what can be done about it. */
export function reportTroubles(server: Server): vscode.Disposable {
  let before: ServerState = server.state;
  return server.onDidChange(() => {
    const { state } = server;
    if (state !== before) {
      before = state;
      if (state === "noPython" || state === "crashed") {
        void report(state);
      }
    }
  });
}

async function report(state: "noPython" | "crashed"): Promise<void> {
  const actions = {
    [vscode.l10n.t("Select Interpreter")]: "mindspore.selectInterpreter",
    [vscode.l10n.t("Restart Server")]: "mindspore.restartServer",
    [vscode.l10n.t("Show Log")]: "mindspore.showLog",
  };
  const chosen = await vscode.window.showErrorMessage(message(state), ...Object.keys(actions));
  const command = chosen && actions[chosen];
  if (command) {
    await vscode.commands.executeCommand(command);
  }
}

function message(state: "noPython" | "crashed"): string {
  return state === "noPython"
    ? vscode.l10n.t(
        "MindSpore Tools needs Python 3.9 or later for its language server and found none that it may run. Install one, or name it in the setting mindspore.server.python. The project itself may use an older Python.",
      )
    : vscode.l10n.t(
        "The MindSpore language server stopped several times in a row and is not started again. The log shows why.",
      );
}
