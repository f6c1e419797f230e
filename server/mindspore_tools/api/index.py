"""The API index of one MindSpore version, and how it is found."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from mindspore_tools.api.model import Documentation, Symbol
from mindspore_tools.common.version import Version


class Index(Protocol):
    """Everything the tool knows about one MindSpore version. Thread-safe; parts are read when first asked for."""

    version: Version
    """The version described."""
    exact: bool
    """False when another version was asked for and this is the nearest known one."""

    def get(self, path: str) -> Symbol | None:
        """The symbol under any public path that a user can write (``mindspore.nn.Conv2d.weight``), or None."""

    def members(self, path: str) -> tuple[Symbol, ...]:
        """The members of a module or class, inherited ones included, public ones first; empty when unknown."""

    def documentation(self, symbol: Symbol) -> Documentation:
        """The documentation of a symbol; empty when it has none."""

    def search(self, prefix: str, limit: int = 100) -> list[Symbol]:
        """Public symbols whose name starts with the prefix (case-insensitive), best first, each once, for auto-import."""


def load_index(version: Version | None = None, package: Path | None = None) -> Index:
    """The index of a version: built from this package before, else shipped, else the nearest shipped one.

    ``package`` is the directory of the installed ``mindspore`` package; None looks at shipped indexes only.
    Without a version the newest shipped index is given.
    """
    raise NotImplementedError


def shipped_versions() -> list[Version]:
    """The versions whose index is part of this installation, oldest first."""
    raise NotImplementedError


def stub_path(index: Index) -> Path:
    """A directory for ``sys.path`` of a type checker with stubs of this index, written once to the user's cache."""
    raise NotImplementedError
