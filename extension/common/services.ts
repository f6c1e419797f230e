import type * as vscode from "vscode";
import type { Interpreters } from "../client/interpreter";
import type { Server } from "../client/server";
import type { Reports } from "../views/report";

/** What commands, debugger and views share. */
export interface Services {
  /** The folder that the extension is installed in. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly interpreters: Interpreters;
  readonly server: Server;
  readonly reports: Reports;
}
