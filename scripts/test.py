"""Runs every check of the project.

    npm test               everything, on a real MindSpore and in a real VS Code
    npm run test:quick     without what needs MindSpore, VS Code or the VSIX
    npm test -- ARGS       the arguments go to pytest, such as: npm test -- -k completion

What the checks need is installed under build/ first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import setup

PYTHON_SOURCES = [
    name for name in ("server", "scripts", "tests", "benchmarks") if (setup.ROOT / name).is_dir()
]
SLOW = "not mindspore and not vscode and not packaging"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    arguments, for_pytest = parser.parse_known_args()
    setup.node_modules()
    python = setup.development_python()
    complaints = [] if for_pytest else _check_style(python)
    environment = {} if arguments.quick else _prepare()
    selection = ["-m", SLOW] if arguments.quick else []
    setup.say("tests")
    command = [str(python), "-m", "pytest", "-q", *selection, *for_pytest]
    tests = subprocess.run(command, cwd=setup.ROOT, env={**os.environ, **environment})
    if complaints:
        print(f"These checks failed, see above: {', '.join(complaints)}", file=sys.stderr)
    return 1 if complaints or tests.returncode else 0


def _check_style(python: Path) -> list[str]:
    """Lint, format and types of both languages. Returns the checks that failed, after printing what they say."""
    node = shutil.which("node") or "node"
    checks: dict[str, Sequence[str | Path]] = {
        "ruff check": [python, "-m", "ruff", "check", *PYTHON_SOURCES],
        "ruff format": [python, "-m", "ruff", "format", "--check", *PYTHON_SOURCES],
        "mypy": [python, "-m", "mypy"],
        "eslint": [node, "node_modules/eslint/bin/eslint.js", "extension", "scripts", "tests/e2e"],
        "prettier": [node, "node_modules/prettier/bin/prettier.cjs", "--check", *PRETTY],
        "tsc": [node, "node_modules/typescript/bin/tsc", "-p", "tsconfig.json"],
    }
    failed = []
    for name, command in checks.items():
        setup.say(name)
        try:
            setup.run(command)
        except setup.SetupError as error:
            print(error, flush=True)
            failed.append(name)
    return failed


PRETTY = ["extension", "scripts/*.mjs", "tests/e2e", "package.json", "package.nls*.json", "l10n", "*.mjs"]


def _prepare() -> dict[str, str]:
    """Everything that the slow tests need, and the environment variables that tell them where it is."""
    import vscode
    from bundle import TARGETS, this_platform
    from package import package

    mindspore = setup.mindspore_python()
    browser = vscode.browser()
    vscode.fetch()
    built = {target: package(target) for target in TARGETS}
    return {
        "MINDSPORE_PYTHON": str(mindspore),
        "MINDSPORE_TOOLS_VSIX": str(built[this_platform()]),
        "MINDSPORE_TOOLS_BROWSER": str(browser),
    }


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except setup.SetupError as error:
        raise SystemExit(str(error)) from None
