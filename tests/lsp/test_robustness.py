"""What happens to a server in real life: overtaken requests, broken code, odd texts, settings that change."""

from __future__ import annotations

import subprocess
import time

import pytest

from lsp.client import CAPABILITIES, Client, Failure

PULLING = {
    **CAPABILITIES,
    "textDocument": {**CAPABILITIES["textDocument"], "diagnostic": {"dynamicRegistration": False}},
}
URI = "file:///project/robust.py"
CANCELLED, CONTENT_MODIFIED, SERVER_CANCELLED = -32800, -32801, -32802
GRAPH = "import mindspore as ms\n\n\n@ms.jit\ndef f(x):\n    try:\n        y = x\n    except ValueError:\n        y = 1\n    return y\n"


def overtake(client: Client, method: str, uri: str) -> Failure:
    """How a request is answered that a change follows; tried again when the server saw both at once."""
    for version in range(2, 40):
        number = client.ask(method, {"textDocument": {"uri": uri}})
        time.sleep(0.005)
        client.change(uri, GRAPH + "\n" * version, version)
        try:
            client.answer(number)
        except Failure as failure:
            return failure
    raise AssertionError("no request was overtaken")


def test_cancelled_requests_are_answered_as_cancelled(client):
    client.open(URI, GRAPH)
    document = {"textDocument": {"uri": URI}}
    numbers = [client.ask("textDocument/codeLens", document) for _ in range(8)]
    for number in numbers[:-1]:
        client.cancel(number)
    codes = []
    for number in numbers[:-1]:
        try:
            client.answer(number)
        except Failure as failure:
            codes.append(failure.code)
    assert set(codes) == {CANCELLED} and codes
    assert client.answer(numbers[-1])


def test_an_overtaken_pull_is_cancelled_by_the_server():
    with Client(capabilities=PULLING) as session:
        session.open(URI, GRAPH)
        document = {"textDocument": {"uri": URI}}
        failure = overtake(session, "textDocument/diagnostic", URI)
        assert failure.code == SERVER_CANCELLED
        assert failure.data == {"retriggerRequest": True}
        assert [each["code"] for each in session.request("textDocument/diagnostic", document)["items"]]


def test_other_overtaken_requests_are_answered_as_modified(client):
    uri = "file:///project/overtaken.py"
    client.open(uri, GRAPH)
    assert overtake(client, "textDocument/documentSymbol", uri).code == CONTENT_MODIFIED


def test_typing_one_character_at_a_time_never_fails(client):
    uri = "file:///project/typing.py"
    text = (
        GRAPH
        + "\n\nclass Net(nn.Cell):\n    def construct(self, x):\n        return f'{x.shape}' + self.conv(x, k=[1, 2"
    )
    client.open(uri, "")
    for length in range(1, len(text) + 1):
        client.change(uri, text[:length], length + 1)
        line = text[:length].count("\n")
        column = length - (text.rfind("\n", 0, length) + 1)
        client.at("completion", uri, line, column)
        client.at("signatureHelp", uri, line, column)
        client.at("hover", uri, line, column)
    assert b"Traceback" not in client.errors, client.errors.decode()


def test_incremental_changes_keep_the_text(client):
    uri = "file:///project/incremental.py"
    client.open(uri, "# 张量 😀\x0cform feed\r\nfrom mindspore import nn\r\n\r\nnn.Dense")
    # Behind the emoji the column counts UTF-16 units, and a form feed ends no line.
    change = [
        {
            "range": {"start": {"line": 3, "character": 3}, "end": {"line": 3, "character": 8}},
            "text": "Con",
        },
        {
            "range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 7}},
            "text": "!",
        },
    ]
    client.change(uri, change, 2)
    found = client.at("completion", uri, 3, 6)
    assert found["itemDefaults"]["editRange"] == {
        "start": {"line": 3, "character": 3},
        "end": {"line": 3, "character": 6},
    }
    assert "Conv2d" in {item["label"] for item in found["items"]}


@pytest.mark.parametrize(("encoding", "units"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_the_position_encoding_is_agreed_on(encoding, units):
    with Client(encodings=[encoding]) as session:
        assert session.capabilities["positionEncoding"] == encoding
        session.open(URI, "from mindspore import nn\n'😀'; nn.Dense(1)")
        start = 2 + units + 2
        hover = session.at("hover", URI, 1, start + 4)
        assert hover["range"]["start"] == {"line": 1, "character": start + 3}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeffimport mindspore as ms\nms.",
        "not python at all ((( \x00 '''",
        "\ud800 lone surrogate",
        "a = 1\n" * 20_000 + "import mindspore as ms\nms.",
        "(" * 3000,
        "if x:\n" * 200,
        "x = [" + "1, " * 50_000 + "]",
    ],
    ids=["empty", "bom", "no python", "surrogate", "20000 lines", "brackets", "blocks", "long line"],
)
def test_any_text_is_survived(client, text):
    uri = f"file:///project/odd_{abs(hash(text))}.py"
    client.open(uri, text)
    lines = text.split("\n")
    where = (len(lines) - 1, len(lines[-1]))
    client.at("completion", uri, *where)
    client.at("hover", uri, *where)
    client.at("hover", uri, 10**6, 10**6)
    client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert b"Traceback" not in client.errors, client.errors.decode()[-3000:]


