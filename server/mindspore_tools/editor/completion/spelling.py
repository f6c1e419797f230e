"""How a name of MindSpore is written in a file: through what the file imports, or with the import that people use."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.document import Document
from mindspore_tools.graph.names import Import
from mindspore_tools.lint.finding import Edit

# How people import the modules: module → (statement, name that it binds).
IDIOMS = {
    "mindspore": ("import mindspore as ms", "ms"),
    "mindspore.nn": ("from mindspore import nn", "nn"),
    "mindspore.ops": ("from mindspore import ops", "ops"),
    "mindspore.mint": ("from mindspore import mint", "mint"),
    "mindspore.amp": ("from mindspore import amp", "amp"),
    "mindspore.dataset": ("import mindspore.dataset as ds", "ds"),
    "mindspore.dataset.vision": ("from mindspore.dataset import vision", "vision"),
    "mindspore.dataset.transforms": ("from mindspore.dataset import transforms", "transforms"),
    "mindspore.dataset.text": ("from mindspore.dataset import text", "text"),
    "mindspore.dataset.audio": ("from mindspore.dataset import audio", "audio"),
    "mindspore.numpy": ("import mindspore.numpy as mnp", "mnp"),
}
# Names of these modules are imported by themselves.
_BY_NAME = ("mindspore", "mindspore.train", "mindspore.common.initializer", "mindspore.communication")


class Spelling(NamedTuple):
    """The text that stands for a name in a file, and the edits that make it valid there."""

    text: str
    edits: tuple[Edit, ...] = ()


def spell(document: Document, path: str) -> Spelling:
    """How to write the name with this full path."""
    known = imported_as(document, path)
    if known:
        return Spelling(known)
    module, _, name = path.rpartition(".")
    inner = ""
    while module:
        known = imported_as(document, module)
        if known and not (module == "mindspore" and inner):
            return Spelling(f"{known}.{inner}{name}")
        if module in _BY_NAME and not inner:
            return Spelling(name, (import_edit(document, module, name),))
        if module in IDIOMS and not (module == "mindspore" and inner):
            statement, bound = IDIOMS[module]
            return Spelling(f"{bound}.{inner}{name}", (_statement_edit(document, statement),))
        outer, _, last = module.rpartition(".")
        if outer in ("", "mindspore"):
            return Spelling(name, (import_edit(document, path.rpartition(".")[0], name),))
        inner = f"{last}.{inner}"
        module = outer
    return Spelling(name)


def imported_as(document: Document, path: str) -> str | None:
    """The name that an import of the file binds to a path, or None."""
    for name, found in document.source.names.bindings.items():
        last = found[-1]
        if isinstance(last, Import) and last.path == path:
            return name
    return None


def import_edit(document: Document, module: str, name: str) -> Edit:
    """The edit that imports a name: into the file's own ``from module import`` if there is a plain one, else a new line."""
    end = _plain_import_end(document, module)
    if end is not None:
        return Edit(Range(end, end), f", {name}")
    return _statement_edit(document, f"from {module} import {name}")


def _statement_edit(document: Document, statement: str) -> Edit:
    """The edit that adds an import statement: after the imports of MindSpore, else after the other imports, else at the top."""
    if statement.startswith("from mindspore import "):
        name = statement.rpartition(" ")[2]
        end = _plain_import_end(document, "mindspore")
        if end is not None:
            return Edit(Range(end, end), f", {name}")
    line = 0
    best = -1
    for start, fragment in document.source.top:
        for node in fragment.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                )
                weight = 3 if any(each.partition(".")[0] == "mindspore" for each in modules) else 2
                if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                    weight = 1
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and start == line == 0:
                weight = 0
            else:
                continue
            if weight >= best:
                best = weight
                line = document.source.range(fragment, node).end.line + 1
    if best < 0:
        line = _after_header(document.source.lines)
    if line >= len(document.source.lines):
        end = Position(len(document.source.lines) - 1, len(document.source.lines[-1]))
        return Edit(Range(end, end), f"\n{statement}\n")
    place = Position(line, 0)
    gap = "\n" if best < 2 and document.source.lines[line].strip() else ""
    return Edit(Range(place, place), f"{statement}\n{gap}")


def _plain_import_end(document: Document, module: str) -> Position | None:
    """The end of the names of the file's first ``from module import``, None when it has none to add to."""
    for _, fragment in document.source.top:
        for node in fragment.body:
            if isinstance(node, ast.ImportFrom) and node.module == module and not node.level:
                last = node.names[-1]
                if last.name != "*":
                    return document.source.range(fragment, last).end
    return None


def _after_header(lines: list[str]) -> int:
    line = 0
    while line < len(lines) - 1 and lines[line].startswith("#"):
        line += 1
    return line
