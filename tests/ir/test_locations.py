"""Places as compilers of 1.2, 1.10, 2.0 and 2.7 to 2.10 print them."""

from __future__ import annotations

import pytest

from mindspore_tools.common.position import Position, Range
from mindspore_tools.ir.locations import find_locations, parse_location


@pytest.mark.parametrize(
    ("line", "path", "span", "text"),
    [
        ("      # In file /project/a.py(357)/        loss = F.depend(loss)/", "/project/a.py", (356, 0, 357, 0), "loss = F.depend(loss)"),
        ("      # In file /project/a.py:17/        if x.sum() > 10:/", "/project/a.py", (16, 0, 17, 0), "if x.sum() > 10:"),
        ("# In file train.py:3~9/@ms.jit/", "train.py", (2, 0, 9, 0), "@ms.jit"),
        ("# 0 In file /p/bad.py:5~8, 4~35", "/p/bad.py", (4, 4, 7, 35), ""),
        ("      # In file /p/bad.py:35, 10~15/    while n > 0:/", "/p/bad.py", (34, 10, 34, 15), "while n > 0:"),
        ("      # inlined:In file /p/a b/中文.py:119/ out = f(x) / 2/", "/p/a b/中文.py", (118, 0, 119, 0), "out = f(x) / 2"),
        ("In file C:\\work\\a.py:12, 4~8", "C:\\work\\a.py", (11, 4, 11, 8), ""),
        ("# In file /p/v(2)/a.py(12)", "/p/v(2)/a.py", (11, 0, 12, 0), ""),
    ],
)  # fmt: skip
def test_one_line(line, path, span, text):
    location = parse_location(line)
    assert location.path == path
    assert location.range == Range(Position(*span[:2]), Position(*span[2:]))
    assert location.text == text
    assert line[location.start : location.stop].startswith(path)


@pytest.mark.parametrize(
    "line", ["In file", "# In file nowhere", 'File "a.py", line 3', "", "# Scope: (Default)"]
)
def test_lines_without_a_place(line):
    assert parse_location(line) is None


def test_columns_from_carets_of_old_versions():
    text = (
        "# 0 In file /p/old.py(16)\n"
        "        中文 = x + 1; return self.inner(中文)\n"
        "                           ^\n"
        "# 1 In file /p/old.py(6)\n"
        "        if x.sum() > 3:\n"
        "           ^\n"
    )
    first, second = find_locations(text)
    assert (first.column, first.end_column) == (27, 37)
    assert (second.column, second.end_column) == (11, 16)
    assert second.text == "if x.sum() > 3:"
