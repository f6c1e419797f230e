import * as vscode from "vscode";
import type { Source } from "../client/interpreter";
import type { Server, ServerState } from "../client/server";

const LANGUAGES = ["python", "mindspore-ir"];

/** The item in the status bar: state of the server, MindSpore version, and which interpreter was taken and why. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "mindspore.status",
    vscode.StatusBarAlignment.Right,
    90,
  );
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = "MindSpore";
    this.item.command = "mindspore.selectInterpreter";
    this.subscriptions = [
      this.item,
      server.onDidChange(() => {
        this.update();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.update();
      }),
    ];
    this.update();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private update(): void {
    const language = vscode.window.activeTextEditor?.document.languageId;
    if (!language || !LANGUAGES.includes(language)) {
      this.item.hide();
      return;
    }
    const { state, selection } = this.server;
    const project = selection?.project;
    this.item.text = `$(${icon(state)}) MindSpore${project?.mindspore ? ` ${project.mindspore}` : ""}`;
    this.item.tooltip = tooltip(this.server);
    this.item.backgroundColor =
      state === "crashed" || state === "noPython"
        ? new vscode.ThemeColor("statusBarItem.errorBackground")
        : undefined;
    this.item.show();
  }
}

function icon(state: ServerState): string {
  switch (state) {
    case "running":
      return "check";
    case "starting":
      return "loading~spin";
    case "stopped":
      return "circle-slash";
    case "crashed":
    case "noPython":
      return "error";
  }
}

function tooltip({ state, selection, knowledge }: Server): vscode.MarkdownString {
  const { project, source, server } = selection ?? {};
  const lines = [`**MindSpore Tools**: ${describeState(state)}`];
  if (project) {
    lines.push(vscode.l10n.t("Interpreter: `{0}` ({1})", project.path, describeSource(source)));
    lines.push(
      project.mindspore
        ? vscode.l10n.t("MindSpore {0}, Python {1}", project.mindspore, project.version.join("."))
        : vscode.l10n.t(
            "MindSpore is not installed in it. Completion and checks go by the newest version known.",
          ),
    );
  } else if (!vscode.workspace.isTrusted) {
    lines.push(vscode.l10n.t("This workspace is not trusted, so none of its interpreters is run."));
  } else if (source) {
    lines.push(vscode.l10n.t("No Python interpreter was found. Select one to get started."));
  }
  if (knowledge && state === "running") {
    lines.push(
      vscode.l10n.t("API data of MindSpore {0}, checks for MindSpore {1}", knowledge.index, knowledge.target),
    );
  }
  if (server && server.path !== project?.path) {
    lines.push(vscode.l10n.t("The language server runs on `{0}`.", server.path));
  }
  lines.push(
    [
      link("mindspore.selectInterpreter", vscode.l10n.t("Select Interpreter")),
      link("mindspore.restartServer", vscode.l10n.t("Restart Server")),
      link("mindspore.showLog", vscode.l10n.t("Show Log")),
    ].join(" | "),
  );
  const text = new vscode.MarkdownString(lines.join("\n\n"), true);
  text.isTrusted = {
    enabledCommands: ["mindspore.selectInterpreter", "mindspore.restartServer", "mindspore.showLog"],
  };
  return text;
}

function link(command: string, title: string): string {
  return `[${title}](command:${command})`;
}

function describeState(state: ServerState): string {
  switch (state) {
    case "running":
      return vscode.l10n.t("ready");
    case "starting":
      return vscode.l10n.t("starting");
    case "stopped":
      return vscode.l10n.t("stopped");
    case "crashed":
      return vscode.l10n.t("the language server has stopped; see the log");
    case "noPython":
      return vscode.l10n.t("needs Python 3.9 or later to run its language server");
  }
}

function describeSource(source: Source | undefined): string {
  switch (source) {
    case "pythonExtension":
      return vscode.l10n.t("selected in the Python extension");
    case "setting":
      return vscode.l10n.t("from the setting mindspore.interpreter");
    case "search":
    case undefined:
      return vscode.l10n.t("found by a search");
  }
}
