"""Greys breakpoints in functions that run without stops, and tells why in the debug console."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from mindspore_tools.common.text import Text
from mindspore_tools.dap.framing import Message
from mindspore_tools.dap.proxy import Feature, Proxy

FALLBACK = Text(
    "{function} ({file}:{line}) runs without stops: MindSpore does not compile it with the debugger's probes. {reason}",
    "{function}（{file}:{line}）运行时不会停下：加入调试探针后 MindSpore 无法编译该函数。{reason}",
)
FAULT = Text(
    "The graph debugger had a fault and left this graph alone; the program goes on. {reason}",
    "静态图调试器出现故障，已放弃调试该图；程序继续运行。{reason}",
)
ABSENT = Text(
    "There is no MindSpore in {python}. Choose another interpreter with “MindSpore: Select Interpreter”, or install it "
    "there: {python} -m pip install mindspore",
    "{python} 中没有安装 MindSpore。请用“MindSpore: 选择解释器”另选一个解释器，或在其中安装："
    "{python} -m pip install mindspore",
)
GREY = Text(
    "Not reached by the debugger: MindSpore does not compile {function} with probes. {reason}",
    "调试器无法到达：加入探针后 MindSpore 无法编译 {function}。{reason}",
)


class Breakpoints(Feature):
    def __init__(self, proxy: Proxy, language: Callable[[], str]) -> None:
        self.proxy = proxy
        self.language = language
        self.known: dict[str, list[dict[str, Any]]] = {}
        self.dark: list[Message] = []

    def response(self, request: Message, message: Message) -> Message:
        if request["command"] != "setBreakpoints" or not message.get("success"):
            return message
        path = request["arguments"]["source"].get("path", "")
        described = [self._greyed(path, one) for one in message["body"]["breakpoints"]]
        self.known[_same(path)] = described
        return dict(message, body={"breakpoints": described})

    def event(self, message: Message) -> Message | None:
        if message["event"] != "mindspore":
            return message
        notice = message["body"]
        if notice["kind"] == "fallback":
            self.dark.append(notice)
            self._say(
                FALLBACK.format(
                    function=notice["function"],
                    file=os.path.basename(notice["file"]),
                    line=notice["firstLine"],
                    reason=notice["reason"],
                )
            )
            self._refresh(notice["file"])
        elif notice["kind"] == "absent":
            self._say(ABSENT.format(python=notice["python"]))
        elif notice["kind"] == "fault":
            self._say(FAULT.format(reason=notice["reason"]))
        return None

    def _refresh(self, path: str) -> None:
        """Send the breakpoints of a file that have just become grey."""
        known = self.known.get(_same(path), [])
        for index, one in enumerate(known):
            grey = self._greyed(path, one)
            if grey != one:
                known[index] = grey
                self.proxy.event("breakpoint", {"reason": "changed", "breakpoint": grey})

    def _greyed(self, path: str, breakpoint: dict[str, Any]) -> dict[str, Any]:
        for notice in self.dark:
            within = notice["firstLine"] <= breakpoint.get("line", 0) <= notice["lastLine"]
            if within and _same(notice["file"]) == _same(path):
                text = GREY.format(function=notice["function"], reason=notice["reason"])
                return dict(breakpoint, verified=False, message=text.render(self.language()))
        return breakpoint

    def _say(self, text: Text) -> None:
        self.proxy.event("output", {"category": "important", "output": text.render(self.language()) + "\n"})


def _same(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))
