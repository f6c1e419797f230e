"""Runs a command with a time limit. It can be cancelled, its children die with it, and it never hangs."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

POLL_SECONDS = 0.05
OUTPUT_LIMIT = 4_000_000


@dataclass(frozen=True)
class Outcome:
    """How a process ended.

    ``code`` is the exit code (negative: killed by that signal; None: it never started, see ``failure``).
    ``stdout`` and ``stderr`` hold at most the last 4 MB.
    """

    code: int | None
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0
    timed_out: bool = False
    cancelled: bool = False
    failure: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether it ended by itself and with exit code 0."""
        return self.code == 0 and not (self.timed_out or self.cancelled)


def run(
    command: Sequence[str],
    *,
    limit: float,
    stdin: str = "",
    folder: str | None = None,
    environment: Mapping[str, str] | None = None,
    cancel: threading.Event | None = None,
) -> Outcome:
    """Run a command for at most ``limit`` seconds, in ``folder``, until it ends or ``cancel`` is set. Never raises.

    ``environment`` is added to the present one. Output goes through files, so that a grandchild that keeps the
    stream open cannot hold us.
    """
    started = time.monotonic()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode("utf-8"))
        given.seek(0)
        try:
            process = subprocess.Popen(
                list(command),
                stdin=given,
                stdout=out,
                stderr=err,
                cwd=folder,
                env={**os.environ, **(environment or {})},
                **_own_group(),
            )
        except (OSError, ValueError) as error:
            return Outcome(None, failure=str(error))
        timed_out, cancelled = _wait(process, started + limit, cancel)
        _end_group(process)
        seconds = time.monotonic() - started
        return Outcome(process.returncode, _tail(out), _tail(err), seconds, timed_out, cancelled)


def run_script(interpreter: str, script: Path, arguments: Sequence[str] = (), **options: Any) -> Outcome:
    """Run one of our scripts in the project's interpreter, with unbuffered UTF-8 output; options are those of `run`."""
    environment = {"PYTHONIOENCODING": "utf-8:backslashreplace", **options.pop("environment", {})}
    return run([interpreter, "-u", str(script), *arguments], environment=environment, **options)


def _wait(process: subprocess.Popen, deadline: float, cancel: threading.Event | None) -> tuple[bool, bool]:
    while True:
        try:
            process.wait(POLL_SECONDS)
            return False, False
        except subprocess.TimeoutExpired:
            if cancel is not None and cancel.is_set():
                return False, True
            if time.monotonic() > deadline:
                return True, False


def _own_group() -> dict[str, Any]:
    if os.name == "nt":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined]
    return {"start_new_session": True}


def _end_group(process: subprocess.Popen) -> None:
    """Kill what is left of the process and everything that it started."""
    if os.name == "nt":
        if process.poll() is None:
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False
            )
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _tail(stream: BinaryIO) -> str:
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - OUTPUT_LIMIT))
    return stream.read().decode("utf-8", "replace").replace("\r\n", "\n")
