"""A snapshot of one Python file, cut into fragments that are parsed apart from each other.

A fragment is one statement of the module or of a class body. A half-written fragment hides no other, and the next
snapshot reuses every fragment whose text did not change, with its syntax tree and all that was learned about it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.graph import repair
from mindspore_tools.graph.names import Names
from mindspore_tools.graph.scanner import LogicalLine, logical_lines, statement_starts

if TYPE_CHECKING:
    from mindspore_tools.graph.names import Index


class Fragment:
    """One statement with its decorators, parsed; lines count from its first line, so it may move within the file.

    ``body`` holds its statements; for a class, ``members`` holds the fragments of the class body and the ``ClassDef`` has
    their statements as its body (their lines count from the member, not from the class). ``guessed`` are the lines
    that did not parse and were completed or left out.
    """

    __slots__ = ("_owners", "body", "error", "guessed", "members", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.members: tuple[tuple[int, Fragment], ...] = ()
        self._owners: dict[int, Fragment] | None = None
        self.body, self.error, self.guessed = repair.parse(text)

    @classmethod
    def of_class(cls, header: str, body_indent: str, members: tuple[tuple[int, Fragment], ...]) -> Fragment:
        """A class from its header's text and the fragments of its body, each with its line below the header's first."""
        fragment = cls(header.rstrip() + f"\n{body_indent}pass\n")
        fragment.members = members
        node = fragment.body[0] if fragment.body else None
        if isinstance(node, ast.ClassDef):
            node.body = [statement for _, member in members for statement in member.body] or node.body
        return fragment

    def owner_of(self, statement: ast.stmt) -> Fragment:
        """The fragment that a statement of this class's body belongs to: a member, or this fragment itself."""
        if self._owners is None:
            self._owners = {id(inner): member for _, member in self.members for inner in member.body}
        return self._owners.get(id(statement), self)


class Problem(NamedTuple):
    """A syntax error: where, and Python's own words for it."""

    position: Position
    message: str


class SourceFile:
    """A snapshot of a file's text. Never raises, whatever the text is.

    ``previous`` is an earlier snapshot of the same file, whose unchanged fragments are taken over.
    """

    def __init__(self, text: str, path: str = "", previous: SourceFile | None = None) -> None:
        self.path = path
        self.text = text
        plain = text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines: list[str] = plain.split("\n")
        self._pool: dict[str, list[Fragment]] = defaultdict(list)
        if previous is not None:
            for _, fragment in previous.fragments:
                self._pool[fragment.text].append(fragment)
        self._start: dict[int, int] = {}
        self.fragments: list[tuple[int, Fragment]] = []
        found = logical_lines(plain)
        self.top: tuple[tuple[int, Fragment], ...] = tuple(self._cut(found, 0, len(self.lines), 0))
        self._pool.clear()
        self.names = Names(self.top)

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.lines)} lines)"

    # -- cutting ---------------------------------------------------------------------------------------------------

    def _cut(
        self, found: list[LogicalLine], first_line: int, end_line: int, indent: int
    ) -> Iterator[tuple[int, Fragment]]:
        starts = statement_starts(found, indent)
        for number, start in enumerate(starts):
            following = starts[number + 1] if number + 1 < len(starts) else len(found)
            line = found[start].line
            end = found[following].line if following < len(found) else end_line
            yield line - first_line, self._fragment(found[start:following], line, end, nested=indent > 0)

    def _fragment(self, found: list[LogicalLine], line: int, end: int, nested: bool) -> Fragment:
        head = next((i for i, logical in enumerate(found) if logical.word != "@"), 0)
        is_class = not nested and found[head].word == "class"
        if is_class and head + 1 < len(found) and found[head + 1].indent > found[head].indent:
            inside = found[head + 1 :]
            body_line = inside[0].line
            members = tuple(self._cut(inside, line, end, inside[0].indent))
            header = "\n".join(self.lines[line:body_line])
            body_indent = self.lines[body_line][: inside[0].indent]
            fragment = self._placed(Fragment.of_class(header, body_indent, members), line)
        else:
            text = "\n".join(self.lines[line:end])
            reusable = self._pool.get(text)
            fragment = self._placed(reusable.pop() if reusable else Fragment(text), line)
        return fragment

    def _placed(self, fragment: Fragment, line: int) -> Fragment:
        self._start[id(fragment)] = line
        self.fragments.append((line, fragment))
        return fragment

    # -- positions -------------------------------------------------------------------------------------------------

    def start_of(self, fragment: Fragment) -> int | None:
        """The 0-based line at which a fragment of this snapshot begins, or None for one of another snapshot."""
        return self._start.get(id(fragment))

    def position(self, fragment: Fragment, line: int, byte_column: int) -> Position:
        """The place of a syntax tree's 1-based line and column in UTF-8 bytes."""
        number = min(self._start.get(id(fragment), 0) + line - 1, len(self.lines) - 1)
        text = self.lines[number]
        if text.isascii():
            return Position(number, min(byte_column, len(text)))
        return Position(
            number, len(text.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "ignore"))
        )

    def range(self, fragment: Fragment, node: ast.stmt | ast.expr | ast.AST) -> Range:
        """Where a node of the fragment's syntax tree stands in the file."""
        line = getattr(node, "lineno", 1)
        column = getattr(node, "col_offset", 0)
        start = self.position(fragment, line, column)
        end = self.position(
            fragment,
            getattr(node, "end_lineno", None) or line,
            getattr(node, "end_col_offset", None) or column,
        )
        return Range(start, max(start, end))

    def fragment_at(self, line: int) -> Fragment | None:
        """The innermost fragment that holds a 0-based line."""
        best: tuple[int, Fragment] | None = None
        for start, fragment in self.fragments:
            if start <= line < start + fragment.text.count("\n") + 1 and (best is None or start >= best[0]):
                best = (start, fragment)
        return best[1] if best else None

    @cached_property
    def guessed_lines(self) -> frozenset[int]:
        """The 0-based lines of the file that did not parse and stand completed or left out in the syntax trees."""
        return frozenset(start + line for start, fragment in self.fragments for line in fragment.guessed)

    # -- meaning ---------------------------------------------------------------------------------------------------

    @property
    def problems(self) -> list[Problem]:
        """The syntax errors, one a fragment at most, in source order."""
        found = []
        for start, fragment in self.fragments:
            if fragment.error:
                line, column, message = fragment.error
                number = min(start + line, len(self.lines) - 1)
                found.append(Problem(Position(number, min(column, len(self.lines[number]))), message))
        return sorted(found)

    def resolve(self, dotted: str, index: Index | None = None) -> str | None:
        """The full name behind a dotted name as written in this file, or None when it is not imported.

        ``nn.Conv2d`` gives ``mindspore.nn.Conv2d`` after ``from mindspore import nn``. An ``index`` settles what a star import
        brings. A name from a relative import keeps its leading dots.
        """
        return self.names.resolve(dotted, index)
