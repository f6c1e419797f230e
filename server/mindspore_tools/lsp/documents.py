"""Snapshots of the open documents for the features, each made once and from the one before."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from lsprotocol import types

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.document import Document
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lsp.modules import Imports, Modules
from mindspore_tools.lsp.positions import Encoding
from mindspore_tools.lsp.project import Project

LARGEST = 5_000_000


class Snapshot(NamedTuple):
    """One version of an open document: for the features as `Document`, for the client with its units."""

    uri: str
    version: int | None
    document: Document
    encoding: Encoding
    project: Project
    imports: Imports

    @property
    def lines(self) -> Sequence[str]:
        """The lines of the text, without their ends."""
        return self.document.source.lines

    def position(self, position: types.Position) -> Position:
        """A client's position in code points."""
        return self.encoding.position(self.lines, position)

    def range(self, place: types.Range) -> Range:
        """A client's range in code points."""
        return self.encoding.range(self.lines, place)

    def to_position(self, position: Position) -> types.Position:
        """A position for the client."""
        return self.encoding.to_position(self.lines, position)

    def to_range(self, place: Range) -> types.Range:
        """A range for the client."""
        return self.encoding.to_range(self.lines, place)


class Snapshots:
    """The newest snapshot of each open document. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._newest: dict[str, Snapshot] = {}
        self.modules = Modules(self._source_at, self._lock)

    def get(
        self, uri: str, path: str, text: str, version: int | None, encoding: Encoding, project: Project
    ) -> Snapshot:
        """The snapshot of a text; unchanged parts of the previous one are taken over."""
        with self._lock:
            known = self._newest.get(uri)
            if known is not None and known.document.source.text == text:
                if known.project is project and known.imports.are_current():
                    if known.version != version:
                        known = self._newest[uri] = known._replace(version=version)
                    return known
                source = known.document.source
            else:
                previous = known.document.source if known is not None else None
                source = SourceFile(text if len(text) <= LARGEST else "", path, previous)
            imports = Imports(self.modules)
            document = Document(source, project.index, lambda: project.target, imports)
            made = self._newest[uri] = Snapshot(uri, version, document, encoding, project, imports)
            return made

    def _source_at(self, path: str) -> SourceFile | None:
        with self._lock:
            for snapshot in self._newest.values():
                if snapshot.document.source.path == path:
                    return snapshot.document.source
        return None

    def newest(self, uri: str) -> Snapshot | None:
        """The newest snapshot that was made of a document."""
        with self._lock:
            return self._newest.get(uri)

    def all(self) -> list[Snapshot]:
        """The newest snapshot of every open document."""
        with self._lock:
            return list(self._newest.values())

    def forget(self, uri: str) -> None:
        """Drop the snapshot of a document that was closed."""
        with self._lock:
            self._newest.pop(uri, None)

    def clear(self) -> None:
        """Drop all snapshots."""
        with self._lock:
            self._newest.clear()
