"""What an expression is inside a graph function: the abstract values.

Values are immutable and compared by content. What is not known is ``UNKNOWN`` or None in a field, never a guess.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
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

    ``constant``: its data is known while compiling. ``parameter``: it is a Parameter.
    """

    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    constant: bool = False
    parameter: bool = False

    @property
    def path(self) -> str:
        return "mindspore.Parameter" if self.parameter else "mindspore.Tensor"

    @property
    def size(self) -> int | None:
        """Number of elements, when known."""
        if self.shape is None or None in self.shape:
            return None
        size = 1
        for length in self.shape:
            size *= length  # type: ignore[operator]
        return size


@dataclass(frozen=True)
class Scalar(Value):
    """A Python number: ``kind`` is ``"bool"``, ``"int"``, ``"float"`` or ``"complex"``.

    ``constant``: the compiler knows it; ``value`` is then the number where we know it too.
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

    @property
    def path(self) -> str:
        return "builtins.str"


@dataclass(frozen=True)
class NoneValue(Value):
    """The object ``None``."""


@dataclass(frozen=True)
class Sequence(Value):
    """A tuple or list (``kind``); ``items`` is None when the length is unknown, and then ``element`` may be known."""

    kind: str
    items: tuple[Value, ...] | None = None
    element: Value = UNKNOWN

    @property
    def path(self) -> str:
        return f"builtins.{self.kind}"


@dataclass(frozen=True)
class Dict(Value):
    """A dict; ``items`` is None when the keys are unknown."""

    items: tuple[tuple[Constant, Value], ...] | None = None

    @property
    def path(self) -> str:
        return "builtins.dict"


@dataclass(frozen=True)
class Named(Value):
    """Something reached by a dotted name that is not defined in the workspace: a module, class, function or constant.

    ``name`` is the full name, such as ``mindspore.nn.Conv2d``, ``numpy`` or ``builtins.len``.
    """

    name: str

    @property
    def path(self) -> str:
        return self.name


@dataclass(frozen=True)
class Instance(Value):
    """An object: of a named class (``class_name``) or of a class of the workspace (``defined``)."""

    class_name: str | None = None
    defined: Class | None = None

    @property
    def path(self) -> str | None:
        return self.class_name


@dataclass(frozen=True, eq=False)
class Class(Value):
    """A class defined in the workspace."""

    node: ast.ClassDef
    fragment: Fragment
    source: SourceFile


@dataclass(frozen=True, eq=False)
class Function(Value):
    """A function, method or lambda of the workspace; ``receiver`` is the object it is bound to."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    fragment: Fragment
    source: SourceFile
    receiver: Value | None = None


NONE = NoneValue()
