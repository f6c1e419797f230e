"""What stands at a place: the name under the cursor and what it means."""

from __future__ import annotations

import re
from typing import NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.calling import CalledSignature, called
from mindspore_tools.editor.context import Context, context_at
from mindspore_tools.editor.document import Document
from mindspore_tools.graph.values import Named, Value

_WORD_AFTER = re.compile(r"\w*")


class Target(NamedTuple):
    """The name at a place.

    ``value`` is what the name means, ``owner`` what it is a member of (None for a bare name), ``argument`` is set when the
    name is the keyword of an argument, with the signature that takes it.
    """

    name: str
    range: Range
    value: Value
    owner: Value | None = None
    argument: CalledSignature | None = None
    text: str = ""


def target_at(document: Document, position: Position) -> Target | None:
    """The name at a position and what it means, None where no name stands."""
    lines = document.source.lines
    if position.line >= len(lines):
        return None
    line = lines[position.line]
    end = position.column + _WORD_AFTER.match(line[position.column :]).end()  # type: ignore[union-attr]
    context = context_at(document.source, Position(position.line, end))
    if context.in_comment or context.string is not None or not context.prefix:
        return None
    here = Position(position.line, end)
    if context.importing is not None:
        return _imported(document, context)
    if context.receiver is not None and context.receiver_end is not None:
        owner = document.inference.value_of(context.receiver, here, context.receiver_end)
        value = document.inference.attribute(owner, context.prefix)
        return Target(context.prefix, context.word, value, owner, text=f"{context.receiver}.{context.prefix}")
    keyword = _keyword(document, context, line[end:])
    if keyword is not None:
        return keyword
    value = document.inference.value_of(context.prefix, here, here)
    return Target(context.prefix, context.word, value, text=context.prefix)


def _keyword(document: Document, context: Context, after: str) -> Target | None:
    if context.call is None or not re.match(r"\s*=(?!=)", after):
        return None
    for signature in called(document, context.call):
        if signature.signature.parameter(context.prefix) is not None:
            value = Named(f"{signature.path}.{context.prefix}")
            return Target(context.prefix, context.word, value, argument=signature)
    return None


def _imported(document: Document, context: Context) -> Target | None:
    importing = context.importing
    assert importing is not None
    module = importing.module
    if importing.names:
        value = document.program.imported(document.source, f"{module}.{context.prefix}")
    else:
        value = document.program.imported(document.source, module)
    return Target(context.prefix, context.word, value, text=context.prefix)
