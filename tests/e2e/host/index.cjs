const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { runAll } = require("./harness.cjs");

exports.run = async () => {
  const files = fs.readdirSync(__dirname).filter((file) => file.endsWith(".test.cjs"));
  for (const file of vscode.workspace.isTrusted ? files.sort() : ["untrusted.cjs"]) {
    require(path.join(__dirname, file));
  }
  await runAll();
};
