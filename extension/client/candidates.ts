import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const ENVIRONMENT_FOLDERS = [".venv", "venv", ".env", "env", ".conda", "conda"];
const WINDOWS = process.platform === "win32";

/** The interpreters of virtual environments that lie directly in a folder of the workspace. */
export function inFolder(folder: string): string[] {
  return ENVIRONMENT_FOLDERS.flatMap((name) => inEnvironment(path.join(folder, name)));
}

/** The interpreters of environments that are active for this editor, on PATH, or kept by conda and pyenv. */
export function onMachine(environment: NodeJS.ProcessEnv = process.env): string[] {
  const active = [environment.VIRTUAL_ENV, environment.CONDA_PREFIX];
  return unique([
    ...active.flatMap((prefix) => (prefix ? inEnvironment(prefix) : [])),
    ...onPath(environment.PATH ?? ""),
    ...condaEnvironments().flatMap(inEnvironment),
    ...pyenvVersions(environment).flatMap(inEnvironment),
  ]);
}

function inEnvironment(prefix: string): string[] {
  const places = WINDOWS ? ["Scripts\\python.exe", "python.exe"] : ["bin/python", "bin/python3"];
  const found = places.map((place) => path.join(prefix, place)).find(isFile);
  return found ? [found] : [];
}

function onPath(variable: string): string[] {
  const names = WINDOWS
    ? ["python.exe"]
    : ["python3", "python", ...[13, 12, 11, 10, 9].map((minor) => `python3.${minor}`)];
  return variable
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .filter(isFile);
}

/** conda notes every environment that it makes in this file. */
function condaEnvironments(): string[] {
  try {
    const notes = fs.readFileSync(path.join(os.homedir(), ".conda", "environments.txt"), "utf8");
    return notes
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

function pyenvVersions(environment: NodeJS.ProcessEnv): string[] {
  const versions = path.join(environment.PYENV_ROOT ?? path.join(os.homedir(), ".pyenv"), "versions");
  try {
    return fs
      .readdirSync(versions)
      .sort()
      .reverse()
      .map((name) => path.join(versions, name));
  } catch {
    return [];
  }
}

function isFile(file: string): boolean {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The paths without those that lead to a file seen before; environments are kept apart by their own links. */
export function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
