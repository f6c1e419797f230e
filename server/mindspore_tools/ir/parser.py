"""Reads IR dumps of MindSpore 1.2 to 2.10 (``*.ir`` of saved graphs, ``analyze_fail.ir``). Never raises.

Line by line: what is not understood is passed over, a node that is cut off is kept as far as it goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mindspore_tools.common.position import Position, Range
from mindspore_tools.ir.abstracts import parse_type, parse_types, split_top
from mindspore_tools.ir.locations import Location, parse_location
from mindspore_tools.ir.model import Dump, Graph, Input, Node, Parameter, TensorType

_ENTRY = re.compile(r"#\s*IR entry\s*:\s*(@\S+)")
_GRAPH = re.compile(r"subgraph (@.+?)(?: parent: \[subgraph (@.*?)\](?:\(\))?)?\((.*)\)\s*\{\s*$")
_PARAMETER = re.compile(r"(%para(\d+)(?:_\S*?)?)\s*:\s*(<.*?>)(?:\s+:\s.*)?$")
_NODE = re.compile(r"\s+(%\d+)\(")
_RETURN = re.compile(r"\s+(Return)\(")
_CALL = re.compile(r"call (@\S+?)\(")
_ATTRIBUTE = re.compile(r"(\w[\w ]*?)\s*:\s*(.*)$")
_GROUPS = re.compile(r"(\w+): \{|\{(instance name: [^}]*)\}")
_GRAPH_NAME = re.compile(r"@[^\s,()\[\]{}@]+(?![^\s,()\[\]{}@]|\()")
_FAILED = re.compile(r"#-+> \d+")
_FREE = re.compile(r"\$?\(?(@[^\s:()]+):([^\s()]+)\)?")
_OLD_UNION = re.compile(r"\[FuncUnion\((.*?)\)\]")


def parse(text: str) -> Dump:
    """Read a dump. Positions count lines of the text from 0."""
    return _Reader(text.split("\n")).read()


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = 0
        self.places = dict(self._places())

    def read(self) -> Dump:
        entry, parameters, graphs, order = "", [], [], []
        before: list[int] = []
        first_graph = None
        while self.number < len(self.lines):
            line = self.lines[self.number]
            if line.startswith("subgraph @") and _GRAPH.match(line):
                first_graph = self.number if first_graph is None else first_graph
                graphs.append(self._graph(before))
                before = []
                continue
            if line.startswith("# Order"):
                order.append(self._order())
                before = []
                continue
            found = _ENTRY.match(line)
            if found:
                entry = found[1]
            parameter = _PARAMETER.match(line) if not graphs else None
            if parameter:
                parameters.append(self._parameter(parameter))
            before.append(self.number)
            self.number += 1
        header = None
        if first_graph:
            header = Range(Position(0, 0), Position(first_graph, 0))
        return Dump(entry, tuple(parameters), tuple(graphs), tuple(order), header, tuple(self.places.items()))

    def _places(self) -> Iterator[tuple[int, Location]]:
        for number, line in enumerate(self.lines):
            if "In file " in line:
                location = parse_location(line)
                if location:
                    yield number, location

    def _parameter(self, match: re.Match[str]) -> Parameter:
        return Parameter(
            match[1],
            f"%para{match[2]}",
            parse_type(match[3]),
            self._span(self.number, match.start(1), match.end(1)),
        )

    def _order(self) -> Range:
        start = self.number
        self.number += 1
        while self.number < len(self.lines) and self.lines[self.number].startswith("#   "):
            self.number += 1
        return Range(Position(start, 0), Position(self.number - 1, len(self.lines[self.number - 1])))

    def _graph(self, before: list[int]) -> Graph:
        start = self.number
        head = self.lines[start]
        match = _GRAPH.match(head)
        assert match
        attributes, locations, types = self._preamble(before)
        parameters = tuple(self._graph_parameters(match, types))
        self.number += 1
        nodes = []
        failed = False
        while self.number < len(self.lines):
            line = self.lines[self.number]
            if line.startswith("}") or line.startswith("subgraph @"):
                break
            if _FAILED.match(line):
                failed = True
                self.number += 1
            elif _NODE.match(line) or _RETURN.match(line):
                nodes.append(self._node(failed))
                failed = False
            else:
                self.number += 1
        end = min(self.number, len(self.lines) - 1)
        if self.number < len(self.lines) and self.lines[self.number].startswith("}"):
            self.number += 1
        return Graph(
            match[1],
            match[2] or "",
            parameters,
            tuple(nodes),
            tuple(attributes),
            tuple(locations),
            Range(Position(start, 0), Position(end, len(self.lines[end]))),
            self._span(start, match.start(1), match.end(1)),
        )

    def _preamble(
        self, before: list[int]
    ) -> tuple[list[tuple[str, str]], list[Location], tuple[TensorType, ...]]:
        """Attributes, places and parameter types from the lines above a graph."""
        start = next((i for i in reversed(range(len(before))) if not self.lines[before[i]].strip()), -1)
        attributes, locations = [], []
        types: tuple[TensorType, ...] = ()
        for number in before[start + 1 :]:
            line = self.lines[number]
            if line.startswith("# Parameters:"):
                inside = line.partition("(")[2].rstrip()
                types = parse_types(inside[:-1] if inside.endswith(")") else inside)
            elif line.startswith("#"):
                if number in self.places:
                    locations.append(self.places[number])
            else:
                found = _ATTRIBUTE.match(line)
                if found and found[2] and found[1] != "subgraph instance":
                    attributes.append((found[1].strip(), found[2]))
        return attributes, locations, types

    def _graph_parameters(self, match: re.Match[str], types: tuple[TensorType, ...]) -> Iterator[Parameter]:
        offset = match.start(3)
        for index, found in enumerate(re.finditer(r"%para(\d+)[^\s,)]*", match[3])):
            kind = types[index] if index < len(types) else None
            span = self._span(self.number, offset + found.start(), offset + found.end())
            yield Parameter(found[0], f"%para{found[1]}", kind, span)

    def _node(self, failed: bool) -> Node:
        start = self.number
        statement = self._statement()
        types: list[str] = []
        scope, locations = "", []
        while self.number < len(self.lines):
            line = self.lines[self.number]
            stripped = line.strip()
            if stripped.startswith(": ("):
                types.append(stripped[2:])
            elif stripped.startswith("#") and not line.startswith("#"):
                if self.number in self.places:
                    locations.append(self.places[self.number])
                elif "cope:" in stripped:
                    scope = stripped.partition("cope:")[2].strip().strip("()")
            else:
                break
            self.number += 1
        end = self.number - 1
        name, label, op, inputs, calls, attributes, width = _statement_parts(statement)
        input_types, output_type = _node_types(types[0] if types else "", op)
        column = len(statement) - len(statement.lstrip())
        return Node(
            name, label, op, inputs, calls, attributes, input_types, output_type, scope, tuple(locations),
            Range(Position(start, 0), Position(end, len(self.lines[end]))),
            self._span(start, column, column + width),
            failed,
        )  # fmt: skip

    def _statement(self) -> str:
        """The lines of one statement, joined: a tensor's value may go over several lines."""
        parts = [self.lines[self.number]]
        self.number += 1
        while self.number < len(self.lines):
            line = self.lines[self.number]
            if (
                line.lstrip().startswith((": (", "#"))
                or line.startswith("}")
                or _NODE.match(line)
                or not line.strip()
            ):
                break
            parts.append(line)
            self.number += 1
        return "\n".join(parts)

    @staticmethod
    def _span(line: int, start: int, end: int) -> Range:
        return Range(Position(line, start), Position(line, end))


