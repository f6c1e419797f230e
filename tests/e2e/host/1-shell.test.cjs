const assert = require("node:assert");
const vscode = require("vscode");
const { step, until, open, extension } = require("./harness.cjs");

step("the installed VSIX starts with a Python file", async () => {
  await open("train.py");
  await until(() => extension()?.isActive, "the activation");
  assert.match(extension().extensionPath, /extensions/);
});

step("the commands of the palette exist", async () => {
  const commands = await vscode.commands.getCommands(true);
  const declared = extension().packageJSON.contributes.commands.map(({ command }) => command);
  assert.deepEqual(
    declared.filter((command) => !commands.includes(command)),
    [],
  );
});
