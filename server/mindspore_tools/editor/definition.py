"""Where a name is defined."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mindspore_tools.api.model import Symbol
from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.bindings import IMPORT
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.inference import Place
from mindspore_tools.editor.targets import Target, target_at
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import Class, Function, Instance, Named


class Location(NamedTuple):
    """A place in a file; ``path`` is ``""`` for the document itself."""

    path: str
    range: Range


def definitions(document: Document, position: Position, packages: Path | None) -> list[Location]:
    """Where the name at a position is defined.

    ``packages`` is the directory that holds the installed ``mindspore`` package, None when there is none.
    """
    target = target_at(document, position)
    if target is None:
        return []
    symbol = _symbol(document, target)
    own = _own(document, target)
    if own:
        return own
    if symbol is not None and packages is not None and symbol.file:
        place = Position(max(symbol.line - 1, 0), 0)
        file = packages / symbol.file
        if file.is_file():
            return [Location(str(file), Range(place, place))]
    return []


def symbol_of(document: Document, position: Position) -> Symbol | None:
    """The symbol of MindSpore that the name at a position stands for, or None."""
    target = target_at(document, position)
    return _symbol(document, target) if target is not None else None


def _symbol(document: Document, target: Target) -> Symbol | None:
    if target.argument is not None:
        return document.index.get(target.argument.path)
    owner = target.owner
    if owner is not None and owner.path and not isinstance(owner, Named):
        return document.index.get(f"{owner.path}.{target.name}")
    if isinstance(target.value, Named):
        return document.index.get(target.value.name)
    return None


def _own(document: Document, target: Target) -> list[Location]:
    """The place in the workspace where the name is bound."""
    value, owner = target.value, target.owner
    if isinstance(value, Function) and value.name == target.name:
        return [_named(document, value.source, value.fragment, value.node, value.name)]
    if isinstance(value, Class) and value.name == target.name:
        return [_named(document, value.source, value.fragment, value.node, value.name)]
    if isinstance(owner, Instance) and owner.defined is not None:
        for ancestor in document.program.ancestors(owner.defined):
            if isinstance(ancestor, Class):
                stored = document.inference.stored(ancestor).get(target.name)
                if stored:
                    binding, place = stored[0]
                    return [_bound(document, place, binding.line, binding.column, target.name)]
        return []
    if owner is None and target.argument is None:
        found = document.inference.binding_of(target.name, document.inference.place_at(target.range.end))
        if found is not None and found[0].kind != IMPORT:
            binding, place = found
            return [_bound(document, place, binding.line, binding.column, target.name)]
    return []


def _named(document: Document, source: SourceFile, fragment: Fragment, node, name: str) -> Location:
    start = source.position(fragment, node.lineno, node.col_offset)
    column = source.lines[start.line].find(name, start.column)
    start = Position(start.line, max(column, start.column))
    return Location(_path(document, source), Range(start, Position(start.line, start.column + len(name))))


def _bound(document: Document, place: Place, line: int, column: int, name: str) -> Location:
    if place.fragment is None:
        return Location("", Range(Position(0, 0), Position(0, 0)))
    start = place.source.position(place.fragment, line, column)
    return Location(_path(document, place.source), Range(start, start))


def _path(document: Document, source: SourceFile) -> str:
    return "" if source is document.source else source.path
