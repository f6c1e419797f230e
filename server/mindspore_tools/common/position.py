"""Positions in a text: 0-based lines and 0-based columns counted in code points.

Protocols count differently (LSP in UTF-16 units, the command line from 1); they convert at their own border.
"""

from __future__ import annotations

from typing import NamedTuple


class Position(NamedTuple):
    """A place between two characters: 0-based line, 0-based column in code points."""

    line: int
    column: int


class Range(NamedTuple):
    """A half-open stretch of text, from ``start`` up to but not including ``end``."""

    start: Position
    end: Position

    def contains(self, position: Position) -> bool:
        """Whether the position lies inside or at either edge."""
        return self.start <= position <= self.end
