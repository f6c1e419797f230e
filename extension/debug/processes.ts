import * as os from "node:os";
import * as vscode from "vscode";
import { output } from "../common/process";

interface Process {
  readonly id: string;
  readonly command: string;
}

/** Lets the user choose the Python process to attach to; gives its id, for `${command:pickProcess}`. */
export async function pickProcess(): Promise<string | undefined> {
  const items = pythonProcesses().then((processes) =>
    processes.map(({ id, command }) => ({ label: command, description: id, id })),
  );
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Attach to which Python process?"),
    placeHolder: vscode.l10n.t("Type to search by command line or process id"),
    matchOnDescription: true,
  });
  return picked?.id;
}

async function pythonProcesses(): Promise<Process[]> {
  const all = process.platform === "win32" ? await onWindows() : await onUnix();
  return all.filter(({ command }) => /python/i.test(command));
}

async function onUnix(): Promise<Process[]> {
  const listing = await output("ps", ["-axww", "-o", "pid=,args="], { cwd: os.tmpdir(), timeout: 10_000 });
  return (listing ?? "").split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(.+)$/.exec(line);
    return match?.[1] && match[2] ? [{ id: match[1], command: match[2] }] : [];
  });
}

async function onWindows(): Promise<Process[]> {
  const question =
    "Get-CimInstance Win32_Process | Where-Object CommandLine | ForEach-Object { '' + $_.ProcessId + ' ' + $_.CommandLine }";
  const listing = await output("powershell", ["-NoProfile", "-Command", question], {
    cwd: os.tmpdir(),
    timeout: 20_000,
  });
  return (listing ?? "").split(/\r?\n/).flatMap((line) => {
    const space = line.indexOf(" ");
    return space > 0 ? [{ id: line.slice(0, space), command: line.slice(space + 1) }] : [];
  });
}
