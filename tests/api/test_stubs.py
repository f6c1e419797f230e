"""Stubs: valid Python, complete, and understood by jedi."""

from __future__ import annotations

import ast

import jedi
import pytest

from mindspore_tools.api.index import load_index
from mindspore_tools.api.stubs import export_stubs, stub_path
from mindspore_tools.common.version import Version


@pytest.fixture(scope="module")
def index():
    return load_index(Version(2, 10, 0))


@pytest.fixture(scope="module")
def stubs(index, tmp_path_factory):
    return export_stubs(index, tmp_path_factory.mktemp("stubs"))


def test_every_stub_is_valid_python(stubs):
    files = list(stubs.rglob("*.pyi"))
    assert len(files) > 300
    for file in files:
        ast.parse(file.read_text(encoding="utf-8"), str(file))
    assert (stubs / "py.typed").read_text(encoding="utf-8") == "partial\n"


def test_every_public_name_is_declared_or_imported(index, stubs):
    for module in index.modules:
        tree = ast.parse(stubs.joinpath(*module.split(".")[1:], "__init__.pyi").read_text(encoding="utf-8"))
        names = set()
        for node in tree.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                names.add(node.name)
            elif isinstance(node, (ast.ImportFrom, ast.Import)):
                names.update(alias.asname or alias.name for alias in node.names)
            elif isinstance(node, ast.AnnAssign):
                names.add(node.target.id)
        members = [
            each for each in index.members(module) if each.public and each.kind not in ("method", "property")
        ]
        missing = {symbol.name for symbol in members} - names
        assert not missing, module


def test_imported_names_exist(stubs):
    declared: dict[str, set[str]] = {}
    imported = []
    for file in stubs.rglob("*.pyi"):
        module = ".".join(("mindspore", *file.relative_to(stubs).parts[:-1]))
        names = declared.setdefault(module, set())
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                names.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                names.add(node.target.id)
            elif isinstance(node, (ast.ImportFrom, ast.Import)):
                names.update(alias.asname or alias.name for alias in node.names)
                if isinstance(node, ast.ImportFrom):
                    imported += [(module, node.module, alias.name) for alias in node.names]
    lost = [
        each
        for each in imported
        if each[2] not in declared[each[1]] and f"{each[1]}.{each[2]}" not in declared
    ]
    assert not lost


def names_after(stubs, source):
    project = jedi.Project(stubs.parent, added_sys_path=[str(stubs.parent)], smart_sys_path=False)
    lines = source.split("\n")
    script = jedi.Script(source, path=stubs.parent / "user.py", project=project)
    return {completion.name for completion in script.complete(len(lines), len(lines[-1]))}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from mindspore import ops, Tensor\nx = Tensor([1])\nops.relu(x).", {"asnumpy", "shape", "reshape"}),
        (
            "from mindspore import nn\nconv = nn.Conv2d(3, 4, 3)\nconv.",
            {"weight", "in_channels", "trainable_params"},
        ),
        ("from mindspore import nn\nconv = nn.Conv2d(3, 4, 3)\nconv(None).", {"asnumpy", "mean"}),
        (
            "import mindspore.dataset as ds\nd = ds.MnistDataset('x').map(None).batch(3)\nd.",
            {"map", "batch", "shuffle"},
        ),
        ("from mindspore import Tensor\n(Tensor([1]) + 1).", {"asnumpy"}),
        ("from mindspore.common.tensor import Tensor\nTensor([1]).", {"asnumpy"}),
    ],
)
def test_jedi_infers_through_the_stubs(index, tmp_path_factory, monkeypatch, source, expected):
    monkeypatch.setenv("MINDSPORE_TOOLS_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    path = stub_path(index)
    assert path == stub_path(index)
    assert expected <= names_after(path / "mindspore-stubs", source)
