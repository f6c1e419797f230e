"""textDocument/hover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mindspore_tools.editor.hover import Hover, hover
from mindspore_tools.lsp.documents import Snapshot

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer hover."""

    def user_code(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
        found = snapshot.project.user_code.hover(snapshot.document, snapshot.position(params.position))
        return _to_client(snapshot, found)

    @server.answers(types.TEXT_DOCUMENT_HOVER, otherwise=user_code)
    def answer(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
        found = hover(snapshot.document, snapshot.position(params.position), server.language)
        return _to_client(snapshot, found)


def _to_client(snapshot: Snapshot, found: Hover | None) -> types.Hover | None:
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
    return types.Hover(content, snapshot.to_range(found.range))
