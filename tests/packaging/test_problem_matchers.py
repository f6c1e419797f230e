"""The problem matchers find the place in what the graph compilers of all versions print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

MANIFEST = json.loads((Path(__file__).parents[2] / "package.json").read_text(encoding="utf-8"))
MATCHERS = {matcher["name"]: matcher["pattern"] for matcher in MANIFEST["contributes"]["problemMatchers"]}


@pytest.mark.parametrize(
    ("matcher", "line"),
    [
        ("mindspore", "# 0 In file /home/me/my project/train.py:32~33, 8~20"),
        ("mindspore", "# 0 In file C:\\work\\train.py:5, 12~21"),
        ("mindspore-1.10", "In file /home/me/train.py:9"),
        ("mindspore-1.10", "# 1 In file /home/me/train.py:9/"),
        ("mindspore-1.2", "In file /home/me/train.py(8)"),
        ("mindspore-1.2", "# 0 In file /home/me/train.py(8)"),
    ],
)
def test_place_is_found(matcher: str, line: str) -> None:
    place, source = MATCHERS[matcher]
    found = re.search(place["regexp"], line)
    assert found
    assert found.group(place["file"]).endswith("train.py")
    assert found.group(place["line"]).isdigit()
    text = re.search(source["regexp"], "        if x > 0:")
    assert text and text.group(source["message"]) == "if x > 0:"


@pytest.mark.parametrize("matcher", MATCHERS)
def test_places_inside_mindspore_are_left_out(matcher: str) -> None:
    folder = "/env/lib/python3.11/site-packages/mindspore/graph/_parse/standard_method.py"
    for place in (f"# 1 In file {folder}:2793, 11~23", f"In file {folder}:2793", f"In file {folder}(2793)"):
        assert not re.search(MATCHERS[matcher][0]["regexp"], place)


@pytest.mark.parametrize(
    "line", ['  File "/home/me/train.py", line 22, in <module>', "In file train.py", "loss 0.3"]
)
def test_other_lines_are_not_places(line: str) -> None:
    assert not any(re.search(pattern[0]["regexp"], line) for pattern in MATCHERS.values())
