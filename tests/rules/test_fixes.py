"""Every fix makes of its program what the rule says, and what the real compiler takes with the same result."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target, analyse
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.engine import check
from mindspore_tools.lint.finding import Finding
from mindspore_tools.lint.fixes import apply_edits, apply_safe
from mindspore_tools.lint.registry import all_rules
from mindspore_tools.lint.rule import EXAMPLE_IMPORTS

NEWEST = Version(2, 10, 0)
PAIRS = [(rule, before, after) for rule in all_rules() for before, after in rule.FIXED]


def findings(code: str, version: Version = NEWEST) -> list[Finding]:
    return check(analyse(SourceFile(EXAMPLE_IMPORTS + code), None, Target(version)))


@pytest.mark.parametrize(("rule", "before", "after"), PAIRS, ids=[rule.code for rule, _, _ in PAIRS])
def test_a_fix_gives_the_program_that_its_rule_shows(rule, before, after):
    found = next(finding for finding in findings(before) if finding.code == rule.code)
    fixed = apply_edits(EXAMPLE_IMPORTS + before, found.fixes[0].edits)
    assert fixed == EXAMPLE_IMPORTS + after
    assert rule.code not in {finding.code for finding in findings(after)}


def test_an_annotation_is_left_out_where_the_target_refuses_it():
    code = "@ms.jit\ndef f(x):\n    y: Tensor = x + 1\n    return y\n"
    count, fixed = apply_safe(EXAMPLE_IMPORTS + code, findings(code, Version(2, 0, 0)))
    assert (count, fixed) == (1, EXAMPLE_IMPORTS + code.replace("y: Tensor =", "y ="))


def results(mode: str, programs: list[str]) -> list[list]:
    done = subprocess.run(
        [os.environ["MINDSPORE_PYTHON"], str(Path(__file__).with_name("run_examples.py")), mode],
        input=json.dumps([EXAMPLE_IMPORTS + program for program in programs]),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.mindspore
def test_the_compiler_takes_what_was_fixed_and_computes_the_same():
    before, after = [before for _, before, _ in PAIRS], [after for _, _, after in PAIRS]
    refused, fixed, eager = results("graph", before), results("graph", after), results("eager", before)
    for number, (rule, program, _) in enumerate(PAIRS):
        assert refused[number][0] == "error", f"{rule.code} reports what compiles:\n{program}"
        assert eager[number][0] == "value"
        assert fixed[number] == eager[number], f"{rule.code} changes the result of:\n{program}"
