"""Programs to debug, and the interpreter that has MindSpore."""

import os
import subprocess
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="session")
def mindspore_python():
    python = os.environ.get("MINDSPORE_PYTHON")
    assert python, "set MINDSPORE_PYTHON to an interpreter that has MindSpore"
    return python


@pytest.fixture
def plain_output(mindspore_python):
    """What a program prints when it runs without a debugger."""

    def run(program, **variables):
        env = dict(os.environ, GLOG_v="3", **variables)
        return subprocess.run(
            [mindspore_python, str(program)], env=env, capture_output=True, text=True, check=True, timeout=200
        ).stdout

    return run
