"""Links between a dump and the source files, both ways."""

from __future__ import annotations

import os

from mindspore_tools.common.position import Position, Range
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.model import Dump, Graph, Node


def links(dump: Dump) -> tuple[tuple[Range, Location], ...]:
    """Where the dump names a place in a source file, and that place."""
    return tuple(
        (Range(Position(line, place.start), Position(line, place.stop)), place) for line, place in dump.places
    )


def nodes_of(dump: Dump, path: str, line: int, column: int | None = None) -> tuple[Node, ...]:
    """The nodes that come from a 1-based line of a source file, in the order of the dump.

    A node belongs to a line when the innermost statement that it names there covers it; of several stretches that
    cover the line, only nodes of the narrowest are given. With ``column`` (0-based) the stretch has to cover that too.
    """
    found: list[tuple[tuple[int, int], Node]] = []
    for graph in dump.graphs:
        for node in graph.nodes:
            places = [
                place
                for place in node.locations
                if same_file(place.path, path) and _covers(place, line, column)
            ]
            if places:
                found.append((min(_size(place) for place in places), node))
    narrowest = min((size[0] for size, _ in found), default=0)
    return tuple(node for size, node in found if size[0] == narrowest)


def graphs_of(dump: Dump, path: str, line: int) -> tuple[Graph, ...]:
    """The graphs of the functions defined around a 1-based line of a source file."""
    return tuple(
        graph
        for graph in dump.graphs
        if any(same_file(place.path, path) and _covers(place, line, None) for place in graph.locations)
    )


def same_file(one: str, other: str) -> bool:
    """Whether two paths name one file; a relative path matches the end of an absolute one."""
    left, right = os.path.normcase(os.path.normpath(one)), os.path.normcase(os.path.normpath(other))
    if os.path.isabs(left) == os.path.isabs(right):
        return left == right
    longer, shorter = (left, right) if os.path.isabs(left) else (right, left)
    return longer.endswith(os.sep + shorter)


def _covers(place: Location, line: int, column: int | None) -> bool:
    if not place.line <= line <= place.end_line:
        return False
    if column is None or place.column is None or place.end_column is None:
        return True
    after_start = line > place.line or column >= place.column
    return after_start and (line < place.end_line or column < place.end_column)


def _size(place: Location) -> tuple[int, int]:
    return place.end_line - place.line, (place.end_column or 0) - (place.column or 0)
