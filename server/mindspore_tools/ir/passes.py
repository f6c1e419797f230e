"""The dumps that one run of the compiler left in a folder, in the order of its passes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(r"(\d+)_(.+?)_(\d+)\.ir$")


@dataclass(frozen=True)
class PassDump:
    """One dump: ``unit`` counts the compiled functions from 0, ``step`` the passes of that function as MindSpore does."""

    path: Path
    unit: int
    step: int
    name: str


def pass_dumps(folder: Path) -> tuple[PassDump, ...]:
    """The dumps of a folder (``rank_0`` or the folder given for saved graphs), by function and pass."""
    found = []
    for path in folder.glob("*.ir"):
        match = _NAME.match(path.name)
        if match:
            found.append((int(match[3]), int(match[1]), match[2], path))
    result, unit, last = [], -1, 10**9
    for _, step, name, path in sorted(found):
        if step <= last:
            unit += 1
        last = step
        result.append(PassDump(path, unit, step, name))
    return tuple(result)
