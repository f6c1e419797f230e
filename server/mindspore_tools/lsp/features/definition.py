"""textDocument/definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls import uris

from mindspore_tools.editor.definition import Location, definitions
from mindspore_tools.lsp.documents import Snapshot

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer go to definition."""

    def user_code(snapshot: Snapshot, params: types.DefinitionParams) -> list[types.Location]:
        found = snapshot.project.user_code.definitions(snapshot.document, snapshot.position(params.position))
        return _locations(snapshot, found)

    @server.answers(types.TEXT_DOCUMENT_DEFINITION, otherwise=user_code)
    def answer(snapshot: Snapshot, params: types.DefinitionParams) -> list[types.Location]:
        found = definitions(snapshot.document, snapshot.position(params.position), snapshot.project.packages)
        return _locations(snapshot, found)


def _locations(snapshot: Snapshot, found: list[Location]) -> list[types.Location]:
    return [
        types.Location(
            uris.from_fs_path(each.path) or each.path if each.path else snapshot.uri,
            snapshot.to_range(each.range) if not each.path else _range(each.range),
        )
        for each in found
    ]


def _range(place) -> types.Range:
    start, end = place
    return types.Range(types.Position(*start), types.Position(*end))
