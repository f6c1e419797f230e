"""Inside a call: keywords that are not given yet, and the values that a parameter takes."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from mindspore_tools.api.model import POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL, Parameter
from mindspore_tools.editor.calling import CalledSignature, argument_parameter, called, positional_count
from mindspore_tools.editor.completion.items import KEYWORD_ARGUMENT, VALUE, Item
from mindspore_tools.editor.completion.spelling import spell
from mindspore_tools.editor.context import Call, Context
from mindspore_tools.editor.document import Document

_DTYPES = tuple(
    f"mindspore.{name}"
    for name in [
        "float32",
        "float16",
        "bfloat16",
        "float64",
        "int32",
        "int64",
        "int8",
        "int16",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "bool_",
        "complex64",
        "complex128",
    ]
)


def keyword_items(document: Document, context: Context, call: Call) -> list[Item]:
    """The keywords that can still be given, required ones first, deprecated ones last."""
    if call.defines or call.current.keyword or call.current.star:
        return []
    found: dict[str, tuple[tuple[bool, bool], Item]] = {}
    for signature in called(document, call):
        for parameter in open_parameters(signature, call):
            deprecated = parameter.deprecated is not None
            rank = (deprecated, not parameter.required)
            item = Item(
                f"{parameter.name}=",
                KEYWORD_ARGUMENT,
                path=signature.path,
                parameter=parameter.name,
                source=_brief(parameter),
                deprecated=deprecated,
            )
            found.setdefault(parameter.name, (rank, item))
    return [item for _, item in sorted(found.values(), key=lambda each: each[0])]


def open_parameters(signature: CalledSignature, call: Call) -> Iterable[Parameter]:
    """The parameters that can be given by keyword and are not given yet."""
    taken = call.given
    filled = positional_count(call)
    position = 0
    for parameter in signature.signature.parameters:
        if parameter.kind in (VAR_POSITIONAL, VAR_KEYWORD):
            continue
        positional = parameter.kind != "keyword-only"
        if positional:
            position += 1
        if (
            parameter.kind == POSITIONAL_ONLY
            or (positional and position <= filled)
            or parameter.name in taken
        ):
            continue
        yield parameter
    for parameter in signature.signature.keywords:
        if parameter.name not in taken:
            yield parameter


def value_items(document: Document, context: Context, call: Call) -> list[Item]:
    """The values that the parameter at the cursor takes: documented strings, constants, ``True`` and ``False``, dtypes."""
    found: dict[str, Item] = {}
    quote = context.string.quote if context.string is not None else ""
    for signature in called(document, call):
        parameter = argument_parameter(signature.signature, call)
        if parameter is None:
            continue
        for choice in _choices(parameter, bool(quote)):
            item = _choice_item(document, choice, quote)
            if item is not None:
                item = item._replace(path=signature.path, parameter=parameter.name, source=parameter.name)
                found.setdefault(item.label, item)
    return list(found.values())


def _choices(parameter: Parameter, in_string: bool) -> list[str]:
    choices = list(parameter.choices)
    if not in_string and not choices:
        if parameter.type == "bool" or parameter.default in ("True", "False"):
            choices = ["True", "False"]
        elif "dtype" in parameter.type or parameter.name == "dtype":
            choices = list(_DTYPES)
    if parameter.default is not None and parameter.default in choices:
        choices.remove(parameter.default)
        choices.insert(0, parameter.default)
    return choices


def _choice_item(document: Document, choice: str, quote: str) -> Item | None:
    text = string_value(choice)
    if quote:
        return Item(text, VALUE) if text is not None else None
    if text is not None:
        return Item(f'"{text}"', VALUE)
    if choice.startswith("mindspore."):
        spelling = spell(document, choice)
        return Item(spelling.text, VALUE, edits=spelling.edits)
    return Item(choice, VALUE)


def string_value(source: str) -> str | None:
    """The content of a string literal, None for another text."""
    if source[:1] not in ("'", '"'):
        return None
    try:
        value = ast.literal_eval(source)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, str) else None


def _brief(parameter: Parameter) -> str:
    text = parameter.type
    if parameter.default is not None:
        text = f"{text} = {parameter.default}" if text else f"= {parameter.default}"
    return text if len(text) <= 60 else text[:59] + "…"
