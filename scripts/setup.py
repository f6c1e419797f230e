"""Makes what the other scripts need, under build/: npm packages, Python environments, Debian's packages.

Every function returns at once when its part is there already.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
MINDSPORE = "2.10.0"
# The Pythons that MindSpore 2.10.0 has wheels for.
MINDSPORE_PYTHONS = ((3, 9), (3, 10), (3, 11), (3, 12))

_start = time.monotonic()


class SetupError(Exception):
    """Something that the user has to provide is missing; the message says what."""


def say(text: str) -> None:
    """Print one line with the seconds since the script started."""
    print(f"[{time.monotonic() - _start:5.0f} s] {text}", flush=True)


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    quiet: bool = True,
) -> None:
    """Run a command. When it fails, raise SetupError with the end of what it printed."""
    texts = [str(part) for part in command]
    merged = {**os.environ, **(env or {})}
    if not quiet:
        if subprocess.run(texts, cwd=cwd, env=merged).returncode:
            raise SetupError(f"failed: {' '.join(texts)}")
        return
    done = subprocess.run(
        texts,
        cwd=cwd,
        env=merged,
        text=True,
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        end = "\n".join(done.stdout.splitlines()[-40:])
        raise SetupError(f"failed: {' '.join(texts)}\n{end}")


def npm() -> str:
    """The npm of this machine. Raises SetupError when there is none."""
    found = shutil.which("npm")
    if not found:
        raise SetupError("Node.js 20 or later with npm is needed: install it and start again.")
    return found


def node_modules() -> None:
    """The npm packages of the extension, as package-lock.json has them."""
    lock = ROOT / "package-lock.json"
    if not _is_done(ROOT / "node_modules/.installed", lock):
        say("npm packages")
        run([npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        _note(ROOT / "node_modules/.installed", lock)


def development_python() -> Path:
    """The interpreter of build/venv: the bundled libraries, test runner, linter, type checker."""
    lists = [ROOT / "server/bundled.txt", ROOT / "scripts/development.txt"]
    return _environment(BUILD / "venv", Path(sys.executable), lists, [])


def mindspore_python() -> Path:
    """An interpreter with a real MindSpore: the one in MINDSPORE_PYTHON, or build/mindspore made from PyPI."""
    given = os.environ.get("MINDSPORE_PYTHON")
    if given:
        return Path(given)
    base = _python_for_mindspore()
    return _environment(
        BUILD / "mindspore", base, [ROOT / "scripts/mindspore.txt"], [f"mindspore=={MINDSPORE}"]
    )


def _python_for_mindspore() -> Path:
    if sys.version_info[:2] in MINDSPORE_PYTHONS:
        return Path(sys.executable)
    for major, minor in reversed(MINDSPORE_PYTHONS):
        found = shutil.which(f"python{major}.{minor}")
        if found:
            return Path(found)
    raise SetupError(
        f"MindSpore {MINDSPORE} runs on Python 3.9 to 3.12 and this is {sys.version.split()[0]}: "
        "install one of those, or name an interpreter that has MindSpore in MINDSPORE_PYTHON."
    )


def _environment(folder: Path, base: Path, lists: Sequence[Path], packages: Sequence[str]) -> Path:
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.is_file() and _is_done(folder / ".installed", *lists, extra=" ".join(packages)):
        return python
    say(f"Python environment {folder.relative_to(ROOT)}")
    if base == Path(sys.executable):
        venv.create(folder, with_pip=True, clear=True)
    else:
        run([base, "-m", "venv", "--clear", folder])
    required = [part for file in lists for part in ("-r", str(file))]
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *required, *packages])
    _note(folder / ".installed", *lists, extra=" ".join(packages))
    return python


def debian_packages(*names: str) -> None:
    """Packages of Debian: installed when this is root, else SetupError with the command that installs them."""
    missing = [name for name in names if not _has_debian_package(name)]
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise SetupError(f"these are needed: {' '.join(missing)} (their names in Debian)")
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        raise SetupError(f"Debian packages are missing. Run: sudo apt-get update && sudo {' '.join(command)}")
    say(f"Debian packages {' '.join(missing)}")
    run(["apt-get", "update", "-qq"])
    run(command, env={"DEBIAN_FRONTEND": "noninteractive"})


def _has_debian_package(name: str) -> bool:
    if not shutil.which("dpkg-query"):
        return False
    query = ["dpkg-query", "-W", "-f=${Status}", name]
    answer = subprocess.run(query, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return "ok installed" in answer.stdout


def _is_done(mark: Path, *inputs: Path, extra: str = "") -> bool:
    return mark.is_file() and mark.read_text() == _digest(inputs, extra)


def _note(mark: Path, *inputs: Path, extra: str = "") -> None:
    mark.write_text(_digest(inputs, extra))


def _digest(inputs: Sequence[Path], extra: str) -> str:
    return hashlib.sha256(b"\0".join([*(file.read_bytes() for file in inputs), extra.encode()])).hexdigest()
