"""Environments with one thing broken, made beside a real MindSpore without touching it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


class Environment:
    """A virtual environment that sees the packages of another one."""

    def __init__(self, folder: Path, interpreter: str) -> None:
        self.folder = folder
        self.site = Path(_ask(interpreter, "import sysconfig; print(sysconfig.get_path('purelib'))"))
        base = _ask(interpreter, "import sys; print(getattr(sys, '_base_executable', sys.executable))")
        subprocess.run([base, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.interpreter = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        self.own = Path(_ask(self.interpreter, "import sysconfig; print(sysconfig.get_path('purelib'))"))

    def see_base(self) -> Environment:
        """Make the packages of the other environment importable, behind our own."""
        (self.own / "base.pth").write_text(str(self.site), encoding="utf-8")
        return self

    def copy_mindspore(self) -> Path:
        """Links to every file of the real package, so that one can be taken away. Returns the folder."""
        for source in [self.site / "mindspore", *self.site.glob("mindspore*.dist-info")]:
            for path in source.rglob("*"):
                target = self.own / path.relative_to(self.site)
                if path.is_dir():
                    target.mkdir(parents=True, exist_ok=True)
                else:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.symlink_to(path)
        return self.own / "mindspore"

    def pretend(self, name: str, version: str, **fields: str) -> Path:
        """Metadata of an installed distribution without its files."""
        folder = self.own / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        lines += [f"{key.replace('_', '-')}: {value}" for key, value in fields.items()]
        (folder / "METADATA").write_text("\n".join(lines) + "\n\n", encoding="utf-8")
        return folder


def _ask(interpreter: str, code: str) -> str:
    done = subprocess.run([interpreter, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def plain_environment(folder: Path) -> Environment:
    """An environment of the Python that runs the tests, without any MindSpore."""
    return Environment(folder, sys.executable)
