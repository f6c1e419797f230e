import * as vscode from "vscode";
import { Interpreters } from "./client/interpreter";
import { Server } from "./client/server";
import { registerCommands } from "./commands";
import type { Services } from "./common/services";
import { registerDebugger } from "./debug";
import { Reports } from "./views/report";
import { StatusItem } from "./views/status";
import { reportTroubles } from "./views/troubles";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("MindSpore", { log: true });
  const interpreters = new Interpreters(log);
  server = new Server(context.extensionUri, interpreters, log);
  const reports = new Reports();
  const services: Services = { extension: context.extensionUri, log, interpreters, server, reports };
  context.subscriptions.push(
    log,
    interpreters,
    server,
    reports,
    new StatusItem(server),
    reportTroubles(server),
    ...registerCommands(services),
    ...registerDebugger(services),
  );
  void server.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
