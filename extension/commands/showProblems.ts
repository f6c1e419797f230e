import * as vscode from "vscode";
import type { Command } from ".";

/** Goes to the first problem of a graph function; the code lens above it calls this with the places of all. */
export const showProblems: Command = {
  id: "mindspore.showProblems",
  run: async (_services, uri, places) => {
    const [first] = places as { start: { line: number; character: number } }[];
    if (!first) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri as string));
    const position = new vscode.Position(first.start.line, first.start.character);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
    await vscode.commands.executeCommand("editor.action.showHover");
  },
};
