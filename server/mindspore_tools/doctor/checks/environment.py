"""Environment variables that contradict each other or this interpreter."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, HINT, WARNING, Finding

TITLE = Text("Environment variables", "环境变量")
SECTIONS = ("environment", "interpreter", "packages")
KNOWN = Path(__file__).parent.parent / "data" / "variables.json"


def check(facts: Facts) -> Iterator[Finding]:
    """Search paths first, then MindSpore's own variables."""
    yield from _python_paths(facts)
    yield from _library_paths(facts)
    yield from _misspelt(facts)
    yield from _values(facts)
    yield from _pairs(facts)


def _python_paths(facts: Facts) -> Iterator[Finding]:
    major, minor = facts.python
    for entry in facts.section("environment").get("python_path", []):
        found = re.search(r"python(\d)\.?(\d+)[/\\]", entry["path"] + "/")
        if found and (int(found.group(1)), int(found.group(2))) != (major, minor):
            yield Finding(
                "pythonpath-other-python",
                ERROR,
                Text(
                    "PYTHONPATH names a folder of Python {other}: {path}.",
                    "PYTHONPATH 中含有 Python {other} 的目录：{path}。",
                ).format(other=f"{found.group(1)}.{found.group(2)}", path=entry["path"]),
                Text(
                    "This is Python {here}: compiled packages from there cannot be loaded, and they hide the right ones.",
                    "当前为 Python {here}：无法加载其中的编译包，还会遮蔽正确的版本。",
                ).format(here=f"{major}.{minor}"),
                Text("Take it out of PYTHONPATH.", "请将其从 PYTHONPATH 中移除。"),
                "unset PYTHONPATH",
            )
        elif not entry["exists"]:
            yield _dead("PYTHONPATH", entry["path"])
    home = facts.variables.get("PYTHONHOME")
    if home and home not in (
        facts.section("interpreter").get("prefix"),
        facts.section("interpreter").get("base_prefix"),
    ):
        yield Finding(
            "pythonhome",
            ERROR,
            Text(
                "PYTHONHOME is {home}, another Python than this one.",
                "PYTHONHOME 为 {home}，并非当前的 Python。",
            ).format(home=home),
            Text("Python then takes its standard library from there.", "Python 会从该目录加载标准库。"),
            Text("Unset it.", "请取消该变量。"),
            "unset PYTHONHOME",
        )


def _library_paths(facts: Facts) -> Iterator[Finding]:
    own = [candidate["path"] for candidate in facts.candidates]
    for entry in facts.section("environment").get("library_path", []):
        foreign = [name for name in entry["libraries"] if name.startswith("libmindspore")]
        if not entry["exists"]:
            yield _dead("LD_LIBRARY_PATH", entry["path"])
        elif foreign and not any(entry["path"].startswith(path) for path in own):
            yield Finding(
                "foreign-mindspore-libraries",
                WARNING,
                Text("LD_LIBRARY_PATH leads to another MindSpore's libraries: {path}.", "LD_LIBRARY_PATH 指向了另一个 MindSpore 的库：{path}。").format(
                    path=entry["path"]
                ),
                Text("Plugins may be loaded from there and crash with undefined symbols.", "插件可能从那里加载，并因 undefined symbol 而崩溃。"),
                Text("Take it out of LD_LIBRARY_PATH.", "请将其移出 LD_LIBRARY_PATH。"),
            )  # fmt: skip
    for entry in facts.section("environment").get("preload", []):
        if not entry["exists"] and "/" in entry["path"]:
            yield _dead("LD_PRELOAD", entry["path"])


def _dead(variable: str, path: str) -> Finding:
    return Finding(
        "path-does-not-exist",
        HINT,
        Text("{variable} names {path}, which does not exist.", "{variable} 中的 {path} 不存在。").format(
            variable=variable, path=path
        ),
        Text(
            "Something was moved or removed after the variable was set.",
            "设置该变量之后，相应的目录或文件被移动或删除了。",
        ),
        Text("Correct or remove the entry.", "请更正或移除该项。"),
    )


def _misspelt(facts: Facts) -> Iterator[Finding]:
    table = json.loads(KNOWN.read_text(encoding="utf-8"))
    known, here = table["variables"], str(facts.version)
    for name in facts.variables:
        # A short name may hide in machine code, so its absence from one version proves nothing.
        if here in table["versions"] and here not in known.get(name, [here]) and len(name) > 15:
            yield _other_version(name, here, known[name])
        if name.startswith("MS_") and name not in known and not name.startswith("MS_DEBUG_MODE"):
            near = difflib.get_close_matches(name, known, 1, 0.85)
            if near:
                yield Finding(
                    "unknown-variable",
                    WARNING,
                    Text("MindSpore does not know {name}.", "MindSpore 不识别环境变量 {name}。").format(name=name),
                    Text("It has no effect; the nearest that exists is {near}.", "该变量不起作用；最接近的有效变量是 {near}。").format(near=near[0]),
                    Text("Correct the name.", "请更正变量名。"),
                    f"unset {name}; export {near[0]}={facts.variables[name]}",
                )  # fmt: skip


