"""A bare name: what the scope holds, and MindSpore's names that the file has not imported yet."""

from __future__ import annotations

import ast

from mindspore_tools.api.model import CLASS, FUNCTION, MODULE
from mindspore_tools.editor import bindings
from mindspore_tools.editor.completion.items import VARIABLE, Item
from mindspore_tools.editor.completion.members import symbol_item
from mindspore_tools.editor.completion.spelling import spell
from mindspore_tools.editor.context import Context
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.usage import popularity
from mindspore_tools.graph.names import Definition, Import

_AUTO_IMPORTS = 60
_SHORTEST_PREFIX = 2


def name_items(document: Document, context: Context) -> list[Item]:
    """The names that are bound where the cursor is, the nearest scope first."""
    found: dict[str, Item] = {}
    place = document.inference.place_at(context.position)
    for scope in reversed(place.chain):
        if isinstance(scope, ast.ClassDef):
            continue
        for binding in _bindings(scope):
            found.setdefault(binding.name, Item(binding.name, _kind(binding.node)))
    for name, known in document.source.names.bindings.items():
        last = known[-1]
        if isinstance(last, Import):
            symbol = document.index.get(last.path) if last.path.startswith("mindspore") else None
            item = symbol_item(symbol, "") if symbol is not None else Item(name, MODULE)
            found.setdefault(name, item._replace(label=name, snippet=""))
        elif isinstance(last, Definition):
            found.setdefault(name, Item(name, _kind(last.node)))
        else:
            found.setdefault(name, Item(name, VARIABLE))
    return list(found.values())


def _bindings(scope: ast.AST):
    if isinstance(scope, bindings.FUNCTIONS):
        yield from bindings.parameters_of(scope)
        if not isinstance(scope, ast.Lambda):
            yield from bindings.bindings_of(scope.body)
    else:
        yield from bindings.comprehension_bindings(scope)


def _kind(node: ast.AST) -> str:
    if isinstance(node, ast.ClassDef):
        return CLASS
    return FUNCTION if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else VARIABLE


def auto_import_items(document: Document, prefix: str, taken: set[str]) -> list[Item]:
    """MindSpore's names that begin with what is typed, each with the import that it needs, the most used first."""
    if len(prefix) < _SHORTEST_PREFIX:
        return []
    found = []
    symbols = document.index.search(prefix, _AUTO_IMPORTS)
    exact = [symbol for symbol in symbols if symbol.name == prefix]
    rest = [symbol for symbol in symbols if symbol.name != prefix]
    for symbol in exact + sorted(rest, key=lambda each: -popularity(each.canonical or each.path)):
        path = symbol.path
        spelling = spell(document, path)
        if not spelling.edits and "." not in spelling.text:
            continue
        if symbol.name in taken and not spelling.edits:
            continue
        item = symbol_item(symbol, path.rpartition(".")[0])
        head = spelling.text[: -len(symbol.name)]
        found.append(
            item._replace(
                insert=spelling.text,
                snippet=f"{head}{item.snippet}" if item.snippet else "",
                edits=spelling.edits,
            )
        )
    return found
