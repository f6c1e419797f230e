"""Inputs as a person writes them: ``float32[32, 1, 28, 28], int32[32], 0.5, my_value``."""

from __future__ import annotations

import ast
import re
from typing import Any

from mindspore_tools.common.text import Text
from mindspore_tools.ir.abstracts import split_top

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "bfloat16", "complex64", "complex128",
)  # fmt: skip
_SHORT = {
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bf16": "bfloat16",
    "i32": "int32",
    "i64": "int64",
}
_TENSOR = re.compile(r"(?:Tensor\s+)?(\w+)\s*[\[(]([\d\s,]*)[\])]$")


class InputError(ValueError):
    """A text that is neither a tensor, a literal nor an expression; ``message`` tells the user."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def parse_inputs(text: str) -> list[dict[str, Any]]:
    """The values of a list, in the form that the probe reads. Raises InputError."""
    return [_value(part) for part in split_top(text)]


def _value(text: str) -> dict[str, Any]:
    match = _TENSOR.match(text)
    dtype = _SHORT.get(match[1], match[1]) if match else ""
    if match and dtype in DTYPES:
        return {"tensor": [int(size) for size in match[2].split(",") if size.strip()], "dtype": dtype}
    try:
        ast.literal_eval(text)
        return {"literal": text}
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        pass
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        message = Text(
            "{text} is not a value; write a tensor as float32[2, 3], or a Python expression.",
            "{text} 不是有效的值；张量请写成 float32[2, 3]，或写 Python 表达式。",
        )
        raise InputError(message.format(text=text)) from None
    return {"expression": text}
