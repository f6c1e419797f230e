"""Completion: what can be written at the cursor."""

from __future__ import annotations

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.completion.arguments import keyword_items, value_items
from mindspore_tools.editor.completion.imports import import_items
from mindspore_tools.editor.completion.items import Completions, Item
from mindspore_tools.editor.completion.members import member_items
from mindspore_tools.editor.completion.names import auto_import_items, name_items
from mindspore_tools.editor.context import Context, context_at
from mindspore_tools.editor.document import Document


def complete(document: Document, position: Position) -> Completions | None:
    """What can be written at a position; None where nothing is offered."""
    context = context_at(document.source, position)
    if context.in_comment or context.names_new:
        return None
    if context.string is not None:
        return _in_string(document, context)
    if context.importing is not None:
        return _found(import_items(document, context.importing), context.word)
    if context.receiver is not None:
        assert context.receiver_end is not None
        value = document.inference.value_of(context.receiver, position, context.receiver_end)
        return _found(member_items(document, value), context.word)
    return _bare(document, context)


def _in_string(document: Document, context: Context) -> Completions | None:
    assert context.string is not None
    if context.call is None:
        return None
    return _found(tuple(value_items(document, context, context.call)), context.string.content)


def _bare(document: Document, context: Context) -> Completions | None:
    items: list[Item] = []
    call = context.call
    if call is not None:
        items += value_items(document, context, call)
        items += keyword_items(document, context, call)
    names = name_items(document, context)
    items += names
    imports = auto_import_items(document, context.prefix, {item.label for item in names})
    found = _found((*items, *imports), context.word)
    return found._replace(incomplete=True) if found else None


def _found(items: tuple[Item, ...], replaces: Range) -> Completions | None:
    return Completions(items, replaces) if items else None


__all__ = ["Completions", "Item", "complete"]
