"""Running all roots of a file, and remembering the results from snapshot to snapshot.

Roots that reach a common function form a group. A group is run again only when something that it depends on has changed:
a fragment that was run, a class that was asked for something, or the surroundings that every function may see.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mindspore_tools.graph.binding import Binder
from mindspore_tools.graph.folding import Folder
from mindspore_tools.graph.fragments import Fragment
from mindspore_tools.graph.interpreter import Interpreter
from mindspore_tools.graph.program import Program
from mindspore_tools.graph.roots import Root
from mindspore_tools.graph.scope import Record
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.graph.target import Target
from mindspore_tools.graph.values import Class, Instance


@dataclass
class Group:
    """Roots that hang together: their ``records``, the ``fragments`` they depend on, and what others note about them."""

    roots: list[Root]
    records: list[Record]
    fragments: set[Fragment]
    memory: dict[object, object] = field(default_factory=dict)


@dataclass(frozen=True)
class _Memory:
    surroundings: tuple[object, ...]
    consulted: dict[tuple[str, str], SourceFile | None]
    groups: list[Group]


def run_all(interpreter: Interpreter, roots: list[Root], target: Target) -> list[Group]:
    """Run the roots that are compiled from their syntax tree, as far as their results are not known yet."""
    program = interpreter.program
    source = program.source
    key = (target, id(program.index))
    known = source.memory.get(key)
    around = surroundings(source)
    to_run = [root for root in roots if root.options.capture_mode == "ast"]
    kept: list[Group] = []
    if isinstance(known, _Memory) and known.surroundings == around and _same_files(program, known):
        kept, to_run = _keep(known.groups, to_run, source)
        program.consulted.update(known.consulted)
    fresh = _run(interpreter, to_run)
    while True:
        reached = {id(record.function.node) for group in fresh for record in group.records}
        disturbed = [
            group for group in kept if any(id(record.function.node) in reached for record in group.records)
        ]
        if not disturbed:
            break
        kept = [group for group in kept if group not in disturbed]
        fresh += _run(interpreter, [root for group in disturbed for root in group.roots])
    groups = kept + _merged(fresh)
    for group in groups:
        group.fragments |= {
            fragment for fragment in interpreter.always_touched if source.start_of(fragment) is not None
        }
    source.memory[key] = _Memory(around, dict(program.consulted), groups)
    return groups


def _same_files(program: Program, known: _Memory) -> bool:
    """Whether the files of the workspace that were consulted are still the same."""
    workspace = program.workspace
    if workspace is None:
        return not any(known.consulted.values())
    return all(workspace.module(*asked) is found for asked, found in known.consulted.items())


def _keep(groups: list[Group], roots: list[Root], source: SourceFile) -> tuple[list[Group], list[Root]]:
    """The groups of which nothing changed, and the roots that are in none of them."""
    by_node = {id(root.function.node): root for root in roots}
    kept = []
    for group in groups:
        still = [by_node.get(id(root.function.node)) for root in group.roots]
        same = all(now is not None and _same(now, root) for now, root in zip(still, group.roots))
        if same and all(source.start_of(fragment) is not None for fragment in group.fragments):
            kept.append(group)
            for root in group.roots:
                del by_node[id(root.function.node)]
    return kept, list(by_node.values())


def _same(one: Root, two: Root) -> bool:
    return (
        one.options == two.options and one.reason == two.reason and len(one.enclosing) == len(two.enclosing)
    )


def _run(interpreter: Interpreter, roots: list[Root]) -> list[Group]:
    """One group for each root; groups that share a record are not merged yet."""
    groups = []
    source = interpreter.program.source
    for root in roots:
        interpreter.touched = set()
        interpreter.objects.touched = {}
        before = dict.fromkeys(interpreter.records)
        interpreter.reached = {}
        interpreter.run_root(root.function, root.enclosing)
        records = list(interpreter.reached.values())
        nested = {id(inner) for record in records for inner in _nested(record.function.node)}
        for record in records:
            if id(record.function.node) not in before and id(record.function.node) not in nested:
                _bind(interpreter, record)
        fragments = set(interpreter.touched)
        for cls in interpreter.objects.touched.values():
            fragments.update(_parts_of(interpreter.program, cls))
        own = {fragment for fragment in fragments if source.start_of(fragment) is not None}
        groups.append(Group([root], records, own))
    return groups


def _parts_of(program: Program, cls: Class) -> Iterator[Fragment]:
    for ancestor in program.ancestors(cls):
        if isinstance(ancestor, Class):
            for fragment, _ in program.members(ancestor):
                yield fragment


def _merged(groups: list[Group]) -> list[Group]:
    """The groups, those with a common record made one."""
    result: list[Group] = []
    for group in groups:
        nodes = {id(record.function.node) for record in group.records}
        joined = [
            other for other in result if any(id(record.function.node) in nodes for record in other.records)
        ]
        for other in joined:
            result.remove(other)
            group.roots += other.roots
            group.records += [record for record in other.records if id(record.function.node) not in nodes]
            nodes |= {id(record.function.node) for record in other.records}
            group.fragments |= other.fragments
        result.append(group)
    return result


def _nested(node: ast.AST) -> Iterator[ast.AST]:
    return (
        inner
        for inner in ast.walk(node)
        if inner is not node and isinstance(inner, (ast.FunctionDef, ast.Lambda))
    )


def _bind(interpreter: Interpreter, record: Record) -> None:
    """Look for names that are read without being bound, and for statements that the newer compilers leave out."""
    function = record.function
    if isinstance(function.receiver, Instance) and function.receiver.defined is not None:
        interpreter.objects.touched[id(function.receiver.defined.node)] = function.receiver.defined

    def known(name: str) -> bool:
        return interpreter.is_known(function.source, name) or (
            function.scope is not None and function.scope.get(name) is not None
        )

    binder = Binder(known, Folder(interpreter, function))
    binder.run(function.node)
    for event in binder.events:
        record.event(event)
    record.skipped = tuple(binder.skipped)


# -- surroundings ------------------------------------------------------------------------------------------------------

_CHANGING = frozenset(
    [
        "append",
        "extend",
        "insert",
        "clear",
        "reverse",
        "pop",
        "remove",
        "sort",
        "update",
        "setdefault",
        "popitem",
        "set_train",
    ]
)


def surroundings(source: SourceFile) -> tuple[object, ...]:
    """What every function of a file may see of it: all but the inside of functions, and what those change outside themselves."""
    return tuple(_outside(fragment) for _, fragment in source.top)


def _outside(fragment: Fragment) -> object:
    if fragment.members:
        return (fragment.header, tuple(_outside(member) for _, member in fragment.members))
    statement = fragment.body[0] if len(fragment.body) == 1 else None
    if not isinstance(statement, ast.FunctionDef):
        return fragment
    if fragment.outside is None:
        fragment.outside = (statement.name, *_signature(statement), *_effects(statement))
    return fragment.outside


def _signature(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        yield ast.dump(decorator)
    yield ast.dump(function.args)


def _effects(function: ast.FunctionDef) -> Iterable[str]:
    """The places outside the function that it may change, and what it compiles or sets up."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            found.add(ast.dump(node.value) + getattr(node, "attr", "[]"))
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _CHANGING or name in ("setattr", "jit", "ms_function", "set_context"):
                found.add(ast.dump(node))
    return sorted(found)
