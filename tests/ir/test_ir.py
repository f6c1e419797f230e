"""Dumps of real compilers: read, shown, navigated, compared, drawn."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from mindspore_tools.common.position import Position
from mindspore_tools.ir import tokens as token_kinds
from mindspore_tools.ir.abstracts import parse_type, split_top
from mindspore_tools.ir.compare import compare
from mindspore_tools.ir.describe import describe, plain_name
from mindspore_tools.ir.document import IrDocument
from mindspore_tools.ir.hover import hover
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.navigation import definition, references
from mindspore_tools.ir.parser import parse
from mindspore_tools.ir.passes import pass_dumps
from mindspore_tools.ir.picture import picture
from mindspore_tools.ir.sources import graphs_of, links, nodes_of
from mindspore_tools.ir.structure import folds, outline
from mindspore_tools.ir.tokens import tokens

FIXTURES = Path(__file__).parent / "fixtures"
DUMPS = sorted(FIXTURES.glob("*.ir"))


def document(name: str) -> IrDocument:
    return IrDocument((FIXTURES / name).read_text(encoding="utf-8"))


def graph(dump, plain: str):
    return next(each for each in dump.graphs if plain_name(each.name) == plain)


def ops(graph):
    return [node.title for node in graph.nodes]


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_every_node_is_read_and_every_reference_resolved(path):
    text = path.read_text(encoding="utf-8")
    dump = parse(text)
    assert len(dump.graphs) == len(re.findall(r"^subgraph @", text, re.M))
    nodes = [(graph, node) for graph in dump.graphs for node in graph.nodes]
    assert len(nodes) == len(re.findall(r"^\s+(?:%\d+\(|Return\()", text, re.M))
    for owner, node in nodes:
        assert node.op or node.calls or node.inputs, node
        assert not node.op.startswith(("%", "@", "$", "call")), node
        for source in node.inputs:
            if source.node or source.parameter or source.graph:
                assert dump.target(source, owner) is not None, (owner.name, source)
        for called in node.calls:
            assert called in dump.by_name
    assert len(dump.places) == len(re.findall(r"In file \S+(?:\(\d+\)|:\d)", text))
    if not path.stem.startswith("analyze_fail"):
        assert dump.entry in dump.by_name


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_half_written_dumps_do_no_harm(path):
    text = path.read_text(encoding="utf-8")[:30000]
    chance = random.Random(1)
    for _ in range(15):
        start, end = sorted(chance.sample(range(len(text)), 2))
        broken = IrDocument(text[:start] + chance.choice(["", "\n", "(", "}", '"', "@"]) + text[end:])
        outline(broken.dump)
        folds(broken.dump)
        describe(broken.dump)
        picture(broken.dump)
        links(broken.dump)
        compare(broken.dump, broken.dump)
        for line in range(0, len(broken.lines), 7):
            hover(broken, Position(line, 4))
            definition(broken, Position(line, 6))
        for span, _ in tokens(broken.lines):
            assert 0 <= span.start.column < span.end.column <= len(broken.lines[span.start.line])


def test_nodes():
    dump = document("control-2.10.ir").dump
    loop = graph(dump, "↻control")
    node = loop.nodes[0]
    assert (node.name, node.op, node.label) == ("%0", "SumExt", "CNode_482")
    assert [str(kind) for kind in node.input_types] == ["Float32 (2)", "None", "Bool", "None"]
    assert str(node.output_type) == "Float32 ()"
    assert (node.origin.path, node.origin.line) == ("/project/train.py", 36)
    assert ops(loop) == [
        "SumExt",
        "Greater",
        "Partial",
        "Partial",
        "Switch",
        "call @151_125_✓↻control_487, @152_127_✗↻control_488",
        "call @150_123_↓↻control_491",
        "Return",
    ]
    assert dict(loop.nodes[2].attributes) == {"side_effect_propagate": "I64(1)"}
    assert node.scope == "Default/SumExt-op1"


def test_value_over_several_lines():
    dump = document("train-step-1.10.ir").dump
    node = next(
        node
        for graph in dump.graphs
        for node in graph.nodes
        if node.op == "Mul" and "\n" in node.inputs[1].text
    )
    assert node.inputs[1].text.startswith("Tensor(shape=[2, 4]")
    assert str(node.output_type) == "Float32 (2, 4)"


def test_parameters_of_all_versions():
    for name in ("train-step-1.2.ir", "train-step-1.10.ir", "train-step-2.0.ir", "train-step-2.10.ir"):
        types = {each.label: str(each.type) for each in document(name).dump.parameters}
        assert types["dense.weight"] == "Float32 (4, 12)", name


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<Tensor[Float32], (2, 3)>", "Float32 (2, 3)"),
        ("<Tensor[Float32], (-1, 3)>", "Float32 (?, 3)"),
        ("<Ref[Tensor(F16)], (4), ref_key=:w>", "Float16 (4)"),
        ("<Ref[Tensor(F32)]x[const vector][4, 12]>", "Float32 (4, 12)"),
        ("<Tensor[Bool], ()>", "Bool ()"),
        ("<Func, NoShape>", "Func"),
        ("<null>", "null"),
    ],
)
def test_abstract_values(text, shown):
    assert str(parse_type(text)) == shown


def test_lists_are_split_at_the_outermost_level_only():
    assert split_top('a, (b, c), {d: [e, f]}, "g, h"') == ["a", "(b, c)", "{d: [e, f]}", '"g, h"']
    assert split_top("") == []


def test_failing_node():
    dump = document("analyze_fail-2.10.ir").dump
    failed = [node for graph in dump.graphs for node in graph.nodes if node.failed]
    assert [(node.name, node.label) for node in failed] == [("%3", "CNode_27")]
    assert "<-- failed" in describe(dump)
    assert dump.header.end.line > 40


def test_outline_and_folds():
    dump = document("control-2.10.ir").dump
    rows = outline(dump)
    assert [row.name for row in rows[:2]] == ["%para1_x", "%para2_n"]
    loop = next(row for row in rows if row.name.startswith("@148"))
    assert loop.detail == "train.py:32"
    assert [child.name for child in loop.children] == [
        "%0 Greater",
        "%1 Partial",
        "%2 Partial",
        "%3 Switch",
        "%4 call @149_122_↻control_493, @153_144_↓control_494",
        "Return",
    ]
    for row in rows:
        assert row.range.start <= row.selection.start <= row.selection.end <= row.range.end
    assert all(fold.start < fold.end for fold in folds(dump))


def position(ir: IrDocument, text: str, inside: str) -> Position:
    line = next(number for number, each in enumerate(ir.lines) if text in each)
    return Position(line, ir.lines[line].index(inside, ir.lines[line].index(text)) + 1)


def line_of(ir: IrDocument, where) -> str:
    return ir.lines[where.start.line]


def test_definition_of_nodes_parameters_graphs_and_sources():
    ir = document("control-2.10.ir")
    node = definition(ir, position(ir, "Switch(%0, %1, %2)", "%1"))
    assert line_of(ir, node).startswith("  %1(CNode_501) = Partial(@149")
    called = definition(ir, position(ir, "Partial(@149", "@149"))
    assert line_of(ir, called).startswith("subgraph @149_122_↻control_493(")
    parameter = definition(ir, position(ir, "PrimFunc_Greater(%para4_фn", "%para4"))
    assert line_of(ir, parameter).startswith("subgraph @148")
    entry = definition(ir, position(ir, "call @148_121_↵control_480(%para1_total", "%para1"))
    assert line_of(ir, entry).startswith("%para1_x:")
    source = definition(ir, position(ir, "# In file /project/train.py:35, 10~15", "/project"))
    assert isinstance(source, Location)
    assert (source.line, source.column) == (35, 10)
    assert definition(ir, Position(0, 0)) is None


def test_free_variables_lead_to_the_outer_function():
    ir = document("inner-2.10.ir")
    outer = definition(ir, position(ir, "$(@", "$("))
    assert outer is not None
    free = [
        source for graph in ir.dump.graphs for node in graph.nodes for source in node.inputs if source.free
    ]
    assert len(free) > 20


def test_references():
    ir = document("control-2.10.ir")
    spots = references(ir, position(ir, "Switch(%0, %1, %2)", "%1"))
    assert [ir.lines[spot.start.line][spot.start.column : spot.end.column] for spot in spots] == ["%1", "%1"]
    graphs = references(ir, position(ir, "subgraph @149", "@149"))
    assert len(graphs) == 3


def test_hover():
    ir = document("control-2.10.ir")
    shown = hover(ir, position(ir, "PrimFunc_SumExt", "PrimFunc"))
    assert shown is None or "SumExt" in shown.parts[0].render()
    shown = hover(ir, position(ir, "PrimFunc_Greater(%0", "%0"))
    english, chinese = (
        "\n".join(part.render(language) for part in shown.parts) for language in ("en", "zh-cn")
    )
    assert "**SumExt** `%0` `CNode_482`" in english
    assert "output: Float32 ()" in english
    assert "输出： Float32 ()" in chinese
    loop = "\n".join(part.render() for part in hover(ir, position(ir, "subgraph @149", "@149")).parts)
    assert "body of a loop" in loop
    assert "`%para11_фtotal` — Float32 (2)" in loop


def test_source_lines_both_ways():
    ir = document("control-2.10.ir")
    span, place = next((span, place) for span, place in links(ir.dump) if place.line == 39)
    assert ir.lines[span.start.line][span.start.column : span.end.column] == "/project/train.py:39, 20~29"
    assert place.text == "total = total + x"
    assert [node.op for node in nodes_of(ir.dump, "/project/train.py", 36)] == ["SumExt", "Greater"]
    assert [node.op for node in nodes_of(ir.dump, "train.py", 40)] == ["Sub"]
    assert [node.op for node in nodes_of(ir.dump, "/project/train.py", 36, 26)] == ["Greater"]
    assert not nodes_of(ir.dump, "/other/train.py", 36)
    assert len(graphs_of(ir.dump, "/project/train.py", 36)) == 7


def test_places_exist_in_the_source():
    source = (FIXTURES / "train.py").read_text(encoding="utf-8").split("\n")
    for name in ("control-2.10.ir", "train-step-2.10.ir"):
        for _, place in document(name).dump.places:
            if place.path == "/project/train.py":
                assert source[place.line - 1].strip() == place.text


def test_description_is_readable_and_stable():
    text = describe(document("control-2.10.ir").dump)
    assert text.startswith("control(x: Float32 (2), n: Int64 ())")
    assert "  n = Sub(фn, Tensor(shape=[], dtype=Int64, value=1)) -> Int64 ()    # train.py:40" in text
    assert "CNode" not in text
    renumbered = re.sub(
        r"(?<=_)(\d{3})\b", lambda match: str(int(match[1]) + 77), document("control-2.10.ir").text
    )
    assert describe(parse(renumbered)) == text


def test_comparison():
    before, after = document("control-before-2.10.ir").dump, document("control-after-2.10.ir").dump
    assert compare(before, before).empty
    changes = compare(before, after)
    assert ("Return", 28, 7) in changes.operators
    assert len(before.graphs) - len(after.graphs) == len(changes.removed) - len(changes.added)
    for change in changes.changed:
        kept = len(change.before.nodes) - len(change.removed)
        assert kept == len(change.after.nodes) - len(change.added)


def test_comparison_of_renumbered_dumps_and_of_a_changed_type():
    text = document("control-2.10.ir").text
    renumbered = re.sub(r"(?<=_)(\d{3})\b", lambda match: str(int(match[1]) + 77), text)
    assert compare(parse(text), parse(renumbered)).empty
    changed = text.replace(
        "(<Tensor[Int64], ()>, <Tensor[Int64], (), value=...>) -> (<Tensor[Int64], ()>)",
        "(<Tensor[Int64], ()>, <Tensor[Int64], (), value=...>) -> (<Tensor[Int32], ()>)",
    )
    changes = compare(parse(text), parse(changed))
    (pair,) = changes.changed[0].changed
    assert (str(pair.before.output_type), str(pair.after.output_type)) == ("Int64 ()", "Int32 ()")


def test_picture():
    dump = document("control-2.10.ir").dump
    drawing = json.loads(json.dumps(picture(dump)))
    identities = [node["id"] for node in drawing["nodes"]]
    assert len(identities) == len(set(identities))
    ranks = {node["id"]: node["rank"] for node in drawing["nodes"]}
    groups = {node["id"]: node["group"] for node in drawing["nodes"]}
    for edge in drawing["edges"]:
        assert edge["from"] in ranks and edge["to"] in ranks
        if edge["kind"] == "data" and groups[edge["from"]] == groups[edge["to"]]:
            assert ranks[edge["from"]] < ranks[edge["to"]]
    alone = picture(dump, dump.entry)
    assert {node["group"] for node in alone["nodes"]} == {dump.entry}


def test_ten_thousand_nodes():
    lines = ["# IR entry: @f_1", "%para1_x: <Tensor[Float32], (2)> : [2]", "", "subgraph @f_1() {"]
    for number in range(10_000):
        before = f"%{number - 1}" if number else "%para1_x"
        lines += [
            f"  %{number}(CNode_{number}) = PrimFunc_Add({before}, %para1_x)",
            "      : (<Tensor[Float32], (2)>, <Tensor[Float32], (2)>) -> (<Tensor[Float32], (2)>)",
        ]
    dump = parse("\n".join([*lines, "  Return(%9999)", "}"]))
    drawing = picture(dump)
    assert len(drawing["nodes"]) == 10_002
    assert drawing["nodes"][-1]["rank"] == 10_001
    assert len(describe(dump).split("\n")) == 10_003


def test_tokens():
    ir = document("control-2.10.ir")
    kinds: dict[str, set[str]] = {}
    last = Position(0, 0)
    for span, kind in tokens(ir.lines):
        assert kind in token_kinds.TYPES
        assert last <= span.start
        last = span.end
        kinds.setdefault(kind, set()).add(ir.lines[span.start.line][span.start.column : span.end.column])
    assert {"subgraph", "call", "Return"} <= kinds["keyword"]
    assert "PrimFunc_Greater" in kinds["function"]
    assert "%para4_фn" in kinds["parameter"]
    assert "@149_122_↻control_493" in kinds["class"]


def test_passes_of_a_folder(tmp_path):
    for name in (
        "00_parse_0000.ir",
        "01_symbol_resolve_0003.ir",
        "02_a_b_0004.ir",
        "00_parse_0054.ir",
        "graph_build_0_0090.ir",
        "notes.txt",
    ):
        (tmp_path / name).write_text("")
    found = [(each.unit, each.step, each.name) for each in pass_dumps(tmp_path)]
    assert found == [(0, 0, "parse"), (0, 1, "symbol_resolve"), (0, 2, "a_b"), (1, 0, "parse")]
