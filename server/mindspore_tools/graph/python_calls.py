"""Results of Python's own functions and of the methods of its types."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from mindspore_tools.graph.tensors import Slice
from mindspore_tools.graph.values import (
    NONE,
    UNKNOWN,
    Class,
    Dict,
    Instance,
    Named,
    NoneValue,
    NotConstant,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
    any_item,
    constant,
    is_variable,
    merge,
    python_value,
)

_PURE: dict[str, Callable] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "round": round,
    "pow": pow,
    "divmod": divmod,
    "sorted": sorted,
    "all": all,
    "any": any,
    "math.sqrt": math.sqrt,
    "math.ceil": math.ceil,
    "math.floor": math.floor,
    "math.log": math.log,
    "math.exp": math.exp,
    "math.prod": getattr(math, "prod", None),  # type: ignore[dict-item]
}
_NUMBERS = {
    "int": "int",
    "float": "float",
    "bool": "bool",
    "len": "int",
    "round": "int",
    "ord": "int",
    "hash": "int",
    "id": "int",
}
_TYPES = {
    "int": (Scalar, ("int", "bool")),
    "float": (Scalar, ("float",)),
    "bool": (Scalar, ("bool",)),
    "complex": (Scalar, ("complex",)),
    "str": (Text, None),
    "tuple": (Sequence, ("tuple",)),
    "list": (Sequence, ("list",)),
    "range": (Sequence, ("range",)),
    "dict": (Dict, None),
}


def builtin(name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """The result of a builtin, or of a pure function such as ``math.sqrt``, called with these arguments."""
    first = arguments[0] if arguments else UNKNOWN
    variable = any(is_variable(argument) for argument in arguments)
    if name == "len":
        return _length(first)
    if name == "range":
        return _range(arguments)
    if name == "isinstance" and len(arguments) == 2:
        known = _is_instance(first, arguments[1])
        return Scalar("bool", known)
    if name in ("tuple", "list"):
        return _collection(name, arguments)
    if name == "dict" and not arguments:
        return Dict(tuple(keywords.items()))
    if name == "enumerate" and not keywords:
        return _enumerate(arguments)
    if name == "zip":
        return _zip(arguments)
    if name == "reversed" and isinstance(first, Sequence):
        return Sequence("list", first.items[::-1] if first.items is not None else None, first.element)
    if name == "slice":
        return Slice(*_slice_bounds(arguments))
    if name in ("print", "setattr"):
        return NONE
    if name in ("hasattr", "callable", "issubclass"):
        return Scalar("bool")
    if isinstance(first, Tensor) and name in ("abs", "round", "pow", "sum", "max", "min", "all", "any"):
        return _on_tensor(name, first, arguments)
    if isinstance(first, Tensor) and name in ("int", "float", "bool"):
        return Scalar(name, None, constant=first.constant)
    if name in _PURE and not keywords:
        try:
            return constant(_PURE[name](*[python_value(argument) for argument in arguments]))
        except NotConstant:
            pass
        except Exception:  # Python refuses these arguments: there is no result
            return UNKNOWN
    if name in _NUMBERS and arguments:
        return Scalar(_NUMBERS[name], None, not variable)
    if name.startswith("math."):
        return Scalar(
            "int" if name in ("math.ceil", "math.floor", "math.gcd") else "float", None, not variable
        )
    if name in ("str", "repr", "format", "chr"):
        return Text(None, not variable)
    if name in ("min", "max", "abs", "sum") and arguments:
        return _least_common(arguments)
    return UNKNOWN


def _slice_bounds(arguments: list[Value]) -> tuple[Value | None, Value | None, Value | None]:
    parts: list[Value | None] = [None if isinstance(part, NoneValue) else part for part in arguments[:3]]
    if len(parts) == 1:
        parts = [None, *parts]
    parts += [None] * (3 - len(parts))
    return parts[0], parts[1], parts[2]


def _least_common(arguments: list[Value]) -> Value:
    items = list(arguments)
    if len(items) == 1 and isinstance(items[0], Sequence):
        items = [any_item(items[0])]
    if any(isinstance(item, Tensor) for item in items):
        return Tensor() if all(isinstance(item, (Tensor, Scalar)) for item in items) else UNKNOWN
    result = items[0]
    for item in items[1:]:
        result = merge(result, item)
    if isinstance(result, Scalar):
        return Scalar(result.kind, None, not any(is_variable(item) for item in items))
    return UNKNOWN


def _on_tensor(name: str, first: Tensor, arguments: list[Value]) -> Value:
    if name in ("all", "any"):
        return UNKNOWN
    if name in ("abs", "round"):
        return Tensor(first.dtype, first.shape)
    if name in ("sum", "max", "min") and len(arguments) == 1:
        return Tensor(first.dtype, first.shape[1:] if first.shape else None)
    return Tensor()


def _length(value: Value) -> Value:
    if isinstance(value, (Sequence, Dict)):
        return Scalar("int", len(value.items) if value.items is not None else None)
    if isinstance(value, Text):
        return Scalar("int", len(value.value) if value.value is not None else None)
    if isinstance(value, Tensor):
        return Scalar("int", value.shape[0] if value.shape else None)
    return Scalar("int")


def _range(arguments: list[Value]) -> Value:
    try:
        return constant(range(*[operator.index(python_value(part)) for part in arguments]))  # type: ignore[arg-type]
    except (NotConstant, TypeError, ValueError):
        return Sequence("range", None, Scalar("int", None, not any(is_variable(a) for a in arguments)))


def _collection(name: str, arguments: list[Value]) -> Value:
    if not arguments:
        return Sequence(name, ())
    first = arguments[0]
    if isinstance(first, Sequence):
        return Sequence(name, first.items, first.element)
    if isinstance(first, Dict) and first.items is not None:
        return Sequence(name, tuple(constant(key) for key, _ in first.items))
    if isinstance(first, Text) and first.value is not None:
        return Sequence(name, tuple(Text(c) for c in first.value))
    return Sequence(name)


def _enumerate(arguments: list[Value]) -> Value:
    start = arguments[1].value if len(arguments) > 1 and isinstance(arguments[1], Scalar) else 0
    first = arguments[0] if arguments else UNKNOWN
    if isinstance(first, Sequence) and first.items is not None and isinstance(start, int):
        pairs = [Sequence("tuple", (Scalar("int", start + i), item)) for i, item in enumerate(first.items)]
        return Sequence("tuple", tuple(pairs))
    element = any_item(first) if isinstance(first, Sequence) else UNKNOWN
    if isinstance(first, Tensor):
        element = Tensor(first.dtype, first.shape[1:] if first.shape else None)
    return Sequence("tuple", None, Sequence("tuple", (Scalar("int"), element)))


def _zip(arguments: list[Value]) -> Value:
    if arguments and all(isinstance(argument, Sequence) for argument in arguments):
        columns = [argument.items for argument in arguments if isinstance(argument, Sequence)]
        if all(column is not None for column in columns):
            rows = zip(*[column for column in columns if column is not None])
            return Sequence("tuple", tuple(Sequence("tuple", row) for row in rows))
        elements = tuple(any_item(argument) for argument in arguments if isinstance(argument, Sequence))
        return Sequence("tuple", None, Sequence("tuple", elements))
    return Sequence("tuple")


def _is_instance(value: Value, wanted: Value) -> bool | None:
    if isinstance(wanted, Sequence) and wanted.items is not None:
        answers = [_is_instance(value, item) for item in wanted.items]
        return True if True in answers else (None if None in answers else False)
    if isinstance(value, Tensor) and value.assumed:
        return None
    if isinstance(wanted, Named):
        module, _, name = wanted.name.rpartition(".")
        if module == "builtins" and name in _TYPES:
            kind, names = _TYPES[name]
            if isinstance(value, (Scalar, Text, Sequence, Dict)):
                own = getattr(value, "kind", None)
                return isinstance(value, kind) and (names is None or own in names)
            return False if isinstance(value, (Tensor, NoneValue, Instance)) else None
        if name == "Tensor" and module.startswith("mindspore"):
            if isinstance(value, Tensor):
                return True
            return False if isinstance(value, (Scalar, Text, Sequence, Dict, NoneValue, Instance)) else None
        if name == "Parameter" and module.startswith("mindspore") and isinstance(value, Tensor):
            return value.parameter or None
    if isinstance(value, (Scalar, Text, Sequence, Dict, NoneValue)) and isinstance(wanted, Class):
        return False
    return None


def method(owner: Value, name: str, arguments: list[Value]) -> tuple[Value, Value | None]:
    """The result of a method of a list, tuple, dict or str, and what the object is afterwards when it changed."""
    if isinstance(owner, Sequence):
        return _sequence_method(owner, name, arguments)
    if isinstance(owner, Dict):
        return _dict_method(owner, name, arguments)
    if isinstance(owner, Text):
        return _text_method(owner, name, arguments), None
    return UNKNOWN, None


def _sequence_method(owner: Sequence, name: str, arguments: list[Value]) -> tuple[Value, Value | None]:
    items = owner.items
    first = arguments[0] if arguments else UNKNOWN
    if name == "append":
        return NONE, Sequence("list", (*items, first)) if items is not None else Sequence(
            "list", None, merge(owner.element, first)
        )
    if name == "extend":
        added = first.items if isinstance(first, Sequence) else None
        return NONE, Sequence("list", items + added if items is not None and added is not None else None)
    if name == "insert" and items is not None and len(arguments) == 2:
        position = first.value if isinstance(first, Scalar) else None
        if isinstance(position, int):
            changed = list(items)
            changed.insert(position, arguments[1])
            return NONE, Sequence("list", tuple(changed))
    if name == "pop" and items:
        position = -1 if not arguments else (first.value if isinstance(first, Scalar) else None)
        if isinstance(position, int) and -len(items) <= position < len(items):
            rest = list(items)
            taken = rest.pop(position)
            return taken, Sequence("list", tuple(rest))
    if name == "reverse":
        return NONE, Sequence("list", items[::-1] if items is not None else None, owner.element)
    if name == "clear":
        return NONE, Sequence("list", ())
    if name in ("index", "count"):
        return Scalar("int"), None
    if name == "copy":
        return owner, None
    if name in ("pop", "insert", "remove", "sort"):
        return (any_item(owner) if name == "pop" else NONE), Sequence("list", None, any_item(owner))
    return UNKNOWN, None


def _dict_method(owner: Dict, name: str, arguments: list[Value]) -> tuple[Value, Value | None]:
    items = owner.items
    if name == "keys":
        return Sequence(
            "tuple", tuple(constant(key) for key, _ in items) if items is not None else None
        ), None
    if name == "values":
        return Sequence("tuple", tuple(value for _, value in items) if items is not None else None), None
    if name == "items":
        pairs = (
            tuple(Sequence("tuple", (constant(key), value)) for key, value in items)
            if items is not None
            else None
        )
        return Sequence("tuple", pairs), None
    if name == "get" and arguments:
        try:
            found = owner.get(python_value(arguments[0]))  # type: ignore[arg-type]
        except NotConstant:
            return UNKNOWN, None
        default = arguments[1] if len(arguments) > 1 else NONE
        return (found or (default if items is not None else UNKNOWN)), None
    if name == "copy":
        return owner, None
    if name in ("update", "pop", "clear", "setdefault", "popitem"):
        return UNKNOWN if name != "update" else NONE, Dict()
    return UNKNOWN, None


def _text_method(owner: Text, name: str, arguments: list[Value]) -> Value:
    function = getattr(str, name, None)
    if function is None:
        return UNKNOWN
    try:
        return constant(function(python_value(owner), *[python_value(argument) for argument in arguments]))
    except NotConstant:
        pass
    except Exception:  # Python refuses these arguments: there is no result
        return UNKNOWN
    if name in ("split", "rsplit", "splitlines"):
        return Sequence("list", None, Text())
    if name.startswith(("is", "starts", "ends")):
        return Scalar("bool")
    if name in ("find", "rfind", "index", "count"):
        return Scalar("int")
    return Text()
