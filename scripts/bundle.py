"""Collects the Python libraries that travel with the extension into server/bundled.

    python scripts/bundle.py [TARGET] [--output FOLDER]

One folder serves CPython 3.9 to 3.13: the wheels of one library for several Pythons differ only in compiled files,
which carry the Python's tag in their names, so they are laid over each other. Wheels for any platform can be
fetched on any machine. The versions are pinned in server/bundled.txt.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import setup

PYTHONS = ("3.9", "3.10", "3.11", "3.12", "3.13")
PINS = setup.ROOT / "server/bundled.txt"
BUNDLED = setup.ROOT / "server/bundled"  # for work from a checkout; a VSIX gets its own

# The targets of a VSIX, with the platform tags of debugpy's compiled parts for them. These are laid over its
# pure-Python wheel: where they do not load, as with an older C library, debugpy does without. All else is pure Python.
TARGETS = {
    "linux-x64": ["manylinux_2_34_x86_64"],
    "linux-arm64": ["manylinux_2_34_aarch64"],
    "darwin-x64": ["macosx_15_0_x86_64", "macosx_15_0_universal2"],
    "darwin-arm64": ["macosx_15_0_arm64", "macosx_15_0_universal2"],
    "win32-x64": ["win_amd64"],
}
# Not needed at run time: tests, sources of compiled files, stubs for a web framework, caches; and on other systems
# the Windows programs, of which even a pure wheel has some.
UNWANTED = r"(^|/)(tests?|__pycache__)/|\.(c|cpp|h|pxd|pyx|pyc)$|^jedi/third_party/django-stubs/"
WINDOWS = r"\.(dll|exe|pyd)$"

SPDX = {
    "MIT License": "MIT",
    "Python Software Foundation License": "PSF-2.0",
    "Apache Software License": "Apache-2.0",
}


@dataclass(frozen=True)
class Library:
    """One bundled library, for the manifest of contents."""

    name: str
    version: str
    licence: str


def bundle(target: str, folder: Path = BUNDLED) -> list[Library]:
    """Fill a folder with the libraries for one target and return them. Raises SetupError."""
    wheels = _download(target)
    unwanted = re.compile(UNWANTED if target.startswith("win32") else f"{UNWANTED}|{WINDOWS}")
    temporary = folder.with_name(folder.name + ".new")
    shutil.rmtree(temporary, ignore_errors=True)
    for wheel in wheels:
        _unpack(wheel, temporary, unwanted)
    shutil.rmtree(folder, ignore_errors=True)
    temporary.rename(folder)
    return libraries(folder)


def libraries(folder: Path = BUNDLED) -> list[Library]:
    """The libraries in a folder, by the metadata that lies beside them."""
    found = []
    for metadata in sorted(folder.glob("*.dist-info/METADATA"), key=lambda path: path.parent.name.lower()):
        header = metadata.read_text(encoding="utf-8").split("\n\n")[0]
        found.append(Library(_field(header, "Name"), _field(header, "Version"), _licence(header)))
    return found


def _field(header: str, name: str) -> str:
    match = re.search(rf"^{name}: (.+)$", header, re.MULTILINE)
    return match.group(1).strip() if match else ""


def _licence(header: str) -> str:
    expression = _field(header, "License-Expression")
    if expression:
        return expression
    classifiers = set(re.findall(r"^Classifier: License :: (?:OSI Approved :: )?(.+)$", header, re.MULTILINE))
    names = sorted(SPDX.get(name, name) for name in classifiers - {"OSI Approved"})
    return " AND ".join(names) or _field(header, "License") or "unknown"


def _download(target: str) -> list[Path]:
    """All wheels for a target, the pure ones first. They are fetched once and kept under build/wheels."""
    pure = _fetched(setup.BUILD / "wheels/pure", _pins(), ["any"], PYTHONS[:1])
    debugpy = [pin for pin in _pins() if pin.startswith("debugpy==")]
    compiled = _fetched(setup.BUILD / "wheels" / target, debugpy, TARGETS[target], PYTHONS)
    return [*pure, *(wheel for wheel in compiled if not wheel.stem.endswith("-none-any"))]


def _pins() -> list[str]:
    return [line for line in PINS.read_text().splitlines() if line and not line.startswith("#")]


def _fetched(folder: Path, pins: list[str], platforms: list[str], pythons: tuple[str, ...]) -> list[Path]:
    mark = folder / ".complete"
    wanted = repr((pins, platforms, pythons))
    if not mark.is_file() or mark.read_text() != wanted:
        setup.say(f"Python wheels: {folder.name}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for python in pythons:
            _pip_download(pins, python, platforms, folder)
        mark.write_text(wanted)
    return sorted(folder.glob("*.whl"))


def _pip_download(pins: list[str], python: str, platforms: list[str], folder: Path) -> None:
    """Fetch wheels for a platform and Python; where there is none of its own, pip takes the pure one."""
    options = ["--no-deps", "--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    options += [part for name in ("cp" + python.replace(".", ""), "none") for part in ("--abi", name)]
    options += [part for name in platforms for part in ("--platform", name)]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    setup.run([*pip, *options, "--dest", folder, *pins])


def _unpack(wheel: Path, folder: Path, unwanted: re.Pattern[str]) -> None:
    """Lay a wheel over a folder. Two wheels may disagree only about their own description and about Windows programs,
    which are built and signed anew for each wheel."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith("/") or unwanted.search(name):
                continue
            content = archive.read(name)
            if name.endswith("/RECORD"):
                content = _without(unwanted, content)
            file = folder / name
            if file.is_file():
                before = file.read_bytes()
                if _text(before) == _text(content):
                    continue
                if not re.search(r"\.(dll|exe|pyd)$|\.dist-info/(WHEEL|RECORD)$", name):
                    raise setup.SetupError(f"{wheel.name} disagrees with another wheel about {name}")
                content = _joined(before, content, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def _text(content: bytes) -> bytes:
    """The content with one kind of line ends: wheels for other systems are built on those."""
    return content.replace(b"\r\n", b"\n")


def _without(unwanted: re.Pattern[str], record: bytes) -> bytes:
    lines = record.decode().splitlines()
    return "".join(f"{line}\n" for line in lines if not unwanted.search(line.split(",")[0])).encode()


def _joined(before: bytes, after: bytes, name: str) -> bytes:
    """RECORD and WHEEL list files and tags a line: both wheels' lines are kept. A program stays as it was."""
    if not name.endswith(("/RECORD", "/WHEEL")):
        return before
    lines = before.splitlines()
    return b"\n".join([*lines, *(line for line in after.splitlines() if line not in lines)]) + b"\n"


def this_platform() -> str:
    """The target of this machine. Raises SetupError when no VSIX is made for it."""
    import platform

    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}.get(sys.platform, sys.platform)
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(
        platform.machine().lower()
    )
    target = f"{system}-{machine}"
    if target not in TARGETS:
        raise setup.SetupError(f"there is no VSIX for {target}, only for {', '.join(TARGETS)}")
    return target


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="?", choices=list(TARGETS), default=None)
    parser.add_argument("--output", type=Path, default=BUNDLED)
    arguments = parser.parse_args()
    target = arguments.target or this_platform()
    for library in bundle(target, arguments.output):
        print(f"{library.name} {library.version} ({library.licence})")


if __name__ == "__main__":
    try:
        main()
    except setup.SetupError as error:
        raise SystemExit(str(error)) from None
