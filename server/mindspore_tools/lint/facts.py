"""What each version of the graph compiler does with a construct, as measured on the real compilers.

``data/facts*.json`` map the name of a construct to breakpoints for each syntax level: from that version on, this outcome.
They also name the programs from which that was derived; ``scripts/derive_facts.py`` writes them anew.
"""

from __future__ import annotations

import json
from enum import Enum
from functools import lru_cache
from pathlib import Path

from mindspore_tools.common.version import Version

FACTS_FOLDER = Path(__file__).parent / "data"


class Outcome(Enum):
    """What compiling a construct leads to: the same result as eager mode, another one, or a compile error."""

    ACCEPTS = "accepts"
    DIFFERS = "differs"
    REJECTS = "rejects"


@lru_cache(maxsize=1)
def _facts() -> dict[str, dict[str, list[tuple[Version, Outcome]]]]:
    raw: dict[str, dict] = {}
    for file in sorted(FACTS_FOLDER.glob("facts*.json")):
        raw.update(json.loads(file.read_text(encoding="utf-8")))
    return {
        name: {
            level: [(Version.parse(since), Outcome(outcome)) for since, outcome in fact[level]]
            for level in ("lax", "strict")
        }
        for name, fact in raw.items()
    }


@lru_cache(maxsize=4096)
def outcome(construct: str, version: Version, syntax_level: str = "lax") -> Outcome:
    """What ``version`` does with a construct at ``"lax"`` or ``"strict"`` level.

    A version that was not measured has the milder outcome of its measured neighbours. Raises KeyError for a construct
    without facts.
    """
    result = Outcome.ACCEPTS
    for number, (since, found) in enumerate(_facts()[construct][syntax_level]):
        if number == 0 or since <= version:
            result = found
    return result


def versions(construct: str, syntax_level: str = "lax") -> list[tuple[Version, Outcome]]:
    """The breakpoints of a construct, oldest first: since when, which outcome."""
    return list(_facts()[construct][syntax_level])


def is_known(construct: str) -> bool:
    """Whether anything was measured about a construct."""
    return construct in _facts()
