"""Applying the edits of fixes to a text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mindspore_tools.common.position import Position
from mindspore_tools.lint.finding import Edit, Finding

_LINE_END = re.compile(r"\r\n|\r|\n")


def safe_edits(findings: Iterable[Finding]) -> tuple[int, list[Edit]]:
    """The edits of the first safe fix of every finding; of fixes that touch each other only the first. How many fixes, and the edits."""
    chosen: list[Edit] = []
    count = 0
    for finding in findings:
        fix = next((fix for fix in finding.fixes if fix.safe), None)
        if fix and not any(_touch(edit, other) for edit in fix.edits for other in chosen):
            chosen.extend(fix.edits)
            count += 1
    return count, chosen


def apply_safe(text: str, findings: Iterable[Finding]) -> tuple[int, str]:
    """Apply the safe fixes that do not touch each other. How many, and the new text."""
    count, edits = safe_edits(findings)
    return count, apply_edits(text, edits)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made; their ranges refer to the text as given and must not overlap."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def offset(position: Position) -> int:
        return starts[position.line] + position.column if position.line < len(starts) else len(text)

    for edit in sorted(edits, key=lambda edit: edit.range, reverse=True):
        text = text[: offset(edit.range.start)] + edit.text + text[offset(edit.range.end) :]
    return text


def _touch(one: Edit, other: Edit) -> bool:
    return one.range.start <= other.range.end and other.range.start <= one.range.end
