"""Dtypes and shapes of tensors through operators, attributes and the common operations."""

from __future__ import annotations

from mindspore_tools.graph.values import (
    UNKNOWN,
    External,
    Named,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
)

FLOATS = ("float16", "bfloat16", "float32", "float64")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
COMPLEX = ("complex64", "complex128")
DTYPES = frozenset((*FLOATS, *SIGNED, *UNSIGNED, *COMPLEX, "bool"))
_ALIASES = {
    "bool_": "bool",
    "float_": "float64",
    "int_": "int64",
    "half": "float16",
    "float": "float32",
    "double": "float64",
}
_ALIASES.update({"single": "float32", "short": "int16", "int": "int32", "long": "int64", "byte": "int8"})


def dtype_name(value: Value, python_types: bool = True) -> str | None:
    """The dtype that a value names (``mindspore.float32``, ``numpy.int32``, ``"float32"``, ``int``), or None."""
    if isinstance(value, Named):
        module, _, last = value.name.rpartition(".")
        if module == "builtins":
            return {"bool": "bool", "int": "int64", "float": "float32"}.get(last) if python_types else None
        if module == "numpy":
            return (
                last if last in DTYPES else {"bool_": "bool", "float_": "float64", "int_": "int64"}.get(last)
            )
        if module.partition(".")[0] == "mindspore":
            return last if last in DTYPES else _ALIASES.get(last)
    return None


def dtype_value(dtype: str | None) -> Value:
    """The value of ``x.dtype``."""
    if dtype is None:
        return External("mindspore.dtype")
    return Named("mindspore.bool_" if dtype == "bool" else f"mindspore.{dtype}")


def promote(left: str | None, right: str | None) -> str | None:
    """The dtype of an elementwise operator on two tensors, None when unknown."""
    if left is None or right is None:
        return None
    if left == right:
        return left
    if left == "bool":
        return right
    if right == "bool":
        return left
    for family in (COMPLEX, FLOATS):
        inside = [name for name in (left, right) if name in family]
        if len(inside) == 2:
            if "bfloat16" in inside:
                return next((name for name in inside if name in ("float32", "float64")), None)
            return family[max(family.index(name) for name in inside)]
        if inside:
            return inside[0] if family is FLOATS else None
    if left in SIGNED and right in SIGNED:
        return SIGNED[max(SIGNED.index(left), SIGNED.index(right))]
    return None


def with_scalar(dtype: str | None, kind: str, operator: str) -> str | None:
    """The dtype of a tensor combined with a Python number."""
    if dtype is None:
        return None
    if kind == "float":
        return dtype if dtype in FLOATS or dtype in COMPLEX else "float32"
    if kind == "int":
        return "int64" if dtype == "bool" and operator != "&|^" else dtype
    return dtype if kind == "bool" else None


def broadcast(
    left: tuple[int | None, ...] | None, right: tuple[int | None, ...] | None
) -> tuple[int | None, ...] | None:
    """The shape that two shapes broadcast to, None when unknown or impossible."""
    if left is None or right is None:
        return None
    length = max(len(left), len(right))
    result: list[int | None] = []
    for a, b in zip((1,) * (length - len(left)) + left, (1,) * (length - len(right)) + right):
        if a == b or b == 1:
            result.append(a)
        elif a == 1:
            result.append(b)
        elif a is None or b is None:
            result.append(a if b is None else b)
        else:
            return None
    return tuple(result)


def shape_value(tensor: Tensor) -> Value:
    """The value of ``x.shape``."""
    if tensor.shape is None:
        return Sequence("tuple", None, Scalar("int"))
    return Sequence("tuple", tuple(Scalar("int", length) for length in tensor.shape))


def attribute(tensor: Tensor, name: str) -> Value | None:
    """The value of a data attribute of a tensor, None for methods and what is not known."""
    if name == "shape":
        return shape_value(tensor)
    if name in ("dtype",):
        return dtype_value(tensor.dtype)
    if name == "ndim":
        return Scalar("int", None if tensor.shape is None else len(tensor.shape))
    if name == "size":
        return Scalar("int", tensor.size)
    if name in ("itemsize", "nbytes"):
        return Scalar("int")
    if name in ("T", "mT"):
        shape = tensor.shape
        flipped = (
            None if shape is None else (shape[::-1] if name == "T" else (*shape[:-2], *shape[-2:][::-1]))
        )
        return tensor.derived(tensor.dtype, flipped)
    if name in ("has_init", "requires_grad", "is_leaf", "is_init"):
        return Scalar("bool")
    if name == "name":
        return Text()
    return None


