const assert = require("node:assert");
const vscode = require("vscode");
const { step, open, folder, uri, lineOf, DebugRun } = require("./harness.cjs");

/** Debugs with breakpoints on the lines that hold these texts; an empty configuration is F5 without launch.json. */
async function start(name, breakpoints, configuration = {}) {
  const document = await open(name);
  vscode.debug.addBreakpoints(
    breakpoints.map(({ at, ...rest }) => {
      const position = new vscode.Position(lineOf(document, at) - 1, 0);
      return new vscode.SourceBreakpoint(
        new vscode.Location(document.uri, position),
        true,
        rest.condition,
        rest.hitCondition,
        rest.logMessage,
      );
    }),
  );
  const run = new DebugRun();
  const complete = { type: "mindspore", request: "launch", name: "test", program: uri(name).fsPath };
  assert.ok(await vscode.debug.startDebugging(folder(), { ...complete, ...configuration }));
  return { run, document };
}

step("a breakpoint in construct stops inside the compiled graph", async () => {
  const { run, document } = await start("train.py", [{ at: "h = self.relu(h)" }]);
  await run.stop(/breakpoint/);
  const frames = await run.frames();
  assert.equal(frames[0].name, "construct");
  assert.equal(frames[0].line, lineOf(document, "h = self.relu(h)"));
  const locals = await run.locals(frames[0].id);
  assert.match(locals.h, /float32.*\(32, 64\)/i);
  const own = frames.filter((frame) => !/train\.py$/.test(frame.source?.path ?? ""));
  assert.deepEqual(
    own.map((frame) => frame.name),
    [],
    "frames that are not the user's",
  );
  run.dispose();
});

step("step over walks the lines of the graph in order", async () => {
  const { run, document } = await start("train.py", [{ at: "h = self.hidden(x)" }]);
  await run.stop(/breakpoint/);
  const lines = [];
  for (let count = 0; count < 3; count += 1) {
    lines.push((await run.next())[0].line);
  }
  const first = lineOf(document, "h = self.hidden(x)");
  assert.deepEqual(lines, [first + 1, first + 2, first + 3]);
  run.dispose();
});

step("a program under the debugger prints what it prints without", async () => {
  const { run } = await start("train.py", [], { console: "internalConsole" });
  await run.ended;
  assert.match(run.output, /epoch 1: loss 2\.3378\r?\nepoch 2: loss 2\.2292/);
  run.dispose();
});

step("a python configuration with MS_DEBUG_MODE=1 stops in the graph", async () => {
  const configuration = { type: "python", env: { MS_DEBUG_MODE: "1" } };
  const { run, document } = await start("train.py", [{ at: "h = self.relu(h)" }], configuration);
  const stop = await run.stop(/breakpoint/);
  assert.equal(stop.session.type, "mindspore");
  assert.equal((await run.frames())[0].line, lineOf(document, "h = self.relu(h)"));
  run.dispose();
});

step("a condition decides whether a breakpoint stops", async () => {
  const line = "logits = self.output(h)";
  const { run, document } = await start("train.py", [
    { at: line, condition: "h.shape == (1, 1)" },
    { at: "return logits" },
  ]);
  await run.stop(/breakpoint/);
  assert.equal((await run.frames())[0].line, lineOf(document, "return logits"));
  run.dispose();
});

step("a logpoint prints a value of the graph and does not stop", async () => {
  const logpoint = { at: "logits = self.output(h)", logMessage: "hidden {h.shape}" };
  const { run } = await start("train.py", [logpoint], { console: "internalConsole" });
  await run.ended;
  assert.match(run.output, /hidden \(32, 64\)/);
  run.dispose();
});

step("a launch without a program is refused with a word", async () => {
  const nothing = { type: "mindspore", request: "launch", name: "nothing" };
  assert.equal(await vscode.debug.startDebugging(folder(), nothing), false);
  const missing = { ...nothing, program: uri("missing.py").fsPath };
  assert.equal(await vscode.debug.startDebugging(folder(), missing), false);
});
