"""Where names lead: within a file, across the files of the workspace, and into MindSpore."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Protocol, Union

from mindspore_tools.graph.names import Assignment, Definition, Import, Index, dotted_name
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import UNKNOWN, Class, Function, Named, Value

FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]


class Workspace(Protocol):
    """Gives the files of the workspace by module name, without I/O."""

    def module(self, name: str, importer: str) -> SourceFile | None:
        """The file that ``importer`` gets for a module name (which may begin with dots), or None."""


class Program:
    """One file with all that its names lead to. ``consulted`` are the files of the workspace that were asked for."""

    def __init__(
        self, source: SourceFile, index: Index | None = None, workspace: Workspace | None = None
    ) -> None:
        self.source = source
        self.index = index
        self.workspace = workspace
        self.consulted: dict[tuple[str, str], SourceFile | None] = {}
        self._classes: dict[int, Class] = {}
        self._lines: dict[int, tuple[Value, ...]] = {}

    # -- names -----------------------------------------------------------------------------------------------------

    def definition(self, source: SourceFile, dotted: str, depth: int = 0) -> Value:
        """What a dotted name means at the top level of a file: a Class, a Function, a Named, or UNKNOWN."""
        first, _, rest = dotted.partition(".")
        binding = source.names.get(first)
        if isinstance(binding, Definition) and not rest:
            return self._defined(source, binding)
        if isinstance(binding, Assignment) and binding.value is not None and depth < 8:
            alias = dotted_name(binding.value)
            if alias and alias.partition(".")[0] != first:
                return self.definition(source, f"{alias}.{rest}" if rest else alias, depth + 1)
            return UNKNOWN
        if isinstance(binding, Import):
            path = f"{binding.path}.{rest}" if rest else binding.path
            return self.imported(source, path, depth)
        if binding is None:
            starred = source.resolve(dotted, self.index)
            return Named(starred) if starred else self._starred(source, dotted, depth)
        return UNKNOWN

    def _module(self, name: str, importer: SourceFile) -> SourceFile | None:
        assert self.workspace is not None
        key = (name, importer.path)
        if key not in self.consulted:
            self.consulted[key] = self.workspace.module(name, importer.path)
        return self.consulted[key]

    def _starred(self, source: SourceFile, dotted: str, depth: int) -> Value:
        """What a name means through a star import of another file of the workspace."""
        if self.workspace is not None and depth < 8:
            for star in source.names.stars:
                module = self._module(star, source)
                if module is not None:
                    found = self.definition(module, dotted, depth + 1)
                    if found is not UNKNOWN:
                        return found
        return UNKNOWN

    def imported(self, source: SourceFile, path: str, depth: int = 0) -> Value:
        """What a file gets under an imported path."""
        if self.workspace is not None and depth < 8:
            module, _, name = path.rpartition(".")
            if path.startswith(".") and not module.strip("."):
                module = path[: len(path) - len(name)]
            found = self._module(module, source) if module else None
            if found is not None:
                return self.definition(found, name, depth + 1)
        return UNKNOWN if path.startswith(".") else Named(path)

    def _defined(self, source: SourceFile, binding: Definition) -> Value:
        if isinstance(binding.node, ast.ClassDef):
            return self.class_of(binding.node, binding.fragment, source)
        return Function(binding.node, binding.fragment, source)

    # -- classes ---------------------------------------------------------------------------------------------------

    def class_of(self, node: ast.ClassDef, fragment: Fragment, source: SourceFile) -> Class:
        """The one Class for a class definition."""
        known = self._classes.get(id(node))
        if known is None:
            known = self._classes[id(node)] = Class(node, fragment, source)
        return known

    def ancestors(self, cls: Class) -> tuple[Value, ...]:
        """The class and its bases, nearest first: a Class or a Named each, UNKNOWN for one that cannot be found."""
        known = self._lines.get(id(cls.node))
        if known is None:
            self._lines[id(cls.node)] = (cls,)
            found: list[Value] = [cls]
            for base in cls.node.bases:
                name = dotted_name(base)
                value = self.definition(cls.source, name) if name else UNKNOWN
                for ancestor in self.ancestors(value) if isinstance(value, Class) else (value,):
                    if ancestor not in found:
                        found.append(ancestor)
            known = self._lines[id(cls.node)] = tuple(found)
        return known

    def members(self, cls: Class) -> Iterator[tuple[Fragment, ast.stmt]]:
        """The statements of a class body, each with its fragment."""
        for statement in cls.node.body:
            yield cls.fragment.owner_of(statement), statement

    def method(self, cls: Class, name: str) -> Function | None:
        """A method by name, also from bases in the workspace."""
        for ancestor in self.ancestors(cls):
            if isinstance(ancestor, Class):
                for fragment, statement in self.members(ancestor):
                    if (
                        isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
                        and statement.name == name
                    ):
                        return Function(statement, fragment, ancestor.source)
        return None

    def is_cell(self, cls: Class) -> bool:
        """Whether instances are Cells, so that ``construct`` is compiled.

        A class whose base cannot be found counts as a Cell when it has a ``construct`` and makes layers.
        """
        ancestors = self.ancestors(cls)
        if any(isinstance(ancestor, Named) and self.is_cell_name(ancestor.name) for ancestor in ancestors):
            return True
        return UNKNOWN in ancestors and self.method(cls, "construct") is not None and self._makes_layers(cls)

    def _makes_layers(self, cls: Class) -> bool:
        initializer = self.method(cls, "__init__")
        if initializer is None:
            return False
        for node in ast.walk(initializer.node):
            name = dotted_name(node.func) if isinstance(node, ast.Call) else None
            if name and (cls.source.resolve(name, self.index) or "").startswith("mindspore.nn."):
                return True
        return False

    def is_cell_name(self, path: str) -> bool:
        """Whether a dotted name is a Cell class of MindSpore."""
        if path == "mindspore.nn.Cell" or path == "mindspore.nn.cell.Cell":
            return True
        symbol = self.index.get(path) if self.index else None
        if symbol is None:
            last = path.rpartition(".")[2]
            return path.startswith("mindspore.nn.") and last[:1].isupper()
        bases = getattr(symbol, "bases", ())
        return any(base != path and self.is_cell_name(base) for base in bases)
