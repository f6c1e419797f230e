"""What a name in a dump is: operator, inputs and output with dtype and shape, attributes, the way to the source."""

from __future__ import annotations

from dataclasses import dataclass

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.ir.describe import marks
from mindspore_tools.ir.document import IrDocument
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.model import Dump, Graph, Input, Node, Parameter

MANY = 12

_INPUTS = Text("inputs", "输入")
_OUTPUT = Text("output", "输出")
_ATTRIBUTES = Text("attributes", "属性")
_SOURCE = Text("source", "源代码")
_PARAMETER = Text("parameter", "参数")
_PARAMETERS = Text("parameters", "参数")
_GRAPH = Text("graph", "计算图")
_NODES = Text("{count} nodes", "{count} 个节点")
_CALLED = Text("called from", "调用者")
_PARENT = Text("defined in", "外层函数")
_FAILED = Text("Compilation failed at this node.", "编译在该节点失败。")
_MORE = Text("… and {count} more", "……另有 {count} 个")


@dataclass(frozen=True)
class Hover:
    """Markdown about a stretch of the dump; ``parts`` are joined by blank lines."""

    range: Range
    parts: tuple[Text, ...]


def hover(document: IrDocument, position: Position) -> Hover | None:
    """About the name at a position, or the node whose line it is; None elsewhere."""
    reference = document.reference_at(position)
    dump = document.dump
    if reference:
        target = reference.target
        if isinstance(target, Node):
            return Hover(reference.range, _node(dump, dump.graph_at(target.range.start.line), target))
        if isinstance(target, Graph):
            return Hover(reference.range, _graph(dump, target))
        return Hover(reference.range, (_parameter(target),))
    node = dump.node_at(position.line)
    if node and position.line == node.range.start.line:
        return Hover(node.head, _node(dump, dump.graph_at(position.line), node))
    return None


def _node(dump: Dump, graph: Graph | None, node: Node) -> tuple[Text, ...]:
    label = f" `{node.label}`" if node.label else ""
    parts = [_same(f"**{_escape(node.title)}** `{node.name}`{label}")]
    if node.failed:
        parts.insert(0, _FAILED)
    rows = []
    for index, source in enumerate(node.inputs[:MANY]):
        kind = node.input_types[index] if index < len(node.input_types) else None
        if len(node.input_types) == len(node.inputs) - 1:  # the callee is not in the list of types
            kind = node.input_types[index - 1] if index else None
        meaning = _meaning(dump, graph, source)
        rows.append(f"- `{_short(source.text)}`{meaning}{f' — {kind}' if kind else ''}")
    if rows:
        parts.append(_titled(_INPUTS, "\n".join(rows)))
    if len(node.inputs) > MANY:
        parts.append(_MORE.format(count=len(node.inputs) - MANY))
    if node.output_type:
        parts.append(_titled(_OUTPUT, str(node.output_type)))
    if node.attributes:
        parts.append(
            _titled(
                _ATTRIBUTES, ", ".join(f"`{key}: {_short(value)}`" for key, value in node.attributes[:MANY])
            )
        )
    if node.locations:
        parts.append(_titled(_SOURCE, _sources(node.locations)))
    return tuple(parts)


def _meaning(dump: Dump, graph: Graph | None, source: Input) -> str:
    target = dump.target(source, graph) if graph else None
    if isinstance(target, Node) and target.title:
        return f" {_escape(target.title)}"
    return f" {_escape(target.label)}" if isinstance(target, Parameter) else ""


def _graph(dump: Dump, graph: Graph) -> tuple[Text, ...]:
    parts = [
        Text("**{graph}** `{name}` — {nodes}", "**{graph}** `{name}` — {nodes}").format(
            graph=_GRAPH, name=graph.name, nodes=_NODES.format(count=len(graph.nodes))
        )
    ]
    parts += marks(graph.name)[:1]
    parameters = graph.parameters or (dump.parameters if graph.name == dump.entry else ())
    if parameters:
        rows = "\n".join(f"- `{each.name}` — {each.type or '?'}" for each in parameters[:MANY])
        parts.append(_titled(_PARAMETERS, rows))
    if graph.parent:
        parts.append(_titled(_PARENT, f"`{graph.parent}`"))
    callers = [other.name for other in dump.graphs if any(graph.name in node.calls for node in other.nodes)]
    if callers:
        parts.append(_titled(_CALLED, ", ".join(f"`{name}`" for name in callers[:MANY])))
    if graph.locations:
        parts.append(_titled(_SOURCE, _sources(graph.locations)))
    return tuple(parts)


def _parameter(parameter: Parameter) -> Text:
    return Text("**{kind}** `{name}` — {type}", "**{kind}** `{name}` — {type}").format(
        kind=_PARAMETER, name=parameter.name, type=str(parameter.type or "?")
    )


def _sources(locations: tuple[Location, ...]) -> str:
    rows = []
    for location in locations[-3:]:
        name = location.path.replace("\\", "/").rsplit("/", 1)[-1]
        code = f" `{_short(location.text)}`" if location.text else ""
        rows.append(f"- {_escape(name)}:{location.line}{code}")
    return "\n".join(rows)


def _titled(title: Text, body: str) -> Text:
    separator = "\n" if body.startswith("- ") else " "
    return Text(f"{title.en}:{separator}{{body}}", f"{title.zh}：{separator}{{body}}").format(body=body)


def _same(text: str) -> Text:
    return Text("{text}", "{text}").format(text=text)


def _short(text: str, limit: int = 80) -> str:
    flat = " ".join(text.replace("`", "'").split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _escape(text: str) -> str:
    return text.replace("_", "\\_").replace("*", "\\*")
