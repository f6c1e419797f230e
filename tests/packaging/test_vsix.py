"""What is inside the VSIX, and that it runs from there without network under every supported Python."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.9", "3.10", "3.11", "3.12", "3.13")
TAGS = {"cp" + version.replace(".", "") for version in PYTHONS}
MEGABYTES = 40
# The platform tag of debugpy's compiled parts, per target; there are none for linux-arm64.
TARGETS = {
    "linux-x64": "x86_64",
    "linux-arm64": None,
    "darwin-x64": "macosx",
    "darwin-arm64": "macosx",
    "win32-x64": "amd64",
}

pytestmark = pytest.mark.packaging


@pytest.fixture(scope="module", params=TARGETS)
def target(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def vsix(target: str) -> Path:
    """The VSIX for one target; all lie beside the one that is installed in the other tests."""
    return next(Path(os.environ["MINDSPORE_TOOLS_VSIX"]).parent.glob(f"*-{target}.vsix"))


@pytest.fixture(scope="module")
def unpacked(vsix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(vsix, tmp_path_factory.mktemp("vsix"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the VSIX for this platform."""
    return unpack(Path(os.environ["MINDSPORE_TOOLS_VSIX"]), tmp_path_factory.mktemp("vsix"))


def unpack(vsix: Path, folder: Path) -> Path:
    with zipfile.ZipFile(vsix) as archive:
        archive.extractall(folder)
    return folder / "extension"


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    lines = (ROOT / "server/bundled.txt").read_text().splitlines()
    return dict(line.split("==") for line in lines if "==" in line and not line.startswith("#"))


def names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]


def test_size(vsix: Path) -> None:
    assert vsix.stat().st_size <= MEGABYTES * 2**20


def test_no_stray_file(unpacked: Path) -> None:
    unwanted = re.compile(
        r"(^|/)(tests?|__pycache__|node_modules|\.git|\.vscode|\.mypy_cache|rank_0|scripts|benchmarks|build)/"
        r"|\.(pyc|map|ts|vsix|orig|log|c|pyx)$|(^|/)(tsconfig|package-lock)\.json$"
    )
    assert [name for name in names(unpacked) if unwanted.search(name)] == []


def test_top_level_holds_only_the_product(unpacked: Path) -> None:
    present = {path.name for path in unpacked.iterdir()}
    files = {
        "package.json",
        "package.nls.json",
        "package.nls.zh-cn.json",
        "THIRD_PARTY.json",
        "LICENSE.txt",
        "NOTICE",
    }
    documents = {"readme.md", "README.zh-CN.md", "changelog.md"}
    assert present <= files | documents | {"docs", "extension", "l10n", "server", "syntaxes"}
    assert files | documents | {"extension", "l10n", "server"} <= present


def test_every_library_has_its_metadata(unpacked: Path, pins: dict[str, str]) -> None:
    metadata = {path.name.lower() for path in (unpacked / "server/bundled").glob("*.dist-info")}
    assert metadata == {f"{name}-{version}.dist-info".lower() for name, version in pins.items()}


def test_libraries_are_pure_but_for_the_speedups_of_debugpy(unpacked: Path) -> None:
    compiled = [
        name for name in names(unpacked / "server/bundled") if re.search(r"\.(so|pyd|dll|dylib|exe)$", name)
    ]
    assert [name for name in compiled if not name.startswith("debugpy/_vendored/pydevd/")] == []


def test_wheel_tags_are_those_of_the_target(unpacked: Path, target: str) -> None:
    tags = [
        tuple(tag.split("-"))
        for wheel in (unpacked / "server/bundled").glob("*.dist-info/WHEEL")
        for tag in re.findall(r"^Tag: (.+)$", wheel.read_text(), re.MULTILINE)
    ]
    specific = [(python, platform) for python, _, platform in tags if platform != "any"]
    machine = TARGETS[target]
    assert [platform for _, platform in specific if machine is None or machine not in platform] == []
    assert {python for python, _ in specific} <= TAGS
    assert all(python in ("py2", "py3") for python, _, platform in tags if platform == "any")


def test_programs_for_windows_are_only_in_its_vsix(unpacked: Path, target: str) -> None:
    programs = [name for name in names(unpacked) if re.search(r"\.(dll|exe|pyd)$", name)]
    assert bool(programs) == target.startswith("win32")


@pytest.mark.parametrize("target", ["linux-x64", "win32-x64"], indirect=True)
def test_speedups_are_there_for_every_python(unpacked: Path) -> None:
    compiled = names(unpacked / "server/bundled/debugpy/_vendored/pydevd/_pydevd_bundle")
    found = {match.group(1) for name in compiled if (match := re.search(r"\.(?:cpython-|cp)(3\d+)-", name))}
    assert found == {version.replace(".", "") for version in PYTHONS}


def test_record_of_every_library_is_true(unpacked: Path) -> None:
    bundled = unpacked / "server/bundled"
    for record in bundled.glob("*.dist-info/RECORD"):
        with record.open(newline="") as lines:
            listed = [row[0] for row in csv.reader(lines) if row and not row[0].endswith(".pyc")]
        assert [name for name in listed if not (bundled / name).is_file()] == [], record.parent.name


