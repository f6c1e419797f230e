"""DAP messages on a byte stream."""

import io

import pytest

from mindspore_tools.dap import framing


def test_a_message_survives_the_stream():
    stream = io.BytesIO()
    messages = [{"seq": 1, "command": "évaluer"}, {"seq": 2, "body": {"text": "张量"}}]
    for message in messages:
        framing.write(stream, message)
    stream.seek(0)
    assert [framing.read(stream), framing.read(stream), framing.read(stream)] == [*messages, None]


def test_other_headers_are_skipped():
    stream = io.BytesIO(b"Content-Type: x\r\nContent-Length: 2\r\n\r\n{}")
    assert framing.read(stream) == {}


def test_a_stream_that_ends_in_a_message_is_at_its_end():
    assert framing.read(io.BytesIO(b"Content-Length: 20\r\n\r\n{")) is None


@pytest.mark.parametrize(
    "stream", [b"Content-Length: x\r\n\r\n", b"Content-Length: 2\r\n\r\n[]", b"Content-Length: 1\r\n\r\n{"]
)
def test_what_is_no_message_is_refused(stream):
    with pytest.raises(ValueError):
        framing.read(io.BytesIO(stream))
