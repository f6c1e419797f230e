"""`pip install .` gives the whole product: command line, server, debug adapter with its runtime."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.packaging
def test_an_installation_by_pip_has_data_and_runtime(tmp_path):
    installed = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(installed), str(ROOT)],
        check=True,
    )
    lines = [
        "from mindspore_tools.dap.launch import RUNTIME",
        "from mindspore_tools.api.index import load_index",
        "from mindspore_tools.common.version import Version",
        "print(RUNTIME, (RUNTIME / 'site/sitecustomize.py').exists())",
        "print(load_index(Version(2, 10)).get('mindspore.nn.Conv2d').path)",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env={**os.environ, "PYTHONPATH": str(installed)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(installed / "mindspore_tools/runtime"), "True", "mindspore.nn.Conv2d"]
