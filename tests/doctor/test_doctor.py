"""The doctor in environments that are really broken."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from doctor.environments import Environment, plain_environment
from mindspore_tools.cli.main import main
from mindspore_tools.doctor.doctor import Options, run_doctor
from mindspore_tools.doctor.report import as_data, as_markdown, as_text

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the environments are made for POSIX")


def names(report):
    return {finding.name for finding in report.findings}


def found(report, name):
    return next(finding for finding in report.findings if finding.name == name)


@pytest.fixture(scope="module")
def real() -> str:
    interpreter = os.environ.get("MINDSPORE_PYTHON")
    assert interpreter, "MINDSPORE_PYTHON names an interpreter with MindSpore"
    return interpreter


BASIC = ("interpreter", "installation", "shadowing", "dependencies")


def test_no_mindspore(tmp_path):
    report = run_doctor(plain_environment(tmp_path / "env").interpreter, Options(folder=str(tmp_path)))
    assert found(report, "not-installed").severity == "error"
    assert "import-crash" not in names(report)
    assert "pip install mindspore" in found(report, "not-installed").command


def test_interpreter_that_is_none(tmp_path):
    report = run_doctor(str(tmp_path / "python"))
    assert names(report) == {"interpreter-unusable"}


def test_interpreter_that_hangs(tmp_path):
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\nsleep 100\n", encoding="utf-8")
    fake.chmod(0o755)
    report = run_doctor(str(fake), Options(limit=1.0))
    assert names(report) == {"interpreter-unusable"}
    assert report.seconds < 20


def test_probe_that_hangs_costs_only_itself(tmp_path):
    environment = plain_environment(tmp_path / "env")
    package = environment.own / "mindspore"
    (package / "common").mkdir(parents=True)
    (package / "__init__.py").write_text("import time; time.sleep(100)", encoding="utf-8")
    (package / "_checkparam.py").write_text("", encoding="utf-8")
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path), limit=3.0))
    assert {"import-hangs", "no-metadata"} <= names(report)


def test_cancel(tmp_path):
    cancel = threading.Event()
    report = run_doctor(sys.executable, Options(folder=str(tmp_path)), lambda *_: cancel.set(), cancel)
    assert report.cancelled
    assert "not complete" in as_text(report)


def test_several_distributions_and_remnants(tmp_path):
    environment = plain_environment(tmp_path / "env")
    environment.pretend("mindspore", "2.7.0")
    environment.pretend("mindspore-gpu", "1.10.0")
    (environment.own / "~indspore").mkdir()
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path), only=BASIC))
    assert {"several-distributions", "remnant", "package-gone"} <= names(report)


def test_file_of_the_user_hides_mindspore(tmp_path):
    environment = plain_environment(tmp_path / "env")
    work = tmp_path / "my project"
    work.mkdir()
    (work / "mindspore.py").write_text("print('mine')", encoding="utf-8")
    (work / "numpy.py").write_text("", encoding="utf-8")
    (work / "train.py").write_text("import mindspore", encoding="utf-8")
    report = run_doctor(environment.interpreter, Options(script=str(work / "train.py"), only=BASIC))
    hidden = [finding.what.render() for finding in report.findings if finding.name == "shadowed-module"]
    assert any(str(work / "mindspore.py") in text for text in hidden)
    assert any(str(work / "numpy.py") in text for text in hidden)
    assert not any("train.py" in text for text in hidden)


@pytest.mark.parametrize(
    ("mindspore", "package", "version", "expected"),
    [
        ("2.0.0", "pillow", "10.4.0", "incompatible-dependency"),
        ("2.0.0", "pillow", "9.5.0", None),
        ("2.7.0", "numpy", "2.1.3", "incompatible-dependency"),
        ("2.10.0", "numpy", "2.1.3", "incompatible-dependency"),
        ("2.10.0", "numpy", "1.26.4", None),
        ("2.10.0", "numpy", "1.24.4", "incompatible-dependency"),
        ("2.10.0", "protobuf", "3.20.3", "incompatible-dependency"),
    ],
)
def test_pairs_that_do_not_work(tmp_path, mindspore, package, version, expected):
    environment = plain_environment(tmp_path / "env")
    environment.pretend("mindspore", mindspore)
    environment.pretend(package, version)
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path), only=("dependencies",)))
    assert (expected in names(report)) if expected else not report.findings


def test_demands_of_the_metadata(tmp_path):
    environment = plain_environment(tmp_path / "env")
    environment.pretend("mindspore", "2.9.0", Requires_Dist="dill>=0.3.7", Requires_Python="<3.4")
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path), only=BASIC))
    assert {"dependency-missing", "python-out-of-range"} <= names(report)
    environment.pretend("dill", "0.2")
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path), only=BASIC))
    assert found(report, "dependency-version").command.endswith("install 'dill>=0.3.7'")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"PYTHONPATH": "/opt/lib/python3.6/site-packages"}, "pythonpath-other-python"),
        ({"PYTHONPATH": "/no/such/place"}, "path-does-not-exist"),
        ({"LD_LIBRARY_PATH": "/no/such/place"}, "path-does-not-exist"),
        ({"MS_DEV_SAVE_GRAPH": "1"}, "unknown-variable"),
        ({"MS_DEV_JIT_SYNTAX_LEVEL": "LAX"}, "variable-value"),
        ({"GLOG_v": "debug"}, "variable-value"),
        ({"GLOG_v": "0"}, "slow-logging"),
        ({"GLOG_logtostderr": "0"}, "logs-go-nowhere"),
        ({"MS_DEV_SAVE_GRAPHS_PATH": "/tmp/ir"}, "graphs-path-alone"),
        ({"MS_DEV_SAVE_GRAPHS": "1"}, "slow-variable"),
        ({"MS_DEV_LAUNCH_BLOCKING": "1"}, "slow-variable"),
        ({"MS_JIT": "0"}, "graph-mode-off"),
        ({"MS_DEV_PRECOMPILE_ONLY": "1"}, "nothing-executes"),
        ({"CUDA_VISIBLE_DEVICES": ""}, "devices-hidden"),
        ({"MS_ROLE": "MS_WORKER", "RANK_TABLE_FILE": "/x.json"}, "two-ways-to-start"),
        ({"MS_ROLE": "MS_WORKER"}, "cluster-variable-missing"),
        ({"RANK_ID": "8", "RANK_SIZE": "8"}, "rank-out-of-range"),
        ({"RANK_TABLE_FILE": "/no/such/table.json"}, "rank-table"),
    ],
)
def test_environment_variables(tmp_path, monkeypatch, variables, expected):
    for name in [name for name in os.environ if name.startswith(("MS_", "GLOG", "RANK", "CUDA"))]:
        monkeypatch.delenv(name)
    clean = run_doctor(
        sys.executable,
        Options(folder=str(tmp_path), only=("environment", "distributed", "performance", "debugging")),
    )
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    report = run_doctor(
        sys.executable,
        Options(folder=str(tmp_path), only=("environment", "distributed", "performance", "debugging")),
    )
    assert expected in names(report)
    assert expected not in names(clean)


def test_shared_libraries_of_another_mindspore(tmp_path, monkeypatch):
    other = tmp_path / "other/mindspore/lib"
    other.mkdir(parents=True)
    (other / "libmindspore_core.so").write_bytes(b"")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(other))
    report = run_doctor(sys.executable, Options(folder=str(tmp_path), only=("environment",)))
    assert "foreign-mindspore-libraries" in names(report)


SSH = {
    "denied": ("echo 'user@host: Permission denied (publickey,password).' >&2; exit 255", "ssh-copy-id"),
    "unknown key": ("echo 'Host key verification failed.' >&2; exit 255", "ssh "),
    "hangs": ("sleep 60", "ssh -v"),
}


@pytest.fixture
def fake_ssh(tmp_path, monkeypatch):
    tools = tmp_path / "tools"
    tools.mkdir()
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")

    def write(body: str) -> None:
        (tools / "ssh").write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        (tools / "ssh").chmod(0o755)

    return write


@pytest.fixture
def listening():
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("case", SSH)
def test_ssh_with_a_password(tmp_path, fake_ssh, listening, case):
    body, command = SSH[case]
    fake_ssh(body)
    options = Options(folder=str(tmp_path), hosts=("127.0.0.1",), ssh_port=listening, only=("distributed",))
    report = run_doctor(sys.executable, options)
    assert found(report, "ssh-asks-for-password").command.startswith(command)


def test_hosts_with_different_versions(tmp_path, fake_ssh, listening):
    environment = plain_environment(tmp_path / "env")
    environment.pretend("mindspore", "2.10.0")
    fake_ssh("""echo reached; echo "['2.7.0']" """)
    options = Options(folder=str(tmp_path), hosts=("127.0.0.1",), ssh_port=listening, only=("distributed",))
    assert "2.7.0" in found(run_doctor(environment.interpreter, options), "hosts-differ").what.render()


def test_hosts_that_do_not_answer(tmp_path):
    options = Options(
        folder=str(tmp_path), hosts=("127.0.0.1", "no-such-host.invalid"), ssh_port=1, only=("distributed",)
    )
    assert {"host-unreachable", "host-unknown"} <= names(run_doctor(sys.executable, options))


def test_script_of_a_slow_distributed_run(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(
        textwrap.dedent(
            """
            import mindspore as ms
            import mindspore.dataset as ds
            ms.set_context(mode=ms.PYNATIVE_MODE, save_graphs=True, pynative_synchronize=True)
            ms.set_auto_parallel_context(parallel_mode="data_parallel", device_num=8, global_rank=8)
            data = ds.GeneratorDataset(list(range(9)), ["x"])
            data = data.map(operations=lambda x: x, input_columns=["x"], num_parallel_workers=1)
            for row in data:
                print(loss.asnumpy())
                step = ms.jit(train)
            """
        ),
        encoding="utf-8",
    )
    options = Options(script=str(script), only=("distributed", "performance", "debugging"))
    report = run_doctor(sys.executable, options)
    assert {
        "init-missing", "global-rank", "gradients-mean", "data-not-sharded", "save-graphs", "pynative-synchronize",
        "data-one-worker", "synchronises-in-loop", "jit-in-loop",
    } <= names(report)  # fmt: skip


def test_sound_script_has_no_findings(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(
        textwrap.dedent(
            """
            import mindspore as ms
            import mindspore.dataset as ds
            from mindspore.communication import init, get_rank, get_group_size
            ms.set_context(mode=ms.GRAPH_MODE)
            init()
            ms.set_auto_parallel_context(parallel_mode="data_parallel", device_num=get_group_size(), gradients_mean=True)
            data = ds.GeneratorDataset(source(), ["x"], num_parallel_workers=8, num_shards=get_group_size(), shard_id=get_rank())
            for step, row in enumerate(data):
                train(row)
            """
        ),
        encoding="utf-8",
    )
    report = run_doctor(sys.executable, Options(script=str(script), only=("distributed", "performance")))
    assert not names(report)


def test_script_that_is_not_python(tmp_path):
    script = tmp_path / "train.py"
    script.write_text("def f(:", encoding="utf-8")
    report = run_doctor(sys.executable, Options(script=str(script), only=("debugging",)))
    assert "script-unreadable" in names(report)


def test_report_in_three_forms_and_two_languages(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOG_v", "0")
    report = run_doctor(sys.executable, Options(folder=str(tmp_path), only=("performance", "resources")))
    assert "slow-logging" in as_text(report)
    assert "GLOG_v 为 0" in as_text(report, "zh-cn")
    assert "```sh\n    export GLOG_v=2" in as_markdown(report)
    assert os.path.expanduser("~") + "/" not in as_markdown(report)
    data = json.loads(json.dumps(as_data(report)))
    assert data["counts"]["warning"] == report.count("warning")


def test_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = main(
        [
            "doctor",
            "--json",
            "--interpreter",
            plain_environment(tmp_path / "env").interpreter,
            "--only",
            "installation",
        ]
    )
    assert code == 1
    assert json.loads(capsys.readouterr().out)["checks"][0]["findings"][0]["name"] == "not-installed"


@pytest.mark.mindspore
def test_sound_environment_has_no_errors(real, tmp_path):
    report = run_doctor(real, Options(folder=str(tmp_path)))
    assert not report.count("error"), as_text(report)
    kinds = {finding.name for finding in report.findings if finding.severity == "warning"}
    assert kinds <= {"incompatible-dependency"}, as_text(report)  # 2.10.0 itself brings NumPy 2


@pytest.mark.mindspore
def test_missing_library(real, tmp_path):
    environment = Environment(tmp_path / "env", real).see_base()
    library = environment.copy_mindspore() / "lib" / "libmindspore_core.so"
    library.unlink()
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path)))
    assert {"library-missing", "damaged", "import-crash", "several-mindspores"} <= names(report)
    assert "libmindspore_core.so" in found(report, "import-crash").what.render()
    assert "is a part of MindSpore" in found(report, "import-crash").why.render()


@pytest.mark.mindspore
def test_library_cut_short(real, tmp_path):
    environment = Environment(tmp_path / "env", real).see_base()
    library = next(environment.copy_mindspore().glob("_c_expression*"))
    library.unlink()
    library.write_bytes(b"\x7fELF")
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path)))
    assert {"library-broken", "damaged", "import-crash"} <= names(report)


@pytest.mark.mindspore
def test_compiled_for_another_python(real, tmp_path):
    environment = Environment(tmp_path / "env", real).see_base()
    library = next(environment.copy_mindspore().glob("_c_expression*"))
    library.rename(library.with_name("_c_expression.cpython-36m-x86_64-linux-gnu.so"))
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path)))
    assert "built-for-another-python" in names(report)
    assert "another Python" in found(report, "import-crash").why.render()


@pytest.mark.mindspore
def test_hidden_standard_module_is_named_after_the_crash(real, tmp_path):
    (tmp_path / "queue.py").write_text("x = 1", encoding="utf-8")
    report = run_doctor(real, Options(folder=str(tmp_path)))
    assert found(report, "shadowed-module").severity == "error"
    assert str(tmp_path / "queue.py") in found(report, "import-crash").why.render()


@pytest.mark.mindspore
def test_crash_in_c(real, tmp_path):
    environment = Environment(tmp_path / "env", real).see_base()
    Path(environment.own / "asttokens.py").write_text("import ctypes; ctypes.string_at(0)", encoding="utf-8")
    Path(environment.own / "crash.pth").write_text("", encoding="utf-8")
    Path(environment.own / "numpy.py").write_text("import ctypes; ctypes.string_at(0)", encoding="utf-8")
    report = run_doctor(environment.interpreter, Options(folder=str(tmp_path)))
    assert "Segmentation fault" in found(report, "import-crash").what.render()
