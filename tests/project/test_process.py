"""A process in the project's interpreter ends in time, whatever it does."""

from __future__ import annotations

import os
import sys
import threading
import time

import pytest

from mindspore_tools.project.process import run, run_script


def test_output_and_exit_code():
    outcome = run([sys.executable, "-c", "print(input()); raise SystemExit(3)"], stdin="张量\n", limit=20)
    assert (outcome.code, outcome.stdout) == (3, "张量\n") or os.name == "nt"
    assert not outcome.succeeded


def test_missing_command_is_told():
    outcome = run(["/no/such/python"], limit=5)
    assert outcome.code is None
    assert "/no/such/python" in outcome.failure


def test_time_limit_kills():
    outcome = run([sys.executable, "-c", "print('before', flush=True); import time; time.sleep(60)"], limit=1)
    assert outcome.timed_out
    assert outcome.stdout.startswith("before")


def test_cancel_kills():
    cancel = threading.Event()
    threading.Timer(0.3, cancel.set).start()
    outcome = run([sys.executable, "-c", "import time; time.sleep(60)"], limit=50, cancel=cancel)
    assert outcome.cancelled


@pytest.mark.skipif(os.name == "nt", reason="process groups of POSIX")
def test_children_die_with_it(tmp_path):
    mark = tmp_path / "alive"
    child = f"import time; time.sleep(2); open({str(mark)!r}, 'w')"
    parent = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])"
    outcome = run([sys.executable, "-c", parent], limit=20)
    assert outcome.succeeded
    time.sleep(2.5)
    assert not mark.exists()


def test_script_of_ours(tmp_path):
    script = tmp_path / "my script.py"
    script.write_text("import sys; print(sys.argv[1], '\\ud800')", encoding="utf-8")
    outcome = run_script(sys.executable, script, ["算子"], limit=20)
    assert outcome.stdout == "算子 \\ud800\n"
