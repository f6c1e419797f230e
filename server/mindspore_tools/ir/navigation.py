"""Definition and references of names in a dump."""

from __future__ import annotations

from mindspore_tools.common.position import Position, Range
from mindspore_tools.ir.document import IrDocument
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.model import Parameter


def definition(document: IrDocument, position: Position) -> Range | Location | None:
    """Where the name at a position is defined: in the dump, or in a source file for a ``# In file`` comment."""
    reference = document.reference_at(position)
    if reference:
        target = reference.target
        return target.range if isinstance(target, Parameter) else target.head
    return document.place_at(position)


def references(document: IrDocument, position: Position) -> tuple[Range, ...]:
    """All places in the dump that name what stands at a position, its definition included."""
    here = document.reference_at(position)
    if here is None:
        return ()
    lines = range(len(document.lines))
    graph = document.dump.graph_at(here.target.range.start.line)
    if graph and here.target in graph.nodes and not any("$(" in line for line in document.lines):
        lines = range(graph.range.start.line, graph.range.end.line + 1)
    return tuple(
        reference.range
        for line in lines
        for reference in document.references_on(line)
        if reference.target is here.target
    )
