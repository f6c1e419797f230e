"""Which Python each MindSpore runs on (``data/pythons.json``)."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from mindspore_tools.common.version import Version, VersionRange

NEWEST = Version(2, 10, 0)


@lru_cache(maxsize=1)
def _table() -> tuple[tuple[VersionRange, tuple[str, ...]], ...]:
    data = json.loads((Path(__file__).parent / "data" / "pythons.json").read_text(encoding="utf-8"))
    return tuple(
        (VersionRange(Version.parse(row["since"]), Version.parse(row["before"])), tuple(row["pythons"]))
        for row in data["releases"]
    )


def pythons_of(version: Version) -> tuple[str, ...]:
    """The Pythons that a MindSpore is built for, such as ``("3.10", "3.11")``; empty for an unknown version."""
    return next((pythons for versions, pythons in _table() if version in versions), ())


def newest_for(python: tuple[int, int]) -> Version | None:
    """The newest known MindSpore line for a Python; None when there is none."""
    name = f"{python[0]}.{python[1]}"
    for versions, pythons in reversed(_table()):
        if name in pythons:
            return versions.since
    return None
