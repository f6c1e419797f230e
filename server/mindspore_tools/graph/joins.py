"""Where branches taken at run time meet: which values the compiler can make into one."""

from __future__ import annotations

from collections.abc import Iterable

from mindspore_tools.graph.events import JoinKind
from mindspore_tools.graph.values import (
    Dict,
    Named,
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
    if isinstance(left, Named) and isinstance(right, Named):
        both = left != right and all(
            value.name.startswith(("mindspore.ops.", "mindspore.mint.")) for value in (left, right)
        )
        return JoinKind.FUNCTION if both else None
    if not (_certain(left) and _certain(right)):
        return None
    if isinstance(left, NoneValue) or isinstance(right, NoneValue):
        return None if isinstance(left, type(right)) else JoinKind.NONE
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return JoinKind.TENSOR
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return None if left.kind == right.kind else JoinKind.NUMBER
    if isinstance(left, Sequence) and isinstance(right, Sequence) and left.kind == right.kind:
        return _sequences(left, right)
    if isinstance(left, Dict) and isinstance(right, Dict):
        if left.items is None or right.items is None:
            return None
        if _keys(left) != _keys(right):
            return None
        return _first_conflict(zip([held for _, held in left.items], [held for _, held in right.items]))
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
        return JoinKind.STRUCTURE if left.items and right.items or left.kind != "list" else JoinKind.EMPTY
    return _first_conflict(zip(left.items, right.items))


def _first_conflict(pairs: Iterable[tuple[Value, Value]]) -> JoinKind | None:
    found = (conflict(left, right) for left, right in pairs)
    return next((kind for kind in found if kind is not None), None)


def is_deferred(kind: JoinKind, context: str) -> bool:
    """Whether two values live on side by side and clash only where they become a result."""
    return context == "while" or kind not in (
        JoinKind.DTYPE,
        JoinKind.RANK,
        JoinKind.TENSOR,
        JoinKind.NONE,
        JoinKind.FUNCTION,
    )
