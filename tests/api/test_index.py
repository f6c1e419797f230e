"""The shipped indexes, without any MindSpore."""

from __future__ import annotations

import threading

import pytest

from mindspore_tools.api.builder import BuildError, build_index
from mindspore_tools.api.index import load_index, nearest_version, open_index, shipped_versions
from mindspore_tools.common.version import Version

NEWEST = Version(2, 10, 0)


@pytest.fixture(scope="module")
def index():
    return load_index(NEWEST)


def parameters(symbol, number=0):
    return {each.name: each for each in symbol.signatures[number].parameters}


@pytest.mark.parametrize("version", shipped_versions(), ids=str)
def test_shipped_versions_know_what_every_program_uses(version):
    index = load_index(version)
    assert index.exact and index.version == version
    for path in (
        "mindspore.Tensor.asnumpy",
        "mindspore.nn.Cell.set_train",
        "mindspore.nn.Conv2d",
        "mindspore.ops.relu",
        "mindspore.ops.MatMul",
        "mindspore.dataset.GeneratorDataset",
        "mindspore.set_context",
        "mindspore.float32",
        "mindspore.common.initializer.Normal",
        "mindspore.dataset.vision.Resize",
        "mindspore.train.Model",
        "mindspore.nn.layer.conv.Conv2d",
    ):
        symbol = index.get(path)
        assert symbol is not None, path
        assert symbol.path == path and symbol.name == path.rpartition(".")[2]


def test_nearest_version_is_of_the_same_minor_version_or_older():
    known = [Version(2, 0, 0), Version(2, 7, 0), Version(2, 8, 0), Version(2, 10, 0)]
    assert nearest_version(Version(2, 7, 1), known) == (2, 7, 0)
    assert nearest_version(Version(2, 5, 0), known) == (2, 0, 0)
    assert nearest_version(Version(3, 0, 0), known) == (2, 10, 0)
    assert nearest_version(Version(1, 2, 0), known) == (2, 0, 0)
    index = load_index(Version(2, 10, 7))
    assert index.version == NEWEST and not index.exact


def test_aliases_lead_to_one_canonical_path(index):
    assert index.get("mindspore.ops.functional.relu").canonical == "mindspore.ops.relu"
    assert index.get("mindspore.common.tensor.Tensor").canonical == "mindspore.Tensor"
    assert index.get("mindspore.dtype.float32").canonical == "mindspore.float32"
    assert index.get("mindspore.nn.layer.conv.Conv2d").canonical == "mindspore.nn.Conv2d"
    assert index.get("mindspore.ops.operations.Add").kind == "primitive"


def test_unknown_paths_give_none(index):
    for path in (
        "",
        "nn.Conv2d",
        "mindspore.nn.Conv5d",
        "mindspore.nn.Conv2d.nothing",
        "numpy.ndarray",
        "mindspore.float32.x",
    ):
        assert index.get(path) is None
        assert index.members(path) == ()


def test_signature_of_a_layer(index):
    conv = index.get("mindspore.nn.Conv2d")
    given = parameters(conv)
    assert given["pad_mode"].choices == ("'same'", "'valid'", "'pad'")
    assert given["pad_mode"].default == "'same'" and not given["pad_mode"].required
    assert given["in_channels"].required and given["in_channels"].type == "int"
    assert given["dtype"].default == "mindspore.float32"
    assert [each.name for each in conv.call[0].parameters] == ["x"]
    assert conv.call[0].returns == "Tensor"
    assert "mindspore.nn.Cell" in conv.bases
    assert conv.platforms == ("Ascend", "GPU", "CPU")


def test_keywords_behind_kwargs(index):
    signature = index.get("mindspore.set_context").signatures[0]
    assert signature.parameter("device_target").choices[:3] == ("'Ascend'", "'GPU'", "'CPU'")
    assert signature.parameter("mode").choices == ("mindspore.GRAPH_MODE", "mindspore.PYNATIVE_MODE")
    assert signature.parameter("device_id").deprecated.replacement == "mindspore.set_device"
    assert signature.parameter("mode").deprecated is None
    keywords = {each.name for each in index.get("mindspore.set_auto_parallel_context").signatures[0].keywords}
    assert {"device_num", "global_rank", "gradients_mean", "parallel_mode"} <= keywords


def test_overloads(index):
    ways = [
        tuple(each.name for each in one.parameters) for one in index.get("mindspore.Tensor.sum").signatures
    ]
    assert ("dim", "keepdim", "dtype") in ways and ("axis", "dtype", "keepdims", "initial") in ways
    add = index.get("mindspore.mint.add").signatures[0]
    assert [each.name for each in add.parameters] == ["input", "other", "alpha"]
    assert add.parameter("alpha").kind == "keyword-only" and add.returns == "Tensor"


