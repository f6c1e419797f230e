"""The contract of ``check``: formats, exit codes, bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mindspore_tools.cli import files

SERVER = Path(__file__).resolve().parents[2] / "server"
BAD = "import mindspore as ms\n\n\n@ms.jit\ndef f(x):\n    张 = x; del 张\n    return x\n"
GOOD = "import mindspore as ms\n\n\n@ms.jit\ndef f(x):\n    return x\n"


def run(*arguments: str, cwd: Path | None = None, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(SERVER), "MINDSPORE_TOOLS_LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "mindspore_tools", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def test_json_has_the_contract_s_shape(project):
    done = run("check", "--format", "json", "bad.py", cwd=project)
    assert done.returncode == 1
    (item,) = json.loads(done.stdout)
    assert item.pop("url").endswith("docs/rules/MS102-delete-statement.md")
    assert item.pop("message")
    assert item == {
        "path": "bad.py",
        "code": "MS102",
        "rule": "delete-statement",
        "severity": "error",
        "start": {"line": 6, "column": 12},
        "end": {"line": 6, "column": 17},
        "fixable": True,
    }


def test_a_clean_run(project):
    done = run("check", "--format", "json", "good.py", cwd=project)
    assert (done.returncode, json.loads(done.stdout)) == (0, [])


def test_text_shows_the_line(project):
    done = run("check", ".", cwd=project)
    assert "bad.py:6:12: error MS102 [delete-statement]" in done.stdout
    assert "6 |     张 = x; del 张" in done.stdout


def test_sarif_and_github(project):
    log = json.loads(run("check", "--format", "sarif", "bad.py", cwd=project).stdout)
    (result,) = log["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("MS102", "error")
    assert [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]] == ["MS102"]
    line = run("check", "--format", "github", "bad.py", cwd=project).stdout
    assert line.startswith("::error file=bad.py,line=6,col=12,")


def test_standard_input(project):
    done = run("check", "--format", "json", "--stdin-filename", "shown.py", "-", stdin=BAD.encode())
    assert [item["path"] for item in json.loads(done.stdout)] == ["shown.py"]
    assert done.returncode == 1


def test_fail_on_and_selection(project):
    assert run("check", "bad.py", "--ignore", "MS1", cwd=project).returncode == 0
    assert run("check", "bad.py", "--select", "MS102", cwd=project).returncode == 1


def test_project_settings_and_their_override(project):
    (project / "pyproject.toml").write_text('[tool.mindspore-tools]\nignore = ["MS102"]\n')
    assert run("check", "bad.py", cwd=project).returncode == 0
    assert run("check", "bad.py", "--ignore", "", cwd=project).returncode == 1


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("binary.py", b"\x7fELF\0\0", "binary"),
        ("latin.py", "x = 'é'\n".encode("latin-1"), "UTF-8"),
        ("liar.py", b"# coding: no-such-codec\n", "encoding"),
        ("missing.py", None, "no such file"),
    ],
)
def test_a_file_that_cannot_be_read_loses_no_other(project, name, content, words):
    if content is not None:
        (project / name).write_bytes(content)
    done = run("check", "--format", "json", name, "bad.py", cwd=project)
    assert done.returncode == 2
    assert [item["path"] for item in json.loads(done.stdout)] == ["bad.py"]
    assert name in done.stderr and words in done.stderr


def test_a_text_that_is_not_python_is_named_and_the_rest_is_checked(project):
    (project / "half.py").write_text(BAD + "\n\nThis is (not Python. {\n", encoding="utf-8")
    done = run("check", "--format", "json", "half.py", cwd=project)
    assert done.returncode == 2
    assert "half.py: line " in done.stderr and "is not valid Python" in done.stderr
    assert [item["path"] for item in json.loads(done.stdout)] == ["half.py"]


def test_a_fixed_file_keeps_its_encoding(tmp_path):
    old = tmp_path / "old.py"
    old.write_bytes("# -*- coding: gbk -*-\r\n# 训练\r\n".encode("gbk"))
    files.rewrite(str(old), files.read(str(old)).replace("训练", "推理"))
    assert old.read_bytes() == "# -*- coding: gbk -*-\r\n# 推理\r\n".encode("gbk")


@pytest.mark.parametrize("arguments", [("--target-version", "new"), ("--interpreter", "/no/such/python")])
def test_bad_options_are_explained(project, arguments):
    done = run("check", "bad.py", *arguments, cwd=project)
    assert done.returncode == 2
    assert arguments[1] in done.stderr


def test_many_files_run_in_parallel(project):
    for number in range(40):
        (project / f"m{number:02}.py").write_text(BAD, encoding="utf-8")
    done = run("check", "--format", "json", ".", cwd=project)
    paths = [item["path"] for item in json.loads(done.stdout)]
    assert len(paths) == 41 and paths == sorted(paths)


def test_baseline(project):
    assert run("check", "bad.py", "--baseline", "known.json", cwd=project).returncode == 0
    assert run("check", "bad.py", "--baseline", "known.json", cwd=project).returncode == 0
    (project / "bad.py").write_text(BAD + "\n\n@ms.jit\ndef g(y):\n    del y\n", encoding="utf-8")
    assert run("check", "bad.py", "--baseline", "known.json", cwd=project).returncode == 1


def test_explain():
    done = run("explain", "ms102")
    assert done.returncode == 0
    assert "MS102 delete-statement" in done.stdout and "图函数" in done.stdout
    assert run("explain", "MS1").stdout.count("\n") > 10
    assert run("explain", "MS999").returncode == 2
