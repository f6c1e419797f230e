"""IR dumps: outline, folding, hover, definition, references, links and semantic tokens."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls import uris

from mindspore_tools.ir.hover import hover
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.navigation import definition, references
from mindspore_tools.ir.sources import links
from mindspore_tools.ir.structure import OutlineEntry, folds, outline
from mindspore_tools.ir.tokens import TYPES, tokens
from mindspore_tools.lsp.ir_documents import IR_LANGUAGE, IrSnapshot

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

_SELECTOR = [types.TextDocumentFilterLanguage(IR_LANGUAGE)]
_KINDS = {
    "graph": types.SymbolKind.Function,
    "node": types.SymbolKind.Variable,
    "parameter": types.SymbolKind.Field,
}
_FOLDS = {"region": types.FoldingRangeKind.Region, "comment": types.FoldingRangeKind.Comment}


def register(server: Server) -> None:
    """Offer what a dump can answer; methods that Python files do not use are registered for dumps alone."""

    def about_node(snapshot: IrSnapshot, params: types.HoverParams) -> types.Hover | None:
        found = hover(snapshot.document, snapshot.position(params.position))
        if found is None:
            return None
        text = "\n\n".join(part.render(server.language) for part in found.parts)
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, snapshot.to_range(found.range))

    server.answers_ir(types.TEXT_DOCUMENT_HOVER, about_node)
    server.answers_ir(types.TEXT_DOCUMENT_DEFINITION, _definition)
    server.answers_ir(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _symbols)
    alone: dict[str, tuple[Any, Any]] = {
        types.TEXT_DOCUMENT_REFERENCES: (_references, types.ReferenceRegistrationOptions(_SELECTOR)),
        types.TEXT_DOCUMENT_FOLDING_RANGE: (_folds, types.FoldingRangeRegistrationOptions(_SELECTOR)),
        types.TEXT_DOCUMENT_DOCUMENT_LINK: (_links, types.DocumentLinkRegistrationOptions(_SELECTOR)),
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (
            _tokens,
            types.SemanticTokensRegistrationOptions(
                types.SemanticTokensLegend(list(TYPES), []), _SELECTOR, full=True
            ),
        ),
    }
    for method, (function, options) in alone.items():
        server.answers_ir(method, function)
        _offer(server, method, options)


def _offer(server: Server, method: str, options: Any) -> None:
    @server.feature(method, options)
    async def answer(params: Any) -> Any:
        return await server.ir_work(method, params) if server.is_ir(params.text_document.uri) else None


def _definition(snapshot: IrSnapshot, params: types.DefinitionParams) -> types.Location | None:
    found = definition(snapshot.document, snapshot.position(params.position))
    if isinstance(found, Location):
        uri = _uri(snapshot, found)
        start, end = found.range
        return types.Location(uri, types.Range(types.Position(*start), types.Position(*end))) if uri else None
    return types.Location(snapshot.uri, snapshot.to_range(found)) if found else None


def _references(snapshot: IrSnapshot, params: types.ReferenceParams) -> list[types.Location]:
    found = references(snapshot.document, snapshot.position(params.position))
    return [types.Location(snapshot.uri, snapshot.to_range(place)) for place in found]


def _symbols(snapshot: IrSnapshot, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return [_symbol(snapshot, entry) for entry in outline(snapshot.document.dump)]


def _symbol(snapshot: IrSnapshot, entry: OutlineEntry) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=entry.name,
        kind=_KINDS[entry.kind],
        range=snapshot.to_range(entry.range),
        selection_range=snapshot.to_range(entry.selection),
        detail=entry.detail or None,
        children=[_symbol(snapshot, each) for each in entry.children] or None,
    )


def _folds(snapshot: IrSnapshot, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    return [
        types.FoldingRange(fold.start, fold.end, kind=_FOLDS[fold.kind])
        for fold in folds(snapshot.document.dump)
    ]


def _links(snapshot: IrSnapshot, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    found = ((place, location, _uri(snapshot, location)) for place, location in links(snapshot.document.dump))
    return [
        types.DocumentLink(snapshot.to_range(place), target=f"{uri}#{location.line}")
        for place, location, uri in found
        if uri
    ]


def _uri(snapshot: IrSnapshot, location: Location) -> str | None:
    """The file of a location; a relative path is looked for next to the dump and in the folders above it."""
    if os.path.isabs(location.path):
        return uris.from_fs_path(location.path)
    dump = uris.to_fs_path(snapshot.uri)
    for folder in Path(dump).parents if dump else ():
        if (folder / location.path).is_file():
            return uris.from_fs_path(str(folder / location.path))
    return None


def _tokens(snapshot: IrSnapshot, params: types.SemanticTokensParams) -> types.SemanticTokens:
    data: list[int] = []
    line = column = 0
    for place, kind in tokens(snapshot.document.lines):
        span = snapshot.to_range(place)
        same = span.start.line == line
        data += [span.start.line - line, span.start.character - (column if same else 0)]
        data += [span.end.character - span.start.character, TYPES.index(kind), 0]
        line, column = span.start.line, span.start.character
    return types.SemanticTokens(data)
