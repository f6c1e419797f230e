"""textDocument/prepareCallHierarchy and what follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls import uris

from mindspore_tools.common.position import Position
from mindspore_tools.editor.calls import CallEdge, CallItem, call_item, incoming, outgoing
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer the call hierarchy: what a graph function compiles along with it."""

    @server.answers(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, lane=SLOW)
    def prepare(
        snapshot: Snapshot, params: types.CallHierarchyPrepareParams
    ) -> list[types.CallHierarchyItem] | None:
        found = call_item(snapshot.document, snapshot.position(params.position))
        return [_to_client(snapshot, found)] if found else None

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def callees(
        params: types.CallHierarchyOutgoingCallsParams,
    ) -> list[types.CallHierarchyOutgoingCall]:
        def work(snapshot: Snapshot) -> list[types.CallHierarchyOutgoingCall]:
            return [
                types.CallHierarchyOutgoingCall(_to_client(snapshot, edge.item), _ranges(snapshot, edge))
                for edge in outgoing(snapshot.document, _position(params.item.data))
            ]

        return await server.work(params.item.uri, work, SLOW, [])

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def callers(
        params: types.CallHierarchyIncomingCallsParams,
    ) -> list[types.CallHierarchyIncomingCall]:
        def work(snapshot: Snapshot) -> list[types.CallHierarchyIncomingCall]:
            return [
                types.CallHierarchyIncomingCall(_to_client(snapshot, edge.item), _ranges(snapshot, edge))
                for edge in incoming(snapshot.document, _position(params.item.data))
            ]

        return await server.work(params.item.uri, work, SLOW, [])


def _ranges(snapshot: Snapshot, edge: CallEdge) -> list[types.Range]:
    return [snapshot.to_range(each) for each in edge.ranges]


def _to_client(snapshot: Snapshot, item: CallItem) -> types.CallHierarchyItem:
    own = item.file == snapshot.document.source.path
    return types.CallHierarchyItem(
        name=item.name,
        kind=types.SymbolKind.Function,
        uri=snapshot.uri if own else uris.from_fs_path(item.file) or snapshot.uri,
        range=snapshot.to_range(item.range),
        selection_range=snapshot.to_range(item.name_range),
        detail="graph" if item.compiled else None,
        data=list(item.name_range.start),
    )


def _position(data: Any) -> Position:
    return Position(*data)
