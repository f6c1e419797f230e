"""What an IR dump contains, as plain data with 0-based positions in the dump."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mindspore_tools.common.position import Range
from mindspore_tools.ir.locations import Location


@dataclass(frozen=True)
class TensorType:
    """An abstract value in short: ``dtype`` (``"Float32"``, or the kind such as ``"Func"``), ``shape`` (None when it has
    none, -1 for an unknown dimension), and the text as dumped.
    """

    dtype: str
    shape: tuple[int, ...] | None
    text: str

    def __str__(self) -> str:
        if self.shape is None:
            return self.dtype
        return f"{self.dtype} ({', '.join('?' if size < 0 else str(size) for size in self.shape)})"


@dataclass(frozen=True)
class Input:
    """One input of a node: ``text`` as dumped, ``node`` (``"%3"``), ``parameter`` (``"%para1"``) or ``graph`` (``"@f_1"``)
    when it refers to one, all empty for a constant. With ``free``, it is the value of that label in ``graph``, an outer
    function.
    """

    text: str
    node: str = ""
    parameter: str = ""
    graph: str = ""
    free: str = ""


@dataclass(frozen=True)
class Parameter:
    """A parameter: ``name`` as dumped (``"%para1_x"``), ``key`` that identifies it in the whole dump (``"%para1"``)."""

    name: str
    key: str
    type: TensorType | None
    range: Range

    @property
    def label(self) -> str:
        """The name in the source: ``"x"``."""
        return self.name.partition("_")[2] or self.name


@dataclass(frozen=True)
class Node:
    """One operator call.

    ``name`` is ``"%3"`` (``"return"`` for the last node), ``label`` the debug name (``"CNode_12"``, often the variable's),
    ``op`` the primitive (``"Add"``), ``""`` for a call of a value; ``calls`` the graphs that it calls. ``range`` covers all
    lines of the node, ``head`` its name. ``locations`` begin with the outermost caller as dumped.
    """

    name: str
    label: str
    op: str
    inputs: tuple[Input, ...]
    calls: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...]
    input_types: tuple[TensorType, ...]
    output_type: TensorType | None
    scope: str
    locations: tuple[Location, ...]
    range: Range
    head: Range
    failed: bool = False

    @property
    def title(self) -> str:
        """What it does in a few words: the operator, the called graph, or the called value."""
        if self.op:
            return self.op
        return f"call {', '.join(self.calls)}" if self.calls else "call"

    @property
    def origin(self) -> Location | None:
        """The place in the user's own code: the innermost one outside the mindspore package, else the innermost."""
        own = [location for location in self.locations if not in_framework(location.path)]
        found = own or self.locations
        return found[-1] if found else None


@dataclass(frozen=True)
class Graph:
    """One function graph. ``name`` begins with ``@``; ``range`` covers header to closing brace, ``head`` the name."""

    name: str
    parent: str
    parameters: tuple[Parameter, ...]
    nodes: tuple[Node, ...]
    attributes: tuple[tuple[str, str], ...]
    locations: tuple[Location, ...]
    range: Range
    head: Range

    @cached_property
    def by_name(self) -> dict[str, Node]:
        """Nodes by name."""
        return {node.name: node for node in self.nodes}

    def labelled(self, label: str) -> Node | Parameter | None:
        """The node or parameter with a debug name, which is how inner functions refer to it."""
        nodes = (node for node in self.nodes if node.label == label)
        parameters = (
            each for each in self.parameters if each.name.lstrip("%") == label or each.label == label
        )
        return next(nodes, None) or next(parameters, None)

    @property
    def origin(self) -> Location | None:
        """Where the function is defined."""
        return self.locations[-1] if self.locations else None


@dataclass(frozen=True)
class Dump:
    """A whole dump.

    ``parameters`` are those of the entry graph, which the dump lists apart. ``header`` covers what stands before the first
    graph (in ``analyze_fail.ir`` an error message), ``order`` the lists of execution order. ``places`` are all source
    locations with the line of the dump that names them.
    """

    entry: str
    parameters: tuple[Parameter, ...]
    graphs: tuple[Graph, ...]
    order: tuple[Range, ...] = ()
    header: Range | None = None
    places: tuple[tuple[int, Location], ...] = ()

    @cached_property
    def by_name(self) -> dict[str, Graph]:
        """Graphs by name."""
        return {graph.name: graph for graph in self.graphs}

    @cached_property
    def by_key(self) -> dict[str, Parameter]:
        """All parameters by key."""
        everything = {}
        for graph in self.graphs:
            everything.update({parameter.key: parameter for parameter in graph.parameters})
        everything.update({parameter.key: parameter for parameter in self.parameters})
        return everything

    def target(self, source: Input, graph: Graph) -> Node | Parameter | Graph | None:
        """What an input of a node in ``graph`` refers to; None for a constant or what the dump does not contain."""
        if source.free:
            key = re.match(r"para\d+(?=_|$)", source.free)
            if key:
                return self.by_key.get(f"%{key[0]}")
            outer = self.by_name.get(source.graph)
            found = outer.labelled(source.free) if outer else None
            return found or next((each for each in self.parameters if each.label == source.free), None)
        if source.node:
            return graph.by_name.get(source.node)
        if source.parameter:
            return self.by_key.get(source.parameter)
        return self.by_name.get(source.graph)

    def graph_at(self, line: int) -> Graph | None:
        """The graph that a line belongs to."""
        return next(
            (graph for graph in self.graphs if graph.range.start.line <= line <= graph.range.end.line), None
        )

    def node_at(self, line: int) -> Node | None:
        """The node that a line belongs to."""
        graph = self.graph_at(line)
        nodes = graph.nodes if graph else ()
        return next((node for node in nodes if node.range.start.line <= line <= node.range.end.line), None)


def in_framework(path: str) -> bool:
    """Whether a path lies in an installed mindspore package."""
    parts = path.replace("\\", "/").split("/")
    return any(
        part == "mindspore" and parts[index - 1] in ("site-packages", "dist-packages")
        for index, part in enumerate(parts)
        if index
    )
