"""Every rule does on its own examples what it says."""

from __future__ import annotations

import re

import pytest

from mindspore_tools.api.index import load_index
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target, analyse
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.engine import check
from mindspore_tools.lint.registry import all_rules
from mindspore_tools.lint.rule import EXAMPLE_IMPORTS

MARK = re.compile(r"#.*\b(MS\d{3})\b")
NEWEST = Version(2, 10, 0)


def found_in(code: str, version: Version = NEWEST, level: str = "lax") -> list[tuple[str, int]]:
    analysis = analyse(SourceFile(EXAMPLE_IMPORTS + code), load_index(version), Target(version, level))
    offset = EXAMPLE_IMPORTS.count("\n")
    return [(finding.code, finding.range.start.line - offset) for finding in check(analysis)]


def marked_in(code: str, rule: str) -> set[int]:
    return {
        number
        for number, line in enumerate(code.split("\n"))
        for match in [MARK.search(line)]
        if match and match.group(1) == rule
    }


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
class TestEveryRule:
    def test_reports_its_invalid_examples_where_marked(self, rule):
        for example in rule.INVALID:
            marked = marked_in(example, rule.code)
            assert marked, f"no line of this example is marked:\n{example}"
            assert {line for code, line in found_in(example) if code == rule.code} == marked, example

    def test_is_silent_on_its_valid_examples(self, rule):
        for example in rule.VALID:
            assert rule.code not in {code for code, _ in found_in(example)}, example

    def test_says_what_it_is_in_both_languages(self, rule):
        assert re.fullmatch(r"MS\d{3}", rule.code)
        assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.name)
        for text in (rule.summary, rule.explanation):
            assert text.en and text.zh
            assert re.search(r"[\u4e00-\u9fff]", text.zh)
        assert rule.VALID or rule.INVALID

    def test_examples_are_whole_programs(self, rule):
        for example in (*rule.VALID, *rule.INVALID):
            assert not SourceFile(EXAMPLE_IMPORTS + example).problems


def test_names_are_distinct():
    names = [rule.name for rule in all_rules()]
    assert len(names) == len(set(names))


def test_a_rule_holds_only_for_its_versions():
    code = "@ms.jit\ndef f(x):\n    y: int = 1\n    return x + y\n"
    assert found_in(code) == []
    assert found_in(code, Version(2, 0, 0)) == [("MS116", 2)]
