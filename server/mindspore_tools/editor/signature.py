"""Signature help: what a call takes, and which parameter the cursor is at."""

from __future__ import annotations

from typing import NamedTuple

from mindspore_tools.api.model import VAR_POSITIONAL, Parameter
from mindspore_tools.common.position import Position
from mindspore_tools.editor.calling import CalledSignature, active_parameter, called
from mindspore_tools.editor.context import Call, context_at
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.markdown import parameter_page, parameter_texts, symbol_summary


class ShownParameter(NamedTuple):
    """A parameter: where it stands in the label, and its documentation in Markdown."""

    start: int
    end: int
    documentation: str


class ShownSignature(NamedTuple):
    """One signature. ``active`` is the number of the parameter at the cursor, None when there is none."""

    label: str
    parameters: tuple[ShownParameter, ...]
    documentation: str
    active: int | None


class SignatureHelp(NamedTuple):
    """The signatures of a call and the number of the one that fits what is written."""

    signatures: tuple[ShownSignature, ...]
    active: int


def signature_help(document: Document, position: Position, language: str) -> SignatureHelp | None:
    """The signatures of the innermost call around a position, or None."""
    context = context_at(document.source, position)
    for call in context.calls:
        if call.defines:
            return None
        found = called(document, call)
        if found:
            shown = tuple(_shown(document, each, call, language) for each in found)
            return SignatureHelp(shown, _best(found, call))
    return None


def _shown(document: Document, each: CalledSignature, call: Call, language: str) -> ShownSignature:
    symbol = document.index.get(each.path) if each.path else None
    active = active_parameter(each.signature, call.arguments, call.current)
    parameters: list[ShownParameter] = []
    label = f"{each.name}("
    parts = parameter_texts(each.signature)
    for position, (text, number) in enumerate(parts):
        if position:
            label += ", "
        if number is not None:
            documentation = ""
            if symbol is not None and number == active:
                documentation = _documentation(document, each, each.signature.parameters[number])
            parameters.append(ShownParameter(len(label), len(label) + len(text), documentation))
        label += text
    hidden = [one for one in each.signature.keywords if one.name == call.current.keyword]
    label += ")" + (f" -> {each.signature.returns}" if each.signature.returns and not _is_class(each) else "")
    documentation = each.documentation
    if symbol is not None:
        documentation = symbol_summary(document.index, symbol, language)
        if hidden:
            text = _documentation(document, each, hidden[0])
            documentation = f"`{hidden[0].name}`: {text}\n\n{documentation}"
    return ShownSignature(label, tuple(parameters), documentation, active)


def _is_class(each: CalledSignature) -> bool:
    return not each.instance and each.signature.returns.rpartition(".")[2] == each.name


def _documentation(document: Document, each: CalledSignature, parameter: Parameter) -> str:
    symbol = document.index.get(each.path)
    text = parameter_page(document.index, symbol, parameter.name, each.instance) if symbol else ""
    kind = f"*{parameter.type}*" if parameter.type else ""
    return "\n\n".join(part for part in (kind, text) if part)


def _best(found: list[CalledSignature], call: Call) -> int:
    """The first signature that takes every argument that is written."""
    for number, each in enumerate(found):
        names = {parameter.name for parameter in each.signature.parameters + each.signature.keywords}
        kinds = {parameter.kind for parameter in each.signature.parameters}
        keywords = call.given | ({call.current.keyword} if call.current.keyword else set())
        positional = sum(1 for argument in call.arguments if not argument.keyword and not argument.star)
        room = sum(1 for p in each.signature.parameters if p.kind.startswith("positional"))
        if (keywords <= names or "var-keyword" in kinds) and (positional < room or VAR_POSITIONAL in kinds):
            return number
    return 0
