import * as path from "node:path";
import * as vscode from "vscode";
import type { Services } from "../common/services";

/** Starts our debug adapter, which stands in front of debugpy's, for each session. */
export class AdapterFactory implements vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly services: Services) {}

  async createDebugAdapterDescriptor(): Promise<vscode.DebugAdapterDescriptor> {
    const { server } = await this.services.interpreters.selection();
    if (!server) {
      throw new Error(
        vscode.l10n.t(
          "The debugger needs Python 3.9 or later for itself and found none that it may run. Name one in the setting mindspore.server.python; the debugged program may use an older Python.",
        ),
      );
    }
    const launcher = path.join(this.services.extension.fsPath, "server", "launch.py");
    return new vscode.DebugAdapterExecutable(server.path, ["-I", "-X", "utf8", launcher, "debug-adapter"]);
  }
}
