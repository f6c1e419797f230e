"""Symbols of a file: classes, functions, and what modules and Cells hold."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor import bindings
from mindspore_tools.editor.document import Document
from mindspore_tools.graph.source import Fragment, SourceFile

CLASS, METHOD, FUNCTION, FIELD, VARIABLE = "class", "method", "function", "field", "variable"


class SymbolTree(NamedTuple):
    """One symbol: its whole range, the range of its name, and what is inside it. ``detail`` says more (``nn.Dense``, ``graph``)."""

    name: str
    kind: str
    range: Range
    name_range: Range
    detail: str = ""
    children: tuple[SymbolTree, ...] = ()


def document_symbols(document: Document) -> list[SymbolTree]:
    """The symbols of a file in source order."""
    source = document.source
    compiled = {id(function.node) for function in document.analysis.functions}
    found = []
    for _, fragment in source.top:
        for statement in fragment.body:
            found += _symbols(document, fragment, statement, compiled, inside=False)
    return found


def _symbols(
    document: Document, fragment: Fragment, statement: ast.stmt, compiled: set[int], inside: bool
) -> list[SymbolTree]:
    source = document.source
    if isinstance(statement, ast.ClassDef):
        children: list[SymbolTree] = []
        for inner in statement.body:
            children += _symbols(document, fragment.owner_of(inner), inner, compiled, inside=True)
        children += _layers(document, fragment, statement)
        children.sort(key=lambda child: child.range)
        bases = ", ".join(ast.unparse(base) for base in statement.bases)
        whole = _class_range(source, fragment, statement)
        return [
            SymbolTree(
                statement.name, CLASS, whole, name_range(source, fragment, statement), bases, tuple(children)
            )
        ]
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        detail = "graph" if id(statement) in compiled else ""
        kind = METHOD if inside else FUNCTION
        whole = source.range(fragment, statement)
        return [SymbolTree(statement.name, kind, whole, name_range(source, fragment, statement), detail)]
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        whole = source.range(fragment, statement)
        kind = FIELD if inside else VARIABLE
        return [
            SymbolTree(each.name, kind, whole, _name_at(source, fragment, each.line, each.column, each.name))
            for each in bindings.bindings_of([statement])
            if each.kind == bindings.VALUE
        ]
    return []


def _layers(document: Document, fragment: Fragment, node: ast.ClassDef) -> list[SymbolTree]:
    """What ``__init__`` and the other methods store on ``self``."""
    cls = document.program.class_of(node, fragment, document.source)
    found = []
    for name, stored in document.inference.stored(cls).items():
        binding, place = stored[0]
        if place.fragment is None:
            continue
        where = _name_at(document.source, place.fragment, binding.line, binding.column, f"self.{name}")
        value = binding.node
        detail = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
        found.append(SymbolTree(name, FIELD, where, where, detail))
    return found


def _class_range(source: SourceFile, fragment: Fragment, node: ast.ClassDef) -> Range:
    start, end = source.range(fragment, node)
    last = node.body[-1] if node.body else None
    if last is not None:
        owner = fragment.owner_of(last)
        if owner is not fragment:
            end = max(end, source.range(owner, last).end)
    return Range(start, end)


def name_range(
    source: SourceFile, fragment: Fragment, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
) -> Range:
    """Where the name of a definition stands."""
    return _name_at(source, fragment, node.lineno, node.col_offset, node.name)


def _name_at(source: SourceFile, fragment: Fragment, line: int, column: int, name: str) -> Range:
    start = source.position(fragment, line, column)
    found = source.lines[start.line].find(name, start.column)
    if found >= 0:
        start = Position(start.line, found)
    end = min(start.column + len(name), len(source.lines[start.line]))
    return Range(start, Position(start.line, end))