def _other_version(name: str, here: str, versions: list[str]) -> Finding:
    return Finding(
        "variable-of-other-version",
        HINT,
        Text("MindSpore {here} does not read {name}.", "MindSpore {here} 不读取 {name}。").format(
            here=here, name=name
        ),
        Text("It has an effect in {versions}.", "该变量在 {versions} 中有效。").format(
            versions=", ".join(versions)
        ),
        Text("Use what this version offers, or unset it.", "请改用当前版本提供的方式，或取消该变量。"),
        f"unset {name}",
    )


# Variable -> the values that it takes.
VALUES = {
    "MS_DEV_JIT_SYNTAX_LEVEL": r"[012]$",
    "MS_JIT": r"[01]$",
    "MS_DEV_SAVE_GRAPHS": r"[0123]$",
    "MS_DEV_PRECOMPILE_ONLY": r"[01]$",
    "MS_DEV_FALLBACK_DUMP_NODE": r"[01]$",
    "MS_COMPILER_CACHE_ENABLE": r"[01]$",
    "GLOG_v": r"[0-4]$",
    "GLOG_logtostderr": r"[01]$",
    "DEVICE_ID": r"\d+$",
    "RANK_ID": r"\d+$",
    "RANK_SIZE": r"[1-9]\d*$",
    "MS_ROLE": r"MS_(WORKER|SCHED|SERVER|PSERVER)$",
    "MS_SCHED_PORT": r"\d{1,5}$",
    "MS_WORKER_NUM": r"[1-9]\d*$",
}


def _values(facts: Facts) -> Iterator[Finding]:
    for name, pattern in VALUES.items():
        value = facts.variables.get(name)
        if value is not None and not re.match(pattern, value):
            yield Finding(
                "variable-value",
                WARNING,
                Text("{name} is {value}.", "{name} 的值为 {value}。").format(name=name, value=value or '""'),
                Text("It has to match {pattern}; MindSpore ignores it or stops.", "取值须匹配 {pattern}，否则会被忽略或导致 MindSpore 报错退出。").format(
                    pattern=pattern
                ),
                Text("Correct or unset it.", "请更正或取消该变量。"),
                f"unset {name}",
            )  # fmt: skip


def _pairs(facts: Facts) -> Iterator[Finding]:
    has = facts.variables
    if has.get("GLOG_logtostderr") == "0" and not has.get("GLOG_log_dir"):
        yield Finding(
            "logs-go-nowhere",
            WARNING,
            Text(
                "GLOG_logtostderr=0 without GLOG_log_dir.",
                "设置了 GLOG_logtostderr=0，却没有设置 GLOG_log_dir。",
            ),
            Text(
                "Logs are to go to files, but no folder is named: you see no log at all.",
                "日志要写入文件，但没有指定目录，因此看不到任何日志。",
            ),
            Text("Name a folder.", "请指定目录。"),
            "export GLOG_log_dir=/tmp/mindspore_logs",
        )
    if has.get("MS_DEV_SAVE_GRAPHS_PATH") and has.get("MS_DEV_SAVE_GRAPHS", "0") == "0":
        yield Finding(
            "graphs-path-alone",
            HINT,
            Text(
                "MS_DEV_SAVE_GRAPHS_PATH is set, MS_DEV_SAVE_GRAPHS is not.",
                "设置了 MS_DEV_SAVE_GRAPHS_PATH，但未设置 MS_DEV_SAVE_GRAPHS。",
            ),
            Text("No graph is saved.", "不会保存任何计算图。"),
            Text("Set MS_DEV_SAVE_GRAPHS too.", "请同时设置 MS_DEV_SAVE_GRAPHS。"),
            "export MS_DEV_SAVE_GRAPHS=1",
        )
    if has.get("MS_ROLE") and has.get("RANK_TABLE_FILE"):
        yield Finding(
            "two-ways-to-start",
            WARNING,
            Text("MS_ROLE and RANK_TABLE_FILE are both set.", "同时设置了 MS_ROLE 和 RANK_TABLE_FILE。"),
            Text("Dynamic cluster (msrun) and rank table are two ways to start; together they disagree about ranks.", "动态组网（msrun）与 rank table 是两种启动方式，同时使用时 rank 信息会相互矛盾。"),
            Text("Use one of them.", "请只使用其中一种。"),
            "unset RANK_TABLE_FILE",
        )  # fmt: skip
    if has.get("CUDA_VISIBLE_DEVICES") == "" or has.get("ASCEND_RT_VISIBLE_DEVICES") == "":
        name = (
            "CUDA_VISIBLE_DEVICES" if has.get("CUDA_VISIBLE_DEVICES") == "" else "ASCEND_RT_VISIBLE_DEVICES"
        )
        yield Finding(
            "devices-hidden",
            WARNING,
            Text("{name} is empty.", "{name} 为空。").format(name=name),
            Text("It hides every device.", "这会隐藏所有设备。"),
            Text("Unset it or name devices.", "请取消该变量，或指定设备编号。"),
            f"unset {name}",
        )
