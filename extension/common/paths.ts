import * as fs from "node:fs";
import * as path from "node:path";

/** True when a file lies in one of the folders, by its name or after following links. */
export function isInside(file: string, folders: readonly string[]): boolean {
  const names = [path.resolve(file), realPath(file)];
  return folders.some((folder) =>
    [path.resolve(folder), realPath(folder)].some((parent) => names.some((name) => contains(parent, name))),
  );
}

function contains(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}
