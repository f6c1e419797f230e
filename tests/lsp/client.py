"""A small language client that talks to a real server process over its standard streams."""

from __future__ import annotations

import contextlib
import itertools
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, str(ROOT / "server" / "launch.py"), "serve"]
CAPABILITIES: dict[str, Any] = {
    "workspace": {"configuration": True, "didChangeConfiguration": {}, "workspaceFolders": True},
    "textDocument": {
        "synchronization": {"didSave": True},
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown"],
                "tagSupport": {"valueSet": [1]},
                "labelDetailsSupport": True,
                "resolveSupport": {"properties": ["documentation", "detail"]},
            },
            "completionList": {"itemDefaults": ["editRange", "data"]},
            "contextSupport": True,
        },
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
    },
}
TIMEOUT = 60


class Failure(Exception):
    """The server answered with an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.data = error.get("data")


class Client:
    """One session. Requests wait for their answer; notifications of the server are kept in ``notifications``."""

    def __init__(
        self,
        folder: Path | None = None,
        settings: dict[str, Any] | None = None,
        capabilities: dict[str, Any] | None = None,
        locale: str = "en",
        encodings: list[str] | None = None,
    ) -> None:
        self.settings = settings or {}
        self.notifications: queue.Queue[dict[str, Any]] = queue.Queue()
        self.seen: list[dict[str, Any]] = []
        self._ids = itertools.count(1)
        self._waiting: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.errors = b""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()
        capabilities = dict(capabilities or CAPABILITIES)
        if encodings:
            capabilities["general"] = {"positionEncodings": encodings}
        folders = [{"uri": folder.as_uri(), "name": folder.name}] if folder else None
        answer = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri() if folder else None,
                "workspaceFolders": folders,
                "capabilities": capabilities,
                "locale": locale,
                "initializationOptions": {"mindspore": self.settings},
            },
        )
        self.capabilities = answer["capabilities"]
        self.notify("initialized", {})

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- messages --------------------------------------------------------------------------------------------------

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._lock:
            assert self.process.stdin is not None
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Send a request without waiting; `answer` waits for it."""
        number = next(self._ids)
        self._waiting[number] = queue.Queue()
        self.send({"id": number, "method": method, "params": params})
        return number

    def answer(self, number: int, timeout: float = TIMEOUT) -> Any:
        message = self._waiting[number].get(timeout=timeout)
        del self._waiting[number]
        if "error" in message:
            raise Failure(message["error"])
        return message.get("result")

    def request(self, method: str, params: Any, timeout: float = TIMEOUT) -> Any:
        return self.answer(self.ask(method, params), timeout)

    def cancel(self, number: int) -> None:
        self.notify("$/cancelRequest", {"id": number})

    def wait_for(self, method: str, timeout: float = TIMEOUT) -> dict[str, Any]:
        """The parameters of the next notification with this method."""
        while True:
            message = self.notifications.get(timeout=timeout)
            self.seen.append(message)
            if message["method"] == method:
                return message["params"]

    def wait_until(self, holds: Callable[[dict[str, Any]], bool], timeout: float = TIMEOUT) -> dict[str, Any]:
        """The first notification for which ``holds``, among those that came already or come now."""
        for message in self.seen:
            if holds(message):
                return message
        while True:
            message = self.notifications.get(timeout=timeout)
            self.seen.append(message)
            if holds(message):
                return message

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while True:
                line = stream.readline()
                if not line:
                    for waiting in list(self._waiting.values()):
                        waiting.put({"error": {"code": -1, "message": "the server has ended"}})
                    return
                if not line.strip():
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(stream.read(length))
            if "method" not in message:
                waiting = self._waiting.get(message["id"])
                if waiting is not None:
                    waiting.put(message)
            elif "id" in message:
                with contextlib.suppress(OSError, ValueError):  # the session may be over already
                    self.send({"id": message["id"], "result": self._reply(message)})
            else:
                self.notifications.put(message)

    def _reply(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            return [
                self.settings if item.get("section") == "mindspore" else None
                for item in message["params"]["items"]
            ]
        return None

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    # -- documents -------------------------------------------------------------------------------------------------

    def open(self, uri: str, text: str, version: int = 1) -> None:
        document = {"uri": uri, "languageId": "python", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, text: str | list[dict[str, Any]], version: int) -> None:
        changes = [{"text": text}] if isinstance(text, str) else text
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes},
        )

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """A request about a position."""
        position = {"line": line, "character": character}
        return self.request(
            f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position, **more}
        )

    def labels(self, uri: str, line: int, character: int) -> list[str]:
        """The labels of a completion, in the order of their sort texts."""
        found = self.at("completion", uri, line, character)
        if not found:
            return []
        items = found["items"] if isinstance(found, dict) else found
        return [item["label"] for item in sorted(items, key=lambda item: item["sortText"])]

    def stop(self) -> int:
        """End the session properly; the exit code."""
        if self.process.poll() is None:
            self.request("shutdown", None)
            self.notify("exit", None)
        return self.process.wait(timeout=TIMEOUT)
