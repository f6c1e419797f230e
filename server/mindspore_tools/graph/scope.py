"""Names and what they hold while a function is interpreted, and what is written down about it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from mindspore_tools.graph.events import Event
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import Function, Value, merge


class Scope:
    """The local names of a function at one moment, and those of the functions around it."""

    __slots__ = ("names", "parent")

    def __init__(self, names: dict[str, Value], parent: Scope | None = None) -> None:
        self.names = names
        self.parent = parent

    def get(self, name: str) -> Value | None:
        """What a name holds here or in the functions around, None when it is no local name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def frozen(self) -> Scope:
        """The names as they are now; what a nested function sees, for the compiler captures them where it is defined."""
        return Scope(dict(self.names), self.parent)


class Record:
    """What was learned about one function: the value of every expression reached, events, statements never parsed."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.skipped: tuple[ast.stmt, ...] = ()
        self.values: dict[ast.expr, Value] = {}
        self.events: dict[Event, None] = {}

    def value(self, node: ast.expr, value: Value) -> None:
        """Note the value of an expression; several visits are merged."""
        known = self.values.get(node)
        self.values[node] = value if known is None else merge(known, value)

    def event(self, event: Event) -> None:
        """Note an event, once."""
        self.events[event] = None


# A decision taken at run time: the branching node and which way.
Decision = tuple[ast.AST, bool]


@dataclass
class Loop:
    """The states in which a loop is left or continued early."""

    breaks: list[dict[str, Value]] = field(default_factory=list)
    continues: list[dict[str, Value]] = field(default_factory=list)


@dataclass
class Frame:
    """One run of a function. ``compiled`` is False for code that Python runs (module level, ``__init__``)."""

    source: SourceFile
    fragment: Fragment
    scope: Scope
    function: Function | None = None
    record: Record | None = None
    compiled: bool = True
    path: tuple[Decision, ...] = ()
    loops: list[Loop] = field(default_factory=list)
    returns: list[tuple[Value, tuple[Decision, ...]]] = field(default_factory=list)
    global_names: set[str] = field(default_factory=set)

    @property
    def names(self) -> dict[str, Value]:
        """The local names."""
        return self.scope.names
