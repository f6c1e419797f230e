"""The arrows of docs/architecture.md: every import inside the server points down."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "server" / "mindspore_tools"

ALLOWED = {
    "common": set(),
    "project": {"common"},
    "api": {"common"},
    "graph": {"common", "api"},
    "lint": {"common", "api", "graph"},
    "editor": {"common", "api", "graph", "lint"},
    "lsp": {"common", "api", "graph", "lint", "editor", "ir", "doctor", "project", "upgrade"},
    "dap": {"common"},
    "ir": {"common", "api", "project"},
    "doctor": {"common", "api", "project"},
    "upgrade": {"common", "api", "graph", "lint"},
    "cli": {"common", "api", "graph", "lint", "ir", "doctor", "lsp", "dap", "project", "upgrade"},
}
ONLY_LSP = {"pygls", "lsprotocol"}
# Scripts that run in the project's interpreter; there, and nowhere else, may mindspore be imported.
CHILDREN = {
    "api/inspector.py",
    "doctor/probe.py",
    "doctor/selftest_probe.py",
    "ir/compile_probe.py",
}


def imports(path: Path):
    """Absolute names of all imports of a file, with their lines."""
    package = path.relative_to(SERVER.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level]) + "." if node.level else ""
            for alias in node.names:
                yield f"{base}{node.module or ''}.{alias.name}", node.lineno


def files():
    return sorted(path for path in SERVER.rglob("*.py") if path.parent != SERVER)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SERVER)))
def test_imports_point_down(path: Path):
    room = path.relative_to(SERVER).parts[0]
    for name, line in imports(path):
        parts = name.split(".")
        where = f"{path}:{line}"
        if str(path.relative_to(SERVER)) in CHILDREN:
            assert parts[0] != "mindspore_tools", (
                f"{where} has no mindspore_tools in the project's interpreter"
            )
            continue
        assert parts[0] != "mindspore", f"{where} imports mindspore into the server"
        assert parts[0] not in ONLY_LSP or room == "lsp", f"{where}: only lsp/ may import {parts[0]}"
        if parts[0] == "mindspore_tools" and len(parts) > 1 and parts[1] != room and parts[1] in ALLOWED:
            assert parts[1] in ALLOWED[room], f"{where}: {room}/ must not import {parts[1]}/"


def test_every_room_is_listed():
    rooms = {path.name for path in SERVER.iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(ALLOWED)
