"""Abstract values as the dumps write them: ``<Tensor[Float32], (2, 3)>``, ``<Ref[Tensor(F32)]x[const vector][4, 12]>``."""

from __future__ import annotations

import re
from functools import lru_cache

from mindspore_tools.ir.model import TensorType

_OLD = re.compile(r"(.*?)x\w*\[const vector\]\[([^\]]*)\]$")
_TENSOR = re.compile(r"(?:Ref\[)?Tensor[\[(](\w+)[\])]")
_SHORT = {"F": "Float", "I": "Int", "U": "UInt", "B": "Bool"}
_OPENING, _CLOSING = "([{<", ")]}>"


def split_top(text: str, separator: str = ",") -> list[str]:
    """The parts of a list, separated at the outermost level only; quotes and brackets are respected."""
    if separator not in text:
        return [text.strip()] if text.strip() else []
    parts, depth, start, quote = [], 0, 0, ""
    previous = ""
    for position, mark in enumerate(text):
        if quote:
            if mark == quote and previous != "\\":
                quote = ""
        elif mark in "\"'":
            quote = mark if mark == '"' or not previous.isalnum() else ""
        elif mark in _OPENING:
            depth += 1
        elif mark in _CLOSING and previous != "-":
            depth -= 1
        elif mark == separator and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
        previous = mark
    last = text[start:].strip()
    return [*parts, last] if last else parts


@lru_cache(maxsize=4096)
def parse_type(text: str) -> TensorType:
    """One abstract value; what is not a tensor keeps its kind as ``dtype`` and has no shape."""
    inner = text.strip()
    if inner.startswith("<") and inner.endswith(">"):
        inner = inner[1:-1]
    old = _OLD.match(inner)
    if old:
        return TensorType(_dtype(old[1]), _shape(old[2]), text)
    parts = split_top(inner)
    kind = parts[0] if parts else "null"
    shape = next((part for part in parts[1:2] if part.startswith("(")), None)
    return TensorType(_dtype(kind), _shape(shape[1:-1]) if shape is not None else None, text)


def parse_types(text: str) -> tuple[TensorType, ...]:
    """A list of abstract values without its outer parentheses."""
    return tuple(parse_type(part) for part in split_top(text))


def _dtype(text: str) -> str:
    match = _TENSOR.match(text)
    if not match:
        return re.sub(r"\[const vector\]|, sequence_nodes=.*", "", text)
    name = match[1]
    short = re.fullmatch(r"([FIUB])(\d+)", name)
    return _SHORT[short[1]] + short[2] if short else name


def _shape(text: str) -> tuple[int, ...]:
    sizes = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(int(size) if size.lstrip("-").isdigit() else -1 for size in sizes)
