const assert = require("node:assert");
const vscode = require("vscode");
const { step, until, open, lineOf } = require("./harness.cjs");

step("the compiler's own error becomes a problem at its place", async () => {
  const document = await open("mistakes.py");
  const line = lineOf(document, "del y");
  vscode.window.activeTextEditor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
  const symbols = () => vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri);
  await until(symbols, "the symbols of the file");
  await vscode.commands.executeCommand("mindspore.checkWithCompiler", "float32[2, 3]");
  const found = vscode.languages
    .getDiagnostics(document.uri)
    .find(({ message }) => /Unsupported statement 'Delete'/.test(message));
  assert.equal(found?.range.start.line, line - 1);
});
