"""Members after a dot: of modules, classes, tensors, layers and the user's own objects."""

from __future__ import annotations

import ast
import builtins
from functools import lru_cache

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import CLASS, FUNCTION, METHOD, MODULE, PRIMITIVE, Signature, Symbol
from mindspore_tools.editor import bindings
from mindspore_tools.editor.completion.items import FIELD, Item
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.usage import popularity
from mindspore_tools.graph.values import Class, Function, Instance, Method, Named, Super, Value

_CALLED = (CLASS, FUNCTION, PRIMITIVE, METHOD)


@lru_cache(maxsize=512)
def symbol_items(index: Index, path: str) -> tuple[Item, ...]:
    """The public members of a module or class, what people use most first."""
    symbols = [symbol for symbol in index.members(path) if symbol.public]
    owner = index.get(path)
    bases = (owner.canonical, *owner.bases) if owner is not None and owner.kind != MODULE else ()
    classes = {path.rpartition(".")[2], *(base.rpartition(".")[2] for base in bases)} if bases else set()

    def rank(symbol: Symbol) -> tuple[bool, bool, bool, int, str]:
        # A module under another module's name, such as mindspore.mint.ops, is there for the library's own use.
        foreign = symbol.kind == MODULE and symbol.canonical != f"{path}.{symbol.name}"
        deprecated = symbol.deprecated is not None and not symbol.deprecated.planned
        same = symbol.canonical.rpartition(".")[2] == symbol.name
        names = {
            symbol.path,
            symbol.canonical if same else "",
            *(f"{each}.{symbol.name}" for each in classes),
        }
        return (
            symbol.name.startswith("_"),
            foreign,
            deprecated,
            -max(map(popularity, names)),
            symbol.name.lower(),
        )

    return tuple(symbol_item(symbol, path) for symbol in sorted(symbols, key=rank))


def symbol_item(symbol: Symbol, source: str) -> Item:
    """The item of a symbol."""
    return Item(
        symbol.name,
        symbol.kind,
        snippet=call_snippet(symbol.name, symbol.signatures, symbol.kind),
        path=symbol.path,
        source=source,
        deprecated=symbol.deprecated is not None and not symbol.deprecated.planned,
    )


def call_snippet(name: str, signatures: tuple[Signature, ...], kind: str) -> str:
    """A call with a tab stop for each required argument, ``""`` for what is not called."""
    if kind not in _CALLED or not signatures:
        return ""
    required = [parameter.name for parameter in signatures[0].parameters if parameter.required]
    if not required and kind not in (CLASS, PRIMITIVE):
        return f"{name}($0)" if kind == METHOD and not signatures[0].parameters else ""
    stops = ", ".join(f"${{{number}:{each}}}" for number, each in enumerate(required, 1))
    return f"{name}({stops})$0" if stops else f"{name}($1)$0"


def member_items(document: Document, value: Value) -> tuple[Item, ...]:
    """The members of a value; empty when it is not known what it has."""
    if isinstance(value, (Class, Super)):
        return _user_items(document, value)
    if isinstance(value, Instance) and value.defined is not None:
        return _user_items(document, value)
    if isinstance(value, (Function, Method)):
        return ()
    path = value.path
    if path is None:
        return ()
    if path.startswith("builtins."):
        return _builtin_items(path[len("builtins.") :]) if not isinstance(value, Named) else ()
    if isinstance(value, Named):
        symbol = document.index.get(path)
        if symbol is not None and symbol.kind not in (MODULE, CLASS, PRIMITIVE):
            return ()
    return symbol_items(document.index, path)


@lru_cache(maxsize=16)
def _builtin_items(name: str) -> tuple[Item, ...]:
    cls = getattr(builtins, name, None)
    if not isinstance(cls, type):
        return ()
    names = [each for each in dir(cls) if not each.startswith("_")]
    return tuple(Item(each, METHOD if callable(getattr(cls, each)) else FIELD, source=name) for each in names)


def _user_items(document: Document, value: Value) -> tuple[Item, ...]:
    """Own attributes and methods first, then those of the bases in the workspace, then those of MindSpore's base."""
    inference = document.inference
    cls = value if isinstance(value, Class) else value.after if isinstance(value, Super) else value.defined  # type: ignore[attr-defined]
    found: dict[str, Item] = {}
    last: tuple[Item, ...] = ()
    ancestors = document.program.ancestors(cls)
    for ancestor in ancestors[1:] if isinstance(value, Super) else ancestors:
        if isinstance(ancestor, Class):
            if not isinstance(value, Class):
                for name in inference.stored(ancestor):
                    found.setdefault(name, Item(name, FIELD, source=ancestor.name))
            for _, statement in document.program.members(ancestor):
                for item in _declared(statement, ancestor.name):
                    found.setdefault(item.label, item)
        elif isinstance(ancestor, Named):
            last = symbol_items(document.index, ancestor.name)
            break
    private = [item for item in found.values() if item.label.startswith("_")]
    public = [item for item in found.values() if not item.label.startswith("_")]
    inherited = [item for item in last if item.label not in found]
    return (*public, *inherited, *private)


def _declared(statement: ast.stmt, owner: str):
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if not (statement.name.startswith("__") and statement.name.endswith("__")):
            yield Item(statement.name, METHOD, source=owner)
    else:
        for binding in bindings.bindings_of([statement]):
            yield Item(binding.name, CLASS if isinstance(binding.node, ast.ClassDef) else FIELD, source=owner)
