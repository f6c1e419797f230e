"""A snapshot of one Python file."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.graph.fragments import Cutting, Fragment, PlacedFragment, cut, flattened
from mindspore_tools.graph.names import Names

if TYPE_CHECKING:
    from mindspore_tools.graph.names import Index


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
        self.lines: list[str] = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        cutting = cut(self.lines, previous._cutting if previous is not None else None)
        self._cutting: Cutting = cutting
        self.top: tuple[PlacedFragment, ...] = cutting.top
        self.fragments: list[PlacedFragment] = list(flattened(self.top))
        self._start = {id(fragment): start for start, fragment in self.fragments}
        self.names = Names(self.top)
        # What others learned about the fragments, handed on from snapshot to snapshot.
        self.memory: dict[object, object] = previous.memory if previous is not None else {}

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.lines)} lines)"

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


__all__ = ["Fragment", "Problem", "SourceFile"]
