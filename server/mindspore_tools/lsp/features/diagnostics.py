"""Diagnostics: textDocument/diagnostic for clients that pull, textDocument/publishDiagnostics for the others."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls import uris

from mindspore_tools.lint.finding import Finding, Severity
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.errors import ContentModified, ServerCancelled
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

SOURCE = "MindSpore"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def findings(snapshot: Snapshot) -> list[Finding]:
    """What the rules find in a snapshot, as the settings want it."""
    settings = snapshot.project.settings
    if not settings.lint_enabled:
        return []
    return snapshot.document.findings(settings.lint)


def diagnostic(snapshot: Snapshot, finding: Finding, language: str) -> types.Diagnostic:
    """A finding for the client."""
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(
                uris.from_fs_path(each.path) or each.path if each.path else snapshot.uri,
                snapshot.to_range(each.range),
            ),
            each.message.render(language),
        )
        for each in finding.related
    ]
    return types.Diagnostic(
        range=snapshot.to_range(finding.range),
        message=finding.message.render(language),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(finding.url) if finding.url else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.unreachable else None,
        related_information=related or None,
    )


def register(server: Server) -> None:
    """Offer diagnostics the way the client wants them."""

    def report(snapshot: Snapshot) -> list[types.Diagnostic]:
        return [diagnostic(snapshot, each, server.language) for each in findings(snapshot)]

    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="mindspore"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def pull(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        try:
            found = await server.work(params.text_document.uri, report, SLOW, empty=[])
        except ContentModified:
            # Never ContentModified itself: the client makes an empty report of it and the problems flicker.
            raise ServerCancelled from None
        result_id = _digest(found)
        if params.previous_result_id == result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result_id)
        return types.RelatedFullDocumentDiagnosticReport(items=found, result_id=result_id)

    async def push(uri: str) -> None:
        version = server.version_of(uri)
        if version is None:
            return
        try:
            found = await server.work(uri, report, SLOW, empty=[])
        except ContentModified:
            return
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def renew(uri: str) -> None:
        if not _pulls(server):
            asyncio.ensure_future(push(uri))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        renew(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        renew(params.text_document.uri)

    def project_changed() -> None:
        if not _pulls(server):
            for uri in [text.uri for text in server.workspace.text_documents.values()]:
                renew(uri)
        elif _refreshes(server):
            server.workspace_diagnostic_refresh(None)

    server.on_project_change(project_changed)


def _pulls(server: Server) -> bool:
    document = server.client_capabilities.text_document
    return bool(document and document.diagnostic)


def _refreshes(server: Server) -> bool:
    workspace = server.client_capabilities.workspace
    diagnostics: Any = workspace.diagnostics if workspace else None
    return bool(diagnostics and diagnostics.refresh_support)


def _digest(found: list[types.Diagnostic]) -> str:
    return hashlib.sha1(repr(found).encode("utf-8", "replace")).hexdigest()