def _statement_parts(
    statement: str,
) -> tuple[str, str, str, tuple[Input, ...], tuple[str, ...], tuple[tuple[str, str], ...], int]:
    """Name, label, operator, inputs, called graphs, attributes and the width of the name, of one statement."""
    text = statement.strip()
    name, label, body = "return", "", text
    if not text.startswith("Return("):
        name, _, rest = text.partition("(")
        label, _, body = rest.partition(") = ")
    width = len(name)
    called = _CALL.match(body)
    if called:
        op, arguments, rest = "", *_arguments(body, called.end() - 1)
        return name, label, op, _inputs(arguments), (called[1],), _attributes(rest), width
    opening = _opening(body)
    op = body[:opening]
    arguments, rest = _arguments(body, opening)
    inputs = _inputs(arguments)
    calls: tuple[str, ...] = ()
    callee, bracket, known = op.partition("[")
    if op.startswith(("%", "$")) or bracket:
        old = _OLD_UNION.search(op)
        calls = tuple(f"@{each}" for each in split_top(old[1])) if old else tuple(_GRAPH_NAME.findall(known))
        inputs = (_input(callee), *inputs)
        op = ""
    return name, label, _primitive(op), inputs, calls, _attributes(rest), width


def _primitive(op: str) -> str:
    """The operator's own name: ``PrimFunc_Add``, ``S-Prim-Add`` and ``DoSignaturePrimitive::S-Prim-Add`` are ``Add``."""
    return re.sub(r"^(?:\w+::)?(?:PrimFunc_|S-Prim-|S_Prim_)?", "", op.strip())


