"""Places in source files as MindSpore's compiler prints them.

Three spellings exist: ``In file a.py(12)`` (1.2), ``In file a.py:12`` (1.10, 2.0) and ``In file a.py:12~14, 8~20`` (2.7 and
later, also with one line and without columns). Lines count from 1, columns from 0 in code points, the end is excluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindspore_tools.common.position import Position, Range

_LOCATION = re.compile(
    r"In file (?P<path>.+?\.\w+|<[^>]+>)"
    r"(?P<place>\((?P<old>\d+)\)|:(?P<line>\d+)(?:~(?P<end>\d+))?(?:, (?P<column>\d+)~(?P<end_column>\d+))?)"
    r"(?=/|\s|$|,|\.\s)(?:/(?P<text>.*?)/?(?:<~~.*)?)?\s*$"
)
_CARETS = re.compile(r"^(\s*)\^(~*)\s*$")


@dataclass(frozen=True)
class Location:
    """A stretch of a source file: 1-based lines, 0-based columns (None where the compiler gave none).

    ``text`` is the source line that was printed with it; ``start`` and ``stop`` are the columns of the path and number
    within the printed line, for links.
    """

    path: str
    line: int
    end_line: int
    column: int | None = None
    end_column: int | None = None
    text: str = ""
    start: int = 0
    stop: int = 0

    @property
    def range(self) -> Range:
        """The same stretch as 0-based positions; whole lines where there are no columns."""
        first = Position(self.line - 1, self.column or 0)
        if self.column is None or self.end_column is None:
            return Range(first, Position(self.end_line, 0))
        return Range(first, Position(self.end_line - 1, self.end_column))


def parse_location(line: str) -> Location | None:
    """The place named in one printed line, or None."""
    match = _LOCATION.search(line)
    if not match:
        return None
    first = int(match["old"] or match["line"])
    return Location(
        match["path"],
        first,
        int(match["end"] or first),
        int(match["column"]) if match["column"] else None,
        int(match["end_column"]) if match["end_column"] else None,
        (match["text"] or "").strip(),
        match.start("path"),
        match.end("place"),
    )


def find_locations(text: str) -> Iterator[Location]:
    """All places named in a text, in order. The source line and carets printed below a place give the columns that old
    versions do not print.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines):
        location = parse_location(line)
        if location is None:
            continue
        source = lines[number + 1] if number + 1 < len(lines) else ""
        carets = _CARETS.match(lines[number + 2]) if number + 2 < len(lines) else None
        if not location.text and source.strip() and "In file" not in source:
            location = replace(location, text=source.strip())
        if carets and location.column is None:
            column = len(carets[1])
            location = replace(
                location, column=column, end_column=_end_of_token(source, column, len(carets[2]))
            )
        yield location


def _end_of_token(source: str, column: int, more: int) -> int:
    """Where the expression that a lone caret points at may end: its dotted name, or what the tildes cover."""
    if more:
        return column + 1 + more
    match = re.compile(r"[\w.]+|\S").match(source, column)
    return match.end() if match else column + 1
