"""A dump as nodes and edges for a drawing. No layout: the view places what it shows."""

from __future__ import annotations

from typing import Any

from mindspore_tools.ir.model import Dump, Graph, Node, Parameter


def picture(dump: Dump, only: str | None = None) -> dict[str, Any]:
    """Nodes, edges and groups as JSON data, for the whole dump or one graph.

    ``nodes``: ``id``, ``title``, ``detail`` (output type), ``kind`` (``op call parameter constant return``), ``group``,
    ``rank`` (length of the longest path to it within its group), ``line`` (0-based, in the dump), ``source`` (path, 1-based
    line) or None, ``failed``. ``edges``: ``from``, ``to``, ``kind`` (``data`` or ``call``), ``label`` (input number).
    ``groups``: ``id`` (graph name), ``title``, ``parent``.
    """
    graphs = [graph for graph in dump.graphs if only in (None, graph.name)]
    shown = {graph.name for graph in graphs}
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for graph in graphs:
        _draw(dump, graph, shown, nodes, edges)
    groups = [
        {
            "id": graph.name,
            "title": graph.name.lstrip("@"),
            "parent": graph.parent if graph.parent in shown else None,
        }
        for graph in graphs
    ]
    drawn = {node["id"] for node in nodes}
    edges = [edge for edge in edges if edge["from"] in drawn and edge["to"] in drawn]
    return {"nodes": nodes, "edges": edges, "groups": groups}


def _draw(
    dump: Dump, graph: Graph, shown: set[str], nodes: list[dict[str, Any]], edges: list[dict[str, Any]]
) -> None:
    parameters = graph.parameters or (dump.parameters if graph.name == dump.entry else ())
    ranks: dict[str, int] = {}
    for parameter in parameters:
        nodes.append(_parameter(graph, parameter))
        ranks[_parameter_id(graph, parameter)] = 0
    for node in graph.nodes:
        identity = _id(graph, node)
        rank = 0
        for index, source in enumerate(node.inputs):
            target = dump.target(source, graph)
            if target is None:
                continue
            origin = _target_id(dump, graph, target, parameters)
            kind = "call" if isinstance(target, Graph) else "data"
            edges.append({"from": origin, "to": identity, "kind": kind, "label": str(index)})
            rank = max(rank, ranks.get(origin, -1) + 1)
        ranks[identity] = rank
        nodes.append(_node(graph, node, rank))
        for called in node.calls:
            if called in shown and called in dump.by_name and dump.by_name[called].nodes:
                first = dump.by_name[called]
                edges.append(
                    {"from": identity, "to": _id(first, first.nodes[-1]), "kind": "call", "label": ""}
                )


def _node(graph: Graph, node: Node, rank: int) -> dict[str, Any]:
    kind = "return" if node.name == "return" else "op" if node.op else "call"
    origin = node.origin
    return {
        "id": _id(graph, node),
        "title": node.title,
        "detail": str(node.output_type or ""),
        "kind": kind,
        "group": graph.name,
        "rank": rank,
        "line": node.range.start.line,
        "source": {"path": origin.path, "line": origin.line} if origin else None,
        "failed": node.failed,
    }


def _parameter(graph: Graph, parameter: Parameter) -> dict[str, Any]:
    return {
        "id": _parameter_id(graph, parameter),
        "title": parameter.label,
        "detail": str(parameter.type or ""),
        "kind": "parameter",
        "group": graph.name,
        "rank": 0,
        "line": parameter.range.start.line,
        "source": None,
        "failed": False,
    }


def _target_id(
    dump: Dump, graph: Graph, target: Node | Parameter | Graph, parameters: tuple[Parameter, ...]
) -> str:
    if isinstance(target, Graph):
        return _id(target, target.nodes[-1]) if target.nodes else target.name
    if isinstance(target, Node):
        return _id(dump.graph_at(target.range.start.line) or graph, target)
    owner = graph if target in parameters else _owner(dump, target)
    return _parameter_id(owner or graph, target)


def _owner(dump: Dump, parameter: Parameter) -> Graph | None:
    if parameter in dump.parameters:
        return dump.by_name.get(dump.entry)
    return dump.graph_at(parameter.range.start.line)


def _id(graph: Graph, node: Node) -> str:
    return f"{graph.name}/{node.name}"


def _parameter_id(graph: Graph, parameter: Parameter) -> str:
    return f"{graph.name}/{parameter.key}"
