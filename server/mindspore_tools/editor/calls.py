"""Call hierarchy of graph functions: what one compiles along with it, and from where it is compiled."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.inference import Place
from mindspore_tools.editor.symbols import name_range
from mindspore_tools.editor.targets import target_at
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import UNKNOWN, Class, Function, Instance, Transformed, Value


class CallItem(NamedTuple):
    """A function: its name qualified by its class, its file, its whole range and that of its name; ``compiled`` in a graph."""

    name: str
    file: str
    range: Range
    name_range: Range
    compiled: bool = False


class CallEdge(NamedTuple):
    """A function at the other end of calls, and the ranges of the calls in the calling function."""

    item: CallItem
    ranges: tuple[Range, ...]


class _Definition(NamedTuple):
    node: ast.FunctionDef | ast.AsyncFunctionDef
    fragment: Fragment
    source: SourceFile
    owner: ast.ClassDef | None


def call_item(document: Document, position: Position) -> CallItem | None:
    """The function that the name at a position means; of a Cell its ``construct``."""
    target = target_at(document, position)
    value = target.value if target is not None else UNKNOWN
    if isinstance(value, Class):
        value = Instance(defined=value)
    found = _called(document, value)
    if found is None:
        found = _enclosing(document, position)
    return _item(document, found) if found is not None else None


def outgoing(document: Document, position: Position) -> list[CallEdge]:
    """The functions of the workspace that the function whose name stands at a position calls."""
    caller = _definition_at(document, position)
    if caller is None:
        return []
    edges: dict[CallItem, list[Range]] = {}
    for call, found in _calls(document, caller):
        edges.setdefault(_item(document, found), []).append(caller.source.range(caller.fragment, call.func))
    return [CallEdge(item, tuple(ranges)) for item, ranges in edges.items()]


def incoming(document: Document, position: Position) -> list[CallEdge]:
    """The functions of the file that call the function whose name stands at a position."""
    callee = _definition_at(document, position)
    if callee is None:
        return []
    edges = []
    for caller in _definitions(document):
        ranges = tuple(
            document.source.range(caller.fragment, call.func)
            for call, found in _calls(document, caller)
            if found.node is callee.node
        )
        if ranges:
            edges.append(CallEdge(_item(document, caller), ranges))
    return edges


def _definitions(document: Document) -> list[_Definition]:
    found = []
    for _, fragment in document.source.top:
        for statement in fragment.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.append(_Definition(statement, fragment, document.source, None))
            elif isinstance(statement, ast.ClassDef):
                for inner in statement.body:
                    if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        owner = fragment.owner_of(inner)
                        found.append(_Definition(inner, owner, document.source, statement))
    return found


def _definition_at(document: Document, position: Position) -> _Definition | None:
    for each in _definitions(document):
        if name_range(document.source, each.fragment, each.node).contains(position):
            return each
    return None


def _enclosing(document: Document, position: Position) -> _Definition | None:
    for each in _definitions(document):
        if document.source.range(each.fragment, each.node).contains(position):
            return each
    return None


def _calls(document: Document, caller: _Definition) -> list[tuple[ast.Call, _Definition]]:
    chain: tuple[ast.AST, ...] = (caller.node,) if caller.owner is None else (caller.owner, caller.node)
    found = []
    for node in ast.walk(caller.node):
        if isinstance(node, ast.Call) and dotted_name(node.func):
            place = Place(caller.source, caller.fragment, chain, node.lineno, node.col_offset)
            callee = _called(document, document.inference.evaluate(node.func, place))
            if callee is not None:
                found.append((node, callee))
    return sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset))


def _called(document: Document, value: Value) -> _Definition | None:
    """The function of the workspace that a call of a value runs."""
    if isinstance(value, Transformed):
        return _called(document, value.function)
    if isinstance(value, Class):
        initializer = document.program.method(value, "__init__")
        return _called(document, initializer) if initializer is not None else None
    if isinstance(value, Instance) and value.defined is not None:
        return _called(document, document.inference.attribute(value, "construct"))
    if isinstance(value, Function) and not isinstance(value.node, ast.Lambda):
        owner = value.owner.node if value.owner is not None else _owner(value)
        return _Definition(value.node, value.fragment, value.source, owner)
    return None


def _owner(function: Function) -> ast.ClassDef | None:
    for _, fragment in function.source.top:
        for statement in fragment.body:
            if isinstance(statement, ast.ClassDef) and function.node in statement.body:
                return statement
    return None


def _item(document: Document, found: _Definition) -> CallItem:
    name = found.node.name if found.owner is None else f"{found.owner.name}.{found.node.name}"
    compiled = any(function.node is found.node for function in document.analysis.functions)
    whole = found.source.range(found.fragment, found.node)
    return CallItem(
        name, found.source.path, whole, name_range(found.source, found.fragment, found.node), compiled
    )
