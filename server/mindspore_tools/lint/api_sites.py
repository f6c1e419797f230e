"""Where a fragment uses names and calls something, with what each name is locally bound to. Knows nothing of other fragments."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, Union
from weakref import WeakKeyDictionary

from mindspore_tools.graph.names import dotted_name, imported
from mindspore_tools.graph.source import Fragment

# What a local name is bound to: an imported path, the expression assigned to it, or nothing that can be followed.
Bound = Union[str, ast.expr, None]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CATCHES = frozenset(
    ("ImportError", "ModuleNotFoundError", "AttributeError", "TypeError", "ValueError", "RuntimeError")
    + ("Exception", "BaseException")
)
_EXPECTS = frozenset(("raises", "suppress", "assertRaises", "assertRaisesRegex"))
# Words of a condition that chooses by version or by what there is.
_ASKS = re.compile(r"version|hasattr|getattr|mindspore|ms_?\d|signature|available|exists|old_", re.IGNORECASE)


class LocalScope:
    """The names that a function, class or comprehension binds; ``parent`` is None at the top level of the fragment.

    ``chooses`` when it asks for a version or for what there is, so that some of its code runs elsewhere only;
    ``asked`` are the strings that its conditions ask for.
    """

    __slots__ = ("asked", "bindings", "chooses", "is_class", "parent")

    def __init__(self, parent: LocalScope | None, is_class: bool = False) -> None:
        self.parent = parent
        self.is_class = is_class
        self.chooses = False
        self.asked: set[str] = set()
        self.bindings: dict[str, list[Bound]] = defaultdict(list)

    def bind(self, name: str, bound: Bound = None) -> None:
        """Note one more binding of a name."""
        self.bindings[name].append(bound)

    def lookup(self, name: str) -> tuple[list[Bound], LocalScope] | None:
        """The local bindings of a name with the scope they stand in, or None when it is bound outside the fragment."""
        scope: LocalScope | None = self
        while scope is not None and scope.parent is not None:
            if name in scope.bindings:
                return scope.bindings[name], scope
            scope = scope.parent
        return None

    @property
    def guarded(self) -> bool:
        """Whether this scope or one around it chooses."""
        scope: LocalScope | None = self
        while scope is not None:
            if scope.chooses:
                return True
            scope = scope.parent
        return False


class Name(NamedTuple):
    """A dotted name that is read, as far as its dots go; ``guarded`` when the code provides for its failing."""

    dotted: str
    node: ast.expr
    scope: LocalScope
    guarded: bool


class Call(NamedTuple):
    """A call; ``guarded`` as for a name."""

    node: ast.Call
    scope: LocalScope
    guarded: bool


class ImportedName(NamedTuple):
    """A name taken by ``from ... import``, with its full path."""

    path: str
    node: ast.alias
    statement: ast.ImportFrom
    scope: LocalScope
    guarded: bool


class Sites:
    """All names, calls and imports of a fragment, the first two by the first name of their chain (``nn`` of ``nn.Conv2d(3)``)."""

    def __init__(self) -> None:
        self.names: dict[str, list[Name]] = defaultdict(list)
        self.calls: dict[str, list[Call]] = defaultdict(list)
        self.imports: list[ImportedName] = []
        self.local_imports: set[str] = set()


_known: WeakKeyDictionary[ast.AST, Sites] = WeakKeyDictionary()


def sites_of(fragment: Fragment) -> Sites:
    """The sites of a fragment, found once; of a class only its header, for its members are fragments of their own."""
    if not fragment.body:
        return Sites()
    head = fragment.body[0]
    found = _known.get(head)
    if found is None:
        found = _known[head] = Sites()
        if fragment.members and isinstance(head, ast.ClassDef):
            _walk([*head.decorator_list, *head.bases, *head.keywords], found)
        else:
            _walk(fragment.body, found)
    return found


def root_name(node: ast.expr) -> str | None:
    """The name that a chain of attributes and calls begins with."""
    while True:
        if isinstance(node, ast.Attribute):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return node.id if isinstance(node, ast.Name) else None


def _walk(body: Iterable[ast.AST], sites: Sites) -> None:
    stack = [(node, LocalScope(None), False) for node in reversed(list(body))]
    if stack:
        top = stack[0][1]
        stack = [(node, top, False) for node, _, _ in stack]
    while stack:
        node, scope, guarded = stack.pop()
        kind = type(node)
        if kind is ast.Name:
            if isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
                sites.names[node.id].append(Name(node.id, node, scope, guarded))  # type: ignore
            else:
                scope.bind(node.id)  # type: ignore[attr-defined]
            continue
        if kind is ast.Attribute:
            dotted = dotted_name(node)
            if dotted is not None:
                if isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
                    sites.names[dotted.partition(".")[0]].append(Name(dotted, node, scope, guarded))  # type: ignore
                continue
        elif kind is ast.Call:
            root = root_name(node)  # type: ignore[arg-type]
            if root is not None:
                sites.calls[root].append(Call(node, scope, guarded))  # type: ignore[arg-type]
        elif isinstance(node, _FUNCTIONS):
            _enter_function(node, scope, guarded, stack)
            continue
        elif isinstance(node, _COMPREHENSIONS):
            inner = LocalScope(scope)
            stack.extend((child, inner, guarded) for child in ast.iter_child_nodes(node))
            continue
        elif kind is ast.ClassDef:
            scope.bind(node.name)  # type: ignore[attr-defined]
            inner = LocalScope(scope, is_class=True)
            _push(stack, [*node.decorator_list, *node.bases, *node.keywords], scope, guarded)  # type: ignore
            _push(stack, node.body, inner, guarded)  # type: ignore[attr-defined]
            continue
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            _note_import(node, scope, guarded, sites)
            continue
        elif isinstance(node, ast.Assign):
            if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                scope.bind(node.targets[0].id, node.value)
                stack.append((node.value, scope, guarded))
                continue
        elif isinstance(node, ast.AnnAssign):
            if isinstance(node.target, ast.Name):
                scope.bind(node.target.id, node.value)
                _push(stack, [each for each in (node.value, node.annotation) if each], scope, guarded)
                continue
        elif isinstance(node, (ast.If, ast.IfExp)):
            for word in _words(node.test):
                scope.asked.add(word)
                scope.chooses = scope.chooses or _ASKS.search(word) is not None
        elif isinstance(node, ast.Try):
            _push(stack, [*node.orelse, *node.finalbody], scope, guarded)
            inside = guarded or any(_catches(handler) for handler in node.handlers)
            _push(stack, [*node.body, *node.handlers], scope, inside)
            continue
        elif isinstance(node, ast.ExceptHandler):
            if node.name:
                scope.bind(node.name)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            expects = any(_expects(item.context_expr) for item in node.items)
            _push(stack, node.items, scope, guarded)
            _push(stack, node.body, scope, guarded or expects)
            continue
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for name in node.names:
                scope.bind(name)
        _push(stack, _children(node), scope, guarded)


_WITHOUT_NAMES = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop, ast.Constant)


def _children(node: ast.AST) -> list[ast.AST]:
    """The child nodes in which names can stand; quicker than ``ast.iter_child_nodes``."""
    found: list[ast.AST] = []
    for value in node.__dict__.values():
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST) and type(each) is not ast.Constant]
        elif isinstance(value, ast.AST) and not isinstance(value, _WITHOUT_NAMES):
            found.append(value)
    return found


def _push(
    stack: list[tuple[ast.AST, LocalScope, bool]], nodes: Iterable[ast.AST], scope: LocalScope, guarded: bool
) -> None:
    stack.extend([(node, scope, guarded) for node in nodes][::-1])


def _enter_function(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
    scope: LocalScope,
    guarded: bool,
    stack: list[tuple[ast.AST, LocalScope, bool]],
) -> None:
    outer = scope
    while outer.is_class and outer.parent is not None:
        outer = outer.parent
    inner = LocalScope(outer)
    arguments = node.args
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    around: list[ast.expr] = [*arguments.defaults, *(each for each in arguments.kw_defaults if each)]
    for each in every:
        if each is not None:
            inner.bind(each.arg)
            if each.annotation is not None:
                around.append(each.annotation)
    if isinstance(node, ast.Lambda):
        stack.append((node.body, inner, guarded))
    else:
        scope.bind(node.name)
        around += node.decorator_list + ([node.returns] if node.returns else [])
        _push(stack, node.body, inner, guarded)
    _push(stack, around, scope, guarded)


def _note_import(node: ast.Import | ast.ImportFrom, scope: LocalScope, guarded: bool, sites: Sites) -> None:
    for name, path in imported(node):
        scope.bind(name, path)
        if path.partition(".")[0] == "mindspore":
            sites.local_imports.add(name)
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        for alias in node.names:
            if alias.name != "*":
                path = f"{node.module}.{alias.name}"
                sites.imports.append(ImportedName(path, alias, node, scope, guarded))


def _words(test: ast.expr) -> Iterable[str]:
    """The names and strings in a condition."""
    for node in ast.walk(test):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _catches(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any((dotted_name(each) or "").rpartition(".")[2] in _CATCHES for each in types)


def _expects(manager: ast.expr) -> bool:
    name = dotted_name(manager.func) if isinstance(manager, ast.Call) else None
    return name is not None and name.rpartition(".")[2] in _EXPECTS
