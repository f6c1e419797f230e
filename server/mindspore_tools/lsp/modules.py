"""The files of the workspace that open documents import, for the analysis.

A file is read once and kept until it changes; an open document is taken as it stands in the editor. Only what a document
imports is ever read, however large the workspace is.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from mindspore_tools.graph.source import SourceFile

_REMEMBERED = 300
_LARGEST = 1_000_000


class _Read(NamedTuple):
    stamp: tuple[float, int]
    source: SourceFile | None


class Modules:
    """Gives files by module name. ``opened`` gives the open document of a path; ``lock`` is held while it is asked."""

    def __init__(self, opened: Callable[[str], SourceFile | None], lock: threading.RLock) -> None:
        self._opened = opened
        self._lock = lock
        self._places: dict[tuple[str, str], str | None] = {}
        self._files: OrderedDict[str, _Read] = OrderedDict()

    def module(self, name: str, importer: str) -> SourceFile | None:
        """The file that ``importer`` gets for a module name, which may begin with dots; None when it is no file of the project."""
        if not importer or name.partition(".")[0] == "mindspore":
            return None
        key = (name, os.path.dirname(importer))
        with self._lock:
            if key not in self._places:
                self._places[key] = _find(name, key[1])
            path = self._places[key]
            if path is None or path == importer:
                return None
            return self._opened(path) or self._read(path)

    def _read(self, path: str) -> SourceFile | None:
        known = self._files.get(path)
        if known is not None:
            self._files.move_to_end(path)
            return known.source
        read = _load(path)
        self._files[path] = read
        if len(self._files) > _REMEMBERED:
            self._files.popitem(last=False)
        return read.source

    def refresh(self) -> bool:
        """Forget what has changed on disk, and where modules were looked for. Whether a file had changed."""
        with self._lock:
            self._places.clear()
            changed = [path for path, read in self._files.items() if _stamp(path) != read.stamp]
            for path in changed:
                del self._files[path]
            return bool(changed)


class Imports:
    """What one document imports: the `Workspace` of its analysis, which remembers what it was given."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._given: dict[tuple[str, str], SourceFile | None] = {}

    def module(self, name: str, importer: str) -> SourceFile | None:
        """The file that ``importer`` gets for a module name, or None."""
        found = self._modules.module(name, importer)
        self._given[name, importer] = found
        return found

    def are_current(self) -> bool:
        """Whether all files that were given are still as they were."""
        return all(self._modules.module(*key) is source for key, source in list(self._given.items()))


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
        # Above the folder of the script only packages are searched: what lies higher is another project.
        if ancestor != place and not (ancestor / "__init__.py").exists():
            return None
    return None


def _file_of(folder: Path, parts: list[str]) -> str | None:
    target = folder.joinpath(*parts)
    candidates = [target / "__init__.py"]
    if parts:
        candidates.insert(0, target.with_name(target.name + ".py"))
    return next((str(candidate) for candidate in candidates if candidate.is_file()), None)


def _stamp(path: str) -> tuple[float, int]:
    try:
        status = os.stat(path)
    except OSError:
        return (0.0, -1)
    return (status.st_mtime, status.st_size)


def _load(path: str) -> _Read:
    stamp = _stamp(path)
    if not 0 <= stamp[1] <= _LARGEST:
        return _Read(stamp, None)
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return _Read(stamp, SourceFile(file.read(), path))
    except (OSError, UnicodeDecodeError):
        return _Read(stamp, None)
