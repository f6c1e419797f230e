import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { isInside } from "../common/paths";
import { inFolder, onMachine, unique } from "./candidates";
import { canRunServer, describe, type Python } from "./python";
import { PythonExtension } from "./pythonExtension";

/** How the project's interpreter was found. */
export type Source = "pythonExtension" | "setting" | "search";

export interface Selection {
  /** The project's interpreter, or undefined when there is none that may be run. */
  readonly project: Python | undefined;
  readonly source: Source;
  /** The interpreter that runs the language server and the debug adapter. */
  readonly server: Python | undefined;
}

/**
 * Finds the project's interpreter and the one that runs the server.
 *
 * The project's is the one selected in the Python extension where that is installed, else the setting
 * `mindspore.interpreter`, else the first one found that has MindSpore. In an untrusted workspace nothing
 * inside the workspace is run.
 */
export class Interpreters implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[] = [this.changed];
  private readonly known = new Map<string, Promise<Python | undefined>>();
  private pythonExtension: PythonExtension | undefined;
  private last: Promise<Selection> | undefined;

  /** Fires when another interpreter may be selected now. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.subscriptions.push(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.refresh();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.refresh();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (
          event.affectsConfiguration("mindspore.interpreter") ||
          event.affectsConfiguration("mindspore.server.python")
        ) {
          this.refresh();
        }
      }),
      vscode.extensions.onDidChange(() => {
        if (!this.pythonExtension && vscode.extensions.getExtension("ms-python.python")) {
          this.refresh();
        }
      }),
    );
  }

  /** The interpreters in use now. */
  selection(): Promise<Selection> {
    this.last ??= this.find();
    return this.last;
  }

  /** The interpreters that the user can choose from. */
  async choices(): Promise<Python[]> {
    const found = await Promise.all(this.candidates().map((file) => this.describe(file)));
    return found.filter((python) => python !== undefined);
  }

  /** Forgets what was found, so that the next question searches again. */
  refresh(): void {
    this.last = undefined;
    this.known.clear();
    this.changed.fire();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private async find(): Promise<Selection> {
    const { project, source } = await this.findProject();
    const server = await this.findServer(project);
    this.log.info(
      project
        ? `Project interpreter: ${describeForLog(project)} (${source})`
        : `No project interpreter (${source})`,
    );
    this.log.info(server ? `Server interpreter: ${describeForLog(server)}` : "No interpreter for the server");
    return { project, source, server };
  }

  private async findProject(): Promise<Pick<Selection, "project" | "source">> {
    const setting = expand(vscode.workspace.getConfiguration("mindspore").get("interpreter", ""));
    const selected = await this.fromPythonExtension();
    if (selected !== undefined) {
      if (setting) {
        this.log.info("mindspore.interpreter is not used: the Python extension selects the interpreter.");
      }
      return { project: await this.describe(selected), source: "pythonExtension" };
    }
    if (setting) {
      const project = await this.describe(setting);
      if (!project) {
        this.log.error(`mindspore.interpreter cannot be run: ${setting}`);
      }
      return { project, source: "setting" };
    }
    return { project: await this.search(), source: "search" };
  }

  private async fromPythonExtension(): Promise<string | undefined> {
    if (!this.pythonExtension) {
      this.pythonExtension = await PythonExtension.find();
      if (this.pythonExtension) {
        this.subscriptions.push(
          this.pythonExtension.onDidChange(() => {
            this.refresh();
          }),
        );
      }
    }
    return this.pythonExtension?.interpreter(vscode.workspace.workspaceFolders?.[0]?.uri);
  }

  /** The first interpreter that has MindSpore, else simply the first one. */
  private async search(): Promise<Python | undefined> {
    let first: Python | undefined;
    for (const file of this.candidates()) {
      const python = await this.describe(file);
      if (python?.mindspore) {
        return python;
      }
      first ??= python;
    }
    return first;
  }

  private async findServer(project: Python | undefined): Promise<Python | undefined> {
    const setting = expand(vscode.workspace.getConfiguration("mindspore").get("server.python", ""));
    if (setting) {
      const python = await this.describe(setting);
      if (!python || !canRunServer(python)) {
        this.log.error(`mindspore.server.python cannot run the server: ${setting}`);
        return undefined;
      }
      return python;
    }
    if (project && canRunServer(project)) {
      return project;
    }
    for (const file of this.candidates()) {
      const python = await this.describe(file);
      if (python && canRunServer(python)) {
        return python;
      }
    }
    return undefined;
  }

  private candidates(): string[] {
    return unique([...workspaceFolders().flatMap(inFolder), ...onMachine()]);
  }

  private describe(file: string): Promise<Python | undefined> {
    if (!vscode.workspace.isTrusted && isInside(file, workspaceFolders())) {
      this.log.warn(`Not run, since this workspace is not trusted: ${file}`);
      return Promise.resolve(undefined);
    }
    let answer = this.known.get(file);
    if (!answer) {
      answer = describe(file);
      this.known.set(file, answer);
    }
    return answer;
  }
}

function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** A path from the settings with `~` and `${workspaceFolder}` filled in; a bare name is looked up by the system. */
function expand(setting: string): string {
  const folder = workspaceFolders()[0] ?? "";
  const filled = setting
    .trim()
    .replaceAll("${workspaceFolder}", folder)
    .replace(/^~(?=[\\/]|$)/, os.homedir());
  const relative = /[\\/]/.test(filled) && !path.isAbsolute(filled);
  return relative ? path.join(folder, filled) : filled;
}

function describeForLog(python: Python): string {
  const mindspore = python.mindspore ? `MindSpore ${python.mindspore}` : "no MindSpore";
  return `${python.path}, ${python.implementation} ${python.version.join(".")}, ${mindspore}`;
}
