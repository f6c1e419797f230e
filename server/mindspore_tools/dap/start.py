"""Starts a session: refuses configurations that cannot work, and finds the debugpy that serves the others."""

from __future__ import annotations

from mindspore_tools.common.text import Text
from mindspore_tools.dap import launch
from mindspore_tools.dap.backend import ProcessBackend, SocketBackend
from mindspore_tools.dap.framing import Message
from mindspore_tools.dap.proxy import Feature, Proxy

NO_SERVER = Text(
    "Nothing listens at {host}:{port}: {reason}. Start the program with "
    '"debugpy.listen(...)" or "python -m debugpy --listen {port} --wait-for-client ...", then attach again.',
    "{host}:{port} 上没有等待调试的程序：{reason}。请先用 “debugpy.listen(...)” 或 "
    "“python -m debugpy --listen {port} --wait-for-client ...” 启动程序，再附加。",
)


class Start(Feature):
    """Keeps `initialize`, which has to be said again to a debugpy that listens already."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.language = "en"
        self.initialize: Message = {}

    def request(self, message: Message) -> Message | None:
        if message["command"] == "initialize":
            self.initialize = message.get("arguments") or {}
            self.language = self.initialize.get("locale") or self.language
            self.proxy.connect(ProcessBackend())
        elif message["command"] in ("launch", "attach"):
            try:
                message = launch.rewrite(message)
                self._connect(message)
            except launch.Refused as refused:
                self.proxy.refuse(message, refused.text.render(self.language))
                return None
        return message

    def _connect(self, message: Message) -> None:
        """An `attach` by address speaks to the debugpy there, in place of one of our own."""
        arguments = message["arguments"]
        address = arguments.get("connect") or arguments
        if message["command"] != "attach" or not address.get("port"):
            return
        host, port = address.get("host") or "127.0.0.1", int(address["port"])
        try:
            backend = SocketBackend(host, port)
        except OSError as error:
            reason = error.strerror or str(error)
            raise launch.Refused(NO_SERVER.format(host=host, port=port, reason=reason)) from error
        self.proxy.connect(backend)
        self.proxy.ask("initialize", self.initialize)
