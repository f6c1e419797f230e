"""What the rest of a file changes while its graph functions are in use.

A compiled function keeps the globals and attributes that it read at its first call. This finds those that Python code changes
later: in a function that may run between two calls, in a loop, or after a compiled function has been called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.source import Fragment

CHANGING_METHODS = frozenset(
    (
        "append",
        "extend",
        "insert",
        "remove",
        "pop",
        "clear",
        "sort",
        "reverse",
        "update",
        "setdefault",
        "popitem",
        "add",
        "discard",
    )
)
_WRITTEN: WeakKeyDictionary[Analysis, Writes] = WeakKeyDictionary()


@dataclass(frozen=True)
class Write:
    """Where something is changed."""

    fragment: Fragment
    node: ast.AST


@dataclass
class Writes:
    """The late changes of a file.

    ``names``: globals bound anew or changed; ``attributes``: by the name of the class whose objects they belong to (empty if
    unknown) and the attribute; ``enclosed``: names of an outer function (by its node) that an inner one binds with ``nonlocal``;
    ``environment``: where ``os.environ`` is changed.
    """

    names: dict[str, Write] = field(default_factory=dict)
    attributes: dict[tuple[str, str], Write] = field(default_factory=dict)
    enclosed: dict[tuple[ast.AST, str], Write] = field(default_factory=dict)
    environment: Write | None = None


@dataclass(frozen=True)
class _Function:
    node: ast.FunctionDef | None
    fragment: Fragment
    owner: str = ""
    outer: ast.FunctionDef | None = None


def late_writes(analysis: Analysis) -> Writes:
    """The late changes of a file; found once for each analysis."""
    known = _WRITTEN.get(analysis)
    if known is None:
        known = _WRITTEN[analysis] = _Finder(analysis).found()
    return known


class _Finder:
    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.source = analysis.source
        self.compiled = {function.node for function in analysis.functions}
        self.compiled_names = {
            function.name
            for function in analysis.functions
            if function.reason == "jit" and "." not in function.name
        }
        self.cells = {
            function.name.partition(".")[0]
            for function in analysis.functions
            if function.reason == "construct"
        }
        self.instances: dict[str, str] = {}
        self.writes = Writes()

    def found(self) -> Writes:
        functions = [function for _, fragment in self.source.top for function in _functions(fragment)]
        for name, bindings in self.source.names.bindings.items():
            for binding in bindings:
                value = getattr(binding, "value", None)
                if isinstance(value, ast.Call):
                    made = (dotted_name(value.func) or "").rpartition(".")[2]
                    self.instances[name] = made
                    given = value.args[0] if value.args else None
                    if made in self.cells or made in ("jit", "ms_function") and given is not None:
                        self.compiled_names.add(name)
        early, late = self._calls(functions)
        for function in functions:
            assert function.node is not None
            name = function.node.name
            if function.node in self.compiled or name == "__init__":
                continue
            if name in late or (name not in early and not function.owner):
                self._collect(function.node.body, function)
        self._module()
        return self.writes

    def _calls(self, functions: list[_Function]) -> tuple[set[str], set[str]]:
        """Names of functions called while the module or an object is set up, and of those called later."""
        early: set[str] = set()
        late: set[str] = set()
        for _, fragment in self.source.top:
            for statement in fragment.body:
                if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                    (late if isinstance(statement, (ast.For, ast.While)) else early).update(
                        _called(statement)
                    )
        for function in functions:
            if function.node is not None and function.node not in self.compiled:
                names = _called(function.node)
                if function.node.name == "__init__":
                    early.update(names)
                elif not function.owner:
                    late.update(names)
        return early - late, late

    def _module(self) -> None:
        """Changes at the top level: in a loop, or after a call of a compiled function and before another one."""
        statements = [
            (fragment, statement)
            for _, fragment in self.source.top
            for statement in fragment.body
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        ]
        calls = [n for n, (_, s) in enumerate(statements) if self.compiled_names & _called(s)]
        for number, (fragment, statement) in enumerate(statements):
            looped = isinstance(statement, (ast.For, ast.While)) and number in calls
            if looped or (calls and calls[0] < number < calls[-1]):
                self._collect([statement], _Function(None, fragment))

    def _collect(self, body: list[ast.stmt], function: _Function) -> None:
        top = function.node is None
        inside = [_inside(part) for part in body]
        globals_here = {name for part in inside for name in part.global_names}
        enclosed = {name for part in inside for name in part.nonlocal_names}
        nodes = [node for part in inside for node in part.writes]
        local = set() if top else {node.id for node in nodes if isinstance(node, ast.Name)} - globals_here
        if function.node is not None:
            local |= {
                argument.arg for argument in ast.walk(function.node.args) if isinstance(argument, ast.arg)
            }
        for node in nodes:
            write = Write(function.fragment, node)
            if isinstance(node, ast.Name):
                if node.id in globals_here or top:
                    self.writes.names.setdefault(node.id, write)
                elif node.id in enclosed and function.outer is not None:
                    self.writes.enclosed.setdefault((function.outer, node.id), write)
            elif isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(
                node.ctx, (ast.Store, ast.Del)
            ):
                self._target(node, write, local, function)
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in CHANGING_METHODS
            ):
                self._target(ast.Subscript(node.func.value, node.func), write, local, function)
            elif isinstance(node, ast.Call) and (dotted_name(node.func) or "").endswith(
                ("putenv", "unsetenv")
            ):
                self.writes.environment = write

    def _target(
        self, target: ast.Subscript | ast.Attribute, write: Write, local: set[str], function: _Function
    ) -> None:
        """A target of an assignment to an item or attribute: ``net.k``, ``CFG["a"]``, ``net.k["a"]``, ``self.k``."""
        path = target.value if isinstance(target, ast.Subscript) else target
        while isinstance(path, ast.Subscript):
            path = path.value
        name = dotted_name(path)
        if name is None:
            return
        root, _, rest = name.partition(".")
        if name == "os.environ" or (not rest and self.source.resolve(root) == "os.environ"):
            self.writes.environment = write
        elif root == "self" and rest:
            self.writes.attributes.setdefault((function.owner, rest.partition(".")[0]), write)
        elif root not in local:
            if rest:
                for owner in {root, self.instances.get(root, root)}:
                    self.writes.attributes.setdefault((owner, rest.partition(".")[0]), write)
            else:
                self.writes.names.setdefault(root, write)


def _functions(fragment: Fragment, owner: str = "") -> Iterator[_Function]:
    """Every function of a fragment, methods and nested ones included."""
    stack: list[tuple[ast.AST, Fragment, str, ast.FunctionDef | None]] = [
        (node, fragment, owner, None) for node in fragment.body
    ]
    while stack:
        node, place, cls, outer = stack.pop()
        if isinstance(node, ast.ClassDef):
            stack.extend((inner, place.owner_of(inner), node.name, outer) for inner in node.body)
            continue
        if isinstance(node, ast.FunctionDef):
            yield _Function(node, place, cls, outer)
            stack.extend((inner, place, "", node) for inner in node.body)
            continue
        if isinstance(node, ast.stmt):
            stack.extend(
                (inner, place, cls, outer)
                for inner in ast.iter_child_nodes(node)
                if isinstance(inner, ast.stmt)
            )


@dataclass(frozen=True)
class _Inside:
    """What matters of a piece of code: nodes that may write, and names declared global or nonlocal."""

    writes: tuple[ast.AST, ...]
    global_names: frozenset[str]
    nonlocal_names: frozenset[str]


_INSIDE: WeakKeyDictionary[ast.AST, _Inside] = WeakKeyDictionary()
_CALLED: WeakKeyDictionary[ast.AST, set[str]] = WeakKeyDictionary()


def _inside(statement: ast.AST) -> _Inside:
    known = _INSIDE.get(statement)
    if known is None:
        nodes = list(ast.walk(statement))
        known = _INSIDE[statement] = _Inside(
            tuple(
                node
                for node in nodes
                if isinstance(node, ast.Call)
                or (
                    isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
                    and isinstance(node.ctx, (ast.Store, ast.Del))
                )
            ),
            frozenset(name for node in nodes if isinstance(node, ast.Global) for name in node.names),
            frozenset(name for node in nodes if isinstance(node, ast.Nonlocal) for name in node.names),
        )
    return known


def _called(node: ast.AST) -> set[str]:
    """The last names of what is called in a piece of code, nested functions left out of a function."""
    known = _CALLED.get(node)
    if known is None:
        known = _CALLED[node] = _find_called(node)
    return known


def _find_called(node: ast.AST) -> set[str]:
    names: set[str] = set()
    stack = list(ast.iter_child_nodes(node))
    while stack:
        part = stack.pop()
        if isinstance(part, ast.Call):
            name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
            names.add(name)
        if not isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(part))
    return names
