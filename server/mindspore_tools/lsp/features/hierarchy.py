"""textDocument/prepareTypeHierarchy and what follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls import uris

from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.hierarchy import TypeItem, subtypes, supertypes, type_at
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer the type hierarchy."""

    @server.answers(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, lane=SLOW)
    def prepare(
        snapshot: Snapshot, params: types.TypeHierarchyPrepareParams
    ) -> list[types.TypeHierarchyItem] | None:
        found = type_at(snapshot.document, snapshot.position(params.position), snapshot.project.packages)
        return [_to_client(snapshot, found)] if found else None

    @server.feature(types.TYPE_HIERARCHY_SUPERTYPES)
    async def upwards(params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
        def work(snapshot: Snapshot) -> list[types.TypeHierarchyItem]:
            found = supertypes(snapshot.document, _item(params.item.data), snapshot.project.packages)
            return [_to_client(snapshot, each) for each in found]

        return await server.work(_asked_in(params.item.data), work, SLOW, [])

    @server.feature(types.TYPE_HIERARCHY_SUBTYPES)
    async def downwards(params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
        opened = server.snapshots.all()

        def work(snapshot: Snapshot) -> list[types.TypeHierarchyItem]:
            documents = [each.document for each in opened if each.uri != snapshot.uri]
            found = subtypes([snapshot.document, *documents], _item(params.item.data))
            return [_to_client(snapshot, each) for each in found]

        return await server.work(_asked_in(params.item.data), work, SLOW, [])


def _to_client(snapshot: Snapshot, item: TypeItem) -> types.TypeHierarchyItem:
    place = snapshot.to_range(item.range)
    own = item.file == snapshot.document.source.path
    uri = snapshot.uri if own or not item.file else uris.from_fs_path(item.file) or snapshot.uri
    data = [snapshot.uri, item.name, item.file, list(item.range.start), list(item.range.end), item.path]
    return types.TypeHierarchyItem(
        name=item.name,
        kind=types.SymbolKind.Class,
        uri=uri,
        range=place,
        selection_range=place,
        detail=item.path.rpartition(".")[0] or None,
        data=data,
    )


def _item(data: Any) -> TypeItem:
    _, name, file, start, end, path = data
    return TypeItem(name, file, Range(Position(*start), Position(*end)), path)


def _asked_in(data: Any) -> str:
    return str(data[0])
