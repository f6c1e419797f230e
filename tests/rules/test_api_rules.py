"""The rules on API calls: what is followed to its name, what they leave alone, what their fixes write."""

from __future__ import annotations

import pytest

from mindspore_tools.api.index import load_index
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target, analyse
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.engine import check
from mindspore_tools.lint.finding import Finding, Severity
from mindspore_tools.lint.fixes import apply_edits
from mindspore_tools.lint.rule import EXAMPLE_IMPORTS

NEWEST = Version(2, 10, 0)


def found(code: str, version: Version = NEWEST) -> list[Finding]:
    analysis = analyse(SourceFile(EXAMPLE_IMPORTS + code), load_index(version), Target(version))
    return [finding for finding in check(analysis) if finding.code.startswith("MS6")]


def codes(code: str, version: Version = NEWEST) -> list[str]:
    return [finding.code for finding in found(code, version)]


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    from mindspore import nn as layers\n    return layers.Conv2d(3, 8, kernel_sze=3)\n",
        "Conv = nn.Conv2d\nconv = Conv(3, 8, kernel_sze=3)\n",
        "def f():\n    Conv = nn.Conv2d\n    return Conv(3, 8, kernel_sze=3)\n",
        "class Net(nn.Cell):\n    conv = nn.Conv2d(3, 8, kernel_sze=3)\n",
        "layers = [nn.Conv2d(n, 8, kernel_sze=3) for n in range(3)]\n",
        "if __name__ == '__main__':\n    nn.Conv2d(3, 8, kernel_sze=3)\n",
        "@ms.jit(capture_mod='ast')\ndef f(x):\n    return x\n",
        "loss = nn.MSELoss()\nloss(Tensor(1.0), target=1)\n",
        "def f():\n    loss = nn.MSELoss()\n    return loss(Tensor(1.0), target=1)\n",
        "class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.d = nn.Dense(2, 2)\n\n"
        "    def construct(self, x):\n        return self.d(x, factor=2)\n",
    ],
)
def test_what_is_called_is_followed(code):
    assert set(codes(code)) & {"MS601"} == {"MS601"}, found(code)


@pytest.mark.parametrize(
    "code",
    [
        "def f(nn):\n    return nn.Conv2d(3, kernel_sze=3)\n",
        "def f():\n    nn = load()\n    return nn.Conv2d(3, kernel_sze=3)\n",
        "try:\n    from fast import nn\nexcept ImportError:\n    pass\nconv = nn.Conv2d(3, 8, kernel_sze=3)\n",
        "try:\n    drop = nn.Dropout(rate=0.1)\nexcept TypeError:\n    drop = nn.Dropout(p=0.1)\n",
        "if ms.__version__ < '2':\n    drop = nn.Dropout(rate=0.1)\n",
        "def f(new):\n    if is_old_version():\n        return nn.Dropout(rate=0.1)\n    return nn.Dropout(p=0.1)\n",
        "import pytest\nwith pytest.raises(TypeError):\n    nn.Conv2d(3)\n",
        "options = {}\nconv = nn.Conv2d(3, **options)\n",
        "class Net(nn.Cell):\n    pass\n\n\nnet = Net(3, foo=1)\n",
        "name = 'size'\nif name == 'sizes':\n    ops.interpolate(Tensor(1), sizes=3)\n",
        "step = nn.TrainOneStepCell(nn.Dense(1, 1), None)\nstep(1, 2, 3)\n",
        "hyper = ops.HyperMap()\nhyper(ops.partial(ops.add, 1), [1], [2])\n",
        "conv = nn.Conv2d(3, 8, (\n",
        "from mindspore import *\nfrom somewhere import Conv2d\nConv2d(kernel_sze=1)\n",
    ],
)
def test_what_is_not_sure_is_left_alone(code):
    assert codes(code) == []


def test_nothing_is_said_without_an_index():
    source = SourceFile(EXAMPLE_IMPORTS + "conv = nn.Conv2d(3, kernel_sze=3)\n")
    assert [each for each in check(analyse(source, None, Target(NEWEST))) if each.code[:3] == "MS6"] == []


def test_of_a_version_without_its_own_index_only_slips_are_told():
    between = Version(2, 4, 0)
    assert codes("conv = nn.Conv2d(3, 8, kernel_sze=3)\n", between) == ["MS601"]
    assert codes("conv = nn.Conv2d(3, 8, 3, brand_new=1)\n", between) == []
    assert codes("conv = nn.Conv2d(3)\n", between) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("conv = nn.Conv2d(3, 8, kernel_sze=3)\n", "conv = nn.Conv2d(3, 8, kernel_size=3)\n"),
        ("dense = nn.Dense(3, 8, bias=False)\n", "dense = nn.Dense(3, 8, has_bias=False)\n"),
        ("conv = nn.Conv2d(3, 8, 3, pad_mode='smae')\n", "conv = nn.Conv2d(3, 8, 3, pad_mode='same')\n"),
        ('ms.set_device("Asend")\n', 'ms.set_device("Ascend")\n'),
        ("@ms.ms_function\ndef f(x):\n    return x\n", "@ms.jit\ndef f(x):\n    return x\n"),
        (
            "from mindspore import ms_function\n\n\n@ms_function\ndef f(x):\n    return x\n",
            "from mindspore import jit\n\n\n@jit\ndef f(x):\n    return x\n",
        ),
        ("conv = nn.Conv2D(3, 8, 3)\n", "conv = nn.Conv2d(3, 8, 3)\n"),
        ("add = ops.TensorAdd()\n", "add = ops.Add()\n"),
    ],
)
def test_a_fix_writes_what_was_meant(before, after):
    first = found(before)[0]
    assert apply_edits(EXAMPLE_IMPORTS + before, first.fixes[0].edits) == EXAMPLE_IMPORTS + after
    assert codes(after) == []


def test_a_name_that_comes_later_is_told():
    assert codes("ms.set_device('CPU')\n", Version(2, 0, 0)) == ["MS606"]
    assert codes("@ms.ms_function\ndef f(x):\n    return x\n", Version(1, 10, 0)) == []


def test_a_new_name_of_an_old_one_can_be_written_the_old_way():
    code = "@ms.jit\ndef f(x):\n    return x\n"
    finding = found(code, Version(1, 10, 0))[0]
    assert (finding.code, finding.severity) == ("MS606", Severity.INFORMATION)
    fixed = apply_edits(EXAMPLE_IMPORTS + code, finding.fixes[0].edits)
    assert fixed == EXAMPLE_IMPORTS + code.replace("ms.jit", "ms.ms_function")
