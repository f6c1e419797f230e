"""Every feature once through the protocol, with the shapes that the protocol asks for."""

from __future__ import annotations

import itertools

import pytest

SOURCE = """\
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops


class Block(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3)

    def construct(self, x):
        return ops.relu(self.conv(x))


class Net(Block):
    def __init__(self):
        super().__init__(8)
        self.block = Block(8)

    def construct(self, x):
        try:
            y = self.block(x)
        except ValueError:
            y = x
        return y


@ms.jit
def scale(x):
    y = ops.zeros((2, 3), ms.float32)
    return x * y
"""
_numbers = itertools.count()


@pytest.fixture
def uri(client):
    name = f"file:///project/features_{next(_numbers)}.py"
    client.open(name, SOURCE)
    return name


def place(text: str, after: str = "") -> dict:
    """The position of a text in the source, behind ``after`` when given."""
    offset = SOURCE.index(text) + len(after)
    before = SOURCE[:offset]
    return {"line": before.count("\n"), "character": offset - (before.rfind("\n") + 1)}


def ask(client, method: str, uri: str, where: dict, **more):
    return client.request(method, {"textDocument": {"uri": uri}, "position": where, **more})


def test_hover_shows_the_layer(client, uri):
    hover = ask(client, "textDocument/hover", uri, place("self.conv(x)", "self.c"))
    assert "2D convolution layer" in hover["contents"]["value"]
    assert hover["range"]["start"] == place("self.conv(x)", "self.")


def test_signature_of_a_layer_of_self(client, uri):
    found = ask(client, "textDocument/signatureHelp", uri, place("self.conv(x)", "self.conv("))
    signature = found["signatures"][found["activeSignature"]]
    start, end = signature["parameters"][0]["label"]
    assert signature["label"][start:end].startswith("x")
    assert found["activeParameter"] == 0


def test_definition_of_an_attribute(client, uri):
    found = ask(client, "textDocument/definition", uri, place("self.block(x)", "self.b"))
    assert [each["range"]["start"] for each in found] == [place("self.block = ")]


def test_document_symbols_nest(client, uri):
    found = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [each["name"] for each in found] == ["Block", "Net", "scale"]
    assert [each["name"] for each in found[0]["children"]] == ["__init__", "conv", "construct"]
    assert found[2]["detail"] == "graph"
    for symbol in found:
        assert symbol["range"]["start"]["line"] <= symbol["selectionRange"]["start"]["line"]


def test_workspace_symbols_of_open_documents(client, uri):
    client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    found = client.request("workspace/symbol", {"query": "blk"})
    assert "Block" in {each["name"] for each in found if each["location"]["uri"] == uri}


def test_code_lens_counts_the_problems(client, uri):
    found = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    titles = {lens["range"]["start"]["line"]: lens["command"]["title"] for lens in found}
    assert titles[place("def construct(self, x):\n        try")["line"]] == "graph mode: 1 problem"
    assert titles[place("def scale")["line"]] == "graph mode"


def test_code_actions_silence_a_finding(client, uri):
    where = place("try:")
    found = client.request(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": uri},
            "range": {"start": where, "end": where},
            "context": {"diagnostics": []},
        },
    )
    silence = next(each for each in found if each.get("edit") and "Ignore" in each["title"])
    edit = silence["edit"]["changes"][uri][0]
    assert edit["newText"].strip() == "# mindspore: ignore[MS101]"
    explain = next(each for each in found if each.get("command"))
    assert explain["command"]["arguments"] == ["MS101"]


def test_the_page_of_a_rule(client):
    page = client.request("mindspore/explain", {"code": "ms101"})
    assert page["title"].startswith("MS101") and "```python" in page["markdown"]
    assert client.request("mindspore/explain", {"code": "MS999"}) is None


def test_type_hierarchy_of_cells(client, uri):
    (item,) = ask(client, "textDocument/prepareTypeHierarchy", uri, place("class Block", "class "))
    assert item["name"] == "Block"
    below = client.request("typeHierarchy/subtypes", {"item": item})
    assert [each["name"] for each in below] == ["Net"]
    above = client.request("typeHierarchy/supertypes", {"item": item})
    assert [each["name"] for each in above] == ["Cell"]


def test_call_hierarchy_tells_what_is_compiled_along(client, uri):
    where = place("def construct(self, x):\n        try", "def ")
    (item,) = ask(client, "textDocument/prepareCallHierarchy", uri, where)
    assert item["name"] == "Net.construct" and item["detail"] == "graph"
    callees = client.request("callHierarchy/outgoingCalls", {"item": item})
    assert [each["to"]["name"] for each in callees] == ["Block.construct"]
    callers = client.request("callHierarchy/incomingCalls", {"item": callees[0]["to"]})
    assert [each["from"]["name"] for each in callers] == ["Net.construct"]


def test_inlay_hints_are_off_until_asked_for(client, uri):
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    parameters = {"textDocument": {"uri": uri}, "range": whole}
    assert client.request("textDocument/inlayHint", parameters) == []


def test_completion_resolves_its_documentation(client):
    uri = "file:///project/resolve.py"
    client.open(uri, "from mindspore import nn\n\nnn.")
    found = client.at("completion", uri, 2, 3)
    item = next(each for each in found["items"] if each["label"] == "Conv2d")
    assert item["insertText"].startswith("Conv2d(${1:in_channels}")
    resolved = client.request("completionItem/resolve", item)
    assert "2D convolution" in resolved["documentation"]["value"]
    assert "in_channels" in resolved["detail"]
