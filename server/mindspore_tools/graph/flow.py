"""Conditions, and how values meet after branches."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindspore_tools.graph.events import Condition, Join
from mindspore_tools.graph.joins import conflict, is_deferred
from mindspore_tools.graph.scope import Frame
from mindspore_tools.graph.values import UNKNOWN, Conflict, Value, as_variable, merge

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

Names = dict[str, Value]


def decide(interpreter: Interpreter, frame: Frame, statement: ast.AST, test: ast.expr, kind: str) -> Value:
    """The value of a condition, noted as one."""
    value = interpreter.evaluate(frame, test)
    note_condition(frame, statement, test, kind, value)
    return value


def note_condition(frame: Frame, statement: ast.AST, test: ast.expr, kind: str, value: Value) -> None:
    """Note that a value decides which way to go."""
    if frame.record is not None and not isinstance(value, Conflict):
        frame.record.event(Condition(statement, test, kind, value))


def merged(left: Names, right: Names) -> Names:
    """The names after a branch of which only one way is real, but not known which."""
    return {
        name: merge(left[name], right[name])
        if name in left and name in right
        else left.get(name, right.get(name, UNKNOWN))
        for name in {**left, **right}
    }


def meet(frame: Frame, node: ast.AST, context: str, left: Names, right: Names) -> Names:
    """The names after a branch taken at run time."""
    return {
        name: joined(frame, node, context, name, left[name], right[name])
        if name in left and name in right
        else left.get(name, right.get(name, UNKNOWN))
        for name in {**left, **right}
    }


def joined(frame: Frame, node: ast.AST, context: str, name: str, left: Value, right: Value) -> Value:
    """One of two values, chosen at run time."""
    if left == right:
        return left
    for side in (left, right):
        if isinstance(side, Conflict):
            return side
    kind = conflict(left, right)
    if kind is None:
        return as_variable(merge(left, right))
    record = frame.record

    def report(one: Value, two: Value, result: bool) -> None:
        found = conflict(one, two) or kind
        if record is not None:
            record.event(Join(node, context, found, name, one, two, result))

    return Conflict(left, right, report, is_deferred(kind, context))
