"""What happens in a graph function beyond the values of its expressions. Rules listen to these."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum

from mindspore_tools.graph.values import Value


class Event:
    """Base of all events."""

    __slots__ = ()


@dataclass(frozen=True)
class Condition(Event):
    """A value decides which way to go. ``kind``: ``if``, ``while``, ``ternary``, ``assert``, ``and``, ``or``, ``not``, ``comprehension``.

    ``statement`` is the node that branches, ``test`` the expression that decides.
    """

    statement: ast.AST
    test: ast.expr
    kind: str
    value: Value


class JoinKind(Enum):
    """Why two values cannot become one."""

    DTYPE = "dtype"  # tensors of different dtype
    RANK = "rank"  # tensors of different rank
    TENSOR = "tensor"  # a tensor and something else
    NONE = "none"  # None and something else
    NUMBER = "number"  # Python numbers of different type
    CONSTANT = "constant"  # other Python values of different type
    EMPTY = "empty"  # an empty list and one with items
    FUNCTION = "function"  # functions of MindSpore
    STRUCTURE = "structure"  # lists, tuples or dicts of different length or keys


@dataclass(frozen=True)
class Join(Event):
    """Two values that meet after a branch taken at run time and cannot become one.

    ``statement`` branches; ``context``: ``if``, ``return``, ``ternary``, ``while``; ``name`` is the variable, empty for results.
    ``result``: they clash in the result of a function, not where they are read.
    """

    statement: ast.AST
    context: str
    kind: JoinKind
    name: str
    left: Value
    right: Value
    result: bool = True


@dataclass(frozen=True)
class RaiseAtRunTime(Event):
    """An exception that a tensor decides on: ``statement`` branches, ``way`` is the one that raises."""

    node: ast.Raise
    statement: ast.AST
    way: bool


@dataclass(frozen=True)
class Unbound(Event):
    """A name that may be read without having been bound, as the compiler's parser sees it.

    ``statement`` binds it on one way only. ``reason``: ``"true branch"`` or ``"false branch"`` (which does not bind it),
    ``"for"`` or ``"while"`` (binds it in its body), ``"later"`` (is bound below), ``"nowhere"``. ``foldable``: the
    newer compilers decide the condition while parsing and may not mind.
    """

    name: str
    use: ast.expr
    statement: ast.AST
    reason: str
    foldable: bool
