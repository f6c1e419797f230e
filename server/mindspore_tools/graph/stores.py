"""Storing values: in names, attributes and elements, as the compiler does it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindspore_tools.graph.scope import Frame
from mindspore_tools.graph.tensors import Slice
from mindspore_tools.graph.values import (
    UNKNOWN,
    Dict,
    NotConstant,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
    constant,
    merge,
    python_value,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

UNROLLED_ITEMS = 12


def items_of(iterable: Value) -> tuple[list[Value] | None, Value]:
    """The items that a loop goes over, or None when their number is unknown, and what each of them is then."""
    if isinstance(iterable, Sequence):
        return (list(iterable.items), UNKNOWN) if iterable.items is not None else (None, iterable.element)
    if isinstance(iterable, Dict):
        return (
            ([constant(key) for key, _ in iterable.items], UNKNOWN)
            if iterable.items is not None
            else (None, UNKNOWN)
        )
    if isinstance(iterable, Text):
        return ([Text(c) for c in iterable.value], UNKNOWN) if iterable.value is not None else (None, Text())
    if isinstance(iterable, Tensor):
        shape = iterable.shape
        row = Tensor(iterable.dtype, shape[1:] if shape else None, assumed=iterable.assumed)
        if shape and shape[0] is not None and shape[0] <= UNROLLED_ITEMS:
            return [row] * shape[0], row
        return None, row
    return None, UNKNOWN


def assign(interpreter: Interpreter, frame: Frame, target: ast.expr, value: Value) -> None:
    """Store a value in a target: name, attribute, element, or several of them."""
    if isinstance(target, ast.Name):
        if target.id in frame.global_names:
            return
        frame.scope.names[target.id] = value
        interpreter.note(frame, target, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        items, element = items_of(value)
        starred = next((i for i, part in enumerate(target.elts) if isinstance(part, ast.Starred)), None)
        for position, part in enumerate(target.elts):
            if starred is not None and position >= starred:
                rest = Sequence("list") if isinstance(part, ast.Starred) else UNKNOWN
                assign(interpreter, frame, part.value if isinstance(part, ast.Starred) else part, rest)
            elif items is not None and position < len(items):
                assign(interpreter, frame, part, items[position])
            else:
                assign(interpreter, frame, part, element)
    elif isinstance(target, ast.Attribute):
        owner = interpreter.evaluate(frame, target.value)
        interpreter.note(frame, target, value)
        interpreter.store_attribute(frame, owner, target.attr, value)
    elif isinstance(target, ast.Subscript):
        owner = interpreter.evaluate(frame, target.value)
        index = interpreter.evaluate(frame, target.slice)
        store_item(frame, target.value, owner, index, value)


def store_item(frame: Frame, place: ast.expr, owner: Value, index: Value, value: Value) -> None:
    """``place[index] = value`` as the compiler does it: the name gets a new object."""
    if not isinstance(place, ast.Name):
        root = place
        while isinstance(root, (ast.Attribute, ast.Subscript)):
            root = root.value
        if (
            isinstance(root, ast.Name)
            and root.id in frame.scope.names
            and not isinstance(place, ast.Attribute)
        ):
            held = frame.scope.names[root.id]
            if isinstance(held, Sequence):
                frame.scope.names[root.id] = Sequence(held.kind)
            elif isinstance(held, Dict):
                frame.scope.names[root.id] = Dict()
        return
    if place.id not in frame.scope.names:
        return
    changed = owner
    if isinstance(owner, Sequence):
        changed = _with_item(owner, index, value)
    elif isinstance(owner, Dict):
        changed = with_key(owner, index, value)
    elif isinstance(owner, Tensor):
        changed = Tensor(owner.dtype, owner.shape, False, owner.parameter, owner.assumed)
    frame.scope.names[place.id] = changed


def _with_item(owner: Sequence, index: Value, value: Value) -> Sequence:
    if owner.items is not None and isinstance(index, Scalar) and isinstance(index.value, int):
        position = index.value
        if -len(owner.items) <= position < len(owner.items):
            items = list(owner.items)
            items[position] = value
            return Sequence(owner.kind, tuple(items))
    if owner.items is not None and not isinstance(index, Slice):
        return Sequence(owner.kind, tuple(merge(item, value) for item in owner.items))
    return Sequence(owner.kind)


def with_key(owner: Dict, index: Value, value: Value) -> Dict:
    """A dict with one more or other entry."""
    try:
        key = python_value(index)
        hash(key)
    except (NotConstant, TypeError):
        return Dict()
    if owner.items is None:
        return owner
    items = [(known, held) for known, held in owner.items if known != key]
    position = next((i for i, (known, _) in enumerate(owner.items) if known == key), len(items))
    items.insert(position, (key, value))  # type: ignore[arg-type]
    return Dict(tuple(items))
