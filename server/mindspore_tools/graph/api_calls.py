"""Results of calls into MindSpore and NumPy: from what is known about dtypes and shapes, else from the API index."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mindspore_tools.graph import tensors
from mindspore_tools.graph.python_calls import builtin
from mindspore_tools.graph.values import (
    NONE,
    UNKNOWN,
    External,
    Instance,
    Named,
    NoneValue,
    NotConstant,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Transformed,
    Value,
    python_value,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

GRADIENTS = frozenset(("grad", "value_and_grad", "GradOperation", "vmap", "vjp", "jvp", "jacrev", "jacfwd"))


class Array(External):
    """A NumPy array with its dtype and shape, as far as known."""

    def __init__(self, dtype: str | None = None, shape: tuple[int | None, ...] | None = None) -> None:
        super().__init__("numpy.ndarray")
        object.__setattr__(self, "dtype", dtype)
        object.__setattr__(self, "shape", shape)

    dtype: str | None
    shape: tuple[int | None, ...] | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Array) and (self.dtype, self.shape) == (other.dtype, other.shape)

    def __hash__(self) -> int:
        return hash((self.dtype, self.shape))


def call(interpreter: Interpreter, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """The result of calling what a dotted name stands for."""
    module, _, last = name.rpartition(".")
    root = name.partition(".")[0]
    if root == "mindspore":
        return _mindspore(interpreter, name, module, last, arguments, keywords)
    if root == "numpy":
        return _numpy(last, arguments, keywords)
    if root == "builtins":
        return builtin(last, arguments, keywords)
    if root == "math":
        return builtin(name, arguments, keywords)
    return External()


def _mindspore(
    interpreter: Interpreter,
    name: str,
    module: str,
    last: str,
    arguments: list[Value],
    keywords: dict[str, Value],
) -> Value:
    if last == "Parameter":
        data = _argument(arguments, keywords, 0, "default_input")
        made = tensor_of(data)
        return Tensor(made.dtype, made.shape, parameter=True)
    if last in ("Tensor", "tensor"):
        return _new_tensor(arguments, keywords)
    if last == "ParameterTuple":
        return Sequence(
            "tuple",
            arguments[0].items if arguments and isinstance(arguments[0], Sequence) else None,
            Tensor(parameter=True),
        )
    if last in GRADIENTS and arguments:
        return Transformed(last, arguments[0])
    if last == "jit" and arguments:
        return arguments[0]
    if last == "mutable" and arguments:
        return UNKNOWN
    first = arguments[0] if arguments else keywords.get("input", keywords.get("x", UNKNOWN))
    if last[:1].isupper() and module.startswith("mindspore"):
        return Instance(name)
    if isinstance(first, Tensor):
        known = tensor_result(first, last, arguments[1:], keywords)
        if known is not None:
            return known
    if last in ("zeros", "ones", "full", "rand", "randn", "empty", "eye", "arange", "linspace"):
        return _created(last, arguments, keywords)
    return from_index(interpreter, name)


def from_index(interpreter: Interpreter, name: str, of_instance: bool = False) -> Value:
    """The result of a call as the index states it; ``of_instance``: of a call of an instance of the class."""
    symbol = interpreter.program.index.get(name) if interpreter.program.index else None
    if symbol is None:
        return UNKNOWN
    if of_instance:
        types = {signature.returns for signature in getattr(symbol, "call", ())}
        return of_type(types.pop()) if len(types) == 1 else UNKNOWN
    if getattr(symbol, "kind", "") in ("class", "primitive"):
        return Instance(name)
    return of_type(getattr(symbol, "returns", ""))


def of_type(text: str) -> Value:
    """The value of a documented type such as ``Tensor`` or ``tuple[Tensor, Tensor]``."""
    text = text.strip()
    if text in ("Tensor", "mindspore.Tensor"):
        return Tensor()
    if text == "Parameter":
        return Tensor(parameter=True)
    if text in ("int", "float", "bool"):
        return Scalar(text)
    if text == "str":
        return Text()
    if text == "None":
        return NONE
    match = re.fullmatch(r"(tuple|list)\[(.*)\]", text, re.IGNORECASE)
    if match:
        kind = match.group(1).lower()
        parts = _split(match.group(2))
        if parts and parts[-1] == "...":
            return Sequence(kind, None, of_type(parts[0]))
        if kind == "list" and len(parts) == 1:
            return Sequence(kind, None, of_type(parts[0]))
        return Sequence(kind, tuple(of_type(part) for part in parts))
    return UNKNOWN


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _argument(arguments: list[Value], keywords: dict[str, Value], position: int, name: str) -> Value:
    return arguments[position] if len(arguments) > position else keywords.get(name, UNKNOWN)


def tensor_of(data: Value) -> Tensor:
    """The tensor made of some data."""
    if isinstance(data, Tensor):
        return data
    if isinstance(data, Array):
        return Tensor(data.dtype, data.shape)
    if isinstance(data, Scalar):
        return Tensor({"int": "int64", "float": "float32", "bool": "bool"}.get(data.kind), ())
    if isinstance(data, Sequence):
        made = _array_of(data)
        return Tensor({"float64": "float32"}.get(made.dtype or "", made.dtype), made.shape)
    return Tensor()


def _new_tensor(arguments: list[Value], keywords: dict[str, Value]) -> Tensor:
    data = _argument(arguments, keywords, 0, "input_data")
    wanted = _argument(arguments, keywords, 1, "dtype")
    shape = keywords.get("shape")
    made = tensor_of(data)
    dtype = tensors.dtype_name(wanted) if not isinstance(wanted, NoneValue) else None
    if wanted is not UNKNOWN and not isinstance(wanted, NoneValue) and dtype is None:
        made = Tensor(None, made.shape)
    if shape is not None and not isinstance(shape, NoneValue):
        made = Tensor(made.dtype, tensors.lengths(shape))
    return Tensor(dtype or made.dtype, made.shape)


def _created(last: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if last in ("eye", "arange", "linspace"):
        return Tensor()
    shape = _argument(arguments, keywords, 0, "size")
    position = 2 if last == "full" else 1
    dtype = tensors.dtype_name(_argument(arguments, keywords, position, "dtype")) or tensors.dtype_name(
        keywords.get("dtype", NONE)
    )
    if last == "full":
        dtype = tensors.dtype_name(keywords.get("dtype", NONE))
    elif dtype is None and len(arguments) <= 1 and "dtype" not in keywords:
        dtype = "float32"
    return Tensor(dtype, tensors.lengths(shape))


def tensor_result(
    tensor: Tensor, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value | None:
    """The result of a method or function of a tensor, given the other arguments; None when only the index may know."""
    first = arguments[0] if arguments else UNKNOWN
    if name in tensors.SAME:
        return tensor.derived(tensor.dtype, tensor.shape)
    if name in tensors.SAME_IF_FLOAT:
        return Tensor(tensor.dtype if tensor.dtype in tensors.FLOATS else None, tensor.shape)
    if name in tensors.BOOLEAN:
        shape = tensor.shape
        if isinstance(first, Tensor):
            shape = tensors.broadcast(tensor.shape, first.shape)
        return Tensor("bool", shape)
    if name in tensors.REDUCTIONS or name in tensors.INDEX_REDUCTIONS:
        return _reduction(tensor, name, arguments, keywords)
    if name in ("astype", "to", "cast", "type", "Cast"):
        wanted = first if arguments else keywords.get("dtype", UNKNOWN)
        if isinstance(wanted, Text):
            return cast(tensor, wanted.value if wanted.value in tensors.DTYPES else None)
        return cast(tensor, tensors.dtype_name(wanted))
    if name in ("float", "half", "int", "long", "bool", "double", "short"):
        dtype = {
            "float": "float32",
            "half": "float16",
            "int": "int32",
            "long": "int64",
            "bool": "bool",
            "double": "float64",
            "short": "int16",
        }
        return cast(tensor, dtype[name])
    if name in ("reshape", "view", "broadcast_to"):
        shape_argument = first if len(arguments) <= 1 else Sequence("tuple", tuple(arguments))
        return tensors.reshaped(tensor, shape_argument)
    if name in ("flatten", "ravel") and not arguments and not keywords:
        return Tensor(tensor.dtype, (tensor.size,)) if name == "ravel" else Tensor(tensor.dtype)
    if name in (
        "squeeze",
        "unsqueeze",
        "expand_dims",
        "transpose",
        "permute",
        "swapaxes",
        "repeat",
        "tile",
        "expand",
    ):
        return _moved(tensor, name, first)
    if name in ("matmul", "mm", "bmm", "dot"):
        return Tensor(tensor.dtype if not isinstance(first, Tensor) or first.dtype == tensor.dtype else None)
    if name in (
        "add",
        "sub",
        "mul",
        "div",
        "subtract",
        "multiply",
        "maximum",
        "minimum",
        "pow",
        "fmod",
        "remainder",
    ):
        return _elementwise(tensor, name, first)
    if name in ("asnumpy", "numpy"):
        return Array(tensor.dtype, tensor.shape)
    if name == "item":
        kind = (
            "float"
            if tensor.dtype in tensors.FLOATS
            else "bool"
            if tensor.dtype == "bool"
            else "int"
            if tensor.dtype
            else None
        )
        return Scalar(kind, None, constant=False) if kind and not arguments else UNKNOWN
    if name in (
        "split",
        "chunk",
        "unbind",
        "topk",
        "sort",
        "nonzero",
        "masked_select",
        "unique",
        "max",
        "min",
        "tolist",
    ):
        return None
    return None


def cast(tensor: Tensor, dtype: str | None) -> Tensor:
    """The tensor in another dtype."""
    return Tensor(dtype, tensor.shape, cast=tensor.like if dtype else None)


def _elementwise(tensor: Tensor, name: str, other: Value) -> Tensor:
    if isinstance(other, Tensor):
        dtype = tensors.promote(tensor.dtype, other.dtype)
        shape = tensors.broadcast(tensor.shape, other.shape)
    elif isinstance(other, Scalar):
        dtype, shape = tensors.with_scalar(tensor.dtype, other.kind, ""), tensor.shape
    else:
        return Tensor()
    return Tensor(None if name in ("div", "pow") and dtype not in tensors.FLOATS else dtype, shape)


def _reduction(tensor: Tensor, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value | None:
    axis: Value | None = None
    for key in ("axis", "dim"):
        axis = keywords.get(key, axis)
    rest = list(arguments)
    if axis is None and rest:
        axis = rest.pop(0)
    if isinstance(axis, NoneValue):
        axis = None
    keep = next(
        (keywords[key] for key in ("keepdims", "keepdim", "keep_dims") if key in keywords),
        rest[0] if rest else None,
    )
    if name in ("max", "min", "median", "norm", "logsumexp", "std", "var") and (
        axis is not None or len(rest) > 0
    ):
        return UNKNOWN if name in ("max", "min", "median") else Tensor(tensor.dtype)
    if keep is None:
        kept: bool | None = False
    else:
        kept = keep.value if isinstance(keep, Scalar) and isinstance(keep.value, bool) else None
    if axis is not None and not isinstance(axis, (Scalar, NoneValue)):
        return Tensor(
            "bool" if name in ("all", "any") else tensor.dtype if tensor.dtype in tensors.FLOATS else None
        )
    return tensors.reduced(tensor, name, axis, kept)


def _moved(tensor: Tensor, name: str, first: Value) -> Tensor:
    shape = tensor.shape
    if shape is None:
        return Tensor(tensor.dtype)
    if name in ("unsqueeze", "expand_dims") and isinstance(first, Scalar) and isinstance(first.value, int):
        position = first.value + len(shape) + 1 if first.value < 0 else first.value
        return Tensor(tensor.dtype, (*shape[:position], 1, *shape[position:]))
    if name in ("transpose", "permute", "swapaxes"):
        return Tensor(tensor.dtype, (None,) * len(shape))
    return Tensor(tensor.dtype)


def _numpy(last: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    first = arguments[0] if arguments else UNKNOWN
    if last in ("array", "asarray", "ascontiguousarray"):
        wanted = _argument(arguments, keywords, 1, "dtype")
        made = first if isinstance(first, Array) else _array_of(first)
        if wanted is UNKNOWN or isinstance(wanted, NoneValue):
            given = len(arguments) > 1 or "dtype" in keywords
            return Array(None if given else made.dtype, made.shape)
        return Array(_numpy_dtype(wanted), made.shape)
    if last in ("zeros", "ones", "empty", "full"):
        position = 2 if last == "full" else 1
        wanted = _argument(arguments, keywords, position, "dtype")
        dtype = "float64" if wanted is UNKNOWN and last != "full" else _numpy_dtype(wanted)
        return Array(dtype, tensors.lengths(first))
    if last in ("rand", "randn"):
        return Array("float64", tensors.lengths(Sequence("tuple", tuple(arguments))))
    if last in tensors.DTYPES or last in ("bool_", "float_", "int_"):
        return External(f"numpy.{last}")
    if last in ("sqrt", "log", "exp") and isinstance(first, Scalar):
        return External("numpy.float64")
    if last in ("arange", "linspace", "eye", "random", "normal", "uniform", "concatenate", "stack"):
        return Array()
    return External()


def _numpy_dtype(value: Value) -> str | None:
    if isinstance(value, Named) and value.name.startswith("builtins."):
        return {"float": "float64", "int": "int64", "bool": "bool"}.get(value.name.rpartition(".")[2])
    if isinstance(value, Text):
        return value.value if value.value in tensors.DTYPES else None
    return tensors.dtype_name(value)


def _array_of(data: Value) -> Array:
    """What ``np.array`` makes of numbers and nested lists of them."""
    if isinstance(data, Scalar):
        return Array({"int": "int64", "float": "float64", "bool": "bool"}.get(data.kind), ())
    if isinstance(data, Sequence) and data.items is not None:
        try:
            numbers = python_value(data)
        except NotConstant:
            numbers = None
        inner = [_array_of(item) for item in data.items]
        shapes = {part.shape for part in inner}
        dtypes = {part.dtype for part in inner}
        shape = shapes.pop() if len(shapes) == 1 else None
        if not inner:
            return Array("float64", (0,)) if numbers == [] else Array(None, None)
        dtype = dtypes.pop() if len(dtypes) == 1 else ("float64" if dtypes == {"int64", "float64"} else None)
        return Array(dtype, (len(inner), *shape) if shape is not None else None)
    return Array()
