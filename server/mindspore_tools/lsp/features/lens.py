"""textDocument/codeLens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mindspore_tools.editor.lens import lenses
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

SHOW_PROBLEMS = "mindspore.showProblems"


def register(server: Server) -> None:
    """Offer code lenses above graph functions."""

    @server.answers(types.TEXT_DOCUMENT_CODE_LENS, lane=SLOW, empty=[])
    def answer(snapshot: Snapshot, params: types.CodeLensParams) -> list[types.CodeLens]:
        settings = snapshot.project.settings
        if not settings.code_lens:
            return []
        found = []
        for each in lenses(snapshot.document, settings.lint):
            places = [snapshot.to_range(finding.range) for finding in each.findings]
            title = each.title.render(server.language)
            command = types.Command(title, SHOW_PROBLEMS if places else "", None, [snapshot.uri, places])
            found.append(types.CodeLens(snapshot.to_range(each.range), command))
        return found

    def renew() -> None:
        workspace = server.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            server.workspace_code_lens_refresh(None)

    server.on_project_change(renew)
