"""The TextMate grammar, with a small engine for the flat rules that it consists of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GRAMMAR = json.loads((ROOT / "syntaxes" / "mindspore-ir.tmLanguage.json").read_text(encoding="utf-8"))
FIXTURES = Path(__file__).parent / "fixtures"


def rules(patterns):
    for pattern in patterns:
        if "include" in pattern:
            yield from rules([GRAMMAR["repository"][pattern["include"][1:]]])
        elif "match" in pattern:
            yield re.compile(pattern["match"]), pattern
        else:
            yield from rules(pattern["patterns"])


RULES = list(rules(GRAMMAR["patterns"]))


def scopes(line: str, known=RULES, start: int = 0, end: int | None = None):
    """Text and innermost scope of each token; at each place the leftmost and first rule wins, as in TextMate."""
    end = len(line) if end is None else end
    while start < end:
        found = [
            (match.start(), order, match, rule)
            for order, (regex, rule) in enumerate(known)
            if (match := regex.search(line, start, end))
        ]
        if not found:
            return
        _, _, match, rule = min(found, key=lambda each: each[:2])
        if match.end() == match.start():
            start = match.end() + 1
            continue
        if "name" in rule:
            yield match[0], rule["name"]
        for group, capture in rule.get("captures", {}).items():
            if match[int(group)] is not None:
                if "name" in capture:
                    yield match[int(group)], capture["name"]
                else:
                    yield from scopes(
                        line, list(rules(capture["patterns"])), match.start(int(group)), match.end(int(group))
                    )
        start = match.end()


def scope_of(line: str, token: str) -> str:
    return next(scope for text, scope in scopes(line) if text == token).removesuffix(".mindspore-ir")


@pytest.mark.parametrize(
    ("line", "token", "scope"),
    [
        ("subgraph @148_121_↵control_480(%para3_total) {", "@148_121_↵control_480", "entity.name.function"),
        ("subgraph @148_121_↵control_480(%para3_total) {", "%para3_total", "variable.parameter"),
        ("subgraph @a_1 parent: [subgraph @b_2](%para3_x) {", "@b_2", "entity.other.inherited-class"),
        ("  %0(CNode_479) = PrimFunc_Greater(%para4_фn, Tensor(shape=[], dtype=Int64, value=0))", "PrimFunc_Greater", "support.function.operator"),
        ("  %0(CNode_479) = PrimFunc_Greater(%para4_фn, 3)", "CNode_479", "entity.name.label"),
        ("  %4(CNode_495) = %3[@FuncUnion(@149_↻control_493, @153)]()", "%3", "variable.other.node"),
        ("  %1(x) = call @150_control(%0)", "call", "keyword.control.call"),
        ("  Return(%1)", "Return", "keyword.control.return"),
        ("      : (<Tensor[Float32], (2, 3)>) -> (<Tensor[Bool], ()>)", "Float32", "storage.type.dtype"),
        ("      # In file /p/a b.py:35, 10~15/    while n > 0:/", "/p/a b.py", "string.unquoted.path"),
        ("      # In file /p/a.py(35)/    while n > 0:/", "(35)", "constant.numeric.line"),
        ("      # Fullname with scope: (Default/net/Add-op1)", "Default/net/Add-op1", "entity.name.namespace"),
        ("#------------------------> 0", "#------------------------> 0", "invalid.illegal.failed-node"),
        ("undeterminate: 0", "undeterminate", "keyword.other.attribute"),
    ],
)  # fmt: skip
def test_scopes(line, token, scope):
    assert scope_of(line, token) == scope


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.ir")), ids=lambda path: path.stem)
def test_every_node_and_graph_is_coloured(path):
    for line in path.read_text(encoding="utf-8").split("\n"):
        if re.match(r"\s+%\d+\(", line):
            assert scope_of(line, line.strip().partition("(")[0]) == "variable.other.node"
        elif line.startswith("subgraph @"):
            assert scope_of(line, "subgraph") == "storage.type.function"


def test_language_configuration():
    configuration = json.loads(
        (ROOT / "syntaxes" / "mindspore-ir.language-configuration.json").read_text(encoding="utf-8")
    )
    word = re.compile(configuration["wordPattern"])
    words = [match[0] for match in word.finditer("  %1(CNode_5) = call @12_↻f_3(%para4_фn, %0)")]
    assert words == ["%1", "CNode_5", "call", "@12_↻f_3", "%para4_фn", "%0"]
