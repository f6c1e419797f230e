"""Carries messages between the editor and debugpy; what is known as a feature may change them on the way."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import IO

from mindspore_tools.dap import framing
from mindspore_tools.dap.backend import Backend
from mindspore_tools.dap.framing import Message

Answer = Callable[[Message], None]


class Feature:
    """What one part of the adapter does with passing messages: each method returns what goes on, or None to keep it."""

    def request(self, message: Message) -> Message | None:
        """A request of the editor."""
        return message

    def response(self, request: Message, message: Message) -> Message:
        """debugpy's response to a request of the editor."""
        return message

    def event(self, message: Message) -> Message | None:
        """An event of debugpy."""
        return message


class _Side:
    """One end: numbers what is sent to it, and remembers whose requests these were."""

    def __init__(self, writer: IO[bytes]) -> None:
        self.writer = writer
        self.lock = threading.Lock()
        self.sequence = 0
        self.pending: dict[int, tuple[Message, Answer | None]] = {}

    def send(self, message: Message, on_response: Answer | None = None) -> None:
        with self.lock:
            self.sequence += 1
            if message["type"] == "request":
                self.pending[self.sequence] = (message, on_response)
            # When the other end has gone, the end of its stream tells.
            with contextlib.suppress(OSError, ValueError):
                framing.write(self.writer, dict(message, seq=self.sequence))

    def answered(self, response: Message) -> tuple[Message | None, Answer | None]:
        """The request that a response from this end belongs to, as it was before it was numbered anew."""
        with self.lock:
            return self.pending.pop(response.get("request_seq", 0), (None, None))


class Proxy:
    """One debug session. Each side is read by one thread; a feature may send at any time."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.features: list[Feature] = []
        self._reader = reader
        self._client = _Side(writer)
        self._server: _Side | None = None
        self._backend: Backend | None = None

    def connect(self, backend: Backend) -> None:
        """Use this backend from now on, in place of the one before."""
        before, self._backend = self._backend, backend
        self._server = _Side(backend.writer)
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
                self._from_client(message)
        finally:
            if self._backend is not None:
                self._backend.close()

    def ask(self, command: str, arguments: Message, on_response: Answer = lambda response: None) -> None:
        """A request of our own to debugpy; the editor does not see it."""
        self._to_server({"type": "request", "command": command, "arguments": arguments}, on_response)

    def respond(self, request: Message, body: Message) -> None:
        """Answer a request of the editor ourselves."""
        self._client.send(_response(request, success=True, body=body))

    def refuse(self, request: Message, text: str) -> None:
        """Fail a request of the editor with a message that it shows."""
        error = {"id": 1, "format": text.replace("{", "{{").replace("}", "}}"), "showUser": True}
        self._client.send(_response(request, success=False, message=text, body={"error": error}))

    def event(self, name: str, body: Message) -> None:
        self._client.send({"type": "event", "event": name, "body": body})

    def _to_server(self, message: Message, on_response: Answer | None = None) -> None:
        if self._server is not None:
            self._server.send(message, on_response)

    def _from_client(self, message: Message) -> None:
        if message["type"] == "response":
            request, _ = self._client.answered(message)
            if request is not None:
                self._to_server(dict(message, request_seq=request["seq"]))
            return
        for feature in self.features:
            passed = feature.request(message)
            if passed is None:
                return
            message = passed
        self._to_server(message)

    def _from_server(self, message: Message) -> None:
        if message["type"] == "response":
            assert self._server is not None
            request, answer = self._server.answered(message)
            if answer is not None:
                answer(message)
            elif request is not None:
                for feature in self.features:
                    message = feature.response(request, message)
                self._client.send(dict(message, request_seq=request["seq"]))
            return
        for feature in self.features if message["type"] == "event" else ():
            passed = feature.event(message)
            if passed is None:
                return
            message = passed
        self._client.send(message)

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
            self._from_server(message)
        self.event("terminated", {})


def _response(request: Message, **fields: object) -> Message:
    return {"type": "response", "request_seq": request["seq"], "command": request["command"], **fields}
