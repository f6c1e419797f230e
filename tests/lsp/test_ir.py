"""IR dumps in a real session."""

from __future__ import annotations

from pathlib import Path

import pytest

from lsp.client import Client

FIXTURE = Path(__file__).parent.parent / "ir" / "fixtures" / "control-2.10.ir"
TEXT = FIXTURE.read_text(encoding="utf-8")
LINES = TEXT.split("\n")
URI = "file:///project/rank_0/31_validate_0086.ir"


@pytest.fixture(scope="module")
def session():
    with Client() as client:
        client.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": URI, "languageId": "mindspore-ir", "version": 1, "text": TEXT}},
        )
        yield client


def ask(session, method, **more):
    return session.request(f"textDocument/{method}", {"textDocument": {"uri": URI}, **more})


def at(text: str, inside: str) -> dict:
    line = next(number for number, each in enumerate(LINES) if text in each)
    return {"line": line, "character": LINES[line].index(inside, LINES[line].index(text)) + 1}


def test_outline_and_folds(session):
    names = [symbol["name"] for symbol in ask(session, "documentSymbol")]
    assert names[0] == "%para1_x"
    assert "@148_121_↵control_480" in names
    folds = ask(session, "foldingRange")
    assert any(LINES[fold["startLine"]].startswith("subgraph @") for fold in folds)


def test_hover_in_the_language_of_the_client(session):
    answer = ask(session, "hover", position=at("PrimFunc_Greater(%0", "%0"))
    assert "**SumExt**" in answer["contents"]["value"]
    assert "Float32 ()" in answer["contents"]["value"]


def test_definition_of_a_node_and_of_a_source_line(session):
    node = ask(session, "definition", position=at("Switch(%0, %1, %2)", "%1"))
    assert node["uri"] == URI
    assert LINES[node["range"]["start"]["line"]].startswith("  %1(CNode_501)")
    source = ask(session, "definition", position=at("# In file /project/train.py:35, 10~15", "/project"))
    assert source["uri"] == "file:///project/train.py"
    assert source["range"]["start"] == {"line": 34, "character": 10}


def test_references_links_and_tokens(session):
    spots = ask(
        session, "references", position=at("Switch(%0, %1, %2)", "%1"), context={"includeDeclaration": True}
    )
    assert len(spots) == 2
    assert "file:///project/train.py#35" in {link["target"] for link in ask(session, "documentLink")}
    data = ask(session, "semanticTokens/full")["data"]
    assert len(data) % 5 == 0
    assert len(data) > 1000


def test_a_dump_is_never_taken_for_python(session):
    assert not ask(session, "completion", position={"line": 0, "character": 3})
    assert not ask(session, "codeLens")
    with_findings = [
        each
        for each in session.seen
        if each["method"] == "textDocument/publishDiagnostics" and each["params"]["uri"] == URI
    ]
    assert not any(each["params"]["diagnostics"] for each in with_findings)
