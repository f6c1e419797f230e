"""A debug adapter client for tests that read like sessions.

with Session.launch(program) as session:
    stop = session.run_to("# @bp")        # breakpoints on the marked lines
    assert stop.line_text == "h = self.fc(x)  # @bp"
    assert stop.locals["x"].startswith("Tensor float32 (2, 4)")
    stop = stop.step_over()
    session.finish()
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

SERVER = Path(__file__).resolve().parents[2] / "server"
TIMEOUT = 120


class Ended(Exception):
    """The program ended where a stop was awaited."""


class Client:
    """Requests, responses and events of one adapter process."""

    def __init__(self, command, cwd=None, env=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, env=env
        )
        self.sequence = 0
        self.responses = {}
        self.arrived = threading.Condition()
        self.events = queue.Queue()
        self.closed = False
        self.output = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while True:
                line = stream.readline()
                if not line:
                    with self.arrived:
                        self.closed = True
                        self.arrived.notify_all()
                    self.events.put({"event": "closed", "body": {}})
                    return
                if not line.strip():
                    break
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            message = json.loads(stream.read(length))
            if message["type"] == "response":
                with self.arrived:
                    self.responses[message["request_seq"]] = message
                    self.arrived.notify_all()
            elif message["type"] == "event":
                if message["event"] == "output":
                    self.output.append(message["body"])
                else:
                    self.events.put(message)

    def send(self, command, **arguments):
        self.sequence += 1
        message = {"seq": self.sequence, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return self.sequence

    def wait(self, sequence, timeout=TIMEOUT):
        with self.arrived:
            if not self.arrived.wait_for(lambda: sequence in self.responses or self.closed, timeout):
                raise TimeoutError(f"no response to request {sequence}\n{self.text()}")
            if sequence not in self.responses:
                raise ConnectionError(f"the adapter ended\n{self.text()}")
            return self.responses.pop(sequence)

    def request(self, command, **arguments):
        """The body of the response; raises RuntimeError with the message of a failed one."""
        response = self.wait(self.send(command, **arguments))
        if not response["success"]:
            raise RuntimeError(response.get("message"))
        return response.get("body") or {}

    def event(self, *names, timeout=TIMEOUT):
        """The next event of one of these names; others before it are dropped."""
        while True:
            try:
                event = self.events.get(timeout=timeout)
            except queue.Empty:
                raise TimeoutError(f"no event {names}\n{self.text()}") from None
            if event["event"] in names:
                return event
            if event["event"] == "closed":
                raise Ended(self.text())

    def until_initialized(self, started):
        """Wait until breakpoints may be sent; raises RuntimeError if the request `started` fails first."""
        while True:
            try:
                return self.event("initialized", timeout=0.2)
            except TimeoutError:
                with self.arrived:
                    response = self.responses.get(started)
                if response is not None and not response["success"]:
                    raise RuntimeError(response.get("message")) from None

    def text(self, *categories):
        """What the debuggee has written, or only that of some output categories."""
        return "".join(
            body["output"]
            for body in self.output
            if body.get("category", "console") in (categories or ("stdout", "stderr", "console", "important"))
        )

    def close(self):
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Session:
    """A launched program."""

    def __init__(self, client, program):
        self.client = client
        self.program = str(program)

    @classmethod
    def launch(cls, file, python=None, breakpoints=(), filters=(), filter_options=(), **attributes):
        """Start `file`; stops on its lines marked `# @bp` and on `breakpoints` (a list for the program, or
        {file: [breakpoint, ...]}; each is a line, a marker, or a dict of DAP)."""
        env = dict(os.environ, GLOG_v="3")
        env.pop("PYTHONPATH", None)
        client = Client(
            [sys.executable, str(SERVER / "mindspore_tools" / "dap")], env=dict(env, PYTHONPATH=str(SERVER))
        )
        session = cls(client, file)
        try:
            session._start(python, breakpoints, filters, filter_options, attributes)
        except BaseException:
            client.close()
            raise
        return session

    def _start(self, python, breakpoints, filters, filter_options, attributes):
        client = self.client
        self.capabilities = client.request(
            "initialize",
            adapterID="mindspore",
            clientID="test",
            pathFormat="path",
            linesStartAt1=True,
            columnsStartAt1=True,
            supportsVariableType=True,
            supportsVariablePaging=True,
            locale=attributes.pop("locale", "en"),
        )
        configuration = {
            "type": "mindspore",
            "request": "launch",
            "program": self.program,
            "console": "internalConsole",
            "cwd": str(Path(self.program).parent),
            "python": python or sys.executable,
            **attributes,
        }
        if "module" in attributes:
            del configuration["program"]
        given = {name: value for name, value in configuration.items() if value is not None}
        started = client.send("launch", **given)
        client.until_initialized(started)
        if not isinstance(breakpoints, dict):
            breakpoints = {self.program: [*breakpoints, *self.marked("# @bp")]}
        self.breakpoints = {file: self.set_breakpoints(given, file) for file, given in breakpoints.items()}
        client.request("setExceptionBreakpoints", filters=list(filters), filterOptions=list(filter_options))
        client.request("configurationDone")
        response = client.wait(started)
        if not response["success"]:
            raise RuntimeError(response.get("message"))

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.client.close()

    def marked(self, marker, file=None):
        """The lines of the file that carry a marker."""
        lines = Path(file or self.program).read_text(encoding="utf-8").splitlines()
        return [number for number, line in enumerate(lines, 1) if marker in line]

    def set_breakpoints(self, given, file=None):
        file = str(file or self.program)
        described = []
        for one in given:
            if isinstance(one, str):
                described.extend({"line": line} for line in self.marked(one, file))
            else:
                described.append(one if isinstance(one, dict) else {"line": one})
        return self.client.request("setBreakpoints", source={"path": file}, breakpoints=described)[
            "breakpoints"
        ]

    def stop(self):
        """Wait for the next stop; raises Ended if the program ends first."""
        event = self.client.event("stopped", "terminated")
        if event["event"] == "terminated":
            raise Ended(self.client.text())
        return Stop(self, event["body"])

    def stops(self):
        """Every stop to the end of the program; each is continued when the next one is asked for."""
        while True:
            try:
                stop = self.stop()
            except Ended:
                return
            yield stop
            stop.resume()

    def finish(self):
        """Let the program run to its end; returns what it wrote to stdout."""
        self.client.event("terminated")
        return self.client.text("stdout")


class Stop:
    """The program stands still in one thread."""

    def __init__(self, session, body):
        self.session = session
        self.client = session.client
        self.reason = body["reason"]
        self.description = body.get("description") or ""
        self.text = body.get("text") or ""
        self.thread = body["threadId"]
        self.frames = self.client.request("stackTrace", threadId=self.thread)["stackFrames"]
        self.frame = self.frames[0]

    @property
    def line(self):
        return self.frame["line"]

    @property
    def source(self):
        lines = Path(self.frame["source"]["path"]).read_text(encoding="utf-8").splitlines()
        return lines[self.line - 1].split("#")[0].strip()

    @property
    def stack(self):
        """Names of the frames, outermost first."""
        return [frame["name"] for frame in reversed(self.frames)]

    def scopes(self, frame=None):
        return self.client.request("scopes", frameId=(frame or self.frame)["id"])["scopes"]

    def variables(self, reference=None, **page):
        if reference is None:
            reference = self.scopes()[0]["variablesReference"]
        return self.client.request("variables", variablesReference=reference, **page)["variables"]

    @property
    def locals(self):
        return {
            one["name"]: one["value"] for one in self.variables() if not one["name"].startswith("(return)")
        }

    def evaluate(self, expression, context="repl"):
        return self.client.request(
            "evaluate", expression=expression, frameId=self.frame["id"], context=context
        )["result"]

    def _go(self, command):
        self.client.request(command, threadId=self.thread)

    def resume(self):
        self._go("continue")

    def step_over(self):
        self._go("next")
        return self.session.stop()

    def step_into(self):
        self._go("stepIn")
        return self.session.stop()

    def step_out(self):
        self._go("stepOut")
        return self.session.stop()
