"""The files that a checked file imports, found next to it on disk."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mindspore_tools.cli.files import Unreadable, read
from mindspore_tools.graph.source import SourceFile

_REMEMBERED = 400


class FileWorkspace:
    """Gives the files of the project by module name; MindSpore itself is left to the API index."""

    def module(self, name: str, importer: str) -> SourceFile | None:
        """The file that ``importer`` gets for a module name, which may begin with dots; None when it is no file of the project."""
        if not importer or name.partition(".")[0] == "mindspore":
            return None
        path = _find(name, str(Path(importer).parent))
        return _load(path) if path else None


@lru_cache(maxsize=20_000)
def _find(name: str, folder: str) -> str | None:
    plain = name.lstrip(".")
    parts = plain.split(".") if plain else []
    place = Path(folder)
    dots = len(name) - len(plain)
    if dots:
        for _ in range(dots - 1):
            place = place.parent
        return _file_of(place, parts)
    for ancestor in (place, *place.parents):
        found = _file_of(ancestor, parts)
        if found:
            return found
        if not (ancestor / "__init__.py").exists() and ancestor != place:
            return None
    return None


def _file_of(folder: Path, parts: list[str]) -> str | None:
    target = folder.joinpath(*parts)
    for candidate in (target.with_name(target.name + ".py") if parts else None, target / "__init__.py"):
        if candidate is not None and candidate.is_file():
            return str(candidate)
    return None


@lru_cache(maxsize=_REMEMBERED)
def _load(path: str) -> SourceFile | None:
    try:
        return SourceFile(read(path), path)
    except Unreadable:
        return None
