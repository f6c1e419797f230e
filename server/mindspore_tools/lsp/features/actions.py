"""textDocument/codeAction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mindspore_tools.editor.actions import FIX_ALL, QUICK_FIX, Action, actions
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.features.diagnostics import diagnostic
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

EXPLAIN = "mindspore.explainRule"


def register(server: Server) -> None:
    """Offer fixes."""
    options = types.CodeActionOptions(code_action_kinds=[QUICK_FIX, FIX_ALL])

    @server.answers(types.TEXT_DOCUMENT_CODE_ACTION, options, lane=SLOW, empty=[])
    def answer(snapshot: Snapshot, params: types.CodeActionParams) -> list[types.CodeAction]:
        settings = snapshot.project.settings
        if not settings.lint_enabled:
            return []
        only = [getattr(kind, "value", kind) for kind in params.context.only or ()]
        found = actions(snapshot.document, snapshot.range(params.range), settings.lint, only)
        return [_action(snapshot, each, server.language) for each in found]


def _action(snapshot: Snapshot, action: Action, language: str) -> types.CodeAction:
    title = action.title.render(language)
    edits = [types.TextEdit(snapshot.to_range(edit.range), edit.text) for edit in action.edits]
    return types.CodeAction(
        title=title,
        kind=action.kind,
        diagnostics=[diagnostic(snapshot, action.finding, language)] if action.finding else None,
        is_preferred=True if action.preferred else None,
        edit=types.WorkspaceEdit(changes={snapshot.uri: edits}) if edits else None,
        command=types.Command(title, EXPLAIN, None, [action.explains]) if action.explains else None,
    )
