"""textDocument/inlayHint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mindspore_tools.editor.inlay import inlay_hints
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer inlay hints, when they are switched on."""

    @server.answers(types.TEXT_DOCUMENT_INLAY_HINT, lane=SLOW, empty=[])
    def answer(snapshot: Snapshot, params: types.InlayHintParams) -> list[types.InlayHint]:
        if not snapshot.project.settings.inlay_hints:
            return []
        return [
            types.InlayHint(snapshot.to_position(each.position), each.text, types.InlayHintKind.Type)
            for each in inlay_hints(snapshot.document, snapshot.range(params.range))
        ]

    def renew() -> None:
        workspace = server.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            server.workspace_inlay_hint_refresh(None)

    server.on_project_change(renew)
