"""Operators on abstract values."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from mindspore_tools.graph import tensors
from mindspore_tools.graph.joins import conflict as conflict_of
from mindspore_tools.graph.values import (
    UNKNOWN,
    Conflict,
    Dict,
    External,
    NoneValue,
    NotConstant,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
    constant,
    is_variable,
    merge,
    python_value,
    truth,
)

_BINARY: dict[type, Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
}
_COMPARE: dict[type, Callable] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_UNARY: dict[type, Callable] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.inv}
_KINDS = ("bool", "int", "float", "complex")
_LIMIT = 1 << 64


def binary(op: ast.operator, left: Value, right: Value) -> Value:
    """``left op right``."""
    for side, other, flipped in ((left, right, False), (right, left, True)):
        if isinstance(side, Conflict):
            pair = [(other, one) if flipped else (one, other) for one in (side.left, side.right)]
            return rejoin(side, [binary(op, *operands) for operands in pair])
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return _on_tensor(op, left, right)
    try:
        known = _fold(op, python_value(left), python_value(right))
        if known is not None:
            return known
    except NotConstant:
        pass
    variable = is_variable(left) or is_variable(right)
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        kind = _KINDS[max(_KINDS.index(left.kind), _KINDS.index(right.kind))]
        if isinstance(op, ast.Div):
            kind = "float" if kind != "complex" else kind
        elif kind == "bool" and not isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
            kind = "int"
        elif isinstance(op, ast.Pow) and kind == "int":
            return UNKNOWN
        return Scalar(kind, None, not variable)
    if isinstance(left, Text) and isinstance(op, (ast.Add, ast.Mod, ast.Mult)):
        return Text(None, not variable)
    if isinstance(left, Sequence) and isinstance(right, Sequence) and isinstance(op, ast.Add):
        if left.items is not None and right.items is not None:
            return Sequence(left.kind, left.items + right.items)
        return Sequence(left.kind)
    if isinstance(op, ast.Mult):
        sequence, number = (left, right) if isinstance(left, Sequence) else (right, left)
        if isinstance(sequence, Sequence) and isinstance(number, Scalar):
            count = number.value
            if sequence.items is not None and isinstance(count, int) and len(sequence.items) * count <= 256:
                return Sequence(sequence.kind, sequence.items * count)
            return Sequence(sequence.kind)
    if isinstance(left, Dict) and isinstance(right, Dict):
        return Dict()
    if isinstance(left, External) and isinstance(right, (External, Scalar)):
        return External(left.type_name)
    return UNKNOWN


def _fold(op: ast.operator, left: object, right: object) -> Value | None:
    function = _BINARY.get(type(op))
    if function is None or left is None or right is None:
        return None
    if isinstance(op, (ast.Pow, ast.LShift, ast.Mult)) and not _moderate(left, right):
        return None
    try:
        result = function(left, right)
    except Exception:  # whatever Python says about these operands, they have no known result
        return None
    return constant(result) if isinstance(result, (bool, int, float, str, tuple, list)) else None


def _moderate(left: object, right: object) -> bool:
    return all(not isinstance(side, (int, float)) or abs(side) < 10_000 for side in (left, right)) and not (
        isinstance(left, (str, list, tuple)) or isinstance(right, (str, list, tuple))
    )


def _on_tensor(op: ast.operator, left: Value, right: Value) -> Value:
    tensor = left if isinstance(left, Tensor) else right
    other = right if tensor is left else left
    assert isinstance(tensor, Tensor)
    if isinstance(other, Tensor):
        shape = None if isinstance(op, ast.MatMult) else tensors.broadcast(tensor.shape, other.shape)
        dtype = tensors.promote(tensor.dtype, other.dtype)
        assumed = tensor.assumed and other.assumed and not isinstance(op, ast.MatMult)
        keeps = (tensor.dtype, tensor.like, tensor.cast) == (other.dtype, other.like, other.cast)
    elif isinstance(other, Scalar):
        shape, assumed = tensor.shape, tensor.assumed
        dtype = tensors.with_scalar(tensor.dtype, other.kind, "&|^" if isinstance(op, ast.BitAnd) else "")
        keeps = dtype == tensor.dtype and other.kind != "float"
    else:
        return Tensor(assumed=tensor.assumed and isinstance(other, (Unknown, NoneValue)))
    if isinstance(op, (ast.Div, ast.Pow)) and dtype not in tensors.FLOATS:
        whole = dtype in (*tensors.SIGNED, *tensors.UNSIGNED, "bool")
        return Tensor("float32" if whole and isinstance(op, ast.Div) else None, shape, assumed=assumed)
    return tensor.derived(dtype, shape, assumed) if keeps else Tensor(dtype, shape, assumed=assumed)


def rejoin(conflict: Conflict, results: list[Value]) -> Value:
    """What becomes of two values that live on side by side: still two when they clash, else what both have in common."""
    left, right = results
    if conflict_of(left, right) is None:
        return merge(left, right)
    return Conflict(left, right, conflict.report, conflict.deferred)


def unary(op: ast.unaryop, operand: Value) -> Value:
    """``op operand``."""
    if isinstance(operand, Conflict):
        return rejoin(operand, [unary(op, operand.left), unary(op, operand.right)])
    if isinstance(op, ast.Not):
        if isinstance(operand, Tensor):
            return Tensor("bool", operand.shape, assumed=operand.assumed)
        known = truth(operand)
        if known is not None:
            return Scalar("bool", not known)
        return Scalar("bool", None, not is_variable(operand))
    if isinstance(operand, Tensor):
        return operand.derived(operand.dtype, operand.shape, operand.assumed)
    if isinstance(operand, Scalar):
        kind = "int" if operand.kind == "bool" else operand.kind
        if operand.value is not None and operand.constant:
            try:
                return constant(_UNARY[type(op)](operand.value))
            except TypeError:
                return UNKNOWN
        return Scalar(kind, None, operand.constant)
    return UNKNOWN


def compare(op: ast.cmpop, left: Value, right: Value) -> Value:
    """``left op right`` for one comparison."""
    for side, other, flipped in ((left, right, False), (right, left, True)):
        if isinstance(side, Conflict):
            pair = [(other, one) if flipped else (one, other) for one in (side.left, side.right)]
            return rejoin(side, [compare(op, *operands) for operands in pair])
    if isinstance(op, (ast.Is, ast.IsNot)):
        return _identity(left, right, isinstance(op, ast.IsNot))
    if isinstance(op, (ast.In, ast.NotIn)):
        return _membership(left, right, isinstance(op, ast.NotIn))
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return _compare_tensor(op, left, right)
    try:
        one, two = python_value(left), python_value(right)
        return constant(bool(_COMPARE[type(op)](one, two)))
    except (NotConstant, TypeError):
        pass
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    return Scalar("bool", None, not (is_variable(left) or is_variable(right)))


def _compare_tensor(op: ast.cmpop, left: Value, right: Value) -> Value:
    tensor = left if isinstance(left, Tensor) else right
    other = right if tensor is left else left
    assert isinstance(tensor, Tensor)
    if isinstance(other, (Text, NoneValue)) and isinstance(op, (ast.Eq, ast.NotEq)):
        return (
            Scalar("bool", None, not tensor.assumed)
            if tensor.assumed
            else Scalar("bool", isinstance(op, ast.NotEq))
        )
    if isinstance(other, Unknown) and tensor.assumed:
        return UNKNOWN
    shape = tensors.broadcast(tensor.shape, other.shape) if isinstance(other, Tensor) else tensor.shape
    assumed = tensor.assumed and (not isinstance(other, Tensor) or other.assumed)
    is_constant = tensor.constant and (not isinstance(other, Tensor) or other.constant)
    return Tensor("bool", shape, constant=is_constant, assumed=assumed)


def _identity(left: Value, right: Value, negated: bool) -> Value:
    for side, other in ((left, right), (right, left)):
        if isinstance(side, NoneValue):
            if isinstance(other, NoneValue):
                return Scalar("bool", not negated)
            if isinstance(other, Unknown):
                return Scalar("bool")
            if isinstance(other, Tensor) and other.assumed:
                return Scalar("bool")
            return Scalar("bool", negated)
    try:
        one, two = python_value(left), python_value(right)
        return Scalar("bool", (one is two) is not negated)
    except NotConstant:
        return Scalar("bool")


def _membership(left: Value, right: Value, negated: bool) -> Value:
    if isinstance(right, Tensor):
        return Scalar("bool", None, constant=False)
    if isinstance(right, Dict) and right.items is not None:
        try:
            return Scalar("bool", (python_value(left) in dict(right.items)) is not negated)
        except (NotConstant, TypeError):
            return Scalar("bool")
    if isinstance(left, Tensor):
        return Scalar("bool", None, constant=left.assumed)
    try:
        one, two = python_value(left), python_value(right)
        return Scalar("bool", (one in two) is not negated)  # type: ignore[operator]
    except (NotConstant, TypeError):
        return Scalar("bool") if not is_variable(left) else Scalar("bool", None, constant=False)
