"""What the names of a module stand for: imports, definitions, assignments."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol, Union

if TYPE_CHECKING:
    from mindspore_tools.graph.fragments import Fragment


class Index(Protocol):
    """As much of the API index as name resolution needs."""

    def get(self, path: str) -> object | None: ...


class Import(NamedTuple):
    """A name bound by an import, with the dotted path it stands for (``mindspore.nn``, ``.layers.Block``)."""

    path: str


class Definition(NamedTuple):
    """A name bound by ``def`` or ``class``."""

    fragment: Fragment
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Assignment(NamedTuple):
    """A name bound by an assignment; ``value`` is None when the target is not a plain name."""

    fragment: Fragment
    value: ast.expr | None


Binding = Union[Import, Definition, Assignment]


class Names:
    """The names that a module binds at its top level, also inside its ``if``, ``try`` and ``with`` blocks.

    ``bindings`` gives every binding of a name in source order; ``stars`` the modules whose names are all imported.
    """

    def __init__(self, fragments: Iterable[tuple[int, Fragment]]) -> None:
        self.bindings: dict[str, list[Binding]] = {}
        self.stars: list[str] = []
        for _, fragment in fragments:
            for name, binding in fragment.bindings:
                if name == "*":
                    assert isinstance(binding, Import)
                    self.stars.append(binding.path)
                else:
                    self.bindings.setdefault(name, []).append(binding)

    def get(self, name: str) -> Binding | None:
        """The binding that holds once the module has run."""
        found = self.bindings.get(name)
        return found[-1] if found else None

    def resolve(self, dotted: str, index: Index | None = None) -> str | None:
        """The full name behind a dotted name, through imports and plain aliases (``Conv = nn.Conv2d``)."""
        return self._resolve(dotted, index, 0)

    def _resolve(self, dotted: str, index: Index | None, depth: int) -> str | None:
        first, _, rest = dotted.partition(".")
        binding = self.get(first)
        path: str | None = None
        if isinstance(binding, Import):
            path = binding.path
        elif isinstance(binding, Assignment) and binding.value is not None and depth < 8:
            alias = dotted_name(binding.value)
            if alias and alias.partition(".")[0] != first:
                path = self._resolve(alias, index, depth + 1)
        elif binding is None and index is not None:
            path = next((f"{star}.{first}" for star in self.stars if index.get(f"{star}.{first}")), None)
        if path is None:
            return None
        return f"{path}.{rest}" if rest else path


def bindings_of(fragment: Fragment) -> list[tuple[str, Binding]]:
    """Every name that a fragment of the module binds, with the binding, in source order; ``*`` for a star import."""
    collector = _Collector(fragment)
    collector.block(fragment.body)
    return collector.found


class _Collector:
    def __init__(self, fragment: Fragment) -> None:
        self.fragment = fragment
        self.found: list[tuple[str, Binding]] = []

    def block(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.found.append((statement.name, Definition(self.fragment, statement)))
                continue
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                self.found.extend((name, Import(path)) for name, path in imported(statement))
            elif isinstance(statement, ast.Assign):
                for target in statement.targets:
                    self.assign(target, statement.value)
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                self.assign(statement.target, statement.value)
            elif isinstance(statement, (ast.AugAssign, ast.For, ast.AsyncFor)):
                self.assign(statement.target, None)
            elif isinstance(statement, (ast.With, ast.AsyncWith)):
                for item in statement.items:
                    if item.optional_vars is not None:
                        self.assign(item.optional_vars, None)
            for block in ("body", "orelse", "handlers", "finalbody"):
                for part in getattr(statement, block, ()):
                    self.block(part.body if isinstance(part, ast.ExceptHandler) else [part])

    def assign(self, target: ast.expr, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            self.found.append((target.id, Assignment(self.fragment, value)))
        elif isinstance(target, (ast.Tuple, ast.List)):
            values: list[ast.expr | None] = [None] * len(target.elts)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                values = list(value.elts)
            for element, part in zip(target.elts, values):
                self.assign(element, part)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, None)


def imported(statement: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    """The names that an import binds, each with the dotted path it stands for; ``*`` stands for itself."""
    found: list[tuple[str, str]] = []
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            if alias.asname:
                found.append((alias.asname, alias.name))
            else:
                top = alias.name.partition(".")[0]
                found.append((top, top))
        return found
    base = "." * statement.level + (statement.module or "")
    for alias in statement.names:
        if alias.name == "*":
            found.append(("*", base))
        else:
            path = base + alias.name if base.endswith(".") or not base else f"{base}.{alias.name}"
            found.append((alias.asname or alias.name, path))
    return found


def dotted_name(node: ast.AST) -> str | None:
    """``a.b.c`` of a name or attribute chain, None of anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])
