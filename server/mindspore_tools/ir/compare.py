"""What one pass of the compiler changed: two dumps of the same function compared."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from mindspore_tools.ir.describe import plain_name
from mindspore_tools.ir.model import Dump, Graph, Node

TOO_MANY = 4000


@dataclass(frozen=True)
class NodeChange:
    """A node that is in both dumps but has another type, other attributes or other constants."""

    before: Node
    after: Node


@dataclass(frozen=True)
class GraphChange:
    """A graph of both dumps with what differs in it."""

    before: Graph
    after: Graph
    removed: tuple[Node, ...]
    added: tuple[Node, ...]
    changed: tuple[NodeChange, ...]


@dataclass(frozen=True)
class Comparison:
    """``operators`` are operator, count before, count after, where the two differ, the largest change first."""

    removed: tuple[Graph, ...]
    added: tuple[Graph, ...]
    changed: tuple[GraphChange, ...]
    operators: tuple[tuple[str, int, int], ...]

    @property
    def empty(self) -> bool:
        """Whether the pass changed nothing."""
        return not (self.removed or self.added or self.changed)


def compare(before: Dump, after: Dump) -> Comparison:
    """Compare two dumps. Numbers in names change from pass to pass and do not count."""
    pairs, removed, added = _pair_graphs(before, after)
    changed = [change for change in (_compare_graphs(one, other) for one, other in pairs) if change]
    return Comparison(tuple(removed), tuple(added), tuple(changed), _operators(before, after))


def _operators(before: Dump, after: Dump) -> tuple[tuple[str, int, int], ...]:
    one, other = (
        Counter(node.op or "call" for graph in dump.graphs for node in graph.nodes)
        for dump in (before, after)
    )
    rows = [(op, one[op], other[op]) for op in {*one, *other} if one[op] != other[op]]
    return tuple(sorted(rows, key=lambda row: (-abs(row[1] - row[2]), row[0])))


def _pair_graphs(before: Dump, after: Dump) -> tuple[list[tuple[Graph, Graph]], list[Graph], list[Graph]]:
    """Graphs of the same plain name in order; the entry graphs belong together whatever they are called."""
    pairs = []
    entries = before.by_name.get(before.entry), after.by_name.get(after.entry)
    left, right = _by_plain_name(before, entries[0]), _by_plain_name(after, entries[1])
    if entries[0] and entries[1]:
        pairs.append((entries[0], entries[1]))
    removed: list[Graph] = []
    added: list[Graph] = []
    for name in dict.fromkeys([*left, *right]):
        ours, theirs = left.get(name, []), right.get(name, [])
        count = min(len(ours), len(theirs))
        pairs += list(zip(ours[:count], theirs[:count]))
        removed += ours[count:]
        added += theirs[count:]
    return pairs, removed, added


def _by_plain_name(dump: Dump, entry: Graph | None) -> dict[str, list[Graph]]:
    result: dict[str, list[Graph]] = {}
    for graph in dump.graphs:
        if graph is not entry:
            result.setdefault(plain_name(graph.name), []).append(graph)
    return result


def _compare_graphs(before: Graph, after: Graph) -> GraphChange | None:
    removed: list[Node] = []
    added: list[Node] = []
    changed: list[NodeChange] = []
    ours, theirs = [_key(node) for node in before.nodes], [_key(node) for node in after.nodes]
    for tag, start, end, other_start, other_end in _differences(ours, theirs):
        if tag == "equal":
            for one, other in zip(before.nodes[start:end], after.nodes[other_start:other_end]):
                if _details(one) != _details(other):
                    changed.append(NodeChange(one, other))
        else:
            removed += before.nodes[start:end]
            added += after.nodes[other_start:other_end]
    if not (removed or added or changed):
        return None
    return GraphChange(before, after, tuple(removed), tuple(added), tuple(changed))


def _differences(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[tuple[str, int, int, int, int]]:
    """Opcodes of a diff; what is equal at both ends is taken off first, a very long middle is replaced as a whole."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    left, right = len(one) - end, len(other) - end
    middle = [("replace", start, left, start, right)]
    if max(left, right) - start <= TOO_MANY:
        matcher = difflib.SequenceMatcher(None, one[start:left], other[start:right], autojunk=False)
        middle = [
            (tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in matcher.get_opcodes()
        ]
    return [("equal", 0, start, 0, start), *middle, ("equal", left, len(one), right, len(other))]


def _key(node: Node) -> Hashable:
    """What makes two nodes the same operation: operator, number of inputs, where it belongs."""
    return node.title if node.op else "call", len(node.inputs), node.scope.rsplit("/", 1)[0]


def _details(node: Node) -> Hashable:
    constants = tuple(
        source.text for source in node.inputs if not (source.node or source.parameter or source.graph)
    )
    return str(node.output_type), tuple(sorted(node.attributes)), constants
