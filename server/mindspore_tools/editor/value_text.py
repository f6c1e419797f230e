"""Abstract values as a reader writes them: ``Tensor[float32, (32, 10)]``, ``int = 3``."""

from __future__ import annotations

from mindspore_tools.graph.describe import spell
from mindspore_tools.graph.values import Conflict, Method, Named, Scalar, Text, Unknown, Value

_LONGEST = 40


def value_text(value: Value) -> str:
    """The kind of a value with its constant when it has one; ``""`` when nothing is known."""
    if isinstance(value, (Unknown, Conflict, Named, Method)):
        return ""
    text = spell(value)
    if isinstance(value, (Scalar, Text)) and value.value is not None:
        constant = repr(value.value)
        if len(constant) <= _LONGEST:
            return f"{text} = {constant}"
    return text
