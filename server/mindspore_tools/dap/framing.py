"""Messages of the Debug Adapter Protocol on a byte stream."""

from __future__ import annotations

import json
from typing import IO, Any

Message = dict[str, Any]


def read(stream: IO[bytes]) -> Message | None:
    """The next message, or None at the end of the stream (also one in the middle of a message).

    Raises ValueError for a header or body that is not of the protocol.
    """
    length = None
    while True:
        line = stream.readline()
        if not line:
            return None
        line = line.strip()
        if not line and length is not None:
            break
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    body = stream.read(length)
    if len(body) < length:
        return None
    message = json.loads(body.decode("utf-8"))
    if not isinstance(message, dict):
        raise ValueError(f"not a message: {message!r}")
    return message


def write(stream: IO[bytes], message: Message) -> None:
    """Write one message and flush."""
    body = json.dumps(message, ensure_ascii=False).encode("utf-8")
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()
