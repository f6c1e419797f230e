"""``mindspore-tools index``."""

from __future__ import annotations

import json
import os
import sys

import pytest

from mindspore_tools.cli.main import main


def test_info_tells_version_and_numbers(capsys):
    assert main(["index", "info", "--target-version", "2.10"]) == 0
    info = json.loads(capsys.readouterr().out)
    assert info["version"] == "2.10.0" and info["exact"] and info["names"] > 3000


def test_stubs_are_exported(tmp_path, capsys):
    assert main(["index", "export-stubs", str(tmp_path)]) == 0
    assert (tmp_path / "mindspore-stubs" / "nn" / "__init__.pyi").exists()
    assert "mindspore-stubs" in capsys.readouterr().out


def test_what_cannot_be_done_says_why(tmp_path, capsys):
    output = tmp_path / "index.zip"
    assert main(["index", "build", "--interpreter", sys.executable, "--output", str(output)]) == 2
    assert "MindSpore" in capsys.readouterr().err and not output.exists()
    assert main(["index", "info", "--index", str(tmp_path / "none.zip")]) == 2
    assert main(["index", "info", "--target-version", "newest"]) == 2


@pytest.mark.mindspore
def test_building_twice_gives_the_same_bytes(tmp_path):
    interpreter = os.environ["MINDSPORE_PYTHON"]
    outputs = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for output in outputs:
        assert main(["index", "build", "--interpreter", interpreter, "--output", str(output)]) == 0
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
