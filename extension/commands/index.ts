import * as vscode from "vscode";
import type { Services } from "../common/services";
import { restartServer } from "./restartServer";
import { selectInterpreter } from "./selectInterpreter";
import { showLog } from "./showLog";

/** A command of the palette: its name in package.json and what it does. */
export interface Command {
  readonly id: string;
  run(services: Services, ...args: unknown[]): unknown;
}

const COMMANDS: readonly Command[] = [restartServer, selectInterpreter, showLog];

export function registerCommands(services: Services): vscode.Disposable[] {
  return COMMANDS.map((command) =>
    vscode.commands.registerCommand(command.id, (...args: unknown[]) => command.run(services, ...args)),
  );
}
