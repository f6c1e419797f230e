"""The texts of the open documents, as the client has them."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from mindspore_tools.lsp.positions import Encoding, split_lines


class OpenText(TextDocument):
    """The text of an open document.

    Lines end where the protocol says; pygls also cuts at form feeds and other characters that Python sources may contain.
    """

    _lines: tuple[str, list[str]] | None = None

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their ends."""
        text = self.source
        if self._lines is None or self._lines[0] is not text:
            self._lines = (text, split_lines(text))
        return self._lines[1]

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        lines = self.lines
        start, end = Encoding(self.position_codec.encoding).range(lines, change.range)
        before = [*lines[: start.line], lines[start.line][: start.column]]
        after = [lines[end.line][end.column :], *lines[end.line + 1 :]]
        self._source = "".join([*before, change.text, *after])


class OpenTexts(Workspace):
    """pygls' workspace with our documents."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> OpenText:
        return OpenText(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )
