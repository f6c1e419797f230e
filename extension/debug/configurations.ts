import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Services } from "../common/services";
import { templates } from "./templates";

/** Completes a configuration of our type, and makes one from nothing when F5 is pressed without a launch.json. */
export class MindSporeConfigurations implements vscode.DebugConfigurationProvider {
  constructor(private readonly services: Services) {}

  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration.type || configuration.request || configuration.name) {
      return configuration;
    }
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== "python") {
      void vscode.window.showErrorMessage(
        vscode.l10n.t("Open the Python file that you want to debug, then start again."),
      );
      return undefined;
    }
    return {
      name: vscode.l10n.t("MindSpore: Current File"),
      type: "mindspore",
      request: "launch",
      program: "${file}",
      console: "integratedTerminal",
    };
  }

  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    const settings = vscode.workspace.getConfiguration("mindspore.debug", folder);
    const completed: vscode.DebugConfiguration = {
      graphMode: settings.get("graphMode", "step"),
      justMyCode: true,
      ...configuration,
    };
    if (configuration.request === "attach") {
      return completed;
    }
    const trouble = troubleWithProgram(completed, folder);
    if (trouble) {
      refuse(trouble);
      return undefined;
    }
    completed.console ??= "integratedTerminal";
    completed.cwd ??= folder?.uri.fsPath ?? programFolder(completed);
    return this.withInterpreter(completed);
  }

  private async withInterpreter(
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (configuration.python || configuration.pythonPath) {
      configuration.python ??= configuration.pythonPath;
      return configuration;
    }
    const { project } = await this.services.interpreters.selection();
    if (!project) {
      void offerInterpreter(
        vscode.l10n.t("There is no Python interpreter to debug with. Select the one that has MindSpore."),
      );
      return undefined;
    }
    if (!project.mindspore && configuration.graphMode !== "off") {
      void offerInterpreter(
        vscode.l10n.t(
          "MindSpore is not installed in {0}. The program is debugged as plain Python; install MindSpore there or select another interpreter.",
          project.path,
        ),
      );
    }
    return { ...configuration, python: project.path };
  }
}

/** Offers the configurations for graph, eager, attach and distributed debugging. */
export class InitialConfigurations implements vscode.DebugConfigurationProvider {
  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return templates();
  }
}

/** Gives configurations of the Python extensions that set MS_DEBUG_MODE=1 to our debugger. */
export class UpgradedConfigurations implements vscode.DebugConfigurationProvider {
  resolveDebugConfiguration(
    folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration {
    const environment = configuration.env as Record<string, unknown> | undefined;
    const wanted = vscode.workspace
      .getConfiguration("mindspore.debug", folder)
      .get<boolean>("upgradePythonConfigurations", true);
    return wanted && String(environment?.MS_DEBUG_MODE) === "1"
      ? { ...configuration, type: "mindspore" }
      : configuration;
  }
}

/** Why a launch cannot work, or undefined when its program, module or code is given. */
function troubleWithProgram(
  configuration: vscode.DebugConfiguration,
  folder: vscode.WorkspaceFolder | undefined,
): string | undefined {
  const program = configuration.program as unknown;
  if (typeof program === "string" && program.trim() !== "") {
    const cwd = configuration.cwd as string | undefined;
    const file = path.resolve(cwd ?? folder?.uri.fsPath ?? "", program);
    return fs.existsSync(file)
      ? undefined
      : vscode.l10n.t("The program {0} does not exist. Correct `program` in launch.json.", file);
  }
  return configuration.module || configuration.code
    ? undefined
    : vscode.l10n.t(
        "The configuration “{0}” names nothing to run. Give `program` (a file), `module` or `code` in launch.json.",
        configuration.name,
      );
}

function programFolder(configuration: vscode.DebugConfiguration): string | undefined {
  const program = configuration.program as string | undefined;
  return program && path.isAbsolute(program) ? path.dirname(program) : undefined;
}

function refuse(reason: string): void {
  const open = vscode.l10n.t("Open launch.json");
  void vscode.window.showErrorMessage(reason, open).then((chosen) => {
    if (chosen === open) {
      void vscode.commands.executeCommand("workbench.action.debug.configure");
    }
  });
}

async function offerInterpreter(reason: string): Promise<void> {
  const select = vscode.l10n.t("Select Interpreter");
  if ((await vscode.window.showWarningMessage(reason, select)) === select) {
    await vscode.commands.executeCommand("mindspore.selectInterpreter");
  }
}
