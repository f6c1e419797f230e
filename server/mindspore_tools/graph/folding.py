"""Conditions that the newer compilers decide while parsing: flags of ``self``, comparisons of them, local constants."""

from __future__ import annotations

import ast

from mindspore_tools.graph.attributes import read
from mindspore_tools.graph.binding import Folded
from mindspore_tools.graph.interpreter import Interpreter
from mindspore_tools.graph.operators import compare
from mindspore_tools.graph.scope import Frame, Scope
from mindspore_tools.graph.values import (
    UNKNOWN,
    Class,
    External,
    Function,
    FunctionNode,
    Instance,
    Scalar,
    Unknown,
    Value,
    constant,
    truth,
)

_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot)


class Folder:
    """Decides the conditions of one function as the parser does."""

    def __init__(self, interpreter: Interpreter, function: Function) -> None:
        self.interpreter = interpreter
        self.function = function
        arguments = function.node.args
        self._parameters = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)]
        self._flags = _local_flags(function.node)

    def __call__(self, test: ast.expr) -> Folded | None:
        """How the parser decides a condition; None when it does not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self(test.operand)
            return inner if inner is None or inner.outcome is None else Folded(not inner.outcome)
        if isinstance(test, ast.BoolOp):
            return self._bool_op(test)
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], _COMPARISONS):
            left = self._attribute(test.left)
            right = self._operand(test.comparators[0])
            if left is None or right is None:
                return None
            return Folded(truth(compare(test.ops[0], left, right)))
        if isinstance(test, ast.Name):
            flag = self._flags.get(test.id)
            return None if flag is None else Folded(flag)
        held = self._attribute(test)
        if isinstance(held, Scalar) and held.kind == "bool":
            return Folded(truth(held))
        return Folded(None) if isinstance(held, Unknown) else None

    def _bool_op(self, test: ast.BoolOp) -> Folded | None:
        decisive = isinstance(test.op, ast.Or)
        outcome: bool | None = not decisive
        for operand in test.values:
            inner = self(operand)
            if inner is None:
                return None
            if inner.outcome is decisive:
                return Folded(decisive if outcome is not None else None)
            if inner.outcome is None:
                outcome = None
        return Folded(outcome)

    def _attribute(self, node: ast.expr) -> Value | None:
        """The value of ``self.flag`` or ``CONFIG.flag``, None for anything else."""
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            return None
        frame = Frame(self.function.source, self.function.fragment, Scope({}), compiled=False)
        name = node.value.id
        if self.function.receiver is not None and self._parameters[:1] == [name]:
            return read(self.interpreter, frame, self.function.receiver, node.attr)
        if name in self._parameters:
            return None
        owner = self.interpreter.module_value(self.function.source, name)
        if isinstance(owner, (Class, Instance)):
            return read(self.interpreter, frame, owner, node.attr)
        return UNKNOWN if isinstance(owner, (Unknown, External)) else None

    def _operand(self, node: ast.expr) -> Value | None:
        if isinstance(node, ast.Constant):
            return constant(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            return UNKNOWN
        return self._attribute(node)


def _local_flags(node: FunctionNode) -> dict[str, bool]:
    """The local names that are bound once, to ``True`` or ``False``."""
    bound: dict[str, list[bool | None]] = {}
    for inner in ast.walk(node):
        if (
            isinstance(inner, ast.Assign)
            and isinstance(inner.value, ast.Constant)
            and isinstance(inner.value.value, bool)
        ):
            for target in inner.targets:
                if isinstance(target, ast.Name):
                    bound.setdefault(target.id, []).append(inner.value.value)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            bound.setdefault(inner.id, []).append(None)
    return {
        name: values[0]
        for name, values in bound.items()
        if len([value for value in values if value is not None]) == 1
        and len(values) == 2
        and values[0] is not None
    }
