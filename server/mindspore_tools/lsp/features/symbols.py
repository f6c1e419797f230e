"""textDocument/documentSymbol and workspace/symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls import uris

from mindspore_tools.editor.symbols import SymbolTree, document_symbols
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

_KINDS = {
    "class": types.SymbolKind.Class,
    "primitive": types.SymbolKind.Class,
    "function": types.SymbolKind.Function,
    "method": types.SymbolKind.Method,
    "field": types.SymbolKind.Field,
    "variable": types.SymbolKind.Variable,
    "module": types.SymbolKind.Module,
    "constant": types.SymbolKind.Constant,
    "property": types.SymbolKind.Property,
}
_MOST = 60


def register(server: Server) -> None:
    """Offer symbols."""

    @server.answers(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lane=SLOW, empty=[])
    def outline(snapshot: Snapshot, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return [_symbol(snapshot, each) for each in document_symbols(snapshot.document)]

    @server.feature(types.WORKSPACE_SYMBOL)
    async def search(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        project, opened = server.project, server.snapshots.all()
        query = params.query

        def work() -> list[types.SymbolInformation]:
            found = [info for snapshot in opened for info in _matching(snapshot, query)]
            if query and project.packages is not None:
                for symbol in project.index.search(query, _MOST):
                    uri = uris.from_fs_path(str(project.packages / symbol.file)) if symbol.file else None
                    if uri:
                        place = types.Position(max(symbol.line - 1, 0), 0)
                        location = types.Location(uri, types.Range(place, place))
                        module = symbol.path.rpartition(".")[0]
                        kind = _KINDS.get(symbol.kind, types.SymbolKind.Variable)
                        found.append(
                            types.SymbolInformation(
                                location=location, name=symbol.name, kind=kind, container_name=module
                            )
                        )
            return found

        return await server.guarded(work, SLOW, [])


def _symbol(snapshot: Snapshot, tree: SymbolTree) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=tree.name,
        kind=_KINDS[tree.kind],
        range=snapshot.to_range(tree.range),
        selection_range=snapshot.to_range(tree.name_range),
        detail=tree.detail or None,
        children=[_symbol(snapshot, each) for each in tree.children] or None,
    )


def _matching(snapshot: Snapshot, query: str) -> list[types.SymbolInformation]:
    """The symbols of a document whose name holds the letters of the query in their order."""
    found = []

    def visit(trees: tuple[SymbolTree, ...], container: str) -> None:
        for tree in trees:
            if _fits(tree.name, query):
                found.append(
                    types.SymbolInformation(
                        location=types.Location(snapshot.uri, snapshot.to_range(tree.name_range)),
                        name=tree.name,
                        kind=_KINDS[tree.kind],
                        container_name=container or None,
                    )
                )
            visit(tree.children, tree.name)

    visit(tuple(document_symbols(snapshot.document)), "")
    return found


def _fits(name: str, query: str) -> bool:
    rest = iter(name.lower())
    return all(letter in rest for letter in query.lower())
