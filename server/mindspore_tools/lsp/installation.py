"""The MindSpore that an interpreter has, found by reading the disk: nothing of the project is run.

Facts: a virtual environment keeps its packages in ``lib/pythonX.Y/site-packages`` (``Lib/site-packages`` on Windows) beside the
folder of its interpreter, and names the Python that it was made from in ``pyvenv.cfg``.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mindspore_tools.common.version import Version

_VERSION = re.compile(r"""__version__\s*=\s*['"]([^'"]+)['"]""")
_ASK = (
    "import sysconfig, site; print(sysconfig.get_path('purelib')); print(*site.getsitepackages(), sep='\\n')"
)


class Installation(NamedTuple):
    """An installed MindSpore: its version and the directory of the ``mindspore`` package."""

    version: Version
    package: Path


def find_installation(interpreter: str, may_run: bool = False) -> Installation | None:
    """The MindSpore of an interpreter, or None.

    ``may_run`` allows asking the interpreter itself for its folders when its layout is not known (pyenv's shims, wrappers).
    """
    if not interpreter:
        return None
    for folder in _site_packages(Path(interpreter)):
        found = _installed_in(folder)
        if found:
            return found
    if may_run:
        for folder in _asked(interpreter):
            found = _installed_in(folder)
            if found:
                return found
    return None


def _site_packages(interpreter: Path) -> Iterator[Path]:
    """The folders that hold the packages of an interpreter, by the layouts that Python, conda and Debian use."""
    for prefix in _prefixes(interpreter):
        yield from _folders_of(prefix)
    real = Path(os.path.realpath(interpreter))
    if real != interpreter and not (interpreter.parent.parent / "pyvenv.cfg").is_file():
        for prefix in _prefixes(real):
            yield from _folders_of(prefix)


def _prefixes(interpreter: Path) -> Iterator[Path]:
    folder = interpreter.parent
    prefix = folder.parent if folder.name.lower() in ("bin", "scripts") else folder
    yield prefix
    configuration = prefix / "pyvenv.cfg"
    if configuration.is_file():
        values = dict(_pairs(configuration))
        if values.get("include-system-site-packages", "").lower() == "true" and values.get("home"):
            home = Path(values["home"])
            yield home.parent if home.name == "bin" else home
    else:
        yield Path.home() / ".local"


def _pairs(configuration: Path) -> Iterator[tuple[str, str]]:
    try:
        text = configuration.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        key, _, value = line.partition("=")
        yield key.strip().lower(), value.strip()


def _folders_of(prefix: Path) -> Iterator[Path]:
    yield prefix / "Lib" / "site-packages"
    for library in ("lib", "lib64", "local/lib"):
        root = prefix / library
        for python in sorted(root.glob("python3*")):
            yield python / "site-packages"
            yield python / "dist-packages"


def _asked(interpreter: str) -> list[Path]:
    try:
        answer = subprocess.run(
            [interpreter, "-I", "-c", _ASK],
            capture_output=True,
            text=True,
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return []
    return [Path(line) for line in answer.stdout.splitlines() if line.strip()]


def _installed_in(folder: Path) -> Installation | None:
    package = folder / "mindspore"
    if not (package / "__init__.py").is_file():
        return None
    try:
        match = _VERSION.search((package / "version.py").read_text(encoding="utf-8", errors="replace"))
        if match:
            return Installation(Version.parse(match.group(1)), package)
    except (OSError, ValueError):
        pass
    for metadata in folder.glob("mindspore*.dist-info"):
        try:
            return Installation(Version.parse(metadata.name.split("-")[1]), package)
        except (ValueError, IndexError):
            continue
    return None
