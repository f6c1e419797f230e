"""A dump as text for people: one line a node, names of the source, no numbers that change from run to run.

It is the alternative to the graph picture, and what two passes are compared by.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.model import Dump, Graph, Input, Node

_IDS = re.compile(r"(?<![A-Za-z0-9.])(?:\d+_)+|[._]\d+$")


MARKS = {
    "✓": Text("taken when the condition is true", "条件为真时执行的分支"),
    "✗": Text("taken when the condition is false", "条件为假时执行的分支"),
    "↵": Text("condition of a loop", "循环条件"),
    "↻": Text("body of a loop", "循环体"),
    "↓": Text("what follows a branch or loop", "分支或循环之后的部分"),
    "▸": Text("forward pass of a gradient", "求导的前向部分"),
    "◂": Text("backward pass of a gradient", "求导的反向部分"),
}


def marks(name: str) -> list[Text]:
    """What the marks mean that MindSpore puts before the name of a part of a function, the innermost first."""
    return [MARKS[mark] for mark in plain_name(name) if mark in MARKS]


def plain_name(name: str) -> str:
    """The name of a graph without the numbers that MindSpore adds: ``@12_✓f_67`` and ``@✓f.67`` are ``✓f``."""
    return _IDS.sub("", name.lstrip("@")) or name.lstrip("@")


def describe(dump: Dump, places: bool = True) -> str:
    """The whole dump, the entry graph first. ``places`` adds the source lines."""
    graphs = sorted(dump.graphs, key=lambda graph: graph.name != dump.entry)
    return "\n\n".join("\n".join(_graph(dump, graph, places)) for graph in graphs) + "\n"


def _graph(dump: Dump, graph: Graph, places: bool) -> Iterator[str]:
    parameters = graph.parameters or (dump.parameters if graph.name == dump.entry else ())
    shown = ", ".join(f"{each.label}: {each.type}" if each.type else each.label for each in parameters)
    inside = f"  in {plain_name(graph.parent)}" if graph.parent else ""
    where = f"    # {_where(graph.origin)}" if places and graph.origin else ""
    yield f"{plain_name(graph.name)}({shown}){inside}{where}"
    names = value_names(graph)
    for node in graph.nodes:
        yield (
            "  "
            + _node(dump, graph, node, names)
            + (f"    # {_where(node.origin)}" if places and node.origin else "")
        )


def value_names(graph: Graph) -> dict[str, str]:
    """A readable name for each node: the variable of the source, or the operator; numbered when used several times."""
    names: dict[str, str] = {}
    count = Counter(parameter.label for parameter in graph.parameters)
    for node in graph.nodes:
        label = re.sub(r"^\W*", "", _IDS.sub("", node.label))
        if not re.fullmatch(r"[^\W\d]\w*", label) or "Node" in label or label.startswith("equiv"):
            label = (node.op or "value").rsplit("::", 1)[-1]
            label = label[:1].lower() + label[1:]
        count[label] += 1
        names[node.name] = label if count[label] == 1 else f"{label}{count[label]}"
    return names


def _node(dump: Dump, graph: Graph, node: Node, names: dict[str, str]) -> str:
    inputs = [_input(dump, graph, source, names) for source in node.inputs]
    if node.name == "return":
        return f"return {', '.join(inputs)}"
    callee = node.op
    if not callee:
        if node.inputs and len(node.input_types) == len(node.inputs) - 1:
            inputs = inputs[1:]
        callee = "call " + (
            "|".join(plain_name(name) for name in node.calls) or _callee(dump, graph, node, names)
        )
    result = f" -> {node.output_type}" if node.output_type else ""
    return (
        f"{names[node.name]} = {callee}({', '.join(inputs)}){result}{'    <-- failed' if node.failed else ''}"
    )


def _callee(dump: Dump, graph: Graph, node: Node, names: dict[str, str]) -> str:
    return _input(dump, graph, node.inputs[0], names) if node.inputs else "?"


def _input(dump: Dump, graph: Graph, source: Input, names: dict[str, str]) -> str:
    if source.node and not source.free:
        return names.get(source.node, source.node)
    target = dump.target(source, graph)
    if isinstance(target, Graph):
        return plain_name(target.name)
    if target is not None:
        return _IDS.sub("", target.label) or target.label
    if source.free:
        return _IDS.sub("", source.free)
    text = " ".join(source.text.split())
    return text if len(text) <= 60 else text[:59] + "…"


def _where(place: Location) -> str:
    name = place.path.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}:{place.line}"
