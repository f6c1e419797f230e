"""Code of an older version, checked for a newer one, mended, and run on a real MindSpore."""

from __future__ import annotations

import json
import os
import subprocess
import textwrap
from pathlib import Path

import pytest

from mindspore_tools.api.index import load_index
from mindspore_tools.api.replacements import _data, replacement
from mindspore_tools.cli.main import main
from mindspore_tools.common.version import Version
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.fixes import apply_safe
from mindspore_tools.upgrade import changes
from mindspore_tools.upgrade.changes import Versions, same_default
from mindspore_tools.upgrade.check import check_upgrade

OLD, NEW = Version(1, 10, 0), Version(2, 10, 0)
HEAD = "import mindspore as ms\nfrom mindspore import nn, ops\n"


def check(code: str, before: Version = OLD, after: Version = NEW):
    return check_upgrade(SourceFile(HEAD + textwrap.dedent(code), "net.py"), before, after)


def found(code: str, **versions):
    return [(finding.rule, finding.severity.label) for finding in check(code, **versions)]


def mended(code: str) -> str:
    text = HEAD + textwrap.dedent(code)
    _, changed = apply_safe(text, check_upgrade(SourceFile(text, "net.py"), OLD, NEW))
    return changed[len(HEAD) :] if changed.startswith(HEAD) else changed


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("ms.ms_function\n", [("removed-api", "error")]),
        ("nn.transformer.MultiHeadAttention\n", [("removed-api", "error")]),
        ("from mindspore.ops import operations as P\nP.ReLUV2()\n", [("removed-api", "error")]),
        ("nn.BCELoss()\n", [("changed-default", "warning")]),
        ("nn.BCELoss(reduction='mean')\n", []),
        ("nn.BCELoss(None, 'mean')\n", []),
        ("ops.add(x=1, y=2)\n", [("removed-argument", "error")] * 2),
        ("ops.add(1, 2)\n", []),
        ("nn.Conv2dTranspose(1, 2, 3, 1, 'same', 0, 2, weight_init='zeros', bias_init='zeros')\n", [("moved-argument", "error")]),
        ("nn.Dropout(keep_prob=0.9)\n", [("replaced-argument", "warning")]),
        ("nn.Dropout(0.9)\n", [("replaced-argument", "warning")]),
        ("nn.Dropout(p=0.1)\n", []),
        ("ops.pad(x, paddings=((0, 1),))\n", [("replaced-argument", "error")]),
        ("ms.set_context(device_target='CPU')\n", [("deprecated-api", "information")] * 2),
        ("nn.Adam(params, no_such=1)\n", [("removed-argument", "error")]),
        ("nn.Adam(params, learning_rate=0.1)\n", []),
        ("nn.ReLU()\nops.relu(x)\nms.Tensor([1])\n", []),
        ("x.ms_function()\nmine.BCELoss()\n", []),
        ("ops.zeros((2, 3), ms.float32)\nops.ones(3, ms.int32)\n", []),
        ("ops.split(x, 1, 2)\n", [("moved-argument", "error"), ("replaced-argument", "error")]),
        ("nn.Conv2d(1, 2, 3, bias_init='zeros')\nnn.Conv2d(2, 2, 3, bias_init='zeros')\n", [("changed-default", "information")]),
        ("ops.add(*values)\nnn.BCELoss(**options)\n", []),
    ],
)  # fmt: skip
def test_changes_from_1_10_to_2_10(code, expected):
    assert found(code) == expected


def test_nothing_changes_within_a_version():
    code = "ms.jit\nnn.BCELoss()\nops.add(input=1, other=2)\nnn.Conv2d(1, 2, 3)\n"
    assert found(code, before=NEW) == []


def test_names_that_were_new_only_later_are_no_finding():
    assert found("ms.mint\nms.jit\nops.no_such_thing\n") == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("@ms.ms_function\ndef f(x):\n    return x\n", "@ms.jit\ndef f(x):\n    return x\n"),
        (
            "from mindspore import ms_function\n@ms_function\ndef f(x):\n    return ms_function(x)\n",
            "from mindspore import jit\n@jit\ndef f(x):\n    return jit(x)\n",
        ),
        ("from mindspore import ms_function as compiled\n@compiled\ndef f(x):\n    return x\n", "from mindspore import jit as compiled\n@compiled\ndef f(x):\n    return x\n"),
        ("from mindspore import ms_function\njit = 1\nms_function(f)\n", "from mindspore import ms_function\njit = 1\nms_function(f)\n"),
        ("from mindspore.ops import operations as P\nP.ReLUV2()\n", "from mindspore.ops import operations as P\nP.ReLU()\n"),
        ("import mindspore.ops.functional as F\nF.pack((x, y))\n", "import mindspore.ops.functional as F\nF.stack((x, y))\n"),
        ("nn.Dropout(keep_prob=0.9)\n", "nn.Dropout(p=1 - 0.9)\n"),
        ("nn.Dropout(1 - rate)\n", "nn.Dropout(p=1 - (1 - rate))\n"),
        ("ops.add(x=a, y=b)\n", "ops.add(input=a, other=b)\n"),
        ("nn.Conv2dTranspose(1, 2, 3, 1, 'same', 0, 2, 4)\n", "nn.Conv2dTranspose(1, 2, 3, 1, 'same', 0, dilation=2, group=4)\n"),
        ("class 网络(nn.Cell):\n    def construct(self, 中):\n        return ops.add(x=中, y=中)\n", "class 网络(nn.Cell):\n    def construct(self, 中):\n        return ops.add(input=中, other=中)\n"),
    ],
)  # fmt: skip
def test_safe_fixes(code, expected):
    assert mended(code) == expected


