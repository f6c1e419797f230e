"""The index against the installed MindSpore: nothing is missing, nothing is invented, signatures are those of the runtime."""

from __future__ import annotations

import ast
import json
import os
import subprocess
from pathlib import Path

import pytest

from mindspore_tools.api.builder import build_index
from mindspore_tools.api.index import Index, load_index, open_index
from mindspore_tools.api.inspector import SEEDS
from mindspore_tools.api.model import VAR_KEYWORD, VAR_POSITIONAL
from mindspore_tools.common.version import Version

pytestmark = pytest.mark.mindspore


@pytest.fixture(scope="module")
def interpreter() -> str:
    path = os.environ.get("MINDSPORE_PYTHON")
    assert path, "MINDSPORE_PYTHON must name an interpreter that has MindSpore"
    return path


@pytest.fixture(scope="module")
def runtime(interpreter: str, tmp_path_factory: pytest.TempPathFactory) -> dict:
    """Names and signatures of every public module, from the runtime itself."""
    output = tmp_path_factory.mktemp("runtime") / "names.json"
    script = Path(__file__).with_name("runtime_names.py")
    subprocess.run(
        [interpreter, str(script), str(output), *SEEDS], cwd=output.parent, capture_output=True, timeout=300
    )
    return json.loads(output.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def index(interpreter: str, runtime: dict, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The shipped index of this version, or one built now when the version is not shipped."""
    shipped = load_index(Version.parse(runtime["version"]))
    if shipped.exact:
        return shipped
    output = tmp_path_factory.mktemp("index") / "index.zip"
    build_index(Path(interpreter), output)
    return open_index(output)


def vague(parameters: list) -> bool:
    return all(kind in (VAR_POSITIONAL, VAR_KEYWORD) for _, kind, *_ in parameters)


def literal(text: str | None) -> bool:
    try:
        ast.literal_eval(text or "")
    except (ValueError, SyntaxError):
        return False
    return True


def test_every_public_module_is_indexed(index: Index, runtime: dict):
    assert set(runtime["modules"]) <= set(index.modules)


def test_every_public_name_is_a_member(index: Index, runtime: dict):
    missing = []
    for module, content in runtime["modules"].items():
        listed = {symbol.name for symbol in index.members(module)}
        wanted = set(content["exported"]) | {
            n for n, facts in content["names"].items() if facts["documented"]
        }
        missing += [f"{module}.{name}" for name in wanted - listed]
    assert not missing


def test_no_member_is_invented(index: Index, runtime: dict):
    invented = []
    for module, content in runtime["modules"].items():
        if index.get(module).kind != "module":
            continue  # a class of the same name has members too
        for symbol in index.members(module):
            # A submodule is an attribute only after its import.
            if symbol.name not in content["names"] and symbol.kind != "module":
                invented.append(symbol.path)
    assert not invented


def test_exported_names_come_before_ghosts(index: Index, runtime: dict):
    wrong = []
    for module, content in runtime["modules"].items():
        public = [symbol.public for symbol in index.members(module)]
        assert public == sorted(public, reverse=True), module
        by_name = {symbol.name: symbol for symbol in index.members(module)}
        exported = set(content["exported"])
        helpers = {name for name in exported if content["names"][name]["module"]}
        wrong += [f"{module}.{name} is hidden" for name in exported - helpers if not by_name[name].public]
        for name, facts in content["names"].items():
            if name not in exported and not facts["own"] and name in by_name and by_name[name].public:
                wrong.append(f"{module}.{name} is a ghost")
    assert not wrong


def test_signatures_equal_those_of_the_runtime(index: Index, runtime: dict):
    differing = []
    compared = 0
    for module, content in runtime["modules"].items():
        for symbol in index.members(module):
            facts = content["names"].get(symbol.name)
            if not symbol.public or not facts or not facts["signature"] or vague(facts["signature"]):
                continue
            if len(symbol.signatures) != 1:
                differing.append((symbol.path, len(symbol.signatures)))
                continue
            compared += 1
            ours = symbol.signatures[0].parameters
            theirs = facts["signature"]
            same = [(p.name, p.kind, p.default is None) for p in ours] == [
                (n, k, d is None) for n, k, d in theirs
            ]
            defaults = all(
                p.default == d for p, (_, _, d) in zip(ours, theirs) if d is not None and literal(d)
            )
            if not same or not defaults:
                differing.append((symbol.path, [p.name for p in ours], [n for n, *_ in theirs]))
    assert compared > 2000
    assert not differing


def test_every_member_of_every_public_class_is_indexed(index: Index, runtime: dict):
    missing = []
    for module, content in runtime["modules"].items():
        for symbol in index.members(module):
            facts = content["names"].get(symbol.name)
            if symbol.public and facts and facts["members"]:
                listed = {member.name for member in index.members(symbol.path)}
                missing += [f"{symbol.path}.{name}" for name in set(facts["members"]) - listed]
    assert not missing
