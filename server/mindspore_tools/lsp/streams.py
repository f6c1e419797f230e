"""Standard input for the event loop."""

from __future__ import annotations

import asyncio
import threading
from typing import BinaryIO

_CHUNK = 1 << 16


class StreamInput(asyncio.StreamReader):
    """Reads a blocking stream in a thread of its own.

    pygls reads through an executor, three trips for each message; here a burst of messages is one trip.
    """

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._own_loop = asyncio.get_running_loop()
        threading.Thread(target=self._pump, name="mindspore-input", daemon=True).start()

    def _pump(self) -> None:
        read = getattr(self._stream, "read1", self._stream.read)
        try:
            while chunk := read(_CHUNK):
                self._own_loop.call_soon_threadsafe(self.feed_data, chunk)
            self._own_loop.call_soon_threadsafe(self.feed_eof)
        except (OSError, ValueError, RuntimeError):
            return  # the stream or the loop is closed: the session is over
