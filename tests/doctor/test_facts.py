"""Pure parts of the doctor: requirements, rank tables, scripts, and device checks on facts of machines we lack."""

from __future__ import annotations

import json

import pytest

from mindspore_tools.common.version import Version
from mindspore_tools.doctor.checks import device, libraries
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.pythons import newest_for, pythons_of
from mindspore_tools.doctor.ranks import read_rank_table
from mindspore_tools.doctor.requirements import parse, satisfies
from mindspore_tools.doctor.script import UNKNOWN, read_script


@pytest.mark.parametrize(
    ("version", "demand", "expected"),
    [
        ("1.26.4", "<2.0.0,>=1.20.0", True),
        ("2.0.0", "<2.0.0,>=1.20.0", False),
        ("2.0.0rc1", "<2", False),
        ("1.17", ">=1.17.0", True),
        ("3.13.0", ">=3.9,<3.13", False),
        ("1.4.2", "~=1.4", True),
        ("2.0", "~=1.4", False),
        ("1.4.2", "==1.4.*", True),
        ("1.5", "!=1.4.*", True),
        ("9.5.0.post1", ">=6.2.0", True),
        ("1.0", "", True),
    ],
)
def test_satisfies(version, demand, expected):
    assert satisfies(version, demand) is expected


def test_requirements_of_both_styles():
    assert parse("numpy (>=1.17.0)") == ("numpy", ">=1.17.0")
    assert parse("Safe_Tensors>=0.4.0") == ("safe-tensors", ">=0.4.0")
    assert parse("pytest; extra == 'test'") is None


def test_pythons():
    assert "3.10" in pythons_of(Version(2, 10, 0))
    assert "3.9" not in pythons_of(Version(2, 10, 0))
    assert pythons_of(Version(9, 0, 0)) == ()
    assert newest_for((3, 7)) == Version(1, 7, 0)
    assert newest_for((3, 13)) is None


def table(*ranks, server="10.0.0.1", **more):
    devices = [
        {"device_id": str(rank), "device_ip": f"192.168.0.{rank + 1}", "rank_id": str(rank)} for rank in ranks
    ]
    return json.dumps(
        {
            "version": "1.0",
            "server_count": "1",
            "status": "completed",
            "server_list": [{"server_id": server, "device": devices}],
            **more,
        }
    )


def test_sound_rank_table():
    devices, problems = read_rank_table(table(0, 1, 2, 3))
    assert len(devices) == 4
    assert not problems


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (None, "does not exist"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        (table(0, 1, 3), "not 0 to 2"),
        (table(0, 0), "twice"),
        (table(0, 1, server_count="2"), "server_count"),
        (table(0, 1, status="initializing"), "initializing"),
        (table(0).replace("192.168.0.1", "nowhere"), "not an address"),
    ],
)
def test_faulty_rank_tables(text, word):
    _, problems = read_rank_table(text)
    assert any(word in problem.render() for problem in problems)


def test_script_is_read_without_running_it(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "import mindspore as ms\nms.set_context(mode=ms.GRAPH_MODE, device_id=get())\nfor i in x:\n    f(1)\nraise SystemExit\n"
    )
    script = read_script(str(path))
    assert script.context("mode").keyword("mode") == "GRAPH_MODE"
    assert script.context("mode").keyword("device_id") is UNKNOWN
    assert script.named("f")[0].loops == 1
    assert read_script(str(tmp_path / "none.py")).error


def facts(target="CPU", **sections):
    base = {
        "backend": "core",
        "plugins": ["libmindspore_gpu.so.11.1", "libmindspore_gpu.so.11.6"],
        "supported": {"cuda": ["10.1", "11.1", "11.6"], "cann": ["8.2", "8.3", "8.5"]},
        "nvidia": {"driver": "", "devices": [], "cuda": [], "cudnn": [], "toolkit": ""},
        "ascend": {"toolkit": "", "toolkit_path": "", "driver": "", "firmware": "", "devices": [], "device_files": [], "readable": []},
    }  # fmt: skip
    for name in ("nvidia", "ascend"):
        base[name].update(sections.pop(name, {}))
    base.update(sections.pop("device", {}))
    return Facts("python", {"device": base, "imports": {"target": target, "seconds": 1}, **sections})


def names(found):
    return {finding.name for finding in found}


GPU = {"devices": [{"name": "V100", "total": "16 GB", "used": "0"}], "driver": "470.1"}
NPU = {"device_files": ["/dev/davinci0"], "readable": ["/dev/davinci0"], "devices": [["910B", "OK"]]}


def test_machine_without_accelerators_is_fine():
    assert not names(device.check(facts()))


def test_gpu():
    assert names(device.check(facts("GPU"))) == {"gpu-not-visible"}
    assert names(device.check(facts("CPU", nvidia=GPU))) == {"gpu-not-used"}
    assert "cuda-version" in names(
        device.check(facts("GPU", nvidia={**GPU, "cuda": [["12.2.140", "/usr/local/cuda/lib64"]]}))
    )
    assert not names(
        device.check(facts("GPU", nvidia={**GPU, "cuda": [["11.6.55", "/usr/local/cuda/lib64"]]}))
    )
    assert "gpu-driver-too-old" in names(device.check(facts("GPU", nvidia={**GPU, "driver_cuda": "9.0"})))


def test_ascend():
    set_up = {**NPU, "toolkit": "8.3.RC1", "toolkit_path": "/usr/local/Ascend/ascend-toolkit/latest"}
    environment = {"variables": {"ASCEND_OPP_PATH": "/usr/local/Ascend/opp"}}
    assert names(device.check(facts("Ascend"))) == {"npu-not-visible", "cann-missing"}
    assert names(device.check(facts("Ascend", ascend=NPU))) == {"cann-missing"}
    assert names(device.check(facts("Ascend", ascend=set_up))) == {"cann-environment"}
    assert not names(device.check(facts("Ascend", ascend=set_up, environment=environment)))
    old = {**set_up, "toolkit": "7.0.1.1"}
    assert names(device.check(facts("Ascend", ascend=old, environment=environment))) == {"cann-version"}
    assert "npu-no-permission" in names(device.check(facts("Ascend", ascend={**set_up, "readable": []})))


def trouble(group, missing=(), versions=(), file="lib/plugin/x.so"):
    return {
        "file": file,
        "group": group,
        "missing": list(missing),
        "versions": list(versions),
        "broken": False,
    }


def test_libraries_of_absent_devices_do_not_matter():
    section = {
        "package": "/p",
        "tool": True,
        "troubles": [trouble("gpu", ["libcudart.so.11.0"]), trouble("ascend", ["libascendcl.so"])],
    }
    assert not names(libraries.check(facts(libraries=section)))
    assert names(libraries.check(facts("Ascend", libraries=section))) == {"library-missing"}


def test_one_gpu_plugin_that_loads_is_enough():
    section = {"package": "/p", "tool": True, "troubles": [trouble("gpu", ["libcudart.so.11.0"])]}
    assert not names(libraries.check(facts("GPU", nvidia=GPU, libraries=section)))


def test_glibc_and_libstdcxx():
    section = {
        "package": "/p",
        "tool": True,
        "troubles": [trouble("core", versions=["GLIBC_2.28", "GLIBCXX_3.4.25"])],
    }
    assert names(libraries.check(facts(libraries=section))) == {"glibc-too-old", "libstdcxx-too-old"}
