import * as vscode from "vscode";

/** debugpy reports a child process of the debugged program with this event. */
const CHILD_EVENT = "debugpyAttach";

/** Attaches to the child processes of a session: workers of msrun, of data loaders, and the like. */
export function attachToChildren(): vscode.Disposable {
  return vscode.debug.onDidReceiveDebugSessionCustomEvent(async ({ session, event, body }) => {
    if (session.type !== "mindspore" || event !== CHILD_EVENT) {
      return;
    }
    const configuration = { ...(body as vscode.DebugConfiguration), type: "mindspore", request: "attach" };
    await vscode.debug.startDebugging(session.workspaceFolder, configuration, {
      parentSession: session,
      consoleMode: vscode.DebugConsoleMode.MergeWithParent,
    });
  });
}
