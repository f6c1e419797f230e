"""How often people write each name of MindSpore, counted in public code by ``scripts/count_usage.py``."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

_FILE = Path(__file__).with_name("data") / "usage.json"


@lru_cache(maxsize=1)
def _counts() -> dict[str, int]:
    counts: dict[str, int] = json.loads(_FILE.read_text(encoding="utf-8"))
    return counts


def popularity(path: str) -> int:
    """In how many files of the code that was counted a name is used; 0 for one that never is."""
    return _counts().get(path, 0)
