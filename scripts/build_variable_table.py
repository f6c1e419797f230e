"""Rewrites server/mindspore_tools/doctor/data/variables.json: which MindSpore reads which MS_ environment variable.

    python scripts/build_variable_table.py MINDSPORE_PACKAGE_FOLDER...

The names are taken from the Python files and the strings of the libraries of each installed package.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

TABLE = Path(__file__).parent.parent / "server" / "mindspore_tools" / "doctor" / "data" / "variables.json"
NAME = re.compile(rb"\bMS_[A-Z][A-Z0-9_]+[A-Z0-9]\b")


def names(package: Path) -> set[str]:
    """Every name that looks like a variable, in the code and the libraries of a package."""
    files = [
        *package.rglob("*.py"),
        *package.glob("_c_expression*.so"),
        *package.glob("lib/**/libmindspore*.so*"),
    ]
    return {name.decode() for path in files for name in NAME.findall(path.read_bytes())}


def version(package: Path) -> str:
    """The version that a package states."""
    found = re.search(r"__version__ = '([^']+)'", (package / "version.py").read_text(encoding="utf-8"))
    return found.group(1) if found else sys.exit(f"{package} has no version")


def main() -> None:
    """Read the packages named on the command line and write the table."""
    by_version = {version(Path(folder)): names(Path(folder)) for folder in sys.argv[1:]}
    versions = sorted(by_version, key=lambda text: [int(part) for part in text.split(".")])
    table = {
        name: [each for each in versions if name in by_version[each]]
        for name in sorted(set().union(*by_version.values()))
    }
    TABLE.write_text(
        json.dumps({"versions": versions, "variables": table}, separators=(",", ":")).replace("],", "],\n")
        + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
