"""The user's cache directory, and where in it the indexes of own installations are."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path


def cache_directory() -> Path:
    """The directory for what can be made again; ``MINDSPORE_TOOLS_CACHE`` overrides the platform's usual place."""
    chosen = os.environ.get("MINDSPORE_TOOLS_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "mindspore-tools"


def built_index_path(package: Path, version: str) -> Path:
    """Where the index built from this installed package (its ``mindspore`` directory) and version is kept."""
    digest = hashlib.sha256(str(package.resolve()).encode()).hexdigest()[:12]
    return cache_directory() / "index" / f"{version}-{digest}.zip"
