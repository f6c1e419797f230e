import * as vscode from "vscode";
import type { Services } from "../common/services";
import { checkEnvironment } from "./checkEnvironment";
import { checkUpgrade } from "./checkUpgrade";
import { checkWithCompiler } from "./checkWithCompiler";
import { copyReport } from "./copyReport";
import { explainRule } from "./explainRule";
import { rebuildIndex } from "./rebuildIndex";
import { restartServer } from "./restartServer";
import { selectInterpreter } from "./selectInterpreter";
import { selfTest } from "./selfTest";
import { showLog } from "./showLog";
import { showProblems } from "./showProblems";

/** A command of the palette: its name in package.json and what it does. */
export interface Command {
  readonly id: string;
  run(services: Services, ...args: unknown[]): unknown;
}

const COMMANDS: readonly Command[] = [
  checkEnvironment,
  checkUpgrade,
  checkWithCompiler,
  copyReport,
  explainRule,
  rebuildIndex,
  restartServer,
  selectInterpreter,
  selfTest,
  showLog,
  showProblems,
];

export function registerCommands(services: Services): vscode.Disposable[] {
  return COMMANDS.map((command) =>
    vscode.commands.registerCommand(command.id, async (...args: unknown[]) => {
      try {
        await command.run(services, ...args);
      } catch (error) {
        services.log.error(`${command.id}: ${String(error)}`);
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    }),
  );
}
