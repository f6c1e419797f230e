"""Where a file uses names of MindSpore."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindspore_tools.common.position import Position, Range
from mindspore_tools.graph.fragments import Fragment
from mindspore_tools.graph.names import Index, dotted_name
from mindspore_tools.graph.source import SourceFile


@dataclass(frozen=True)
class Use:
    """One use of a name: the full ``path``, how it is ``written``, its place, and the call when it is called.

    ``imported`` is the import statement when it is one that names it.
    """

    path: str
    written: str
    range: Range
    fragment: Fragment
    call: ast.Call | None = None
    imported: ast.ImportFrom | None = None


def uses(source: SourceFile, index: Index) -> Iterator[Use]:
    """The uses in source order within each fragment. A name is taken as far as its dots go (``ms.nn.Conv2d``)."""
    for _, fragment in source.fragments:
        for node in _own_nodes(fragment):
            yield from _in(source, index, fragment, node)


def _own_nodes(fragment: Fragment) -> list[ast.AST]:
    """What to walk of a fragment; the body of a class consists of fragments of its own."""
    head = fragment.body[0] if fragment.body else None
    if fragment.members and isinstance(head, ast.ClassDef):
        return [*head.decorator_list, *head.bases, *head.keywords]
    return list(fragment.body)


def _in(
    source: SourceFile, index: Index, fragment: Fragment, node: ast.AST, call: ast.Call | None = None
) -> Iterator[Use]:
    if isinstance(node, ast.ImportFrom):
        yield from _imported(source, fragment, node)
        return
    written = dotted_name(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
    if written and isinstance(getattr(node, "ctx", None), ast.Load):
        path = source.resolve(written, index)
        if path and path.startswith("mindspore."):
            yield Use(path, written, source.range(fragment, node), fragment, call)
        return
    for child in ast.iter_child_nodes(node):
        is_callee = isinstance(node, ast.Call) and child is node.func
        yield from _in(source, index, fragment, child, node if is_callee else None)  # type: ignore[arg-type]


def _imported(source: SourceFile, fragment: Fragment, node: ast.ImportFrom) -> Iterator[Use]:
    if node.level or not node.module or node.module.partition(".")[0] != "mindspore":
        return
    for alias in node.names:
        if alias.name != "*":
            span = source.range(fragment, alias) if hasattr(alias, "lineno") else source.range(fragment, node)
            end = Position(span.start.line, span.start.column + len(alias.name))
            narrow = Range(span.start, end) if hasattr(alias, "lineno") else span
            yield Use(f"{node.module}.{alias.name}", alias.name, narrow, fragment, imported=node)
