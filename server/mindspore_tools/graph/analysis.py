"""The semantic model of one file: its graph functions and what their expressions are."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.version import Version
from mindspore_tools.graph.names import Index
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import Value


@dataclass(frozen=True)
class Target:
    """What the code is compiled for.

    ``syntax_level`` is ``"lax"`` or ``"strict"``. ``mode``: ``"graph"`` takes every Cell as compiled, ``"auto"`` only
    when the file does not set PYNATIVE_MODE.
    """

    version: Version
    syntax_level: str = "lax"
    mode: str = "graph"


@dataclass(frozen=True)
class GraphFunction:
    """A function that the graph compiler compiles.

    ``name`` is qualified by its class; ``reason`` says why it is compiled: ``"jit"``, ``"construct"`` or ``"called"``.
    ``syntax_level`` and ``capture_mode`` are those of its root. ``range`` is the whole definition, ``name_range`` its name.
    """

    name: str
    reason: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    fragment: Fragment
    range: Range
    name_range: Range
    syntax_level: str = "lax"
    capture_mode: str = "ast"


class Analysis:
    """What is known about one snapshot: ``source``, ``target``, ``functions`` in source order."""

    def __init__(self, source: SourceFile, index: Index | None, target: Target) -> None:
        self.source = source
        self.index = index
        self.target = target
        self.functions: list[GraphFunction] = []

    def function_at(self, position: Position) -> GraphFunction | None:
        """The innermost graph function whose definition holds the position."""
        inside = [function for function in self.functions if function.range.contains(position)]
        return max(inside, key=lambda function: function.range.start, default=None)

    def value_at(self, position: Position) -> Value | None:
        """The value of the smallest expression in a graph function that ends at or spans the position, or None.

        ``self.conv.`` half-written, with the position right after ``conv`` gives the value of ``self.conv``.
        """
        return None


def analyse(source: SourceFile, index: Index | None, target: Target) -> Analysis:
    """Analyse a snapshot. Never raises."""
    return Analysis(source, index, target)
