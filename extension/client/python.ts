import * as os from "node:os";
import { output } from "../common/process";

/** What an interpreter says of itself. */
export interface Python {
  /** The file that was asked, as the user knows it. */
  readonly path: string;
  readonly version: readonly [number, number, number];
  readonly implementation: string;
  /** Version of the installed MindSpore, read from its metadata without importing it. */
  readonly mindspore: string | undefined;
}

/** The oldest Python 3 that the language server and its bundled libraries run on. */
const OLDEST_FOR_SERVER = 9;

/** Runs on every Python from 3.7 on. The current folder is taken off sys.path before anything is imported. */
const QUESTION = `
import sys
sys.path.pop(0)
import json, os, platform, re
found = None
for folder in sys.path:
    if found is None and os.path.isdir(folder):
        for name in sorted(os.listdir(folder)):
            match = re.match(r"mindspore(?:_gpu|_ascend|_cpu|_dev)?-(\\d[^-]*)\\.dist-info$", name)
            found = match.group(1) if match else found
print("\\n" + json.dumps([list(sys.version_info[:3]), platform.python_implementation(), found]))
`;

/** Asks an interpreter what it is. Undefined when it cannot be run. */
export async function describe(path: string): Promise<Python | undefined> {
  const answer = await output(path, ["-c", QUESTION], { cwd: os.tmpdir(), timeout: 20_000 });
  const line = answer?.trimEnd().split("\n").at(-1);
  if (!line) {
    return undefined;
  }
  try {
    const [version, implementation, mindspore] = JSON.parse(line) as [
      [number, number, number],
      string,
      string | null,
    ];
    return { path, version, implementation, mindspore: mindspore ?? undefined };
  } catch {
    return undefined;
  }
}

/** True when the language server and its bundled libraries run on this interpreter. */
export function canRunServer(python: Python): boolean {
  const [major, minor] = python.version;
  return python.implementation === "CPython" && major === 3 && minor >= OLDEST_FOR_SERVER;
}
