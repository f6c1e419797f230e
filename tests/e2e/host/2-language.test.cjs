const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const vscode = require("vscode");
const { step, until, open, write, uri, lineOf } = require("./harness.cjs");

const labels = (list) => list.items.map(({ label }) => label.label ?? label);

/** Asks until the answer has what is wanted: the server may still be starting. */
const complete = (document, position, wanted) =>
  until(async () => {
    const list = await vscode.commands.executeCommand(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
      ".",
    );
    return labels(list).includes(wanted) && labels(list);
  }, `the completion ${wanted}`);

const diagnostics = (document, wanted) =>
  until(() => {
    const found = vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === "MindSpore");
    return wanted(found) && found;
  }, "the diagnostics");

const codeOf = ({ code }) => code.value;

step("layers complete after nn.", async () => {
  const { document, position } = await write("from mindspore import nn\nnet = nn.Con|\n");
  const found = await complete(document, position, "Conv2d");
  assert.ok(found.includes("Conv3dTranspose"), found.join());
});

step("Tensor methods complete on an argument of construct", async () => {
  const text =
    "from mindspore import nn\nclass Net(nn.Cell):\n    def construct(self, x):\n        return x.|\n";
  const { document, position } = await write(text);
  await complete(document, position, "reshape");
});

step("strings that an argument accepts complete", async () => {
  const { document, position } = await write(
    'from mindspore import nn\nconv = nn.Conv2d(3, 8, 3, pad_mode="|")\n',
  );
  await complete(document, position, "valid");
});

step("hover shows the documentation of a layer", async () => {
  const document = await open("train.py");
  const line = lineOf(document, "nn.Flatten()") - 1;
  const column = document.lineAt(line).text.indexOf("Flatten()") + 2;
  const text = await until(async () => {
    const hovers = await vscode.commands.executeCommand(
      "vscode.executeHoverProvider",
      document.uri,
      new vscode.Position(line, column),
    );
    return hovers.flatMap(({ contents }) => contents.map(({ value }) => value)).join("\n");
  }, "the hover");
  assert.match(text, /Flatten/);
});

step("signature help marks the active parameter", async () => {
  const { document, position } = await write("from mindspore import nn\nconv = nn.Conv2d(3, |)\n");
  const help = await until(
    () => vscode.commands.executeCommand("vscode.executeSignatureHelpProvider", document.uri, position, ","),
    "the signature",
  );
  const signature = help.signatures[help.activeSignature];
  assert.match(
    JSON.stringify(signature.parameters[help.activeParameter].label) + signature.label,
    /out_channels/,
  );
  assert.equal(help.activeParameter, 1);
});

step("mistakes are found, and the code of each leads to its page", async () => {
  const document = await open("mistakes.py");
  const found = await diagnostics(document, (list) => list.length > 5);
  const inTry = found.find((each) => codeOf(each) === "MS101");
  assert.equal(inTry.range.start.line + 1, lineOf(document, "try:"));
  assert.equal(inTry.severity, vscode.DiagnosticSeverity.Error);
  assert.equal(inTry.code.target.scheme, "command");
  assert.equal(new Set(found.map((each) => JSON.stringify([codeOf(each), each.range]))).size, found.length);
});

step("the page of a rule opens", async () => {
  await vscode.commands.executeCommand("mindspore.explainRule", "MS101");
  await until(
    () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => /MS101/.test(label))),
    "the tab",
  );
});

step("the script of a tutorial has no error", async () => {
  const document = await open("train.py");
  await vscode.commands.executeCommand("vscode.executeCodeLensProvider", document.uri);
  const errors = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  assert.deepEqual(errors, []);
});

step("a diagnostic goes when its cause goes, and comes back with it", async () => {
  const body = "import mindspore as ms\n@ms.jit\ndef f(x):\n    del x\n    return 1\n";
  const { document } = await write(body);
  await diagnostics(document, (list) => list.some((each) => codeOf(each) === "MS102"));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.lineAt(3).range, "    y = x");
  await vscode.workspace.applyEdit(edit);
  await diagnostics(document, (list) => !list.some((each) => codeOf(each) === "MS102"));
});

step("a change of the settings is heeded at once", async () => {
  const document = await open("mistakes.py");
  await diagnostics(document, (list) => list.some((each) => codeOf(each) === "MS101"));
  const settings = vscode.workspace.getConfiguration("mindspore");
  await settings.update("ignore", ["MS1"], vscode.ConfigurationTarget.Workspace);
  try {
    await diagnostics(document, (list) => !list.some((each) => codeOf(each) === "MS101"));
  } finally {
    await settings.update("ignore", undefined, vscode.ConfigurationTarget.Workspace);
  }
  await diagnostics(document, (list) => list.some((each) => codeOf(each) === "MS101"));
});

step("files that are not Python, not UTF-8 or very long do no harm", async () => {
  fs.writeFileSync(uri("binary.py").fsPath, Buffer.from([0, 255, 254, 10, 0, 0xd8, 40, 41]));
  fs.writeFileSync(uri("latin.py").fsPath, Buffer.from("# caf\xe9\nx = (\n", "latin1"));
  fs.writeFileSync(uri("long.py").fsPath, "x = [1, 2, 3]\n".repeat(20_000));
  for (const name of ["latin.py", "long.py"]) {
    await open(name);
  }
  await open("binary.py").catch(() => undefined);
  const { document, position } = await write("from mindspore import nn\nnn.|\n");
  await complete(document, position, "Dense");
});

/** The process id of the language server, a child of this extension host. */
function serverProcess() {
  const listing = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const own = listing.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const found = own.find(
    ([, , parent, args]) => Number(parent) === process.pid && /launch\.py serve/.test(args),
  );
  return found ? Number(found[1]) : undefined;
}

step("a server that was killed comes back by itself", async () => {
  const before = await until(serverProcess, "the server");
  process.kill(before, "SIGKILL");
  await until(() => ![undefined, before].includes(serverProcess()), "another server");
  const { document, position } = await write("from mindspore import ops\nops.|\n");
  await complete(document, position, "relu");
});

step("the command restarts the server", async () => {
  const before = await until(serverProcess, "the server");
  await vscode.commands.executeCommand("mindspore.restartServer");
  await until(() => ![undefined, before].includes(serverProcess()), "another server");
  const { document, position } = await write("from mindspore import ops\nops.|\n");
  await complete(document, position, "relu");
});

step("the environment check gives a report", async () => {
  await open("train.py");
  await vscode.commands.executeCommand("mindspore.checkEnvironment");
  await until(
    () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => /Environment/.test(label))),
    "the tab",
  );
  await vscode.commands.executeCommand("mindspore.copyReport");
  assert.match(await vscode.env.clipboard.readText(), /2\.10\.0/);
});
