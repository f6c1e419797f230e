"""Applying the edits of fixes to a text."""

from __future__ import annotations

from collections.abc import Iterable

from mindspore_tools.common.position import Position
from mindspore_tools.lint.finding import Edit, Finding


def apply_safe(text: str, findings: Iterable[Finding]) -> tuple[int, str]:
    """Apply the first safe fix of every finding; of fixes that touch each other only the first. How many, and the new text."""
    chosen: list[Edit] = []
    count = 0
    for finding in findings:
        fix = next((fix for fix in finding.fixes if fix.safe), None)
        if fix and not any(_touch(edit, other) for edit in fix.edits for other in chosen):
            chosen.extend(fix.edits)
            count += 1
    return count, apply_edits(text, chosen)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made; their ranges refer to the text as given and must not overlap."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(position: Position) -> int:
        return starts[position.line] + position.column if position.line < len(starts) else len(text)

    for edit in sorted(edits, key=lambda edit: edit.range, reverse=True):
        text = text[: offset(edit.range.start)] + edit.text + text[offset(edit.range.end) :]
    return text


def _touch(one: Edit, other: Edit) -> bool:
    return one.range.start <= other.range.end and other.range.start <= one.range.end
