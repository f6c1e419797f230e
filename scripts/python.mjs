// Runs a Python script of this folder with the first Python >= 3.9 found: node scripts/python.mjs test.py --quick
import { spawnSync } from "node:child_process";
import path from "node:path";

const CHECK = "import sys; raise SystemExit(sys.version_info < (3, 9))";
const candidates = [process.env.PYTHON, "python3", "python", "py"].filter(Boolean);
const python = candidates.find((name) => spawnSync(name, ["-c", CHECK], { stdio: "ignore" }).status === 0);
if (!python) {
  console.error("Python 3.9 or later is needed: install it, or name it in the environment variable PYTHON.");
  process.exit(1);
}
const [script, ...args] = process.argv.slice(2);
const run = spawnSync(python, [path.join(import.meta.dirname ?? "scripts", script), ...args], {
  stdio: "inherit",
});
process.exit(run.status ?? 1);
