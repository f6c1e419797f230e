import { spawn } from "node:child_process";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Services } from "./services";

export interface CommandLineResult {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs `mindspore-tools` with progress that the user can cancel. Gives undefined when it was cancelled.
 *
 * Throws an error with a message for the user when there is no Python to run it or it gives no output.
 */
export async function commandLine(
  services: Services,
  title: string,
  args: readonly string[],
): Promise<CommandLineResult | undefined> {
  const { server } = await services.interpreters.selection();
  if (!server) {
    throw new Error(vscode.l10n.t("needs Python 3.9 or later to run its language server"));
  }
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const launcher = path.join(services.extension.fsPath, "server", "launch.py");
  const command = ["-I", "-X", "utf8", launcher, ...args];
  services.log.info(`mindspore-tools ${args.join(" ")}`);
  const result = await vscode.window.withProgress(options, (_progress, token) =>
    run(server.path, command, services.extension.fsPath, token),
  );
  if (result?.output.trim() === "") {
    services.log.error(result.errors);
    throw new Error(vscode.l10n.t("There was no result. The log shows what was printed instead."));
  }
  return result;
}

function run(
  file: string,
  args: readonly string[],
  cwd: string,
  token: vscode.CancellationToken,
): Promise<(CommandLineResult & { errors: string }) | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, MINDSPORE_TOOLS_LANGUAGE: vscode.env.language },
    });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (output += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => (errors += part));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve(token.isCancellationRequested ? undefined : { code, output, errors });
    });
    token.onCancellationRequested(() => child.kill());
  });
}
