"""The semantic model of one file: its graph functions and what their expressions are."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property

from mindspore_tools.common.position import Position, Range
from mindspore_tools.graph.attributes import read
from mindspore_tools.graph.events import Event
from mindspore_tools.graph.groups import run_all
from mindspore_tools.graph.interpreter import Interpreter
from mindspore_tools.graph.names import Index
from mindspore_tools.graph.program import Program, Workspace
from mindspore_tools.graph.roots import Root, find_roots
from mindspore_tools.graph.scope import Frame, Record, Scope
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.target import Target
from mindspore_tools.graph.values import UNKNOWN, Instance, Value


@dataclass(frozen=True, eq=False)
class GraphFunction:
    """A function that the graph compiler compiles.

    ``name`` is qualified by its class; ``reason`` says why it is compiled: ``"jit"``, ``"construct"`` or ``"called"``.
    ``syntax_level`` and ``capture_mode`` are those of its root. ``values`` and ``events`` are what was inferred,
    ``skipped`` the statements that the newer compilers never parse. ``range`` is the whole definition, ``name_range`` its name.
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
    events: list[Event] = field(default_factory=list)
    skipped: tuple[ast.stmt, ...] = ()

    @cached_property
    def global_names(self) -> frozenset[str]:
        """The names that the function, or one nested in it, declares global."""
        return frozenset(
            name for node in ast.walk(self.node) if isinstance(node, ast.Global) for name in node.names
        )

    def value(self, node: ast.expr) -> Value:
        """The value of an expression of this function; UNKNOWN when nothing is known."""
        return self.values.get(node, UNKNOWN)


class Analysis:
    """What is known about one snapshot: ``source``, ``program``, ``target``, ``functions`` in source order.

    ``parts`` divide the functions into groups that have nothing to do with each other.
    """

    def __init__(self, interpreter: Interpreter, target: Target, functions: list[GraphFunction]) -> None:
        self.interpreter = interpreter
        self.program = interpreter.program
        self.source = self.program.source
        self.index = self.program.index
        self.target = target
        self.functions = functions
        self.parts: tuple[Part, ...] = ()

    def attribute(self, owner: Value, name: str) -> Value:
        """What an object has as an attribute before a graph function runs; UNKNOWN when that is not known."""
        frame = Frame(self.source, Fragment(""), Scope({}), compiled=False)
        return read(self.interpreter, frame, owner, name)

    def function_at(self, position: Position) -> GraphFunction | None:
        """The innermost graph function whose definition holds the position."""
        inside = [function for function in self.functions if function.range.contains(position)]
        return max(inside, key=lambda function: function.range.start, default=None)

    def value_at(self, position: Position) -> Value | None:
        """The value of the smallest expression in a graph function that ends at or spans the position, or None.

        ``self.conv.`` half-written, with the position right after ``conv`` gives the value of ``self.conv``.
        """
        best: tuple[tuple[bool, int, int], Value] | None = None
        for function in self.functions:
            if not function.range.contains(position):
                continue
            for node, value in function.values.items():
                start, end = self.source.range(function.fragment, node)
                if start <= position <= end:
                    # An expression that ends here wins over one that begins here, then the longest that ends, the smallest around.
                    size = (end.line - start.line, end.column - start.column)
                    key = (
                        end == position,
                        size[0] if end == position else -size[0],
                        size[1] if end == position else -size[1],
                    )
                    if best is None or key > best[0]:
                        best = (key, value)
        return best[1] if best else None


class Part(Analysis):
    """The functions that hang together by calls. ``memory`` is kept as long as nothing that they depend on changes."""

    def __init__(self, whole: Analysis, functions: list[GraphFunction], memory: dict[object, object]) -> None:
        super().__init__(whole.interpreter, whole.target, functions)
        self.whole = whole
        self.memory = memory


def analyse(
    source: SourceFile, index: Index | None, target: Target, workspace: Workspace | None = None
) -> Analysis:
    """Analyse a snapshot. Never raises.

    What an earlier snapshot of the same file had in common with this one is taken from the analysis of that.
    """
    program = Program(source, index, workspace)
    interpreter = Interpreter(program)
    roots = find_roots(program, target.mode)
    groups = run_all(interpreter, roots, target)
    by_node = {id(root.function.node): root for root in roots}
    functions: list[GraphFunction] = []
    parts = []
    for group in groups:
        inside = [
            graph_function(
                source,
                by_node.get(id(record.function.node)) or Root(record.function, "called"),
                target,
                record,
            )
            for record in group.records
        ]
        functions += inside
        parts.append((group, sorted(inside, key=lambda function: function.range)))
    functions += [
        graph_function(source, root, target) for root in roots if root.options.capture_mode != "ast"
    ]
    functions.sort(key=lambda function: function.range)
    analysis = Analysis(interpreter, target, functions)
    analysis.parts = tuple(Part(analysis, inside, group.memory) for group, inside in parts)
    return analysis


def graph_function(
    source: SourceFile,
    root: Root,
    target: Target,
    record: Record | None = None,
) -> GraphFunction:
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
        record.values if record else {},
        list(record.events) if record else [],
        record.skipped if record else (),
    )


__all__ = ["Analysis", "GraphFunction", "Part", "Target", "analyse"]
