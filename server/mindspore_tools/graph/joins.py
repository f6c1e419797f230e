"""Where branches taken at run time meet: which values the compiler can make into one."""

from __future__ import annotations

from mindspore_tools.graph.events import JoinKind
from mindspore_tools.graph.values import (
    Dict,
    NoneValue,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
)


def conflict(left: Value, right: Value) -> JoinKind | None:
    """Why two values cannot become one, None when they can or when too little is known."""
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        if left.dtype and right.dtype and left.dtype != right.dtype:
            return JoinKind.DTYPE
        if (left.cast and left.cast == right.like) or (right.cast and right.cast == left.like):
            return JoinKind.DTYPE
        if left.shape is not None and right.shape is not None and len(left.shape) != len(right.shape):
            return JoinKind.RANK
        return None
    if not (_certain(left) and _certain(right)):
        return None
    if isinstance(left, NoneValue) or isinstance(right, NoneValue):
        return None if isinstance(left, type(right)) else JoinKind.NONE
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return JoinKind.TENSOR
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return None if left.kind == right.kind else JoinKind.CONSTANT
    if isinstance(left, Sequence) and isinstance(right, Sequence) and left.kind == right.kind:
        return _sequences(left, right)
    if isinstance(left, Dict) and isinstance(right, Dict):
        same = left.items is None or right.items is None or _keys(left) == _keys(right)
        return None if same else JoinKind.STRUCTURE
    return None if type(left) is type(right) else JoinKind.CONSTANT


def _certain(value: Value) -> bool:
    if isinstance(value, Tensor):
        return not value.assumed
    return isinstance(value, (Scalar, Text, NoneValue, Sequence, Dict))


def _keys(value: Dict) -> list[object]:
    return [key for key, _ in value.items or ()]


def _sequences(left: Sequence, right: Sequence) -> JoinKind | None:
    if left.items is None or right.items is None:
        return None
    if len(left.items) != len(right.items):
        return JoinKind.STRUCTURE
    found = [kind for pair in zip(left.items, right.items) for kind in [conflict(*pair)] if kind]
    return found[0] if found else None
