// Runs in a workspace that is not trusted.
const assert = require("node:assert");
const fs = require("node:fs");
const vscode = require("vscode");
const { step, until, open, uri, extension } = require("./harness.cjs");

step("in an untrusted workspace diagnostics work and nothing of it is run", async () => {
  assert.equal(vscode.workspace.isTrusted, false);
  const document = await open("mistakes.py");
  await until(() => extension()?.isActive, "the activation");
  await until(() => vscode.languages.getDiagnostics(document.uri).length > 0, "the diagnostics");
  assert.equal(fs.existsSync(uri("ran").fsPath), false, "an interpreter of the workspace was run");
});
