"""``mindspore-tools ir``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mindspore_tools.cli.main import main

FIXTURES = Path(__file__).parent / "fixtures"


def output(capsys, *arguments: str) -> tuple[int, str]:
    code = main(["ir", *arguments])
    return code, capsys.readouterr().out


def test_show_graph_and_compare(capsys):
    after, before = str(FIXTURES / "control-after-2.10.ir"), str(FIXTURES / "control-before-2.10.ir")
    code, shown = output(capsys, "show", after)
    assert code == 0
    assert "↻control(" in shown
    assert len(json.loads(output(capsys, "graph", after)[1])["nodes"]) > 20
    assert "Return: 28 -> 7" in output(capsys, "compare", before, after)[1]
    assert "Nothing changed." in output(capsys, "compare", after, after)[1]


def test_file_that_does_not_exist(capsys):
    assert output(capsys, "show", "/no/such/dump.ir")[0] == 2


def test_compile_without_mindspore(tmp_path, capsys):
    path = tmp_path / "net.py"
    path.write_text("x = 1", encoding="utf-8")
    code, shown = output(capsys, "compile", str(path), "f", "--interpreter", sys.executable, "--json")
    assert code == 1
    assert "MindSpore cannot be imported" in json.loads(shown)["problem"]