def test_manifest_of_contents_names_every_library(unpacked: Path, pins: dict[str, str]) -> None:
    contents = json.loads((unpacked / "THIRD_PARTY.json").read_text(encoding="utf-8"))
    python = {library["name"].lower(): library["version"] for library in contents["python"]}
    assert python == {name.lower(): version for name, version in pins.items()}
    assert "vscode-languageclient" in {library["name"] for library in contents["npm"]}
    for library in contents["python"] + contents["npm"]:
        assert library["licence"] not in ("", "unknown"), library["name"]


def test_own_data_is_inside(unpacked: Path) -> None:
    for folder in ("server/mindspore_tools", "server/runtime"):
        ours = {
            name for name in names(ROOT / folder) if "__pycache__" not in name and not name.endswith(".pyc")
        }
        assert ours <= set(names(unpacked / folder))


def interpreter(version: str) -> str | None:
    """An interpreter of that version on PATH or under pyenv, or None."""
    candidates = [shutil.which(f"python{version}"), sys.executable]
    candidates += map(str, (Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python"))
    for candidate in filter(None, candidates):
        asked = [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        answer = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if answer.stdout.strip() == version:
            return candidate
    return None


@pytest.fixture(params=PYTHONS)
def python(request: pytest.FixtureRequest) -> Iterator[str]:
    found = interpreter(request.param)
    if not found:
        pytest.skip(f"there is no Python {request.param} on this machine")
    yield found


def without_network() -> list[str]:
    """A command that runs another one without network, where this machine can do so."""
    command = ["unshare", "--net", "--map-root-user"]
    try:
        works = subprocess.run([*command, "true"], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        works = False
    return command if works else []


def test_cli_runs(installed: Path, python: str, tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text(
        "import mindspore as ms\n@ms.jit\ndef f(x):\n    try:\n        return x\n    except ValueError:\n        return x\n"
    )
    command = [python, "-I", str(installed / "server/launch.py"), "check", "--format", "json", str(source)]
    done = subprocess.run(without_network() + command, stdout=subprocess.PIPE, text=True)
    findings = json.loads(done.stdout)
    assert [(finding["code"], finding["start"]["line"]) for finding in findings] == [("MS101", 4)]
    assert done.returncode == 1


def test_language_server_answers(installed: Path, python: str, tmp_path: Path) -> None:
    command = [python, "-I", str(installed / "server/launch.py"), "serve"]
    answers = talk(
        without_network() + command,
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown", "params": None},
        {"method": "exit", "params": None},
    )
    by_id = {answer["id"]: answer for answer in answers if "id" in answer and "method" not in answer}
    assert "completionProvider" in by_id[1]["result"]["capabilities"]
    assert "error" not in by_id[2]


def test_debug_adapter_answers(installed: Path, python: str) -> None:
    command = [python, "-I", str(installed / "server/launch.py"), "debug-adapter"]
    request = {"seq": 1, "type": "request", "command": "initialize", "arguments": {"adapterID": "mindspore"}}
    end = {"seq": 2, "type": "request", "command": "disconnect", "arguments": {}}
    answers = talk(
        without_network() + command, request, end, wait_for=lambda m: m.get("command") == "initialize"
    )
    capabilities = next(answer for answer in answers if answer.get("command") == "initialize")["body"]
    assert capabilities["supportsConditionalBreakpoints"]


def test_debugpy_does_without_speedups_that_do_not_load(installed: Path, python: str, tmp_path: Path) -> None:
    """As on a host whose C library is older than they need."""
    libraries = tmp_path / "bundled"
    shutil.copytree(installed / "server/bundled", libraries)
    for compiled in libraries.rglob("*.so"):
        compiled.write_bytes(b"not a library")
    code = (
        f"import sys; sys.path.insert(0, {str(libraries)!r}); import debugpy._vendored.force_pydevd; "
        "from _pydevd_bundle.pydevd_trace_dispatch import USING_CYTHON; print(USING_CYTHON)"
    )
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_old_python_gets_a_plain_word(installed: Path) -> None:
    old = interpreter("3.8") or interpreter("3.7")
    if not old:
        pytest.skip("there is no Python 3.7 or 3.8 on this machine")
    done = subprocess.run(
        [old, str(installed / "server/launch.py")], stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert done.returncode == 1
    assert "needs Python 3.9" in done.stderr and "Traceback" not in done.stderr


def talk(command, *messages, wait_for=None):
    """Send messages with the framing of LSP and DAP, then read what comes back until the end."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    received = []
    try:
        for message in messages:
            if "type" not in message:
                message = {"jsonrpc": "2.0", **message}
            body = json.dumps(message).encode()
            process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            process.stdin.flush()
            while wait_for and not any(map(wait_for, received)):
                received.append(read(process.stdout))
        process.stdin.close()
        while message := read(process.stdout):
            received.append(message)
    finally:
        process.kill()
        process.wait()
    return received


def read(stream):
    length = 0
    while line := stream.readline().strip():
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(stream.read(length)) if length else None
