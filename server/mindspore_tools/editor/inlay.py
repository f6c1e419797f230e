"""Inlay hints: what the graph analysis knows about the variables of graph functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.document import Document
from mindspore_tools.graph.analysis import GraphFunction
from mindspore_tools.graph.describe import spell
from mindspore_tools.graph.values import Tensor, Value


class InlayHint(NamedTuple):
    """A text shown after a position: ``: Tensor[float32, (32, 10)]``."""

    position: Position
    text: str


def inlay_hints(document: Document, visible: Range) -> list[InlayHint]:
    """Shape and dtype of the assignments in graph functions that a range touches."""
    found: dict[Position, InlayHint] = {}
    for function in document.analysis.functions:
        if function.range.end < visible.start or visible.end < function.range.start:
            continue
        for target, value in _assigned(function):
            if not _worth_showing(value):
                continue
            end = document.source.range(function.fragment, target).end
            if visible.contains(end):
                found.setdefault(end, InlayHint(end, f": {spell(value)}"))
    return sorted(found.values())


def _assigned(function: GraphFunction) -> Iterator[tuple[ast.expr, Value]]:
    body = function.node.body
    for statement in body if isinstance(body, list) else []:
        for node in ast.walk(statement):
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                if isinstance(target, ast.Name):
                    yield target, function.value(node.value)


def _worth_showing(value: Value) -> bool:
    return isinstance(value, Tensor) and (value.dtype is not None or value.shape is not None)
