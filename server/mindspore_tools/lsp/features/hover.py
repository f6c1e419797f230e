"""textDocument/hover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mindspore_tools.editor.hover import hover
from mindspore_tools.lsp.documents import Snapshot

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer hover."""

    @server.answers(types.TEXT_DOCUMENT_HOVER)
    def answer(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
        found = hover(snapshot.document, snapshot.position(params.position), server.language)
        if found is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
        return types.Hover(content, snapshot.to_range(found.range))
