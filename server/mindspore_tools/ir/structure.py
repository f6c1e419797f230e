"""Outline and folding of a dump."""

from __future__ import annotations

from dataclasses import dataclass

from mindspore_tools.common.position import Range
from mindspore_tools.ir.model import Dump, Graph, Node


@dataclass(frozen=True)
class OutlineEntry:
    """One row of the outline; ``kind`` is ``graph``, ``parameter`` or ``node``. ``selection`` lies within ``range``."""

    name: str
    detail: str
    kind: str
    range: Range
    selection: Range
    children: tuple[OutlineEntry, ...] = ()


@dataclass(frozen=True)
class Fold:
    """Lines that fold together, first and last included; ``kind`` is ``region`` or ``comment``."""

    start: int
    end: int
    kind: str


def outline(dump: Dump) -> tuple[OutlineEntry, ...]:
    """Graphs with their nodes, in the order of the dump; before them the parameters of the entry graph."""
    parameters = tuple(
        OutlineEntry(each.name, str(each.type or ""), "parameter", each.range, each.range)
        for each in dump.parameters
    )
    return (*parameters, *(_graph_entry(graph) for graph in dump.graphs))


def _graph_entry(graph: Graph) -> OutlineEntry:
    place = f"{_file(graph.origin.path)}:{graph.origin.line}" if graph.origin else ""
    return OutlineEntry(
        graph.name, place, "graph", graph.range, graph.head, tuple(_node_entry(node) for node in graph.nodes)
    )


def _node_entry(node: Node) -> OutlineEntry:
    name = node.title if node.name == "return" else f"{node.name} {node.title}"
    return OutlineEntry(name, str(node.output_type or ""), "node", node.range, node.head)


def folds(dump: Dump) -> tuple[Fold, ...]:
    """Header, graphs, nodes with their comments, and lists of execution order."""
    found = []
    if dump.header and dump.header.end.line > 1:
        found.append(Fold(0, dump.header.end.line - 1, "comment"))
    for graph in dump.graphs:
        found.append(Fold(graph.range.start.line, graph.range.end.line, "region"))
        found += [
            Fold(node.range.start.line, node.range.end.line, "region")
            for node in graph.nodes
            if node.range.end.line > node.range.start.line
        ]
    found += [Fold(order.start.line, order.end.line, "comment") for order in dump.order]
    return tuple(found)


def _file(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]
