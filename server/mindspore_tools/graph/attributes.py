"""Reading attributes of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindspore_tools.graph import tensors
from mindspore_tools.graph.api_calls import of_type
from mindspore_tools.graph.scope import Frame
from mindspore_tools.graph.values import (
    UNKNOWN,
    Class,
    Dict,
    External,
    Instance,
    Method,
    Named,
    Scalar,
    Sequence,
    Super,
    Tensor,
    Text,
    Value,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter


def read(interpreter: Interpreter, frame: Frame, owner: Value, name: str) -> Value:
    """``owner.name``."""
    if isinstance(owner, Tensor):
        found = tensors.attribute(owner, name)
        return Method(owner, name) if found is None else found
    if isinstance(owner, Named):
        return _of_named(interpreter, owner, name)
    if isinstance(owner, Instance):
        return _of_instance(interpreter, frame, owner, name)
    if isinstance(owner, Super):
        return interpreter.objects.inherited(owner, name)
    if isinstance(owner, Class):
        return interpreter.objects.class_attribute(owner, name)
    if isinstance(owner, (Sequence, Dict, Text, Scalar)):
        return Method(owner, name)
    if isinstance(owner, External):
        return External(f"{owner.type_name}.{name}" if owner.type_name else None)
    return UNKNOWN


def _of_named(interpreter: Interpreter, owner: Named, name: str) -> Value:
    path = f"{owner.name}.{name}"
    if path in _CONSTANTS:
        return _CONSTANTS[path]
    return Named(path)


_CONSTANTS: dict[str, Value] = {
    "math.pi": Scalar("float", 3.141592653589793),
    "math.e": Scalar("float", 2.718281828459045),
    "math.inf": Scalar("float"),
    "numpy.pi": Scalar("float", 3.141592653589793),
    "numpy.inf": Scalar("float"),
    "numpy.nan": Scalar("float"),
}


def _of_instance(interpreter: Interpreter, frame: Frame, owner: Instance, name: str) -> Value:
    if owner.defined is not None:
        return interpreter.objects.attribute(owner, name)
    if owner.class_name is None:
        return UNKNOWN
    symbol = (
        interpreter.program.index.get(f"{owner.class_name}.{name}") if interpreter.program.index else None
    )
    kind = getattr(symbol, "kind", None)
    if kind == "property":
        return of_type(getattr(symbol, "returns", ""))
    if name in ("weight", "bias", "gamma", "beta", "embedding_table"):
        return UNKNOWN
    return Method(owner, name)
