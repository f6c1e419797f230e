"""The engine: selection, severities, suppression, half-written code, baseline, fixes."""

from __future__ import annotations

import json

import pytest

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target, analyse
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.baseline import Baseline
from mindspore_tools.lint.engine import check
from mindspore_tools.lint.finding import Edit, Finding, Fix, Severity
from mindspore_tools.lint.fixes import apply_edits, apply_safe
from mindspore_tools.lint.settings import LintSettings
from mindspore_tools.lint.suppression import suppressing_edit

CODE = """\
import mindspore as ms


@ms.jit
def f(x):
    del x{comment}
    return {{1, 2}}
"""


def codes(text: str, settings: LintSettings | None = None) -> list[str]:
    return [
        finding.code for finding in check(analyse(SourceFile(text), None, Target(Version(2, 10))), settings)
    ]


def test_findings_come_in_source_order():
    assert codes(CODE.format(comment="")) == ["MS102", "MS107"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (LintSettings(select=("MS102",)), ["MS102"]),
        (LintSettings(ignore=("MS102",)), ["MS107"]),
        (LintSettings(select=("MS1",), ignore=("MS107",)), ["MS102"]),
        (LintSettings(select=("MS107",), ignore=("MS1",)), ["MS107"]),
        (LintSettings(select=("MS3",)), []),
    ],
)
def test_selection_by_prefix(settings, expected):
    assert codes(CODE.format(comment=""), settings) == expected


def test_severity_of_a_rule_can_be_set():
    settings = LintSettings(severities={"MS102": Severity.HINT})
    found = check(analyse(SourceFile(CODE.format(comment="")), None, Target(Version(2, 10))), settings)
    assert [finding.severity for finding in found] == [Severity.HINT, Severity.ERROR]


@pytest.mark.parametrize(
    ("comment", "silenced"),
    [
        ("  # noqa", True),
        ("  # noqa: MS102", True),
        ("  # NOQA:E501,MS102", True),
        ("  # noqa: MS107", False),
        ("  # noqathing", False),
        ("  # mindspore: ignore", True),
        ("  # mindspore: ignore[MS102, MS107]", True),
        ("  # mindspore: ignore[MS107]", False),
    ],
)
def test_comments_silence_their_line(comment, silenced):
    assert ("MS102" not in codes(CODE.format(comment=comment))) is silenced


@pytest.mark.parametrize(
    "comment", ["", "  # note", "  # mindspore: ignore[MS107]", "  # mindspore: ignore[]"]
)
def test_the_suppressing_edit_suppresses(comment):
    text = CODE.format(comment=comment)
    edit = suppressing_edit(text.split("\n"), 5, "MS102")
    assert codes(apply_edits(text, [edit])) == ["MS107"]


def test_nothing_is_said_about_a_line_that_does_not_parse():
    assert codes("import mindspore as ms\n@ms.jit\ndef f(x):\n    y = {1, 2\n    return {3}\n") == ["MS107"]


def test_eager_code_is_left_alone():
    assert codes("import mindspore as ms\ndef f(x):\n    del x\n") == []


def test_edits_are_made_from_the_end():
    edits = [
        Edit(Range(Position(0, 0), Position(0, 1)), "AA"),
        Edit(Range(Position(1, 1), Position(1, 1)), "!"),
    ]
    assert apply_edits("a\nb\n", edits) == "AA\nb!\n"


def test_of_fixes_that_touch_only_the_first_is_applied():
    def finding(start: int, end: int, safe: bool = True) -> Finding:
        where = Range(Position(0, start), Position(0, end))
        fix = Fix(Text("t", "t"), (Edit(where, "X"),), safe)
        return Finding("MS101", "r", Severity.ERROR, where, Text("m", "m"), fixes=(fix,))

    assert apply_safe("abcdef", [finding(0, 2), finding(1, 3), finding(4, 5, safe=False)]) == (1, "Xcdef")


def test_a_baseline_keeps_known_findings_out(tmp_path):
    class Reported:
        def __init__(self, text: str) -> None:
            self.path = "a.py"
            self.findings = check(analyse(SourceFile(text), None, Target(Version(2, 10))))
            self.lines = dict(enumerate(text.splitlines()))

    file = tmp_path / "baseline.json"
    first = Reported(CODE.format(comment=""))
    Baseline.load(file).apply([first])
    assert first.findings == []
    assert len(json.loads(file.read_text())["findings"]) == 2
    moved = Reported("# a new line\n" + CODE.format(comment="") + "\n\n@ms.jit\ndef g(y):\n    del y\n")
    Baseline.load(file).apply([moved])
    assert [finding.code for finding in moved.findings] == ["MS102"]