def test_a_closed_or_unknown_document_gives_nothing(client):
    assert client.at("completion", "file:///project/never_opened.py", 0, 0) is None
    client.open(URI + "x", GRAPH)
    client.notify("textDocument/didClose", {"textDocument": {"uri": URI + "x"}})
    assert client.at("hover", URI + "x", 0, 8) is None


def test_settings_are_taken_over_while_running(tmp_path):
    with Client(folder=tmp_path) as session:
        session.open(URI, GRAPH)
        assert session.wait_for("textDocument/publishDiagnostics")["diagnostics"]
        settings = {"mindspore": {"ignore": ["MS1"], "targetVersion": "2.8"}}
        session.settings = settings["mindspore"]
        session.notify("workspace/didChangeConfiguration", {"settings": settings})
        assert session.wait_for("textDocument/publishDiagnostics")["diagnostics"] == []
        session.wait_until(
            lambda seen: (
                seen["method"] == "mindspore/status"
                and seen["params"]["target"] == "2.8.0"
                and seen["params"]["index"].startswith("2.8")
            )
        )


def test_the_projects_own_settings_hold_where_the_editor_has_none(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.mindspore-tools]\nignore = ["MS101"]\n', encoding="utf-8")
    with Client(folder=tmp_path) as session:
        session.open(URI, GRAPH)
        assert session.wait_for("textDocument/publishDiagnostics")["diagnostics"] == []


def test_messages_are_in_the_language_of_the_editor():
    with Client(locale="zh-cn") as session:
        session.open(URI, GRAPH)
        message = session.wait_for("textDocument/publishDiagnostics")["diagnostics"][0]["message"]
        assert any("\u4e00" <= character <= "\u9fff" for character in message)


def test_files_of_the_workspace_are_followed(tmp_path):
    folder = tmp_path / "with space 和中文"
    folder.mkdir()
    layers = folder / "layers.py"
    layers.write_text(
        "from mindspore import nn\n\n\nclass Block(nn.Cell):\n    def construct(self, left, right):\n        return left\n",
        encoding="utf-8",
    )
    (folder / "bad.py").write_bytes(b"x = '\xff\xfe'\n")
    with Client(folder=folder) as session:
        uri = (folder / "train 训练.py").as_uri()
        session.open(uri, "import bad\nfrom layers import Block\n\nBlock()(")
        help_ = session.at("signatureHelp", uri, 3, 8)
        assert help_["signatures"][0]["label"].startswith("construct(left, right")
        found = session.at("definition", uri, 1, 22)
        assert found[0]["uri"] == layers.as_uri()
        # The open document counts, not the file.
        session.open(layers.as_uri(), layers.read_text(encoding="utf-8").replace("left, right", "only"))
        session.at("hover", layers.as_uri(), 3, 7)
        help_ = session.at("signatureHelp", uri, 3, 8)
        assert help_["signatures"][0]["label"].startswith("construct(only")


def test_the_server_ends_with_its_client():
    session = Client()
    assert session.stop() == 0
    abandoned = Client()
    abandoned.process.stdin.close()
    assert abandoned.process.wait(timeout=20) is not None


def test_a_killed_server_can_be_started_again():
    first = Client()
    first.open(URI, GRAPH)
    first.process.kill()
    first.process.wait(timeout=20)
    with Client() as second:
        second.open(URI, GRAPH)
        assert second.at("hover", URI, 3, 4) is not None


def test_an_interpreter_that_is_missing_is_no_fault():
    with Client(settings={"interpreter": "/nowhere/bin/python"}) as session:
        status = session.wait_for("mindspore/status")
        assert status["version"] is None and status["exact"] is False
        session.open(URI, "import mindspore as ms\nms.")
        assert "Tensor" in session.labels(URI, 1, 3)


def test_nothing_of_the_workspace_is_run(tmp_path):
    trap = tmp_path / "venv" / "bin"
    trap.mkdir(parents=True)
    python = trap / "python"
    python.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n", encoding="utf-8")
    python.chmod(0o755)
    with Client(folder=tmp_path, settings={"interpreter": str(python), "trusted": False}) as session:
        session.wait_for("mindspore/status")
        session.open(URI, GRAPH)
        session.at("completion", URI, 3, 4)
        time.sleep(0.3)
    assert not (tmp_path / "ran").exists()


def test_an_old_python_gets_a_message_that_a_person_understands(tmp_path):
    from lsp.client import ROOT

    fake = tmp_path / "fake.py"
    launcher = ROOT / "server" / "launch.py"
    fake.write_text(
        "import sys, runpy, collections\n"
        "Version = collections.namedtuple('Version', 'major minor micro releaselevel serial')\n"
        "sys.version_info = Version(3, 7, 1, 'final', 0)\n"
        f"runpy.run_path({str(launcher)!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    import sys

    done = subprocess.run([sys.executable, str(fake)], capture_output=True, timeout=60)
    assert done.returncode != 0
    assert "Python 3.9" in done.stderr.decode("utf-8")
