"""What has nothing to do with MindSpore is answered through jedi, without getting in the way."""

from __future__ import annotations

import time

from lsp.client import Client

URI = "file:///project/user.py"


def test_members_of_other_packages_are_offered_in_the_end(client):
    client.open(URI, "import string\nstring.")
    deadline = time.monotonic() + 60
    while not (labels := client.labels(URI, 1, 7)) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert "ascii_letters" in labels


def test_another_server_can_be_left_to_answer_them():
    with Client(settings={"userCode": {"enabled": False}}) as session:
        session.open(URI, "import string\nstring.")
        assert session.labels(URI, 1, 7) == []
