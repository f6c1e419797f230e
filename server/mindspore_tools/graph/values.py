"""What an expression is inside a graph function: the abstract values.

Values are immutable and compared by content. What is not known is ``UNKNOWN`` or None in a field, never a guess.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from mindspore_tools.graph.scope import Scope
    from mindspore_tools.graph.source import Fragment, SourceFile

Constant = Union[bool, int, float, complex, str, bytes, None]


class Value:
    """Base of all abstract values."""

    __slots__ = ()

    @property
    def path(self) -> str | None:
        """The dotted name under which the members of this value are found, or None."""
        return None


@dataclass(frozen=True)
class Unknown(Value):
    """Nothing is known."""


UNKNOWN = Unknown()


@dataclass(frozen=True)
class Tensor(Value):
    """A tensor: dtype as ``"float32"``; shape with None for an unknown length, or None when even the rank is unknown.

    ``constant``: its data is known while compiling. ``parameter``: it is a Parameter. ``assumed``: nothing in the code
    says that it is a tensor, it is only what graph functions are usually given. An unknown dtype may be ``like`` that of a
    named parameter; ``cast`` names the parameter from whose dtype a cast has led away.
    """

    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    constant: bool = False
    parameter: bool = False
    assumed: bool = False
    like: str | None = None
    cast: str | None = None

    def derived(
        self, dtype: str | None, shape: tuple[int | None, ...] | None, assumed: bool = False
    ) -> Tensor:
        """A tensor computed from this one; what is known about an unchanged dtype is kept."""
        same = dtype == self.dtype
        return Tensor(
            dtype, shape, False, False, assumed, self.like if same else None, self.cast if same else None
        )

    @property
    def path(self) -> str:
        return "mindspore.Parameter" if self.parameter else "mindspore.Tensor"

    @property
    def size(self) -> int | None:
        """Number of elements, when known."""
        if self.shape is None:
            return None
        size = 1
        for length in self.shape:
            if length is None:
                return None
            size *= length
        return size


@dataclass(frozen=True)
class Scalar(Value):
    """A Python number: ``kind`` is ``"bool"``, ``"int"``, ``"float"`` or ``"complex"``.

    ``constant``: the compiler knows it; ``value`` is then the number where we know it too. A scalar that is not constant
    depends on the data of a tensor.
    """

    kind: str
    value: bool | int | float | complex | None = None
    constant: bool = True

    @property
    def path(self) -> str:
        return f"builtins.{self.kind}"


@dataclass(frozen=True)
class Text(Value):
    """A ``str``; ``value`` is None when its content is unknown."""

    value: str | None = None
    constant: bool = True

    @property
    def path(self) -> str:
        return "builtins.str"


@dataclass(frozen=True)
class NoneValue(Value):
    """The object ``None``."""


NONE = NoneValue()


@dataclass(frozen=True)
class Sequence(Value):
    """A tuple, list or range (``kind``); ``items`` is None when the length is unknown, and then ``element`` may be known."""

    kind: str
    items: tuple[Value, ...] | None = None
    element: Value = UNKNOWN

    @property
    def path(self) -> str:
        return f"builtins.{self.kind}"

    def item(self, index: int) -> Value:
        """The item at an index, as far as known."""
        if self.items is not None and -len(self.items) <= index < len(self.items):
            return self.items[index]
        return self.element


@dataclass(frozen=True)
class Dict(Value):
    """A dict; ``items`` is None when the keys are unknown."""

    items: tuple[tuple[Constant, Value], ...] | None = None

    @property
    def path(self) -> str:
        return "builtins.dict"

    def get(self, key: Constant) -> Value | None:
        """The value under a key, None when the dict has no such key or its keys are unknown."""
        for known, value in self.items or ():
            if known == key and type(known) is type(key):
                return value
        return None


@dataclass(frozen=True)
class Named(Value):
    """Something reached by a dotted name outside the workspace: a module, class, function or constant.

    ``name`` is the full name, such as ``mindspore.nn.Conv2d``, ``numpy`` or ``builtins.len``.
    """

    name: str

    @property
    def path(self) -> str:
        return self.name


@dataclass(frozen=True)
class External(Value):
    """A Python object that is neither a value of the graph nor of the workspace; ``type_name`` is its class if known."""

    type_name: str | None = None

    @property
    def path(self) -> str | None:
        return self.type_name


@dataclass(frozen=True, eq=False)
class Class(Value):
    """A class defined in the workspace."""

    node: ast.ClassDef
    fragment: Fragment
    source: SourceFile

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Class) and self.node is other.node

    def __hash__(self) -> int:
        return hash(id(self.node))

    @property
    def name(self) -> str:
        """Its name."""
        return self.node.name


@dataclass(frozen=True)
class Instance(Value):
    """An object: of a named class (``class_name``) or of a class of the workspace (``defined``)."""

    class_name: str | None = None
    defined: Class | None = None

    @property
    def path(self) -> str | None:
        return self.class_name


@dataclass(frozen=True)
class Method(Value):
    """A method of a value that is no object of the workspace, such as ``x.sum`` of a tensor."""

    owner: Value
    name: str

    @property
    def path(self) -> str | None:
        owner = self.owner.path
        return f"{owner}.{self.name}" if owner else None


FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]


@dataclass(frozen=True, eq=False)
class Function(Value):
    """A function, method or lambda of the workspace.

    ``receiver`` is the object it is bound to, ``owner`` the class that defines it, ``scope`` the names around a nested one.
    """

    node: FunctionNode
    fragment: Fragment
    source: SourceFile
    receiver: Value | None = None
    owner: Class | None = None
    scope: Scope | None = None

    @property
    def name(self) -> str:
        """Its name; ``<lambda>`` for a lambda."""
        return getattr(self.node, "name", "<lambda>")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Function)
            and self.node is other.node
            and self.receiver == other.receiver
            and self.scope is other.scope
        )

    def __hash__(self) -> int:
        return hash((id(self.node), self.receiver, id(self.scope)))


@dataclass(frozen=True)
class Super(Value):
    """``super()`` in a method of class ``after``: the members of ``receiver`` from the classes that follow."""

    receiver: Instance
    after: Class


@dataclass(frozen=True)
class Transformed(Value):
    """What ``grad``, ``value_and_grad`` or ``vmap`` makes of a function: called like it, with another result."""

    name: str
    function: Value


@dataclass(frozen=True, eq=False)
class Conflict(Value):
    """The value of a name after branches that the compiler cannot join; it matters only when the name is read.

    ``report`` tells of the clash. ``deferred``: the two values live on side by side and clash only where they, or
    what is made of them, become a result.
    """

    left: Value
    right: Value
    report: Callable[[Value, Value, bool], None]
    deferred: bool


NUMBER_KINDS = ("bool", "int", "float", "complex")


def constant(value: object) -> Value:
    """The abstract value of a Python constant, tuples and lists of them included."""
    if value is None:
        return NONE
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, (bool, int, float, complex)):
        return Scalar(type(value).__name__, value)
    if isinstance(value, (tuple, list)):
        return Sequence(type(value).__name__, tuple(constant(item) for item in value))
    if isinstance(value, range):
        return (
            Sequence("range", tuple(constant(item) for item in value))
            if len(value) <= 256
            else Sequence("range", None, Scalar("int"))
        )
    return External(f"builtins.{type(value).__name__}")


class NotConstant(Exception):
    """A value whose content is not known."""


def python_value(value: Value) -> object:
    """The Python constant behind an abstract value. Raises NotConstant."""
    if isinstance(value, NoneValue):
        return None
    if isinstance(value, (Scalar, Text)) and value.constant and value.value is not None:
        return value.value
    if isinstance(value, Sequence) and value.items is not None and value.kind in ("tuple", "list", "range"):
        items = [python_value(item) for item in value.items]
        return tuple(items) if value.kind == "tuple" else items
    raise NotConstant


def truth(value: Value) -> bool | None:
    """The truth of a value while compiling, None when that is not known."""
    if isinstance(value, NoneValue):
        return False
    if isinstance(value, (Scalar, Text)):
        return bool(value.value) if value.constant and value.value is not None else None
    if isinstance(value, (Sequence, Dict)):
        return len(value.items) > 0 if value.items is not None else None
    if isinstance(value, (Function, Class)):
        return True
    return None


def is_variable(value: Value) -> bool:
    """Whether a value surely depends on the data of a tensor, so that the compiler cannot know it."""
    if isinstance(value, Tensor):
        return not value.constant and not value.assumed
    return isinstance(value, (Scalar, Text)) and not value.constant


def merge(left: Value, right: Value) -> Value:
    """What is known when a value is one of two."""
    if left == right:
        return left
    if isinstance(left, Conflict) or isinstance(right, Conflict):
        return UNKNOWN
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        return Tensor(
            left.dtype if left.dtype == right.dtype else None,
            _merge_shapes(left.shape, right.shape),
            False,
            left.parameter and right.parameter,
            left.assumed or right.assumed,
            left.like if left.like == right.like else None,
        )
    if isinstance(left, Scalar) and isinstance(right, Scalar) and left.kind == right.kind:
        return Scalar(left.kind, None, left.constant and right.constant)
    if isinstance(left, Text) and isinstance(right, Text):
        return Text(None, left.constant and right.constant)
    if isinstance(left, Sequence) and isinstance(right, Sequence) and left.kind == right.kind:
        if left.items is not None and right.items is not None and len(left.items) == len(right.items):
            return Sequence(left.kind, tuple(merge(a, b) for a, b in zip(left.items, right.items)))
        return Sequence(left.kind, None, merge(any_item(left), any_item(right)))
    if isinstance(left, Dict) and isinstance(right, Dict):
        if left.items and right.items and [k for k, _ in left.items] == [k for k, _ in right.items]:
            return Dict(tuple((k, merge(a, b)) for (k, a), (_, b) in zip(left.items, right.items)))
        return Dict()
    return UNKNOWN


def any_item(sequence: Sequence) -> Value:
    """What every item of a sequence is."""
    if not sequence.items:
        return sequence.element
    result = sequence.items[0]
    for item in sequence.items[1:]:
        result = merge(result, item)
    return result


def _merge_shapes(
    left: tuple[int | None, ...] | None, right: tuple[int | None, ...] | None
) -> tuple[int | None, ...] | None:
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else None for a, b in zip(left, right))


def as_variable(value: Value) -> Value:
    """The value as it is once it depends on a branch that is taken at run time."""
    if isinstance(value, Scalar):
        return Scalar(value.kind, None, constant=False)
    if isinstance(value, Text):
        return Text(None, constant=False)
    if isinstance(value, Tensor):
        return replace(value, constant=False)
    return value
