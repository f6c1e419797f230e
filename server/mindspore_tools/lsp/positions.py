"""Positions between the client's units (UTF-16 unless agreed otherwise) and code points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lsprotocol import types

from mindspore_tools.common.position import Position, Range

_LINE_END = re.compile(r"\r\n|\n|\r")


def split_lines(text: str) -> list[str]:
    """The lines of a text with their ends, cut where the protocol cuts them: only at LF, CRLF and CR."""
    lines = []
    start = 0
    for match in _LINE_END.finditer(text):
        lines.append(text[start : match.end()])
        start = match.end()
    lines.append(text[start:])
    return lines


def _utf16(character: str) -> int:
    return 2 if ord(character) > 0xFFFF else 1


def _utf8(character: str) -> int:
    code = ord(character)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


class Encoding:
    """The units that were agreed on with the client."""

    def __init__(self, kind: types.PositionEncodingKind | str | None = None) -> None:
        widths: dict[str, Callable[[str], int]] = {"utf-8": _utf8, "utf-16": _utf16}
        self._width = widths.get(types.PositionEncodingKind(kind or "utf-16").value)

    def to_column(self, line: str, units: int) -> int:
        """The code point column of a column in client units; the end of the line when it lies behind."""
        if self._width is None or line.isascii():
            return max(0, min(units, len(line)))
        column = 0
        for character in line:
            units -= self._width(character)
            if units < 0:
                break
            column += 1
        return column

    def to_units(self, line: str, column: int) -> int:
        """The column in client units of a code point column."""
        if self._width is None or line.isascii():
            return column
        return sum(map(self._width, line[:column]))

    def position(self, lines: Sequence[str], position: types.Position) -> Position:
        """A client's position in code points; a position outside of the text is moved to its nearest end."""
        if position.line >= len(lines):
            return Position(len(lines) - 1, len(lines[-1].rstrip("\r\n")))
        line = lines[max(position.line, 0)].rstrip("\r\n")
        return Position(max(position.line, 0), self.to_column(line, position.character))

    def range(self, lines: Sequence[str], place: types.Range) -> Range:
        """A client's range in code points."""
        return Range(self.position(lines, place.start), self.position(lines, place.end))

    def to_position(self, lines: Sequence[str], position: Position) -> types.Position:
        """A position for the client."""
        line = lines[position.line] if position.line < len(lines) else ""
        return types.Position(position.line, self.to_units(line, position.column))

    def to_range(self, lines: Sequence[str], place: Range) -> types.Range:
        """A range for the client."""
        return types.Range(self.to_position(lines, place.start), self.to_position(lines, place.end))
