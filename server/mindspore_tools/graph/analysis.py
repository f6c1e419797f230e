"""The semantic model of one file: its graph functions and what their expressions are."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.version import Version
from mindspore_tools.graph.names import Index
from mindspore_tools.graph.program import Program, Workspace
from mindspore_tools.graph.roots import Root, find_roots
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import UNKNOWN, Instance, Value


@dataclass(frozen=True)
class Target:
    """What the code is compiled for.

    ``syntax_level`` is ``"lax"`` or ``"strict"``. ``mode``: ``"graph"`` takes every Cell as compiled, ``"auto"`` only
    when the file does not set PYNATIVE_MODE.
    """

    version: Version
    syntax_level: str = "lax"
    mode: str = "graph"


@dataclass(frozen=True, eq=False)
class GraphFunction:
    """A function that the graph compiler compiles.

    ``name`` is qualified by its class; ``reason`` says why it is compiled: ``"jit"``, ``"construct"`` or ``"called"``.
    ``syntax_level`` and ``capture_mode`` are those of its root. ``values`` and ``events`` are what was inferred. ``range`` is the whole definition, ``name_range`` its name.
    """

    name: str
    reason: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    fragment: Fragment
    range: Range
    name_range: Range
    syntax_level: str = "lax"
    capture_mode: str = "ast"
    values: dict[ast.expr, Value] = field(default_factory=dict)
    events: list[object] = field(default_factory=list)

    def value(self, node: ast.expr) -> Value:
        """The value of an expression of this function; UNKNOWN when nothing is known."""
        return self.values.get(node, UNKNOWN)


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


def analyse(
    source: SourceFile, index: Index | None, target: Target, workspace: Workspace | None = None
) -> Analysis:
    """Analyse a snapshot. Never raises."""
    program = Program(source, index, workspace)
    analysis = Analysis(source, index, target)
    for root in find_roots(program, target.mode):
        analysis.functions.append(graph_function(source, root, target))
    return analysis


def graph_function(source: SourceFile, root: Root, target: Target) -> GraphFunction:
    """A root as a graph function of the analysis."""
    node, fragment = root.function.node, root.function.fragment
    whole = source.range(fragment, node)
    name = getattr(node, "name", "<lambda>")
    start = source.position(fragment, node.lineno, node.col_offset)
    column = source.lines[start.line].find(name, start.column)
    name_range = (
        whole if column < 0 else Range(Position(start.line, column), Position(start.line, column + len(name)))
    )
    receiver = root.function.receiver
    if isinstance(receiver, Instance) and receiver.defined:
        name = f"{receiver.defined.node.name}.{name}"
    strict = target.syntax_level == "strict" if root.options.strict is None else root.options.strict
    return GraphFunction(
        name,
        root.reason,
        node,
        fragment,
        whole,
        name_range,
        "strict" if strict else "lax",
        root.options.capture_mode,
    )
