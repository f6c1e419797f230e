"""Hover: what a name is."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mindspore_tools.api.model import MODULE, Symbol
from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.editor.calling import CalledSignature, signatures_of
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.markdown import (
    code,
    parameter_page,
    parameter_text,
    signature_text,
    symbol_head,
    symbol_page,
)
from mindspore_tools.editor.targets import Target, target_at
from mindspore_tools.editor.value_text import value_text
from mindspore_tools.graph.values import Class, Function, Instance, Named, Value

_KEYWORD_OF = Text("Parameter of `{name}`", "`{name}` 的参数")
_CALLED_WITH = Text("Called with", "调用方式")


class Hover(NamedTuple):
    """Markdown about a place."""

    markdown: str
    range: Range


def hover(document: Document, position: Position, language: str) -> Hover | None:
    """What stands at a position, or None."""
    target = target_at(document, position)
    if target is None:
        return None
    if target.argument is not None:
        text = _argument(document, target, target.argument, language)
    else:
        text = _described(document, target, language)
    return Hover(text, target.range) if text else None


def _argument(document: Document, target: Target, signature: CalledSignature, language: str) -> str:
    parameter = signature.signature.parameter(target.name)
    assert parameter is not None
    parts = [code(f"(parameter) {parameter_text(parameter)}")]
    symbol = document.index.get(signature.path) if signature.path else None
    if symbol is not None:
        parts.append(parameter_page(document.index, symbol, target.name, signature.instance))
        if parameter.choices:
            parts.append(" | ".join(f"`{choice}`" for choice in parameter.choices))
        parts.append(_KEYWORD_OF.format(name=symbol.path).render(language))
    return "\n\n".join(part for part in parts if part)


def _described(document: Document, target: Target, language: str) -> str:
    value = target.value
    symbol = _symbol(document, target)
    if symbol is not None:
        head = symbol_head(symbol)
        if isinstance(value, Instance) and not isinstance(value, Named) and symbol.kind != MODULE:
            head = code(f"{target.text}: {symbol.path}") + _call_of(symbol, language) + "\n\n" + head
        return f"{head}\n\n{symbol_page(document.index, symbol, language)}"
    if isinstance(value, (Function, Class)):
        return _own(document, value)
    if isinstance(value, Instance) and value.defined is not None:
        return code(f"{target.text}: {value.defined.name}") + "\n\n" + _own(document, value.defined)
    shown = _analysed(document, target)
    return code(f"{target.text}: {shown}") if shown else ""


def _symbol(document: Document, target: Target) -> Symbol | None:
    """The symbol of a name: the member itself where it is one of MindSpore's classes, else what the name stands for."""
    value = target.value
    if target.owner is not None and target.owner.path and not isinstance(target.owner, Named):
        member = document.index.get(f"{target.owner.path}.{target.name}")
        if member is not None:
            return member
    path = value.path if isinstance(value, Named) or hasattr(value, "owner") else None
    if isinstance(value, Instance):
        path = value.class_name
    return document.index.get(path) if path and path.startswith("mindspore") else None


def _call_of(symbol: Symbol, language: str) -> str:
    if not symbol.call:
        return ""
    shown = "\n".join(signature_text(symbol.name, each) for each in symbol.call)
    return f"\n\n{_CALLED_WITH.render(language)}\n\n{code(shown)}"


def _own(document: Document, value: Value) -> str:
    """A function or class of the workspace."""
    shown = []
    keyword = "class" if isinstance(value, Class) else "def"
    for each in signatures_of(document, value):
        shown.append(signature_text(each.name, each.signature, keyword))
    node = value.node if isinstance(value, (Class, Function)) else None
    text = ""
    if node is not None and not isinstance(node, ast.Lambda):
        text = ast.get_docstring(node) or ""
    return "\n\n".join(part for part in (code("\n".join(shown)), text) if part)


def _analysed(document: Document, target: Target) -> str:
    """The value of a variable; in a graph function with the shape and dtype that were inferred."""
    function = document.analysis.function_at(target.range.end)
    if function is not None:
        analysed = document.analysis.value_at(target.range.end)
        text = value_text(analysed) if analysed is not None else ""
        if text:
            return text
    return value_text(target.value)
