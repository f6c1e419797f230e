"""Abstract values in words, for messages and hover."""

from __future__ import annotations

from mindspore_tools.common.text import Text as Message
from mindspore_tools.graph.values import (
    Class,
    Dict,
    External,
    Function,
    Instance,
    Method,
    Named,
    NoneValue,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Transformed,
    Unknown,
    Value,
)


def describe(value: Value) -> str | Message:
    """What a value is, in the terms of the language: ``Tensor[float32, (2, 3)]``, ``int``, ``tuple[Tensor, int]``."""
    if isinstance(value, Unknown):
        return Message("unknown", "未知")
    return spell(value)


def spell(value: Value) -> str:
    """A value in the form of a type; ``?`` for what is unknown."""
    if isinstance(value, Tensor):
        return _tensor(value)
    if isinstance(value, Scalar):
        return value.kind
    if isinstance(value, Text):
        return "str"
    if isinstance(value, NoneValue):
        return "None"
    if isinstance(value, Sequence):
        if value.items is None:
            return (
                f"{value.kind}[{spell(value.element)}, ...]"
                if not isinstance(value.element, Unknown)
                else value.kind
            )
        if len(value.items) > 8:
            return value.kind
        return f"{value.kind}[{', '.join(spell(item) for item in value.items)}]"
    if isinstance(value, Dict):
        return "dict"
    if isinstance(value, Named):
        return value.name
    if isinstance(value, Instance):
        return value.class_name or (value.defined.name if value.defined else "object")
    if isinstance(value, (Class, Function)):
        return value.name
    if isinstance(value, (Method, Transformed)):
        return value.name
    if isinstance(value, External):
        return value.type_name or "object"
    return "?"


def _tensor(value: Tensor) -> str:
    name = "Parameter" if value.parameter else "Tensor"
    shape = None
    if value.shape is not None:
        lengths = ["?" if length is None else str(length) for length in value.shape]
        shape = f"({lengths[0]},)" if len(lengths) == 1 else f"({', '.join(lengths)})"
    inside = ", ".join(part for part in (value.dtype, shape) if part)
    return f"{name}[{inside}]" if inside else name
