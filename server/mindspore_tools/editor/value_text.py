"""Abstract values as a reader writes them: ``Tensor[float32, (32, 10)]``, ``int = 3``."""

from __future__ import annotations

from mindspore_tools.graph.values import (
    Class,
    Dict,
    External,
    Function,
    Instance,
    Named,
    NoneValue,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
)

_MAX_ITEMS = 6


def value_text(value: Value) -> str:
    """The kind of a value with what is known of it; ``""`` when nothing is known."""
    if isinstance(value, Tensor):
        return tensor_text(value)
    if isinstance(value, Scalar):
        return value.kind if value.value is None else f"{value.kind} = {value.value}"
    if isinstance(value, Text):
        return "str" if value.value is None or len(value.value) > 40 else f"str = {value.value!r}"
    if isinstance(value, NoneValue):
        return "None"
    if isinstance(value, Sequence):
        if value.items is not None and 0 < len(value.items) <= _MAX_ITEMS:
            inner = ", ".join(value_text(item) or "…" for item in value.items)
            return f"{value.kind}[{inner}]"
        element = value_text(value.element)
        return f"{value.kind}[{element}, ...]" if element else value.kind
    if isinstance(value, Dict):
        return "dict"
    if isinstance(value, Instance):
        return value.class_name or (value.defined.name if value.defined else "")
    if isinstance(value, External):
        return value.type_name or ""
    if isinstance(value, Class):
        return f"type[{value.name}]"
    if isinstance(value, (Named, Function)):
        return value.name
    return ""


def tensor_text(value: Tensor) -> str:
    """A tensor with dtype and shape, ``?`` for what is unknown; just ``Tensor`` when neither is known."""
    name = "Parameter" if value.parameter else "Tensor"
    if value.dtype is None and value.shape is None:
        return name
    shape = "?"
    if value.shape is not None:
        lengths = ["?" if length is None else str(length) for length in value.shape]
        shape = f"({', '.join(lengths)}{',' if len(lengths) == 1 else ''})"
    return f"{name}[{value.dtype or '?'}, {shape}]"
