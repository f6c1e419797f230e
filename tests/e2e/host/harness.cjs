// What the tests in the extension host share: steps, waiting, documents, debug sessions.
const { setTimeout: sleep } = require("node:timers/promises");
const vscode = require("vscode");

const steps = [];

/** Declares a step: a test that runs in the order of the file. */
exports.step = (name, run) => steps.push({ name, run });

/** Runs all steps and prints a line for each. */
exports.runAll = async () => {
  for (const { name, run } of steps) {
    let failure = null;
    try {
      await Promise.race([run(), sleep(120_000).then(() => Promise.reject(new Error("no answer in 120 s")))]);
    } catch (error) {
      failure = String(error?.stack ?? error);
    }
    console.log(JSON.stringify({ step: name, failure }));
    await vscode.debug.stopDebugging();
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
};

/** Asks again and again until the answer is truthy. */
exports.until = async (question, what, limit = 60_000) => {
  const deadline = Date.now() + limit;
  for (;;) {
    const answer = await question();
    if (answer) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new Error(`waited in vain for ${what}`);
    }
    await sleep(100);
  }
};

exports.folder = () => vscode.workspace.workspaceFolders[0];

exports.uri = (name) => vscode.Uri.joinPath(exports.folder().uri, name);

/** Opens a file of the workspace in an editor. */
exports.open = async (name) => {
  const document = await vscode.workspace.openTextDocument(exports.uri(name));
  await vscode.window.showTextDocument(document);
  return document;
};

/** Opens a new Python document with this text, `|` marking the cursor; gives document and position. */
exports.write = async (text) => {
  const content = text.replace("|", "");
  const document = await vscode.workspace.openTextDocument({ language: "python", content });
  const editor = await vscode.window.showTextDocument(document);
  const position = document.positionAt(Math.max(text.indexOf("|"), 0));
  editor.selection = new vscode.Selection(position, position);
  return { document, position };
};

exports.extension = () => vscode.extensions.getExtension("mindspore-tools.mindspore-tools");

/** The 1-based line of the first line that holds a text. */
exports.lineOf = (document, text) =>
  document
    .getText()
    .split("\n")
    .findIndex((line) => line.includes(text)) + 1;

/** A debug session that is watched from its start. */
exports.DebugRun = class {
  #sessions = new Set();
  #stops = [];
  #waiting = [];
  output = "";

  constructor() {
    this.tracker = vscode.debug.registerDebugAdapterTrackerFactory("mindspore", {
      createDebugAdapterTracker: (session) => {
        this.#sessions.add(session.id);
        return { onDidSendMessage: (message) => this.#receive(session, message) };
      },
    });
    this.ended = new Promise((resolve) => {
      vscode.debug.onDidTerminateDebugSession(({ id }) => this.#sessions.has(id) && resolve());
    });
  }

  #receive(session, message) {
    if (message.event === "output" && message.body.category !== "telemetry") {
      this.output += message.body.output;
    }
    if (message.event === "stopped") {
      this.#stops.push({ session, ...message.body });
      this.#waiting.shift()?.();
    }
  }

  /** Waits for the next stop: its session, thread and reason. A stop for another reason than expected fails. */
  async stop(expected = /./) {
    if (this.#stops.length === 0) {
      await new Promise((resolve) => this.#waiting.push(resolve));
    }
    this.last = this.#stops.shift();
    if (!expected.test(this.last.reason)) {
      const { description, details } = await this.request("exceptionInfo").catch(() => ({}));
      throw new Error(`stopped for ${this.last.reason}: ${description} ${details?.stackTrace ?? ""}`);
    }
    return this.last;
  }

  request(command, parameters = {}) {
    return this.last.session.customRequest(command, { threadId: this.last.threadId, ...parameters });
  }

  async frames() {
    return (await this.request("stackTrace")).stackFrames;
  }

  /** The local variables of a frame, by name. */
  async locals(frameId) {
    const { scopes } = await this.request("scopes", { frameId });
    const { variables } = await this.request("variables", {
      variablesReference: scopes[0].variablesReference,
    });
    return Object.fromEntries(variables.map((variable) => [variable.name, variable.value]));
  }

  /** Steps or continues; gives the frames at the next stop. */
  async next(command = "next") {
    await this.request(command);
    await this.stop();
    return this.frames();
  }

  dispose() {
    this.tracker.dispose();
  }
};
