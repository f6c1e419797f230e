"""Fixes that put another name in the place of a name of MindSpore."""

from __future__ import annotations

import ast

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.lint.api_uses import ApiName, ApiUses
from mindspore_tools.lint.finding import Edit, Fix

_TITLE = Text("Write {name}", "改为 {name}")


def place_of(name: ApiName, uses: ApiUses) -> Range:
    """Where a name stands; of an import without the ``as``."""
    whole = uses.source.range(name.fragment, name.node)
    if isinstance(name.node, ast.alias):
        start = whole.start
        return Range(start, Position(start.line, start.column + len(name.node.name)))
    return whole


def is_imported_name(name: ApiName) -> bool:
    """Whether a name is read that an import of this file brought by itself: the import is where to speak of it."""
    return isinstance(name.node, ast.Name)


def rename(name: ApiName, path: str, uses: ApiUses) -> Fix | None:
    """Write ``path`` instead, where it can be reached as the old name was; None where it cannot."""
    parent, _, last = path.rpartition(".")
    if isinstance(name.node, ast.alias):
        return _rename_import(name, parent, last, uses)
    written = dotted_name(name.node)
    if written is None or "." not in written:
        return None
    first, _, rest = written.partition(".")
    # What the first written name stands for: the path without what is written after it.
    root = name.path[: -len(rest) - 1]
    if not path.startswith(f"{root}."):
        return None
    text = first + path[len(root) :]
    return Fix(_TITLE.format(name=text), (Edit(place_of(name, uses), text),), safe=True)


def _rename_import(name: ApiName, parent: str, last: str, uses: ApiUses) -> Fix | None:
    assert isinstance(name.node, ast.alias)
    if parent != name.path.rpartition(".")[0]:
        return None
    edits = [Edit(place_of(name, uses), last)]
    if name.node.asname is None:
        if last in uses.source.names.bindings:
            return None
        edits += [
            Edit(place_of(each, uses), last)
            for each in uses.names
            if isinstance(each.node, ast.Name) and each.path == name.path and each.node.id == name.node.name
        ]
    return Fix(_TITLE.format(name=last), tuple(edits), safe=True)