def test_instance_attributes_of_layers(index):
    names = {member.name for member in index.members("mindspore.nn.Conv2d")}
    assert {"weight", "in_channels", "kernel_size", "trainable_params", "construct"} <= names
    assert index.get("mindspore.nn.Conv2d.weight").returns == "Parameter"
    assert index.get("mindspore.nn.Conv2d.in_channels").returns == "int"


def test_results(index):
    assert index.get("mindspore.ops.topk").signatures[0].returns == "tuple[Tensor, Tensor]"
    assert index.get("mindspore.dataset.MnistDataset.map").signatures[0].returns == "dataset.Dataset"
    assert index.get("mindspore.Tensor.shape").returns == "tuple[int, ...]"
    assert index.get("mindspore.float16").returns == "dtype"
    assert index.get("mindspore.ops.MatMul").call[0].returns == "Tensor"


def test_deprecations(index):
    lazy = index.get("mindspore.nn.LazyAdam").deprecated
    assert lazy.replacement == "mindspore.nn.Adam" and not lazy.planned
    assert index.get("mindspore.set_context").deprecated.planned
    assert index.get("mindspore.nn.Conv2d").deprecated is None
    assert index.get("mindspore.mint.add").deprecated is None


def test_definitions_have_a_place(index):
    for path, file, line in (
        ("mindspore.nn.Conv2d", "mindspore/nn/layer/conv.py", None),
        ("mindspore.ops.add", "mindspore/ops/auto_generate/gen_ops_def.py", None),
        ("mindspore.mint.add", "mindspore/ops/functional_overload.py", None),
        ("mindspore.Tensor", "mindspore/common/tensor.py", None),
        ("mindspore.float32", "mindspore/common/dtype.py", None),
    ):
        symbol = index.get(path)
        assert symbol.file == file and symbol.line > 1, (path, line)


def test_documentation_is_markdown(index):
    conv = index.documentation(index.get("mindspore.nn.Conv2d"))
    assert "2D convolution layer" in conv.summary
    assert ":math:" not in conv.description and "\\text" not in conv.description
    assert "Cᵢₙ" in conv.description
    pad_mode = next(each for each in conv.parameters if each.name == "pad_mode")
    assert "padding mode" in pad_mode.text
    assert [each.name for each in conv.inputs] == ["x"]
    assert conv.examples.startswith("import mindspore") and ">>>" not in conv.examples
    assert conv.url == "https://www.mindspore.cn/docs/en/r2.10.0/api_python/nn/mindspore.nn.Conv2d.html"


def test_documentation_follows_references(index):
    add = index.documentation(index.get("mindspore.ops.Add"))
    assert [each.name for each in add.inputs] == ["input", "other"] and not add.parameters
    inherited = index.documentation(index.get("mindspore.nn.Dense.set_train"))
    assert "training" in inherited.description


@pytest.mark.parametrize("module", sorted(load_index(NEWEST).modules))
def test_every_page_is_readable(index, module):
    for symbol in index.members(module):
        documentation = index.documentation(symbol)
        text = "\n".join((documentation.summary, documentation.description, documentation.returns))
        assert ":math:" not in text and ":func:" not in text and ":class:" not in text, symbol.path
        for name in ("\\frac", "\\begin{", "\\left", "\\times", "\\alpha"):
            assert name not in text, symbol.path


def test_search_finds_each_name_once_and_prefers_public_homes(index):
    found = index.search("Conv")
    assert found[0].name.startswith("Conv")
    assert "mindspore.nn.Conv2d" in [each.path for each in found]
    assert len({each.canonical for each in found}) == len(found)
    assert index.search("conv2d", 3)[0].name.lower() == "conv2d"
    assert index.search("nothingofthissort") == []


def test_ghosts_are_last(index):
    members = index.members("mindspore.nn")
    public = [member.public for member in members]
    assert public == sorted(public, reverse=True)
    assert not any(member.public for member in members if member.name == "absolute_import")


def test_threads_share_an_index():
    index = load_index(Version(2, 9, 0))
    results = []

    def read():
        results.append(len(index.members("mindspore.ops")) + len(index.members("mindspore.Tensor")))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1 and len(results) == 8


def test_a_file_that_is_no_index(tmp_path):
    path = tmp_path / "index.zip"
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError):
        open_index(path)


def test_an_interpreter_without_mindspore(tmp_path):
    import sys

    with pytest.raises(BuildError) as error:
        build_index(sys.executable, tmp_path / "index.zip")
    assert "mindspore" in str(error.value).lower() and error.value.text.render("zh-cn") != str(error.value)
    with pytest.raises(BuildError):
        build_index(tmp_path / "no-python", tmp_path / "index.zip")
