"""Code actions: the fixes of findings, silencing them, and fixing a whole file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mindspore_tools.common.position import Range
from mindspore_tools.common.text import Text
from mindspore_tools.editor.document import Document
from mindspore_tools.lint.finding import Edit, Finding
from mindspore_tools.lint.fixes import safe_edits
from mindspore_tools.lint.settings import LintSettings
from mindspore_tools.lint.suppression import suppressing_edit

QUICK_FIX, FIX_ALL = "quickfix", "source.fixAll.mindspore"
_SILENCE = Text("Ignore {code} on this line", "在此行忽略 {code}")
_EXPLAIN = Text("Explain {code}", "解释 {code}")
_FIX_ALL = Text("Fix all safe MindSpore problems", "修复所有可安全修复的 MindSpore 问题")


class Action(NamedTuple):
    """Something that can be done. ``finding`` is what it settles, None for the whole file.

    ``explains`` is the code of a rule to explain, for an action that changes nothing. ``preferred``: a safe fix.
    """

    title: Text
    kind: str
    edits: tuple[Edit, ...] = ()
    finding: Finding | None = None
    preferred: bool = False
    explains: str = ""


def actions(
    document: Document, place: Range, settings: LintSettings, kinds: Sequence[str] = ()
) -> list[Action]:
    """What can be done about the findings that a range touches; ``kinds`` are the kinds asked for, empty for all."""
    found: list[Action] = []
    findings = document.findings(settings)
    if _wanted(QUICK_FIX, kinds):
        touched = [each for each in findings if _touches(each.range, place)]
        for finding in touched:
            for fix in finding.fixes:
                found.append(Action(fix.title, QUICK_FIX, fix.edits, finding, preferred=fix.safe))
        for finding in touched:
            edit = suppressing_edit(document.source.lines, finding.range.start.line, finding.code)
            found.append(Action(_SILENCE.format(code=finding.code), QUICK_FIX, (edit,), finding))
            found.append(
                Action(_EXPLAIN.format(code=finding.code), QUICK_FIX, (), finding, explains=finding.code)
            )
    if _wanted(FIX_ALL, kinds) and any(kind.startswith("source") for kind in kinds):
        _, edits = safe_edits(findings)
        if edits:
            found.append(Action(_FIX_ALL, FIX_ALL, tuple(edits)))
    return found


def _wanted(kind: str, kinds: Sequence[str]) -> bool:
    return not kinds or any(kind == each or kind.startswith(each + ".") or not each for each in kinds)


def _touches(one: Range, other: Range) -> bool:
    return one.start <= other.end and other.start <= one.end