def test_keeping_an_old_default_is_offered_but_not_done():
    (finding,) = check("loss = nn.BCELoss()\n")
    (fix,) = finding.fixes
    assert not fix.safe
    assert fix.edits[0].text == "reduction='none'"
    assert mended("loss = nn.BCELoss()\n") == "loss = nn.BCELoss()\n"


CELL = "class Net(nn.Cell):\n    def construct(self, x):\n"


@pytest.mark.parametrize(
    ("body", "before", "after", "expected"),
    [
        ("        for i in range(3):\n            if i > 1:\n                break\n        else:\n            x = x + 1\n        return x\n", "1.2", "2.10", [("loop-else", "error")]),
        ("        def f(y):\n            return y\n        return f\n", "1.10", "2.10", [("function-returned", "error")]),
        ("        try:\n            return x\n        except ValueError:\n            return x\n", "1.10", "2.10", []),
        ("        return x + 1\n", "1.10", "2.10", []),
    ],
)  # fmt: skip
def test_graph_rules_that_became_stricter_are_told_and_known_ones_are_not(body, before, after, expected):
    assert found(CELL + body, before=Version.parse(before), after=Version.parse(after)) == expected


def test_half_written_code():
    code = "class Net(nn.Cell):\n    def construct(self, x):\n        y = ops.add(x=\n\nms.ms_function(\n"
    for end in range(0, len(code), 3):
        check(code[:end])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("0", "0.0", True), ("'valid'", "'VALID'", True), ("()", "None", True), ("mindspore.bool_", "mindspore.bool", True),
        ("'none'", "'mean'", False), ("0", "True", False), ("1", "True", False), ("'normal'", "None", False), ("-1", "None", False),
    ],
)  # fmt: skip
def test_defaults(one, other, same):
    assert same_default(one, other) is same
    assert same_default(other, one) is same


def test_replacements_exist_in_the_newest_version():
    index = load_index(NEW)
    for name, row in _data()["names"].items():
        if "to" in row:
            assert index.get(row["to"]) is not None, name
        assert index.get(name) is None, f"{name} is not gone"
        assert load_index(OLD).get(name) is not None, name


def test_replacement_through_every_module_of_operators():
    assert replacement("mindspore.ops.functional.pack").path == "mindspore.ops.stack"
    assert replacement("mindspore.ops.operations.nn_ops.ReLUV2").path == "mindspore.ops.ReLU"
    assert replacement("mindspore.ops.relu") is None


def test_every_removed_public_name_is_reported():
    versions = Versions(load_index(OLD), load_index(NEW))
    gone = [
        symbol.path
        for module in sorted(versions.before.modules)
        for symbol in versions.before.members(module)
        if symbol.public and symbol.kind != "module" and versions.after.get(symbol.path) is None
    ]
    assert len(gone) > 200
    for path in gone:
        assert any(isinstance(change, changes.Removed) for change in versions.name_changes(path)), path


def test_command_line(tmp_path, capsys):
    path = tmp_path / "net.py"
    path.write_text(HEAD + "ms.ms_function(f)\n", encoding="utf-8")
    assert main(["upgrade", "--from", "1.10", "--to", "2.10", "--format", "json", str(path)]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert (finding["code"], finding["start"], finding["fixable"]) == (
        "UP101",
        {"line": 3, "column": 1},
        True,
    )
    assert main(["upgrade", "--from", "1.10", "--fix", str(path)]) == 0
    assert "ms.jit(f)" in path.read_text(encoding="utf-8")
    assert main(["upgrade", "--from", "one", str(path)]) == 2


PROGRAM = """
import numpy as np
import mindspore as ms
from mindspore import nn, ops, ms_function
import mindspore.ops.functional as F


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(keep_prob=1.0)
        self.deconv = nn.Conv2dTranspose(1, 2, 3, 1, "same", 0, 1)

    def construct(self, x):
        return ops.add(x=self.drop(self.deconv(x)), y=x)


@ms_function
def join(x):
    return F.pack((x, x))


x = ms.Tensor(np.ones((1, 1, 4, 4)), ms.float32)
print("shapes", Net()(x).shape, join(x).shape)
"""


@pytest.mark.mindspore
def test_mended_program_runs(tmp_path):
    interpreter = os.environ.get("MINDSPORE_PYTHON")
    assert interpreter, "MINDSPORE_PYTHON names an interpreter with MindSpore"
    path = Path(tmp_path / "old.py")
    path.write_text(PROGRAM, encoding="utf-8")

    def run():
        return subprocess.run(
            [interpreter, str(path)], capture_output=True, text=True, cwd=tmp_path, timeout=120
        )

    assert "ms_function" in run().stderr
    main(["upgrade", "--from", "1.10", "--to", "2.10", "--fix", str(path)])
    done = run()
    assert "shapes (1, 2, 4, 4) (2, 1, 1, 4, 4)" in done.stdout, done.stderr
