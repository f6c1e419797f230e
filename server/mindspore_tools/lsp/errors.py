"""Answers that are no results."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException


class ContentModified(JsonRpcException):
    """The document has changed since a request was made; the client knows not to show anything."""

    CODE = types.LSPErrorCodes.ContentModified.value
    MESSAGE = "The document has changed."


class ServerCancelled(JsonRpcException):
    """A pull for diagnostics was overtaken by a change; the client keeps what it shows and pulls again."""

    CODE = types.LSPErrorCodes.ServerCancelled.value
    MESSAGE = "The document has changed."

    def __init__(self) -> None:
        super().__init__(self.MESSAGE, self.CODE, {"retriggerRequest": True})
