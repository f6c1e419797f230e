"""A real VS Code with the VSIX installed, and a workspace to work on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import vscode  # noqa: E402

SHOTS = ROOT / "build/shots"


class Outcome(NamedTuple):
    """What became of one step in VS Code: None when it went well."""

    failure: str | None


class Editor:
    """Runs the Node programs of this folder against VS Code with a fresh copy of the workspace."""

    def __init__(self, installation: vscode.Installation, workspace: Path) -> None:
        self.installation = installation
        self.workspace = workspace

    def run(
        self,
        program: str,
        *options: str,
        settings: dict[str, object] | None = None,
        prepare: Callable[[], None] = lambda: None,
        interpreter: str | None = os.environ.get("MINDSPORE_PYTHON"),
    ) -> dict[str, Outcome]:
        """Run a program to its end. It prints a JSON object a line for each step: name, failure.

        ``prepare`` may change the workspace before VS Code opens it. Without ``interpreter`` none is set.
        """
        self._lay_out_workspace()
        prepare()
        chosen = {**vscode.QUIET, **vscode.DRIVEN, **(settings or {})}
        if interpreter:
            chosen["mindspore.interpreter"] = interpreter
        self.installation.configure(chosen)
        with self.installation.serve(*options) as server:
            environment = {
                **os.environ,
                "WORKSPACE": str(self.workspace),
                "ADDRESS": server.address(self.workspace),
                "SHOTS": str(SHOTS / Path(program).stem),
            }
            command = [str(vscode.node()), str(Path(__file__).parent / program)]
            done = subprocess.run(
                command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=600,
            )
        print(done.stdout)
        steps = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"step"')]
        return {step["step"]: Outcome(step["failure"]) for step in steps}

    def _lay_out_workspace(self) -> None:
        shutil.rmtree(self.workspace, ignore_errors=True)
        shutil.copytree(ROOT / "examples", self.workspace, ignore=shutil.ignore_patterns("rank_0"))


@pytest.fixture(scope="session")
def editor() -> Editor:
    installation = vscode.Installation("e2e")
    installation.install(Path(os.environ["MINDSPORE_TOOLS_VSIX"]))
    return Editor(installation, vscode.FOLDER / "e2e/workspace with 空格")


def steps_in(*programs: str) -> list[str]:
    """The names of the steps that programs of this folder take, so that each is a test of its own."""
    import re

    sources = [(Path(__file__).parent / program).read_text(encoding="utf-8") for program in programs]
    return [
        name for source in sources for name in re.findall(r'^ *(?:await )?step\(\s*"([^"]+)"', source, re.M)
    ]
