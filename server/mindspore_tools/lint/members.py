"""Members of MindSpore's classes that a graph treats otherwise than Python, as asked of the real compiler.

``data/graph_members.json``: ``tensor_unseen`` are attributes that a tensor does not have inside a graph, ``parameter_refused``
those of a Parameter that do not compile, ``cell_refused`` methods of a Cell that do not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

MEMBERS_FILE = Path(__file__).parent / "data" / "graph_members.json"


@lru_cache(maxsize=4)
def members(group: str) -> frozenset[str]:
    """The names of one group."""
    return frozenset(json.loads(MEMBERS_FILE.read_text(encoding="utf-8"))[group])
