"""Type hierarchy of Cells: what a class inherits from and what inherits from it, in the workspace and in MindSpore."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mindspore_tools.api.model import CLASS, PRIMITIVE
from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.symbols import name_range
from mindspore_tools.editor.targets import target_at
from mindspore_tools.graph.values import Class, Instance, Named, Value


class TypeItem(NamedTuple):
    """A class: of the workspace (``file`` and where its name stands), or of MindSpore (``path``, and ``file`` when it is installed)."""

    name: str
    file: str
    range: Range
    path: str = ""


def type_at(document: Document, position: Position, packages: Path | None) -> TypeItem | None:
    """The class that the name at a position means, or that an object there is of."""
    target = target_at(document, position)
    if target is None:
        return None
    return _item(document, _class_of(target.value), packages)


def supertypes(document: Document, item: TypeItem, packages: Path | None) -> list[TypeItem]:
    """The classes that a class directly inherits from."""
    if item.path:
        symbol = document.index.get(item.path)
        parent = next((each for each in symbol.bases if document.index.get(each)), None) if symbol else None
        found = _item(document, Named(parent), packages) if parent else None
        return [found] if found else []
    value = _class_at(document, item)
    if value is None:
        return []
    bases: list[TypeItem] = []
    place = document.inference.place_at(item.range.start)
    for base in value.node.bases:
        found = _item(document, document.inference.evaluate(base, place), packages)
        if found is not None:
            bases.append(found)
    return bases


def subtypes(documents: Iterable[Document], item: TypeItem) -> list[TypeItem]:
    """The classes of these documents that directly inherit from a class."""
    found = []
    for document in documents:
        for _, fragment in document.source.top:
            for statement in fragment.body:
                if isinstance(statement, ast.ClassDef):
                    cls = document.program.class_of(statement, fragment, document.source)
                    if any(_same(document, base, item) for base in document.program.ancestors(cls)[1:2]):
                        found.append(_own(document, cls))
    return found


def _same(document: Document, value: Value, item: TypeItem) -> bool:
    if isinstance(value, Class):
        return not item.path and value.name == item.name and value.source.path == item.file
    if isinstance(value, Named) and item.path:
        symbol, wanted = document.index.get(value.name), document.index.get(item.path)
        return symbol is not None and wanted is not None and symbol.canonical == wanted.canonical
    return False


def _class_of(value: Value) -> Value:
    if isinstance(value, Instance):
        return value.defined if value.defined is not None else Named(value.class_name or "")
    return value


def _class_at(document: Document, item: TypeItem) -> Class | None:
    target = target_at(document, item.range.start)
    return target.value if target is not None and isinstance(target.value, Class) else None


def _item(document: Document, value: Value, packages: Path | None) -> TypeItem | None:
    if isinstance(value, Class):
        return _own(document, value)
    if isinstance(value, Named):
        symbol = document.index.get(value.name)
        if symbol is None or symbol.kind not in (CLASS, PRIMITIVE):
            return None
        place = Position(max(symbol.line - 1, 0), 0)
        file = str(packages / symbol.file) if packages is not None and symbol.file else ""
        return TypeItem(symbol.name, file, Range(place, place), symbol.path)
    return None


def _own(document: Document, cls: Class) -> TypeItem:
    return TypeItem(cls.name, cls.source.path, name_range(cls.source, cls.fragment, cls.node))
