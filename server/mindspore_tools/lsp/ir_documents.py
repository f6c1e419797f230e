"""Snapshots of open IR dumps."""

from __future__ import annotations

import threading
from typing import NamedTuple

from lsprotocol import types

from mindspore_tools.common.position import Position, Range
from mindspore_tools.ir.document import IrDocument
from mindspore_tools.lsp.positions import Encoding

IR_LANGUAGE = "mindspore-ir"


class IrSnapshot(NamedTuple):
    """One version of an open dump."""

    uri: str
    document: IrDocument
    encoding: Encoding

    def position(self, position: types.Position) -> Position:
        """A client's position in code points."""
        return self.encoding.position(self.document.lines, position)

    def to_range(self, place: Range) -> types.Range:
        """A range for the client."""
        return self.encoding.to_range(self.document.lines, place)


class IrSnapshots:
    """The newest snapshot of each open dump. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: dict[str, IrSnapshot] = {}

    def get(self, uri: str, text: str, encoding: Encoding) -> IrSnapshot:
        """The snapshot of a text; the one before when the text is the same."""
        text = text.replace("\r\n", "\n")
        with self._lock:
            known = self._newest.get(uri)
            if known is None or known.document.text != text:
                known = self._newest[uri] = IrSnapshot(uri, IrDocument(text), encoding)
            return known

    def forget(self, uri: str) -> None:
        """The document was closed."""
        with self._lock:
            self._newest.pop(uri, None)
