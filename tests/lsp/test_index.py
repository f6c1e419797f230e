"""The index of the project's own installation, built by the server."""

from __future__ import annotations

import os

import pytest

from lsp.client import CAPABILITIES, Client

pytestmark = pytest.mark.mindspore
WITH_PROGRESS = {**CAPABILITIES, "window": {"workDoneProgress": True}}


def test_the_index_is_rebuilt_on_demand_with_progress(tmp_path, monkeypatch):
    monkeypatch.setenv("MINDSPORE_TOOLS_CACHE", str(tmp_path))
    python = os.environ["MINDSPORE_PYTHON"]
    with Client(settings={"interpreter": python}, capabilities=WITH_PROGRESS) as session:
        assert session.request("mindspore/rebuildIndex", {}, timeout=280) is True
        (built,) = (tmp_path / "index").glob("*.zip")
        assert built.stat().st_size > 100_000
        ended = session.wait_until(
            lambda seen: seen["method"] == "$/progress" and seen["params"]["value"]["kind"] == "end"
        )
        assert "ready" in ended["params"]["value"]["message"]
        session.open("file:///project/a.py", "from mindspore import nn\nnn.")
        assert "Conv2d" in session.labels("file:///project/a.py", 1, 3)
