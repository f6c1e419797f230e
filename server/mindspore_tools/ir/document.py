"""A snapshot of a dump, and what stands at a position in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mindspore_tools.common.position import Position, Range
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.model import Dump, Graph, Input, Node, Parameter
from mindspore_tools.ir.parser import parse

_REFERENCE = re.compile(
    r"\$\((?P<free_graph>@[^\s:()]+):(?P<free>[^\s()]+)\)"
    r"|(?P<parameter>%para\d+)(?:_[^\s,:()\[\]{}]+)?|(?P<node>%\d+)|(?P<graph>@[^\s,:()\[\]{}@]+)"
)


@dataclass(frozen=True)
class Reference:
    """A name that stands in the text, and what it means."""

    range: Range
    target: Node | Parameter | Graph


class IrDocument:
    """The text of a dump with what was read from it. Parsed once, when first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")

    @cached_property
    def dump(self) -> Dump:
        """What the text means."""
        return parse(self.text)

    @cached_property
    def _places(self) -> dict[int, Location]:
        return dict(self.dump.places)

    def place_at(self, position: Position) -> Location | None:
        """The source location named on the line of a position."""
        return self._places.get(position.line)

    def reference_at(self, position: Position) -> Reference | None:
        """The name at a position with its meaning; None where there is none or the dump does not say."""
        if not 0 <= position.line < len(self.lines):
            return None
        for match in _REFERENCE.finditer(self.lines[position.line]):
            if match.start() <= position.column <= match.end():
                return self._reference(position.line, match)
        return None

    def references_on(self, line: int) -> list[Reference]:
        """All names on a line that the dump explains."""
        found = (self._reference(line, match) for match in _REFERENCE.finditer(self.lines[line]))
        return [reference for reference in found if reference]

    def _reference(self, line: int, match: re.Match[str]) -> Reference | None:
        span = Range(Position(line, match.start()), Position(line, match.end()))
        source = Input(
            match[0],
            match["node"] or "",
            match["parameter"] or "",
            match["graph"] or match["free_graph"] or "",
            match["free"] or "",
        )
        graph = self.dump.graph_at(line)
        if source.node and graph is None:
            return None
        target = self.dump.target(source, graph or _NOWHERE)
        return Reference(span, target) if target else None


_EMPTY = Range(Position(0, 0), Position(0, 0))
_NOWHERE = Graph("", "", (), (), (), (), _EMPTY, _EMPTY)
