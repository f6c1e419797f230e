"""Replacements that no documentation of the new version names (``data/replacements.json``)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version


@dataclass(frozen=True)
class Replacement:
    """What to use instead: ``path`` when another name does the same, and a note."""

    path: str = ""
    note: Text | None = None


@dataclass(frozen=True)
class ArgumentReplacement:
    """An argument that another one replaces; ``value`` is a template with the old argument's text as ``{value}``, empty
    when the new value cannot be written from the old one.
    """

    argument: str
    to: str
    value: str
    note: Text


_INNER = re.compile(r"^mindspore\.ops\.(?:functional|operations|function|composite)(?:\.\w+_(?:ops|func))?\.")


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "data" / "replacements.json").read_text(encoding="utf-8"))


def replacement(path: str) -> Replacement | None:
    """The replacement of a name, or None. Operators may be written through any of the modules that bring them."""
    data = _data()
    row = data["names"].get(path) or data["names"].get(_INNER.sub("mindspore.ops.", path))
    if row:
        return Replacement(row.get("to", ""), _text(row.get("note")))
    note = next((note for prefix, note in data["prefixes"].items() if path.startswith(prefix)), None)
    return Replacement(note=_text(note)) if note else None


def earlier_names(path: str) -> list[str]:
    """The names that a name replaced."""
    return [old for old, row in _data()["names"].items() if row.get("to") == path]


def argument_replacements(path: str, before: Version, after: Version) -> list[ArgumentReplacement]:
    """The arguments of a call that were replaced between two versions."""
    return [
        ArgumentReplacement(
            row["argument"], row["to"], row.get("value", ""), Text(row["note"]["en"], row["note"]["zh"])
        )
        for row in _data()["arguments"]
        if row["call"] == path and before < Version.parse(row["since"]) <= after
    ]


def _text(note: dict[str, str] | None) -> Text | None:
    return Text(note["en"], note["zh"]) if note else None
