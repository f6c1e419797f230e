"""Cutting a text into fragments that are parsed apart from each other.

A fragment is one statement of the module or of a class body. A half-written fragment hides no other, and the next
snapshot takes over every fragment whose text did not change, with its syntax tree and all that was learned about it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mindspore_tools.graph import repair
from mindspore_tools.graph.names import Binding, bindings_of
from mindspore_tools.graph.scanner import LogicalLine, scan, statement_starts


class Fragment:
    """One statement with its decorators, parsed; lines count from its first line, so it may move within the file.

    ``body`` holds its statements; for a class, ``members`` holds the fragments of the class body and the ``ClassDef`` has
    their statements as its body (their lines count from the member, not from the class). ``guessed`` are the lines
    that did not parse and were completed or left out.
    """

    __slots__ = ("_bindings", "_owners", "body", "error", "guessed", "header", "members", "outside", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.header = ""
        self.members: tuple[tuple[int, Fragment], ...] = ()
        self._owners: dict[int, Fragment] | None = None
        self.outside: tuple[str, ...] | None = (
            None  # what others may see of a function, once it was asked for
        )
        self._bindings: list[tuple[str, Binding]] | None = None
        self.body, self.error, self.guessed = repair.parse(text)

    @classmethod
    def of_class(cls, header: str, body_indent: str, members: tuple[tuple[int, Fragment], ...]) -> Fragment:
        """A class from its header's text and the fragments of its body, each with its line below the header's first."""
        fragment = cls(header.rstrip() + f"\n{body_indent}pass\n")
        fragment.header = header
        fragment.members = members
        node = fragment.body[0] if fragment.body else None
        if isinstance(node, ast.ClassDef):
            node.body = [statement for _, member in members for statement in member.body] or node.body
        return fragment

    @property
    def bindings(self) -> list[tuple[str, Binding]]:
        """The names that this fragment binds at the top level of a module; ``*`` for a star import."""
        if self._bindings is None:
            self._bindings = bindings_of(self)
        return self._bindings

    def owner_of(self, statement: ast.stmt) -> Fragment:
        """The fragment that a statement of this class's body belongs to: a member, or this fragment itself."""
        if self._owners is None:
            self._owners = {id(inner): member for _, member in self.members for inner in member.body}
        return self._owners.get(id(statement), self)


PlacedFragment = tuple[int, Fragment]  # with the 0-based line at which it begins


class Cutting(NamedTuple):
    """The fragments of a text's top level; ``sound`` when no bracket or quote in the text was left open."""

    lines: list[str]
    top: tuple[PlacedFragment, ...]
    sound: bool


def cut(lines: list[str], previous: Cutting | None = None) -> Cutting:
    """Cut a text, given as its lines; what ``previous`` has in common with it at either end is not looked at again."""
    if previous is not None and previous.sound:
        head, tail = _common_ends(previous, lines)
        first = previous.top[len(head)][0] if head else 0
        last = tail[0][0] if tail else len(lines)
        middle = _Cutter(lines, previous.top[len(head) : len(previous.top) - len(tail)]).cut(first, last)
        if middle.sound:
            return Cutting(lines, (*head, *middle.top, *tail), True)
    return _Cutter(lines, previous.top if previous is not None else ()).cut(0, len(lines))


def _common_ends(
    previous: Cutting, lines: list[str]
) -> tuple[tuple[PlacedFragment, ...], tuple[PlacedFragment, ...]]:
    """The fragments before and after the changed lines, each time but for the one next to them, the latter moved."""
    old = previous.lines
    shorter = min(len(old), len(lines))
    same_above = next((i for i in range(shorter) if old[i] != lines[i]), shorter)
    room = shorter - same_above
    same_below = next((i for i in range(room) if old[-1 - i] != lines[-1 - i]), room)
    starts = [start for start, _ in previous.top]
    ends = [*starts[1:], len(old)]
    above = sum(end <= same_above for end in ends)
    below = sum(start >= len(old) - same_below for start in starts)
    offset = len(lines) - len(old)
    head = previous.top[: max(0, above - 1)]
    tail = previous.top[len(previous.top) - max(0, below - 1) :] if below > 1 else ()
    return head, tuple((start + offset, fragment) for start, fragment in tail)


def flattened(placed: Iterable[PlacedFragment]) -> Iterator[PlacedFragment]:
    """The fragments and, before each class, those of its body, all with their lines in the file."""
    for start, fragment in placed:
        for offset, member in fragment.members:
            yield start + offset, member
        yield start, fragment


class _Cutter:
    """Cuts lines into fragments; those of ``known`` with the same text are taken over, each once."""

    def __init__(self, lines: list[str], known: Iterable[PlacedFragment]) -> None:
        self.lines = lines
        self._known: dict[tuple[str, str], list[Fragment]] = defaultdict(list)
        for _, fragment in flattened(known):
            self._known[fragment.header, fragment.text if not fragment.header else ""].append(fragment)

    def cut(self, first: int, last: int) -> Cutting:
        """The fragments of the lines from ``first`` up to ``last``."""
        found = scan("\n".join(self.lines[first:last]))
        logical = [LogicalLine(line + first, indent, word) for line, indent, word in found.lines]
        return Cutting(self.lines, tuple(self._statements(logical, 0, last, 0)), found.sound)

    def _statements(
        self, found: list[LogicalLine], first: int, last: int, indent: int
    ) -> Iterator[PlacedFragment]:
        starts = statement_starts(found, indent)
        for number, start in enumerate(starts):
            following = starts[number + 1] if number + 1 < len(starts) else len(found)
            line = found[start].line
            end = found[following].line if following < len(found) else last
            yield line - first, self._fragment(found[start:following], line, end, nested=indent > 0)

    def _fragment(self, found: list[LogicalLine], line: int, end: int, nested: bool) -> Fragment:
        head = next((i for i, logical in enumerate(found) if logical.word != "@"), 0)
        is_class = not nested and found[head].word == "class"
        if not is_class or head + 1 >= len(found) or found[head + 1].indent <= found[head].indent:
            text = "\n".join(self.lines[line:end])
            reusable = self._known.get(("", text))
            return reusable.pop() if reusable else Fragment(text)
        inside = found[head + 1 :]
        body_line = inside[0].line
        members = tuple(self._statements(inside, line, end, inside[0].indent))
        header = "\n".join(self.lines[line:body_line])
        for position, candidate in enumerate(self._known.get((header, ""), ())):
            if _same_members(candidate.members, members):
                return self._known[header, ""].pop(position)
        return Fragment.of_class(header, self.lines[body_line][: inside[0].indent], members)


def _same_members(old: tuple[PlacedFragment, ...], new: tuple[PlacedFragment, ...]) -> bool:
    return len(old) == len(new) and all(
        a_line == b_line and a is b for (a_line, a), (b_line, b) in zip(old, new)
    )
