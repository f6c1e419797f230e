"""The documentation of an offered item, made when it is looked at."""

from __future__ import annotations

from typing import NamedTuple

from mindspore_tools.api.index import Index
from mindspore_tools.editor.markdown import parameter_page, parameter_text, signature_text, symbol_page


class ItemDocumentation(NamedTuple):
    """A line of detail and a page of Markdown."""

    detail: str
    documentation: str


def document_item(index: Index, path: str, parameter: str, language: str) -> ItemDocumentation | None:
    """What the index tells about a symbol, or about one of its parameters."""
    symbol = index.get(path)
    if symbol is None:
        return None
    if parameter:
        for signature in symbol.signatures + symbol.call:
            found = signature.parameter(parameter)
            if found is not None:
                return ItemDocumentation(parameter_text(found), parameter_page(index, symbol, parameter))
        return None
    if symbol.signatures:
        detail = "\n".join(signature_text(symbol.name, each, wrap=False) for each in symbol.signatures[:4])
    else:
        detail = f"{symbol.name}: {symbol.returns}" if symbol.returns else symbol.path
    return ItemDocumentation(detail, symbol_page(index, symbol, language))
