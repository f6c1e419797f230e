import * as vscode from "vscode";
import type { Services } from "../common/services";
import { AdapterFactory } from "./adapter";
import { attachToChildren } from "./children";
import { InitialConfigurations, UpgradedConfigurations, MindSporeConfigurations } from "./configurations";
import { pickProcess } from "./processes";

export const DEBUG_TYPE = "mindspore";

/** The types of the Python extensions whose configurations we take over when they ask for graph debugging. */
const PYTHON_TYPES = ["python", "debugpy"];

export function registerDebugger(services: Services): vscode.Disposable[] {
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  const initial = new InitialConfigurations();
  return [
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, new MindSporeConfigurations(services)),
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, initial),
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, initial, Dynamic),
    ...PYTHON_TYPES.map((type) =>
      vscode.debug.registerDebugConfigurationProvider(type, new UpgradedConfigurations()),
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, new AdapterFactory(services)),
    attachToChildren(),
    vscode.commands.registerCommand("mindspore.pickProcess", pickProcess),
  ];
}
