"""The API index of one MindSpore version, and how it is found."""

from __future__ import annotations

import bisect
import contextlib
import threading
from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from typing import Any

from mindspore_tools.api.archive import Archive, decode_documentation, decode_symbol
from mindspore_tools.api.cache import built_index_path
from mindspore_tools.api.model import (
    CLASS,
    CONSTANT,
    METHOD,
    MODULE,
    PRIMITIVE,
    PROPERTY,
    Documentation,
    Symbol,
)
from mindspore_tools.api.urls import documentation_url
from mindspore_tools.common.version import Version

_DATA = Path(__file__).with_name("data")
_DOCUMENTATION_BLOCKS = 8


class Index:
    """Everything the tool knows about one MindSpore version. Thread-safe; parts are read when first asked for.

    ``version`` is the version described; ``exact`` is False when another one was asked for and this is the nearest known.
    """

    def __init__(self, archive: Archive, exact: bool = True) -> None:
        self.exact = exact
        self.version = Version.parse(archive.head["version"])
        self._archive = archive
        self._lock = threading.RLock()
        self._modules = frozenset(archive.head["modules"])
        self._groups = frozenset(archive.head["class_groups"])
        self._module_parts: dict[str, dict[str, Any]] = {}
        self._class_rows: dict[str, dict[str, dict[str, list[Any]]]] = {}
        self._symbols: dict[str, Symbol | None] = {}
        self._members: dict[str, tuple[Symbol, ...]] = {}
        self._blocks: OrderedDict[int, dict[str, list[Any]]] = OrderedDict()

    @property
    def path(self) -> Path:
        """The file that this index is read from."""
        return self._archive.path

    @property
    def modules(self) -> frozenset[str]:
        """The paths of all public modules."""
        return self._modules

    def alias_modules(self) -> dict[str, dict[str, str]]:
        """Modules outside the public API with the public names that they offer or define: name → preferred path."""
        with self._lock:
            return self._aliases

    def get(self, path: str) -> Symbol | None:
        """The symbol under any public path that a user can write (``mindspore.nn.Conv2d.weight``), or None."""
        with self._lock:
            if path not in self._symbols:
                self._symbols[path] = self._find(path)
            return self._symbols[path]

    def members(self, path: str) -> tuple[Symbol, ...]:
        """The members of a module or class, inherited ones included, public ones first; empty when unknown."""
        with self._lock:
            if path not in self._members:
                self._members[path] = self._all_members(path)
            return self._members[path]

    def documentation(self, symbol: Symbol) -> Documentation:
        """The documentation of a symbol; empty when it has none."""
        path = symbol.canonical or symbol.path
        with self._lock:
            row = self._document(path)
            if row is None and symbol.kind in (METHOD, PROPERTY):
                owner, _, name = path.rpartition(".")
                parent = self.get(owner)
                bases = parent.bases if parent else ()
                row = next(
                    (found for found in (self._document(f"{each}.{name}") for each in bases) if found), None
                )
            referred = row is not None and len(row) == 1 and row[0].startswith("mindspore.")
            if row and referred:
                target = self.get(row[0])
                row = self._document(target.canonical) if target else None
        documentation = decode_documentation(row) if row else Documentation(symbol.summary)
        if referred and symbol.kind == PRIMITIVE:
            # The page of a function describes an operator: its arguments are the inputs of the operator.
            documentation = documentation._replace(parameters=(), inputs=documentation.parameters)
        return documentation._replace(url=documentation_url(path, self.version) if symbol.public else "")

    def search(self, prefix: str, limit: int = 100) -> list[Symbol]:
        """Public symbols whose name starts with the prefix (case-insensitive), best first, each once, for auto-import."""
        wanted = prefix.lower()
        with self._lock:
            rows, keys = self._search
            start = bisect.bisect_left(keys, wanted)
            end = start
            while end < len(keys) and keys[end].startswith(wanted):
                end += 1
            found = sorted(
                rows[start:end],
                key=lambda row: (
                    row[0].lower() != wanted,
                    not row[0].startswith(prefix),
                    len(row[0]),
                    row[1].count("."),
                ),
            )
            symbols = (self.get(path) for _, path in found[:limit])
            return [symbol for symbol in symbols if symbol is not None]

    # Below here the lock is held.

    @cached_property
    def _search(self) -> tuple[list[list[str]], list[str]]:
        rows: list[list[str]] = self._archive.part("search")
        return rows, [name.lower() for name, _ in rows]

    @cached_property
    def _aliases(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = self._archive.part("aliases")
        return found

    def _module(self, module: str) -> dict[str, Any]:
        if module not in self._module_parts:
            self._module_parts[module] = self._archive.part(f"modules/{module}")
        return self._module_parts[module]

    def _rows_of_class(self, path: str) -> dict[str, list[Any]]:
        group = class_group(path)
        if group not in self._class_rows:
            self._class_rows[group] = self._archive.part(f"classes/{group}") if group in self._groups else {}
        return self._class_rows[group].get(path, {})

    def _find(self, path: str) -> Symbol | None:
        parent, _, name = path.rpartition(".")
        if path in self._modules and (
            parent not in self._modules or name not in self._module(parent)["members"]
        ):
            return self._module_symbol(path)
        if not parent or not path.startswith("mindspore."):
            return None
        if parent in self._modules:
            # Beside it there may be a function of this name (`mindspore.common.tensor`) or a class (`mindspore.profiler.schedule`).
            found = self._member_of_module(parent, name, path)
            if found is not None:
                return found
        holder = self.get(parent)
        if holder is None:
            return None
        if holder.kind == MODULE:
            return self._member_of_module(holder.canonical or holder.path, name, path)
        if holder.kind in (CLASS, PRIMITIVE):
            for each in (holder.canonical or holder.path, *holder.bases):
                row = self._rows_of_class(each).get(name)
                if row is not None:
                    return self._member_of_class(each, name, path, row)
        return None

    def _module_symbol(self, path: str) -> Symbol:
        content = self._module(path)
        name = path.rpartition(".")[2]
        return Symbol(name, path, MODULE, path, summary=content["summary"], file=content["file"], line=1)

    def _member_of_module(self, module: str, name: str, path: str) -> Symbol | None:
        if module in self._modules:
            row = self._module(module)["members"].get(name)
            if row is not None:
                return self._symbol(f"{module}.{name}", name, path, row)
        if f"{module}.{name}" in self._aliases:
            return Symbol(name, path, MODULE, f"{module}.{name}", line=1, public=False)
        target = self.get(self._aliases.get(module, {}).get(name, ""))
        return target._replace(name=name, path=path, public=False) if target else None

    def _symbol(self, own: str, name: str, path: str, row: list[Any]) -> Symbol | None:
        """The symbol of a row of a module, which may only point to the preferred path."""
        if "." in row[0]:
            target = self.get(row[0])
            return target._replace(name=name, path=path, public=len(row) == 1) if target else None
        symbol = decode_symbol(name, own, row)
        return symbol if own == path else symbol._replace(path=path)

    def _module_members(self, module: str, path: str) -> tuple[Symbol, ...]:
        if module not in self._modules:
            found = [self.get(f"{path}.{name}") for name in self._aliases.get(module, {})]
            return tuple(symbol for symbol in found if symbol is not None)
        rows = self._module(module)["members"]
        return tuple(self._listed(f"{path}.{name}", name, row) for name, row in rows.items())

    def _listed(self, path: str, name: str, row: list[Any]) -> Symbol:
        """The symbol of a row for a list; of a name that is no public one here only the kind."""
        if "." not in row[0]:
            if path not in self._symbols:
                self._symbols[path] = decode_symbol(name, path, row)
            return self._symbols[path] or Symbol(name, path, row[0])
        if len(row) > 1:
            return Symbol(name, path, row[1], row[0], public=False)
        return self.get(path) or Symbol(name, path, CONSTANT, row[0])

    def _member_of_class(self, owner: str, name: str, path: str, row: list[Any]) -> Symbol:
        symbol = decode_symbol(name, f"{owner}.{name}", row)
        return symbol if symbol.path == path else symbol._replace(path=path)

    def _all_members(self, path: str) -> tuple[Symbol, ...]:
        holder = self.get(path)
        if path in self._modules and (holder is None or holder.kind not in (CLASS, PRIMITIVE)):
            return self._module_members(path, path)
        if holder is None:
            return ()
        canonical = holder.canonical or holder.path
        if holder.kind == MODULE:
            return self._module_members(canonical, path)
        if holder.kind not in (CLASS, PRIMITIVE):
            return ()
        members: dict[str, Symbol] = {}
        for each in (canonical, *holder.bases):
            for name, row in self._rows_of_class(each).items():
                if name not in members:
                    members[name] = self._member_of_class(each, name, f"{path}.{name}", row)
        if path in self._modules:
            members.update((symbol.name, symbol) for symbol in self._module_members(path, path))
        return tuple(sorted(members.values(), key=lambda symbol: (not symbol.public, symbol.name)))

    def _document(self, path: str) -> list[Any] | None:
        number = bisect.bisect_right(self._archive.head["docs"], path) - 1
        if number < 0:
            return None
        if number not in self._blocks:
            self._blocks[number] = self._archive.part(f"docs/{number:03}")
            if len(self._blocks) > _DOCUMENTATION_BLOCKS:
                self._blocks.popitem(last=False)
        self._blocks.move_to_end(number)
        return self._blocks[number].get(path)


def class_group(path: str) -> str:
    """The part of ``classes/`` that holds a class."""
    parts = path.split(".")
    return ".".join(parts[:-1][:2]) if parts[0] == "mindspore" else "other"


def shipped_versions() -> list[Version]:
    """The versions whose index is part of this installation, oldest first."""
    return sorted(Version.parse(path.stem) for path in _DATA.glob("*.zip"))


def nearest_version(version: Version, known: list[Version]) -> Version:
    """The known version closest to this one: of the same minor version, else the next older, else the oldest.

    Raises ValueError when none is known.
    """
    if not known:
        raise ValueError("no API index is part of this installation")
    same = [each for each in known if each[:2] == version[:2]]
    if same:
        return min(same, key=lambda each: abs(each.patch - version.patch))
    older = [each for each in known if each < version]
    return max(older) if older else min(known)


_loaded: dict[Path, Index] = {}
_loading = threading.Lock()


def load_index(version: Version | None = None, package: Path | None = None) -> Index:
    """The index of a version: built from this package before, else shipped, else the nearest shipped one.

    ``package`` is the directory of the installed ``mindspore`` package; None looks at shipped indexes only.
    Without a version the newest shipped index is given. Raises ValueError when no index is shipped at all.
    """
    if version is not None and package is not None:
        built = built_index_path(package, str(version))
        if built.exists():
            with contextlib.suppress(OSError, ValueError):
                return open_index(built)
    known = shipped_versions()
    nearest = nearest_version(version, known) if version else nearest_version(Version(1_000_000, 0), known)
    index = open_index(_DATA / f"{nearest}.zip")
    if version is None or version == nearest:
        return index
    return Index(index._archive, exact=False)


def open_index(path: Path) -> Index:
    """The index in a file, each file opened once. Raises OSError or ValueError when it is none."""
    with _loading:
        if path not in _loaded:
            _loaded[path] = Index(Archive(path))
        return _loaded[path]
