import { execFile } from "node:child_process";

/** Runs a program to its end and gives its standard output, or undefined when it fails or takes too long. */
export function output(
  file: string,
  args: readonly string[],
  options: { cwd: string; timeout: number },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(file, args, { ...options, windowsHide: true, encoding: "utf8" }, (error, stdout) => {
      resolve(error ? undefined : stdout);
    });
  });
}