# Methods and functions by what they make of the dtype and shape of their first tensor.
SAME = frozenset(
    [
        "abs",
        "neg",
        "relu",
        "relu6",
        "sigmoid",
        "tanh",
        "gelu",
        "elu",
        "selu",
        "silu",
        "hardtanh",
        "clamp",
        "clip",
        "round",
        "floor",
        "ceil",
        "trunc",
        "square",
        "sign",
        "softmax",
        "log_softmax",
        "sort_values",
        "contiguous",
        "clone",
        "copy",
        "flip",
        "fliplr",
        "flipud",
        "roll",
        "dropout",
        "cumsum",
        "cumprod",
        "masked_fill",
        "tril",
        "triu",
        "stop_gradient",
        "zeros_like",
        "ones_like",
        "rand_like",
        "full_like",
        "depend",
        "leaky_relu",
        "softplus",
        "mish",
        "hswish",
        "hsigmoid",
        "hardswish",
        "hardsigmoid",
        "identity",
        "layer_norm",
        "fill",
        "index_fill",
        "add_",
        "sub_",
        "mul_",
        "div_",
        "fill_",
        "copy_",
        "zero_",
        "detach",
    ]
)
SAME_IF_FLOAT = frozenset(
    [
        "exp",
        "log",
        "sqrt",
        "rsqrt",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "erf",
        "erfc",
        "reciprocal",
        "log1p",
        "expm1",
        "log2",
        "log10",
    ]
)
BOOLEAN = frozenset(
    [
        "equal",
        "not_equal",
        "ne",
        "eq",
        "lt",
        "le",
        "gt",
        "ge",
        "less",
        "less_equal",
        "greater",
        "greater_equal",
        "logical_and",
        "logical_or",
        "logical_not",
        "logical_xor",
        "isnan",
        "isinf",
        "isfinite",
        "isclose",
    ]
)
REDUCTIONS = frozenset(
    [
        "sum",
        "mean",
        "prod",
        "max",
        "min",
        "all",
        "any",
        "std",
        "var",
        "norm",
        "logsumexp",
        "amax",
        "amin",
        "median",
        "nansum",
    ]
)
INDEX_REDUCTIONS = frozenset(["argmax", "argmin"])


def reduced(tensor: Tensor, name: str, axis: Value | None, keep: bool | None) -> Value:
    """The result of a reduction along an axis (None: along all)."""
    dtype = tensor.dtype
    if name in ("all", "any"):
        dtype = "bool"
    elif (
        name in INDEX_REDUCTIONS
        or name in ("sum", "nansum", "prod")
        and dtype in (*SIGNED, *UNSIGNED, "bool")
    ):
        dtype = None
    if keep is None:
        return Tensor(dtype)
    if axis is None:
        shape: tuple[int | None, ...] | None = ()
        if keep:
            shape = None if tensor.shape is None else (1,) * len(tensor.shape)
        return Tensor(dtype, shape)
    if tensor.shape is None or not (isinstance(axis, Scalar) and isinstance(axis.value, int)):
        return Tensor(dtype)
    rank = len(tensor.shape)
    position = axis.value + rank if axis.value < 0 else axis.value
    if not 0 <= position < rank:
        return Tensor(dtype)
    middle = (1,) if keep else ()
    return Tensor(dtype, (*tensor.shape[:position], *middle, *tensor.shape[position + 1 :]))


def lengths(value: Value) -> tuple[int | None, ...] | None:
    """A shape given as a Python value: ``(2, 3)``, ``4``, ``x.shape``."""
    if isinstance(value, Scalar) and value.kind == "int":
        return (value.value,) if isinstance(value.value, int) else (None,)
    if isinstance(value, Sequence) and value.items is not None:
        return tuple(
            item.value if isinstance(item, Scalar) and isinstance(item.value, int) else None
            for item in value.items
        )
    return None


def reshaped(tensor: Tensor, shape: Value) -> Tensor:
    """The tensor with another shape; ``-1`` is worked out when the size is known."""
    wanted = lengths(shape)
    if wanted is None:
        return tensor.derived(tensor.dtype, None)
    if -1 in wanted:
        known = 1
        for length in wanted:
            if length is None:
                known = 0
                break
            if length != -1:
                known *= length
        rest = tensor.size // known if known and tensor.size is not None else None
        wanted = tuple(rest if length == -1 else length for length in wanted)
    return tensor.derived(tensor.dtype, wanted)


def indexed(tensor: Tensor, index: Value) -> Value:
    """The tensor under an index."""
    if tensor.shape is None:
        return tensor.derived(tensor.dtype, None)
    parts = (
        list(index.items)
        if isinstance(index, Sequence) and index.kind == "tuple" and index.items
        else [index]
    )
    if any(isinstance(part, Unbounded) for part in parts) or any(part is UNKNOWN for part in parts):
        return tensor.derived(tensor.dtype, None)
    rest = list(tensor.shape)
    result: list[int | None] = []
    for part in parts:
        if isinstance(part, Slice):
            if not rest:
                return tensor.derived(tensor.dtype, None)
            result.append(part.length(rest.pop(0)))
        elif isinstance(part, Scalar) and part.kind == "int" and rest:
            rest.pop(0)
        else:
            return tensor.derived(tensor.dtype, None)
    return tensor.derived(tensor.dtype, (*result, *rest))


class Unbounded(Value):
    """``...`` in an index."""


class Slice(Value):
    """A slice in an index, with its bounds as values."""

    def __init__(self, lower: Value | None, upper: Value | None, step: Value | None) -> None:
        self.bounds = (lower, upper, step)

    @property
    def path(self) -> str:
        return "builtins.slice"

    def length(self, whole: int | None) -> int | None:
        """How many items it takes of so many, None when unknown."""
        if all(bound is None for bound in self.bounds):
            return whole
        known: list[int | None] = []
        for bound in self.bounds:
            if bound is None:
                known.append(None)
            elif isinstance(bound, Scalar) and isinstance(bound.value, int):
                known.append(bound.value)
            else:
                return None
        if whole is None or known[2] == 0:
            return None
        return len(range(*slice(*known).indices(whole)))
