"""The debugpy behind the adapter: a process of its own, or one that listens on a socket already."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO


class Backend:
    """Two byte streams to a debug adapter, and how to end it."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.reader = reader
        self.writer = writer

    def close(self) -> None:
        for stream in (self.writer, self.reader):
            with contextlib.suppress(OSError):
                stream.close()


class ProcessBackend(Backend):
    """debugpy's own adapter, run by the interpreter that runs us."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(debugpy_folder() / "adapter")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(os.environ, PYTHONUNBUFFERED="1"),
        )
        assert self.process.stdout is not None and self.process.stdin is not None
        super().__init__(self.process.stdout, self.process.stdin)

    def close(self) -> None:
        try:
            assert self.process.stdin is not None
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class SocketBackend(Backend):
    """A debugpy that listens: ``debugpy.listen()`` in a program, or the parent session of a child process."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), timeout=30)
        self.socket.settimeout(None)
        super().__init__(self.socket.makefile("rb"), self.socket.makefile("wb"))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        super().close()
        self.socket.close()


def debugpy_folder() -> Path:
    """The folder of the debugpy beside us. Raises ModuleNotFoundError if there is none."""
    spec = importlib.util.find_spec("debugpy")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("debugpy")
    return Path(spec.origin).parent
