"""The checklist: on a real MindSpore, and where there is none or it breaks half-way."""

from __future__ import annotations

import json
import os
import sys

import pytest

from mindspore_tools.cli.main import main
from mindspore_tools.doctor.selftest import STEPS, as_data, as_text, run_selftest


def states(test):
    return {(step.name, step.mode): step.state for step in test.steps}


def test_without_mindspore():
    test = run_selftest(sys.executable)
    assert not test.passed
    assert states(test)["import", ""] == "failed"
    assert test.command.endswith("pip install mindspore")
    assert "✗" in as_text(test)


def test_interpreter_that_cannot_be_run(tmp_path):
    test = run_selftest(str(tmp_path / "python"))
    assert test.steps[0].state == "failed"
    assert str(tmp_path) in test.problem.render()


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for Python")
def test_step_that_crashes_is_named(tmp_path):
    fake = tmp_path / "python"
    lines = [
        {"name": "import", "mode": "", "state": "started"},
        {"name": "import", "mode": "", "state": "done", "seconds": 1, "detail": ""},
    ]
    lines.append({"name": "data", "mode": "eager", "state": "started"})
    told = "".join(f"echo '@@mindspore-tools-step@@{json.dumps(line)}'\n" for line in lines)
    fake.write_text(
        f"#!/bin/sh\n{told}echo 'ValueError: Unable to avoid copy while creating an array as requested.' >&2\nkill -SEGV $$\n"
    )
    fake.chmod(0o755)
    test = run_selftest(str(fake))
    assert states(test)["data", "eager"] == "failed"
    assert states(test)["model", "eager"] == "not reached"
    assert "numpy<2" in test.command


def test_time_limit():
    test = run_selftest(sys.executable, limit=0.0)
    assert not test.passed


@pytest.mark.mindspore
def test_real_training_in_both_modes(capsys):
    interpreter = os.environ.get("MINDSPORE_PYTHON")
    assert interpreter, "MINDSPORE_PYTHON names an interpreter with MindSpore"
    test = run_selftest(interpreter, "CPU")
    assert test.passed, as_text(test)
    assert len(test.steps) == len(STEPS) == 13
    assert as_data(test, "zh-cn")["steps"][0]["title"] == "导入 MindSpore"
    assert main(["selftest", "--interpreter", interpreter]) == 0
    assert "both modes agree" in capsys.readouterr().out
