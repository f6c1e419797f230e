"""What names stand for while a function is followed: places of objects, and nested functions.

A place is where an object was made, or a path of attributes and items into such an object.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from mindspore_tools.graph.source import Fragment, SourceFile

if TYPE_CHECKING:
    from mindspore_tools.graph.changes import Run

Place = tuple[str, ...]  # a root, then attributes and items; an item of unknown index is "[]"


class Reason(Enum):
    """Who does not see a change as Python would show it: another name of the object, the caller of the function that makes it,
    the function around a nested one, nobody (a method whose effect the compiler ignores, or that stands inside an
    expression), the loop over the object, those who hold it after the call, the next call's default.

    IN_PLACE is the other way round: the compiled program shows a change that eager mode does not.
    """

    OTHER_NAME = "other name"
    CALLER = "caller"
    NESTED = "nested"
    EXPRESSION = "expression"
    IGNORED = "ignored"
    ITERATED = "iterated"
    OUTLIVES = "outlives"
    DEFAULT = "default"
    IN_PLACE = "in place"


@dataclass(frozen=True)
class LostChange:
    """``node`` changes an object by ``operation`` (``append``, ``setitem``, ``+=``), written with the name ``name``.

    ``kind`` is ``"list"``, ``"dict"``, ``"tensor"``, ``"other"`` or ``""`` if unknown; ``target`` is the object, ``value`` what is put in.
    ``read`` is where the wrong state is seen, None when it is seen outside. ``owner`` of what outlives the call:
    ``"global"``, ``"self"``, ``"argument"``, ``"default"``, else ``""``.
    """

    node: ast.AST
    fragment: Fragment
    source: SourceFile
    reason: Reason
    operation: str
    kind: str
    name: str
    target: ast.expr
    value: ast.expr | None = None
    owner: str = ""
    read: ast.expr | None = None


@dataclass(frozen=True)
class LateBinding:
    """``read`` is a name that a nested function takes from around it and that is bound anew before the function is called."""

    read: ast.Name
    fragment: Fragment
    source: SourceFile


@dataclass(frozen=True)
class Bound:
    """What a name or an expression stands for, and the changes that it should show and does not."""

    places: frozenset[Place] = frozenset()
    stale: frozenset[LostChange] = frozenset()

    def __or__(self, other: Bound) -> Bound:
        return Bound(self.places | other.places, self.stale | other.stale)


NOTHING = Bound()


@dataclass
class State:
    """The local names at one moment; ``versions`` tell one binding of a name from another."""

    names: dict[str, Bound]
    versions: dict[str, frozenset[int]] = field(default_factory=dict)

    def copy(self) -> State:
        return State(dict(self.names), dict(self.versions))

    def join(self, other: State) -> None:
        """Take in what may hold instead."""
        for name, bound in other.names.items():
            known = self.names.get(name)
            self.names[name] = bound if known is None else known | bound
        for name, versions in other.versions.items():
            self.versions[name] = self.versions.get(name, frozenset()) | versions


@dataclass
class Closure:
    """A nested function. ``captured`` are the bindings it saw when defined, ``late`` the names surely bound anew since."""

    node: ast.FunctionDef | ast.Lambda
    run: Run
    captured: dict[str, frozenset[int]]
    late: set[str] = field(default_factory=set)

    def is_late(self, name: str) -> bool:
        """Whether a name is not what it was when the function was defined."""
        captured = self.captured.get(name, frozenset())
        return name in self.late or bool(captured) and not self.run.versions_of(name) <= captured


class Heap:
    """What objects hold, what kind they are, and which are nested functions."""

    def __init__(self) -> None:
        self.contents: dict[Place, set[Place]] = {}
        self.kinds: dict[Place, str] = {}
        self.closures: dict[Place, Closure] = {}
        self.repeated: set[Place] = set()

    def hold(self, holder: Bound, held: Bound) -> None:
        """An object is put into another."""
        for place in holder.places:
            self.contents.setdefault(place, set()).update(held.places)

    def held(self, bound: Bound) -> Bound:
        """What lies in an object as its items."""
        return Bound(frozenset(item for place in bound.places for item in self.contents.get(place, ())))

    def part(self, bound: Bound, step: str) -> Bound:
        """What lies in an object under an attribute (``name``) or item (``[0]``, ``[]``)."""
        places = {(*place, step) for place in bound.places if len(place) < 5}
        if step.startswith("["):
            places |= self.held(bound).places
        return Bound(frozenset(places), bound.stale)

    def reachable(self, places: Iterable[Place]) -> set[Place]:
        """The places, and those of all that lies in them."""
        found = set(places)
        waiting = list(found)
        while waiting:
            for held in self.contents.get(waiting.pop(), ()):
                if held not in found and len(found) < 64:
                    found.add(held)
                    waiting.append(held)
        return found

    def closures_in(self, bound: Bound) -> list[Closure]:
        """The nested functions that an expression may stand for."""
        return [self.closures[place] for place in bound.places if place in self.closures]


def overlap(left: Place, right: Place) -> bool:
    """Whether a change at one place shows at the other."""
    return all(a == b or ("[]" in (a, b) and a[0] == b[0] == "[") for a, b in zip(left, right))


def root_name(node: ast.expr) -> str:
    """The name at the root of a chain of attributes and items, empty when there is none."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


@lru_cache(maxsize=1024)
def free_names(node: ast.FunctionDef | ast.Lambda) -> tuple[ast.Name, ...]:
    """The names that a function reads and does not bind itself."""
    arguments = node.args
    own = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    own |= {a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None}
    body = node.body if isinstance(node.body, list) else [node.body]
    names = [name for part in body for name in ast.walk(part) if isinstance(name, ast.Name)]
    own |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return tuple(name for name in names if name.id not in own)
