"""Carries messages between the editor and debugpy, and lets rewriters change them on the way."""

from __future__ import annotations

import contextlib
import threading
from typing import IO, Callable

from mindspore_tools.dap import framing
from mindspore_tools.dap.backend import Backend
from mindspore_tools.dap.framing import Message


class Proxy:
    """One debug session.

    ``from_client`` and ``from_server`` see each message before it goes on, and return what goes on, or None
    to swallow it. Each side is read by one thread; writing is guarded, so a rewriter may send at any time.
    """

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self._reader = reader
        self._writer = writer
        self._client_lock = threading.Lock()
        self._server_lock = threading.Lock()
        self._backend: Backend | None = None
        self._sequence = 0
        self.from_client: Callable[[Message], Message | None] = lambda message: message
        self.from_server: Callable[[Message], Message | None] = lambda message: message

    def connect(self, backend: Backend) -> None:
        """Use this backend from now on, in place of the one before."""
        before, self._backend = self._backend, backend
        threading.Thread(target=self._serve, args=(backend,), name="debugpy", daemon=True).start()
        if before is not None:
            before.close()

    def run(self) -> None:
        """Serve until the editor closes its end."""
        try:
            while True:
                message = framing.read(self._reader)
                if message is None:
                    break
                passed = self.from_client(message)
                if passed is not None:
                    self.to_server(passed)
        finally:
            if self._backend is not None:
                self._backend.close()

    def to_client(self, message: Message) -> None:
        with self._client_lock:
            self._sequence += 1
            framing.write(self._writer, dict(message, seq=self._sequence))

    def to_server(self, message: Message) -> None:
        backend = self._backend
        if backend is None:
            return
        # When debugpy has ended, the end of its stream tells the editor.
        with self._server_lock, contextlib.suppress(OSError, ValueError):
            framing.write(backend.writer, message)

    def respond(self, request: Message, body: Message) -> None:
        """Answer a request of the editor ourselves."""
        self.to_client(
            {
                "type": "response",
                "request_seq": request["seq"],
                "command": request["command"],
                "success": True,
                "body": body,
            }
        )

    def refuse(self, request: Message, text: str) -> None:
        """Fail a request of the editor with a message that it shows."""
        self.to_client(
            {
                "type": "response",
                "request_seq": request["seq"],
                "command": request["command"],
                "success": False,
                "message": text,
                "body": {
                    "error": {"id": 1, "format": text.replace("{", "{{").replace("}", "}}"), "showUser": True}
                },
            }
        )

    def event(self, name: str, body: Message) -> None:
        self.to_client({"type": "event", "event": name, "body": body})

    def _serve(self, backend: Backend) -> None:
        while True:
            try:
                message = framing.read(backend.reader)
            except (OSError, ValueError):
                message = None
            if backend is not self._backend:
                return
            if message is None:
                break
            passed = self.from_server(message)
            if passed is not None:
                self.to_client(passed)
        self.event("terminated", {})
