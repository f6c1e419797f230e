"""Snapshots: fragments, positions, half-written code, reuse."""

from __future__ import annotations

import ast

from mindspore_tools.common.position import Position
from mindspore_tools.graph.source import SourceFile

NET = '''\
from mindspore import nn

class Net(nn.Cell):
    """A net."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)

    def construct(self, x):
        return self.conv(x)


def helper(x):
    return x
'''


def unparsed(source: SourceFile) -> str:
    return ast.unparse(ast.Module([s for _, fragment in source.top for s in fragment.body], []))


def test_fragments_hold_the_whole_program():
    assert unparsed(SourceFile(NET)) == ast.unparse(ast.parse(NET))


def test_positions_count_code_points_within_the_file():
    source = SourceFile("import os\n\ndef f(x):\n    return '张量' + x\n")
    fragment = source.top[1][1]
    name = fragment.body[0].body[0].value.right
    assert source.range(fragment, name) == (Position(3, 18), Position(3, 19))


def test_members_of_a_class_are_placed_where_they_stand():
    source = SourceFile(NET)
    construct = next(f for _, f in source.fragments if f.text.lstrip().startswith("def construct"))
    assert source.range(construct, construct.body[0]).start == Position(9, 4)


def test_a_broken_method_hides_no_other():
    source = SourceFile(NET.replace("nn.Conv2d(1, 2, 3)", "nn.Conv2d(1, 2,"))
    assert [problem.position.line for problem in source.problems] == [7]
    assert "return self.conv(x)" in unparsed(source)
    assert "def helper" in unparsed(source)


def test_a_line_ending_in_a_dot_still_has_its_expression():
    source = SourceFile(NET.replace("return self.conv(x)", "self.conv."))
    construct = next(f for _, f in source.fragments if f.text.lstrip().startswith("def construct"))
    assert construct.guessed == {1}
    assert "self.conv._" in unparsed(source)


def test_unchanged_fragments_are_reused():
    before = SourceFile(NET)
    after = SourceFile("\n# note\n" + NET.replace("return x", "return x + 1"), previous=before)
    kept = {id(fragment) for _, fragment in before.fragments} & {
        id(fragment) for _, fragment in after.fragments
    }
    assert len(kept) == 5  # the import, the class with its docstring and methods
    construct = next(f for _, f in after.fragments if f.text.lstrip().startswith("def construct"))
    assert after.range(construct, construct.body[0]).start == Position(11, 4)


def test_odd_texts_make_a_snapshot():
    for text in (
        "",
        "\n",
        "\x00",
        "(",
        "'",
        '"""',
        "\\",
        "def",
        "class A:",
        "\tx\n y",
        "é = (\n",
        "if x:\n",
        "@",
        "\r\nx\r",
    ):
        assert SourceFile(text).lines


def test_resolve_follows_imports_and_aliases():
    source = SourceFile(
        "import mindspore as ms, os.path\nimport mindspore.ops as P\nfrom mindspore import nn\n"
        "from .blocks import Block as B\nConv = nn.Conv2d\nx = (\ndef f(): pass\n"
    )
    assert source.resolve("nn.Conv2d") == "mindspore.nn.Conv2d"
    assert source.resolve("ms.Tensor") == "mindspore.Tensor"
    assert source.resolve("P.relu") == "mindspore.ops.relu"
    assert source.resolve("Conv") == "mindspore.nn.Conv2d"
    assert source.resolve("B") == ".blocks.Block"
    assert source.resolve("os.path.join") == "os.path.join"
    assert source.resolve("f") is None
    assert source.resolve("missing.name") is None


def test_resolve_asks_the_index_about_star_imports():
    source = SourceFile("from mindspore.nn import *\n")
    assert source.resolve("Conv2d") is None
    assert source.resolve("Conv2d", {"mindspore.nn.Conv2d": object()}) == "mindspore.nn.Conv2d"
    assert source.resolve("len", {"mindspore.nn.Conv2d": object()}) is None
