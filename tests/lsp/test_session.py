"""Sessions with a real server process."""

from __future__ import annotations

from lsp.client import CAPABILITIES, Client

URI = "file:///project/model.py"
BROKEN = """\
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
        try:
            y = x + 1
        except ValueError:
            y = x
        return y
"""


def test_members_of_a_module_are_offered(client):
    client.open(URI, "from mindspore import nn\n\nnn.")
    labels = client.labels(URI, 2, 3)
    assert {"Conv2d", "Dense", "Cell"} <= set(labels)


def test_findings_are_pushed_to_a_client_that_does_not_pull(client):
    uri = "file:///project/pushed.py"
    client.open(uri, BROKEN, version=7)
    while True:
        pushed = client.wait_for("textDocument/publishDiagnostics")
        if pushed["uri"] == uri:
            break
    assert pushed["version"] == 7
    assert {"MS101"} == {each["code"] for each in pushed["diagnostics"]}
    assert pushed["diagnostics"][0]["range"]["start"]["line"] == 6


def test_a_client_that_pulls_gets_a_report_and_then_unchanged():
    capabilities = {
        **CAPABILITIES,
        "textDocument": {**CAPABILITIES["textDocument"], "diagnostic": {"dynamicRegistration": False}},
    }
    with Client(capabilities=capabilities) as session:
        session.open(URI, BROKEN)
        document = {"textDocument": {"uri": URI}}
        report = session.request("textDocument/diagnostic", document)
        assert report["kind"] == "full"
        assert [each["code"] for each in report["items"]] == ["MS101"]
        again = session.request(
            "textDocument/diagnostic", {**document, "previousResultId": report["resultId"]}
        )
        assert again == {"kind": "unchanged", "resultId": report["resultId"]}
