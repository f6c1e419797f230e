"""The message layer: pygls' protocol, with answers that are serialised already and errors that stay in the log."""

from __future__ import annotations

import json
import logging
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol

from mindspore_tools.lsp.texts import OpenTexts

logger = logging.getLogger(__name__)


class Json(str):
    """A result that is JSON text already; it is sent as it is."""


class Protocol(LanguageServerProtocol):
    """Sends a `Json` result without going through its 1,500 items again."""

    def _send_response(
        self, msg_id: Any, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        if not isinstance(result, Json) or error is not None or self.writer is None:
            super()._send_response(msg_id, result, error)
            return
        self._result_types.pop(msg_id, None)
        body = f'{{"jsonrpc": "{self.VERSION}", "id": {json.dumps(msg_id)}, "result": {result}}}'.encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def use_open_texts(self) -> None:
        """Replace the workspace that pygls made for the client by one whose documents are `OpenText`."""
        made = self.workspace
        self._workspace = OpenTexts(
            made.root_uri, made._sync_kind, list(made.folders.values()), made.position_encoding
        )
