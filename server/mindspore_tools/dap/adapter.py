"""`mindspore-tools debug-adapter`: the Debug Adapter Protocol on stdio, in front of debugpy's adapter."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from mindspore_tools.dap import launch
from mindspore_tools.dap.backend import ProcessBackend
from mindspore_tools.dap.framing import Message
from mindspore_tools.dap.proxy import Proxy


class Session:
    """What the adapter knows of one session, and what it changes in its messages."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.language = "en"
        self.initialize: Message | None = None
        proxy.from_client = self.from_client
        proxy.from_server = self.from_server

    def from_client(self, message: Message) -> Message | None:
        command = message.get("command")
        if command == "initialize":
            self.initialize = message
            self.language = (message.get("arguments") or {}).get("locale") or self.language
            self.proxy.connect(ProcessBackend())
        elif command in ("launch", "attach"):
            try:
                message = launch.rewrite(message)
                self._connect_for(message)
            except launch.Refused as refused:
                self.proxy.refuse(message, refused.text.render(self.language))
                return None
        return message

    def from_server(self, message: Message) -> Message | None:
        return message

    def _connect_for(self, message: Message) -> None:
        """Attach to a debugpy that listens by speaking to it in place of our own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The debug adapter takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    proxy = Proxy(sys.stdin.buffer, sys.stdout.buffer)
    Session(proxy)
    proxy.run()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="mindspore-tools debug-adapter")
    add_arguments(parser)
    return run(parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
