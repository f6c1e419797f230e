"""The checks, in the order in which a report shows them.

A check is a module with ``TITLE``, ``SECTIONS`` (those of the probe that it reads) and ``check(facts)``, a pure
function that yields findings. To add one, write the module and name it in `ORDER`.
"""

from __future__ import annotations

import importlib
from types import ModuleType

ORDER = (
    "interpreter",
    "installation",
    "shadowing",
    "dependencies",
    "libraries",
    "environment",
    "import_mindspore",
    "run_check",
    "device",
    "resources",
    "distributed",
    "performance",
    "debugging",
    "editor",
)


def load(name: str) -> ModuleType:
    """The module of a check. Raises KeyError for an unknown name."""
    if name not in ORDER:
        raise KeyError(name)
    return importlib.import_module(f"{__name__}.{name}")
