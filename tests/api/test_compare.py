"""What changed between versions."""

from __future__ import annotations

import pytest

from mindspore_tools.api.compare import compare, compare_symbols
from mindspore_tools.api.index import load_index
from mindspore_tools.api.model import Deprecation, Parameter, Signature, Symbol
from mindspore_tools.common.version import Version


def symbol(*parameters: Parameter, deprecated: Deprecation | None = None) -> Symbol:
    return Symbol(
        "f", "mindspore.f", "function", "mindspore.f", (Signature(parameters),), deprecated=deprecated
    )


def kinds(changes):
    return [(each.kind, each.parameter, each.before, each.after) for each in changes]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (symbol(Parameter("x")), symbol(Parameter("x")), []),
        (symbol(Parameter("x")), symbol(Parameter("input")), [("parameter-renamed", "x", "x", "input")]),
        (
            symbol(Parameter("a", default="1")),
            symbol(Parameter("a", default="2")),
            [("default-changed", "a", "1", "2")],
        ),
        (symbol(Parameter("a", default="0.1")), symbol(Parameter("a", default=".1")), []),
        (
            symbol(Parameter("x"), Parameter("y")),
            symbol(Parameter("x")),
            [("parameter-removed", "y", "", "")],
        ),
        (
            symbol(Parameter("x")),
            symbol(Parameter("x"), Parameter("y", default="1")),
            [("parameter-added", "y", "", "1")],
        ),
        (
            symbol(Parameter("x"), Parameter("a", default="1"), Parameter("b", default="2")),
            symbol(Parameter("x"), Parameter("b", default="2"), Parameter("a", default="1")),
            [("parameter-moved", "a", "", "")],
        ),
    ],
)
def test_changes_of_parameters(old, new, expected):
    assert kinds(compare_symbols(old, new)) == expected


def test_deprecation_is_a_change_once():
    now = symbol(deprecated=Deprecation("2.9", "", "mindspore.g"))
    assert compare_symbols(symbol(), now)[0].replacement == "mindspore.g"
    assert compare_symbols(now, now) == []
    assert compare_symbols(symbol(), symbol(deprecated=Deprecation(planned=True))) == []


def test_real_versions():
    changes = compare(load_index(Version(2, 0, 0)), load_index(Version(2, 10, 0)))
    found = {(each.kind, each.path, each.parameter) for each in changes}
    assert ("default-changed", "mindspore.nn.Conv1d", "weight_init") in found
    assert ("parameter-renamed", "mindspore.ops.hardswish", "x") in found
    assert ("added", "mindspore.ops.ihfftn", "") in found
    assert not any(kind == "removed" and path == "mindspore.nn.Conv2d" for kind, path, _ in found)
    same = load_index(Version(2, 9, 0))
    assert compare(same, same) == []
