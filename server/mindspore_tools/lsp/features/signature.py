"""textDocument/signatureHelp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mindspore_tools.editor.signature import ShownSignature, signature_help
from mindspore_tools.lsp.documents import Snapshot

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server


def register(server: Server) -> None:
    """Offer signature help."""
    options = types.SignatureHelpOptions(trigger_characters=["(", ",", "="], retrigger_characters=[","])

    @server.answers(types.TEXT_DOCUMENT_SIGNATURE_HELP, options)
    def answer(snapshot: Snapshot, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        found = signature_help(snapshot.document, snapshot.position(params.position), server.language)
        if found is None:
            return None
        signatures = [_signature(snapshot, each) for each in found.signatures]
        active = found.signatures[found.active].active
        return types.SignatureHelp(signatures, found.active, active)


def _signature(snapshot: Snapshot, shown: ShownSignature) -> types.SignatureInformation:
    def units(column: int) -> int:
        return snapshot.encoding.to_units(shown.label, column)

    parameters = [
        types.ParameterInformation((units(each.start), units(each.end)), _markdown(each.documentation))
        for each in shown.parameters
    ]
    active = shown.active
    return types.SignatureInformation(shown.label, _markdown(shown.documentation), parameters, active)


def _markdown(text: str) -> types.MarkupContent | None:
    return types.MarkupContent(types.MarkupKind.Markdown, text) if text else None
