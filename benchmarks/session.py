"""A language client that plays an editor to any server over its standard streams, with a stop watch."""

from __future__ import annotations

import itertools
import json
import queue
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import psutil

CAPABILITIES: dict[str, Any] = {
    "workspace": {
        "configuration": True,
        "workspaceFolders": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
    },
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "labelDetailsSupport": True,
                "documentationFormat": ["markdown"],
            },
            "completionList": {"itemDefaults": ["editRange", "data", "commitCharacters", "insertTextFormat"]},
            "contextSupport": True,
        },
        "signatureHelp": {
            "signatureInformation": {
                "parameterInformation": {"labelOffsetSupport": True},
                "activeParameterSupport": True,
            }
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "definition": {"linkSupport": True},
    },
    "window": {"workDoneProgress": True},
    "general": {"positionEncodings": ["utf-16"]},
}
LIMIT = 20.0
_RETRY = (-32801, -32802, -32800)


class Session:
    """One server process. ``peak`` is the most memory that it and its children held, in bytes."""

    def __init__(self, command: list[str], folder: Path, options: Any, settings: Any) -> None:
        self.folder = folder
        self.settings = settings
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
        )
        self.peak = 0
        self._ids = itertools.count(1)
        self._answers: dict[int, queue.Queue[Any]] = {}
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._watch, daemon=True).start()
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
                "capabilities": CAPABILITIES,
                "initializationOptions": options,
            },
        )
        self.notify("initialized", {})
        self.notify("workspace/didChangeConfiguration", {"settings": settings})

    def request(self, method: str, params: Any) -> Any:
        """The result of a request, None when it takes too long; asked again when the server says that it was overtaken."""
        limit = time.perf_counter() + LIMIT
        while True:
            number = next(self._ids)
            answers: queue.Queue[Any] = queue.Queue()
            self._answers[number] = answers
            self._send({"id": number, "method": method, "params": params})
            try:
                answer = answers.get(timeout=max(0.1, limit - time.perf_counter()))
            except queue.Empty:
                self.notify("$/cancelRequest", {"id": number})
                return None
            finally:
                del self._answers[number]
            if answer.get("error", {}).get("code") in _RETRY:
                continue
            return answer.get("result")

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def stop(self) -> None:
        """End the process and its children."""
        try:
            children = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.Error:
            children = []
        for process in (self.process, *children):
            try:
                process.kill()
            except (OSError, psutil.Error):
                continue
        self.process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._lock:
            assert self.process.stdin is not None
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            message = json.loads(stream.read(length))
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": self._reply(message)})
            elif "id" in message and message["id"] in self._answers:
                self._answers[message["id"]].put(message)

    def _reply(self, message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        found = []
        for item in message["params"]["items"]:
            value: Any = self.settings
            for part in (item.get("section") or "").split("."):
                value = value.get(part) if part and isinstance(value, dict) else value
            found.append(value)
        return found

    def _watch(self) -> None:
        while self.process.poll() is None:
            try:
                own = psutil.Process(self.process.pid)
                held = sum(each.memory_info().rss for each in (own, *own.children(recursive=True)))
                self.peak = max(self.peak, held)
            except psutil.Error:
                pass
            time.sleep(0.1)