def _opening(body: str) -> int:
    """Where the argument list begins, behind a callee such as ``%5[@FuncUnion(@a, @b)]`` or ``$(@outer:CNode_1)``."""
    depth = 0
    free = _FREE.match(body) if body.startswith("$") else None
    for position, mark in enumerate(body):
        if free and position < free.end():
            continue
        if mark == "[":
            depth += 1
        elif mark == "]":
            depth -= 1
        elif mark == "(" and depth == 0:
            return position
    return len(body)


def _arguments(body: str, opening: int) -> tuple[str, str]:
    """The text between the parenthesis at ``opening`` and its partner, and what follows."""
    depth, quote, previous = 0, "", ""
    for position in range(opening, len(body)):
        mark = body[position]
        if quote:
            quote = "" if mark == quote and previous != "\\" else quote
        elif mark == '"':
            quote = mark
        elif mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            if depth == 0:
                return body[opening + 1 : position], body[position + 1 :]
        previous = mark
    return body[opening + 1 :], ""


def _inputs(arguments: str) -> tuple[Input, ...]:
    return tuple(_input(part) for part in split_top(arguments))


def _input(text: str) -> Input:
    if text.startswith("%para"):
        match = re.match(r"%para\d+", text)
        return Input(text, parameter=match[0] if match else text)
    if re.match(r"%\d+", text):
        match = re.match(r"%\d+", text)
        return Input(text, node=match[0] if match else text)
    free = _FREE.fullmatch(text)
    if free:
        return Input(text, graph=free[1], free=free[2])
    if text.startswith("@"):
        return Input(text, graph=text.split()[0])
    return Input(text)


def _attributes(rest: str) -> tuple[tuple[str, str], ...]:
    """``primitive_attrs: {a: 1, b: [x, y]} cnode_attrs: {...}`` as pairs."""
    pairs = []
    for group in _GROUPS.finditer(rest):
        if group[2]:
            pairs.append(("instance name", group[2].partition(":")[2].strip()))
            continue
        inside, depth = group.end(), 1
        position = inside
        while position < len(rest) and depth:
            depth += {"{": 1, "}": -1}.get(rest[position], 0)
            position += 1
        for part in split_top(rest[inside : position - 1]):
            key, _, value = part.partition(": ")
            pairs.append((key, value))
    return tuple(pairs)


def _node_types(text: str, op: str) -> tuple[tuple[TensorType, ...], TensorType | None]:
    """``(in, in) -> (out)`` as types; ``Return`` has one list, which is its value."""
    arrow = text.rfind(") -> (")
    if arrow < 0:
        inside = parse_types(text.strip()[1:-1]) if text else ()
        return inside, inside[0] if inside and op == "Return" else None
    inputs = parse_types(text[:arrow].strip().removeprefix("("))
    outputs = parse_types(text[arrow + 6 :].strip().removesuffix(")"))
    return inputs, outputs[0] if outputs else None
