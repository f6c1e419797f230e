"""Types as the API index writes them (``tuple[Tensor, Tensor]``, ``nn.Cell``), as abstract values."""

from __future__ import annotations

import ast
from functools import lru_cache

from mindspore_tools.graph.values import (
    NONE,
    UNKNOWN,
    Dict,
    External,
    Instance,
    NoneValue,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
)

_PLAIN: dict[str, Value] = {
    "Tensor": Tensor(),
    "mindspore.Tensor": Tensor(),
    "Parameter": Tensor(parameter=True),
    "mindspore.Parameter": Tensor(parameter=True),
    "int": Scalar("int", constant=False),
    "float": Scalar("float", constant=False),
    "bool": Scalar("bool", constant=False),
    "complex": Scalar("complex", constant=False),
    "str": Text(constant=False),
    "None": NONE,
    "dict": Dict(),
    "list": Sequence("list"),
    "tuple": Sequence("tuple"),
    "Sequence": Sequence("list"),
    "dtype": External("mindspore.dtype"),
    "ndarray": External("numpy.ndarray"),
    "np.ndarray": External("numpy.ndarray"),
}
_SEQUENCES = {
    "tuple": "tuple",
    "list": "list",
    "Sequence": "list",
    "Iterable": "list",
    "Iterator": "list",
    "List": "list",
    "Tuple": "tuple",
    "set": "set",
}
_MEANINGLESS = frozenset({"Any", "Callable", "object", "type", "Self", "ellipsis", "slice"})


@lru_cache(maxsize=4096)
def value_of_type(text: str) -> Value:
    """The value of a type's text; of a union, its first known alternative. UNKNOWN for what says nothing. Never raises."""
    if not text:
        return UNKNOWN
    known = _PLAIN.get(text)
    if known is not None:
        return known
    try:
        return value_of_annotation(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        return UNKNOWN


def value_of_annotation(node: ast.expr, path_of=None) -> Value:
    """The value of a type's syntax tree. ``path_of`` gives the full name of a dotted name in user code (None: the index's way)."""
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NONE
        if isinstance(node.value, str):
            try:
                return value_of_annotation(ast.parse(node.value, mode="eval").body, path_of)
            except (SyntaxError, ValueError):
                return UNKNOWN
        return UNKNOWN
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        alternatives = [value_of_annotation(side, path_of) for side in (node.left, node.right)]
        return next(
            (each for each in alternatives if each != UNKNOWN and not isinstance(each, NoneValue)), UNKNOWN
        )
    if isinstance(node, ast.Subscript):
        return _parametrised(node, path_of)
    name = _dotted(node)
    if name is None:
        return UNKNOWN
    if path_of is not None:
        full = path_of(name)
        if isinstance(full, Value):
            return full
        name = full or name
    name = name[len("typing.") :] if name.startswith("typing.") else name
    known = _PLAIN.get(name)
    if known is not None:
        return known
    if name in _MEANINGLESS:
        return UNKNOWN
    if name in _SEQUENCES:
        return Sequence(_SEQUENCES[name])
    if name.startswith("numpy.") or name.startswith("PIL.") or name.startswith("datetime."):
        return External(name)
    if path_of is None:
        return Instance(name if name.startswith("mindspore.") else f"mindspore.{name}")
    return Instance(name) if name.startswith("mindspore.") else UNKNOWN


def _parametrised(node: ast.Subscript, path_of) -> Value:
    name = (_dotted(node.value) or "").rpartition(".")[2]
    inside = node.slice
    parts = list(inside.elts) if isinstance(inside, ast.Tuple) else [inside]
    if name in ("Optional", "Union"):
        values = [value_of_annotation(part, path_of) for part in parts]
        return next((each for each in values if each != UNKNOWN and not isinstance(each, NoneValue)), UNKNOWN)
    if name in ("Dict", "dict", "Mapping"):
        return Dict()
    kind = _SEQUENCES.get(name)
    if kind is None:
        return value_of_annotation(node.value, path_of)
    if kind == "tuple" and not (len(parts) == 2 and _is_ellipsis(parts[1])):
        return Sequence("tuple", tuple(value_of_annotation(part, path_of) for part in parts))
    return Sequence(kind, None, value_of_annotation(parts[0], path_of))


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _dotted(node: ast.expr) -> str | None:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None
