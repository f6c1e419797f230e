"""What a training script says about itself, read without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UNKNOWN = object()


@dataclass(frozen=True)
class Call:
    """A call: the last part of the callee's name, 1-based line, arguments (UNKNOWN where not a literal), loop depth."""

    name: str
    callee: str
    line: int
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    loops: int

    def keyword(self, name: str, default: Any = None) -> Any:
        """The literal value of a keyword argument, UNKNOWN when it is computed, ``default`` when absent."""
        return self.keywords.get(name, default)


@dataclass(frozen=True)
class Script:
    """The calls of a script in source order, and the names of decorators with their lines."""

    path: str
    calls: tuple[Call, ...] = ()
    decorators: tuple[tuple[str, int], ...] = ()
    error: str = ""

    def named(self, *names: str) -> list[Call]:
        """The calls whose callee ends in one of these names."""
        return [call for call in self.calls if call.name in names]

    def context(self, key: str, *functions: str) -> Call | None:
        """The last call of ``set_context`` (or the functions given) that sets a key."""
        calls = [call for call in self.named(*(functions or ("set_context",))) if key in call.keywords]
        return calls[-1] if calls else None


def read_script(path: str) -> Script:
    """Read a script. A file that cannot be read or parsed gives a Script with ``error`` set; never raises."""
    try:
        tree = ast.parse(Path(path).read_bytes(), path)
    except (OSError, SyntaxError, ValueError, RecursionError) as error:
        return Script(path, error=str(error))
    calls = tuple(sorted(_calls(tree), key=lambda call: call.line))
    return Script(path, calls, tuple(_decorators(tree)))


def _calls(tree: ast.AST) -> Iterator[Call]:
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    while waiting:
        node, loops = waiting.pop()
        if isinstance(node, ast.Call) and (callee := _dotted(node.func)):
            yield Call(
                callee.rsplit(".", 1)[-1],
                callee,
                node.lineno,
                tuple(_literal(argument) for argument in node.args),
                {keyword.arg: _literal(keyword.value) for keyword in node.keywords if keyword.arg},
                loops,
            )
        inside = loops + isinstance(node, (ast.For, ast.While, ast.AsyncFor))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            inside = 0
        waiting += [(child, inside) for child in ast.iter_child_nodes(node)]


def _dotted(node: ast.AST) -> str:
    """``a.b.c`` of a callee; only the attribute for what hangs on a call (``ds.batch(2).map`` gives ``.map``)."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return ""


def _literal(node: ast.AST) -> Any:
    if isinstance(node, ast.Attribute) and node.attr.isupper():
        return node.attr
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return UNKNOWN


def _decorators(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                target = decorator.func if isinstance(decorator, ast.Call) else decorator
                yield _dotted(target), decorator.lineno
