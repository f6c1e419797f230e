"""Comments that silence findings of their line: ``# noqa``, ``# noqa: MS101``, ``# mindspore: ignore[MS101]``."""

from __future__ import annotations

import re

from mindspore_tools.common.position import Position, Range
from mindspore_tools.lint.finding import Edit

_NOQA = re.compile(r"#\s*noqa(?:\s*:\s*(?P<codes>[A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*))?(?=\W|$)", re.IGNORECASE)
_IGNORE = re.compile(r"#\s*mindspore\s*:\s*ignore(?:\[(?P<codes>[^\]]*)\])?", re.IGNORECASE)


def is_suppressed(line: str, code: str) -> bool:
    """Whether a comment at the end of ``line`` silences a finding with this code there."""
    if "#" not in line:
        return False
    for pattern in (_NOQA, _IGNORE):
        match = pattern.search(line)
        if match:
            codes = match.group("codes")
            if codes is None or code.upper() in re.split(r"[\s,]+", codes.upper()):
                return True
    return False


def suppressing_edit(lines: list[str], number: int, code: str) -> Edit:
    """The edit that silences ``code`` on a 0-based line, added to a comment of the kind that is there already."""
    line = lines[number]
    match = _IGNORE.search(line)
    if match and match.group("codes") is not None:
        end = Position(number, match.end("codes"))
        return Edit(Range(end, end), f", {code}" if match.group("codes").strip() else code)
    end = Position(number, len(line.rstrip()))
    return Edit(Range(end, Position(number, len(line))), f"  # mindspore: ignore[{code}]")
