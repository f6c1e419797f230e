import * as path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type ConfigurationParams,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { Backoff } from "./backoff";
import type { Interpreters, Selection } from "./interpreter";
import { linksToRulePages } from "./links";

export type ServerState = "stopped" | "starting" | "running" | "crashed" | "noPython";

/** What the server knows of MindSpore for this project. */
export interface Knowledge {
  /** Version that the checks go by. */
  readonly target: string;
  /** Version that the API data describes. */
  readonly index: string;
  /** True when it is exactly the installed one. */
  readonly exact: boolean;
}

/** Says in the log what the library would pop up: what matters to the user is said once, by us. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Starts the language server, keeps it running and restarts it when the interpreter changes. */
export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  private client: LanguageClient | undefined;
  private work: Promise<void> = Promise.resolve();
  private backoff = new Backoff();
  private timer: NodeJS.Timeout | undefined;

  /** Fires when `state` or `selection` has changed. */
  readonly onDidChange = this.changed.event;
  state: ServerState = "stopped";
  selection: Selection | undefined;
  knowledge: Knowledge | undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly interpreters: Interpreters,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.subscriptions = [
      this.changed,
      interpreters.onDidChange(() => {
        void this.restart();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("mindspore")) {
          void this.sendSettings();
        }
      }),
    ];
  }

  /** Starts the server, or starts it anew. Calls that overlap are carried out one after the other. */
  restart(): Promise<void> {
    this.backoff = new Backoff();
    return this.startAnew();
  }

  /** Sends a request to the running server. */
  request<Answer>(method: string, parameters: unknown): Promise<Answer> {
    if (!this.client || this.state !== "running") {
      return Promise.reject(new Error(vscode.l10n.t("The MindSpore language server is not running.")));
    }
    return this.client.sendRequest<Answer>(method, parameters);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    this.show("stopped");
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop by itself: ${String(error)}`);
    }
  }

  private startAnew(): Promise<void> {
    this.work = this.work.then(async () => {
      await this.stop();
      await this.start();
    });
    return this.work;
  }

  private async start(): Promise<void> {
    this.show("starting");
    const selection = await this.interpreters.selection();
    this.selection = selection;
    if (!selection.server) {
      this.show("noPython");
      return;
    }
    const client = this.create(selection.server.path);
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`The language server did not start: ${String(error)}`);
      this.recover(client);
    }
  }

  /** After a crash: starts the server again, each time later, and gives up when it crashes too often. */
  private recover(client: LanguageClient): void {
    if (client !== this.client) {
      return;
    }
    this.client = undefined;
    const wait = this.backoff.next(Date.now());
    if (wait === undefined) {
      this.show("crashed");
      return;
    }
    this.log.warn(`The language server stopped; it is started again in ${wait} ms.`);
    this.show("starting");
    this.timer = setTimeout(() => void this.startAnew(), wait);
  }

  private async sendSettings(): Promise<void> {
    if (this.state === "running") {
      await this.client?.sendNotification(DidChangeConfigurationNotification.type, {
        settings: { mindspore: this.settings(undefined) },
      });
    }
  }

  private create(python: string): LanguageClient {
    const launcher = path.join(this.extension.fsPath, "server", "launch.py");
    const server = {
      command: python,
      args: ["-I", "-X", "utf8", launcher, "serve"],
      options: { cwd: this.extension.fsPath },
    };
    const client: LanguageClient = new QuietClient("mindspore", "MindSpore", server, {
      ...this.clientOptions(),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => {
          this.recover(client);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    });
    client.onNotification("mindspore/status", (knowledge: Knowledge) => {
      this.knowledge = knowledge;
      this.changed.fire();
    });
    client.onDidChangeState(({ newState }) => {
      if (client === this.client && newState === State.Running) {
        this.show("running");
      }
    });
    return client;
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [
        { scheme: "file", language: "python" },
        { scheme: "untitled", language: "python" },
        { scheme: "vscode-notebook-cell", language: "python" },
        { scheme: "file", language: "mindspore-ir" },
      ],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => ({ mindspore: this.settings(undefined) }),
      diagnosticPullOptions: { onChange: true, onSave: false, onFocus: false, onTabs: false },
      diagnosticCollectionName: "mindspore",
      initializationFailedHandler: () => false,
      middleware: {
        ...linksToRulePages,
        workspace: {
          configuration: (parameters) => this.configuration(parameters),
        },
      },
    };
  }

  /** The settings of the section `mindspore`, with the interpreter that is really used. */
  private settings(scope: vscode.Uri | undefined): Record<string, unknown> {
    const section = vscode.workspace.getConfiguration(undefined, scope).get<object>("mindspore", {});
    return {
      ...section,
      interpreter: this.selection?.project?.path ?? "",
      trusted: vscode.workspace.isTrusted,
    };
  }

  private configuration(parameters: ConfigurationParams): unknown[] {
    return parameters.items.map(({ section, scopeUri }) => {
      const scope = scopeUri ? vscode.Uri.parse(scopeUri) : undefined;
      return section === "mindspore"
        ? this.settings(scope)
        : vscode.workspace.getConfiguration(undefined, scope).get(section ?? "");
    });
  }

  private show(state: ServerState): void {
    this.state = state;
    this.changed.fire();
  }
}
