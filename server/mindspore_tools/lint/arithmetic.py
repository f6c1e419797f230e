"""Constant expressions, computed as Python does and as the graph compiler does: floats in single precision, ints in 64 bits."""

from __future__ import annotations

import ast
import math
import operator
import struct
from collections.abc import Callable
from typing import NamedTuple, Union

from mindspore_tools.graph.values import Named, NotConstant, Scalar, python_value
from mindspore_tools.lint.rule import Context

Number = Union[bool, int, float]

_BINARY: dict[type[ast.operator], Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_COMPARE: dict[type[ast.cmpop], Callable] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable] = {
    "builtins.int": int,
    "builtins.float": float,
    "builtins.round": round,
    "math.floor": math.floor,
    "math.ceil": math.ceil,
    "math.isclose": math.isclose,
}
MAXIMUM = 2**63 - 1


class Overflow(Exception):
    """An integer does not fit into the 64 bits that the compiler has for it."""


class Pair(NamedTuple):
    """One number twice: what Python computes, and what the compiled program does."""

    python: Number
    graph: Number

    @property
    def same(self) -> bool:
        """Whether a user sees the same number: floats may differ in the digits beyond single precision."""
        if isinstance(self.python, float) and isinstance(self.graph, float):
            return single(self.python) == self.graph or math.isclose(self.python, self.graph, rel_tol=1e-6)
        return self.python == self.graph and isinstance(self.python, bool) == isinstance(self.graph, bool)


def single(value: float) -> float:
    """The nearest number in single precision, infinite beyond its range."""
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def shortest(value: Number) -> str:
    """How the compiler writes a number: a float with the fewest digits that single precision needs."""
    if not isinstance(value, float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if single(float(text)) == single(value):
            return repr(float(text))
    return repr(value)


def evaluate(node: ast.expr, context: Context) -> Pair:
    """A constant expression both ways. Raises NotConstant, or Overflow where the compiler refuses."""
    if isinstance(node, ast.Constant):
        return of(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = evaluate(node.operand, context)
        return Pair(-inner.python, -inner.graph) if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        return _binary(node, context)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        compare = _COMPARE.get(type(node.ops[0]))
        if compare is not None:
            left, right = evaluate(node.left, context), evaluate(node.comparators[0], context)
            return Pair(compare(left.python, right.python), compare(left.graph, right.graph))
    if isinstance(node, ast.Call) and node.args and not node.keywords:
        return _call(node, context)
    if isinstance(node, ast.Name):
        origin = assigned(node, context)
        if origin is not None:
            return evaluate(origin, context)
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        return of(python_value(context.value(node)))
    raise NotConstant


def of(value: object) -> Pair:
    """A number as it is written."""
    if isinstance(value, float):
        return Pair(value, single(value))
    if isinstance(value, (bool, int)):
        return Pair(value, value)
    raise NotConstant


def assigned(name: ast.Name, context: Context) -> ast.expr | None:
    """What a local name is assigned in its function, if that happens once and nowhere in a loop."""
    assert context.function is not None
    found: list[ast.expr] = []
    stack: list[ast.AST] = list(ast.iter_child_nodes(context.function.node))
    for node in stack:
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef, ast.Lambda)):
            if any(
                isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Store)
                for n in ast.walk(node)
            ):
                return None
            continue
        if isinstance(node, ast.Name) and node.id == name.id and isinstance(node.ctx, ast.Store):
            found.append(node)
        stack.extend(ast.iter_child_nodes(node))
    if len(found) != 1 or name.id in (
        a.arg for a in ast.walk(context.function.node.args) if isinstance(a, ast.arg)
    ):
        return None
    for node in ast.walk(context.function.node):
        if isinstance(node, ast.Assign) and node.targets == [found[0]]:
            before = (node.lineno, node.col_offset) < (name.lineno, name.col_offset)
            return node.value if before and name not in ast.walk(node) else None
    return None


def _binary(node: ast.BinOp, context: Context) -> Pair:
    compute = _BINARY.get(type(node.op))
    if compute is None:
        raise NotConstant
    left, right = evaluate(node.left, context), evaluate(node.right, context)
    python = _computed(compute, left.python, right.python)
    graph = _computed(compute, left.graph, right.graph)
    whole = isinstance(left.graph, int) and isinstance(right.graph, int)
    if isinstance(node.op, ast.Pow) and whole:
        if isinstance(graph, float):
            graph = int(graph)
        elif abs(graph) > MAXIMUM:
            graph = -MAXIMUM - 1
    elif isinstance(graph, int) and abs(graph) > MAXIMUM:
        raise Overflow
    if isinstance(graph, float):
        graph = single(graph)
    return Pair(python, graph)


def _computed(compute: Callable, left: Number, right: Number) -> Number:
    if compute is operator.pow and (abs(left) > 1e6 or abs(right) > 1024):
        raise NotConstant
    try:
        result = compute(left, right)
    except (ArithmeticError, ValueError):
        raise NotConstant from None
    if isinstance(result, complex):
        raise NotConstant
    return result


def _call(node: ast.Call, context: Context) -> Pair:
    callee = context.value(node.func)
    function = _FUNCTIONS.get(callee.name) if isinstance(callee, Named) else None
    if function is None:
        held = context.value(node)
        if isinstance(held, Scalar):
            return of(python_value(held))
        raise NotConstant
    arguments = [evaluate(argument, context) for argument in node.args]
    try:
        return Pair(
            function(*(argument.python for argument in arguments)),
            function(*(argument.graph for argument in arguments)),
        )
    except (ArithmeticError, ValueError, TypeError):
        raise NotConstant from None
