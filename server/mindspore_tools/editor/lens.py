"""Code lenses: above each graph function, that it is compiled and what was found in it."""

from __future__ import annotations

from typing import NamedTuple

from mindspore_tools.common.position import Range
from mindspore_tools.common.text import Text
from mindspore_tools.editor.document import Document
from mindspore_tools.lint.finding import Finding, Severity
from mindspore_tools.lint.settings import LintSettings

_CLEAN = Text("graph mode", "图模式")
_FOUND = Text("graph mode: {count} problems", "图模式：{count} 个问题")
_ONE = Text("graph mode: 1 problem", "图模式：1 个问题")
_SHOWN = ("jit", "construct")


class Lens(NamedTuple):
    """A text above a function: ``name`` is the function's name and ``findings`` are what was found in it."""

    range: Range
    title: Text
    name: str
    findings: tuple[Finding, ...]


def lenses(document: Document, settings: LintSettings) -> list[Lens]:
    """One lens for each function that is compiled from the start (decorated, given to ``jit``, or a construct)."""
    found = []
    findings = [each for each in document.findings(settings) if each.severity >= Severity.WARNING]
    for function in document.analysis.functions:
        if function.reason not in _SHOWN:
            continue
        inside = tuple(each for each in findings if function.range.contains(each.range.start))
        title = _CLEAN if not inside else _ONE if len(inside) == 1 else _FOUND.format(count=len(inside))
        found.append(Lens(function.name_range, title, function.name, inside))
    return found
