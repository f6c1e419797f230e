"""One run of the doctor: probes in the project's interpreter, checks over what they say."""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import Text
from mindspore_tools.doctor import checks
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, CheckResult, Finding, Report
from mindspore_tools.doctor.script import read_script
from mindspore_tools.project.process import Outcome, run_script

PROBE = Path(__file__).parent / "probe.py"
MARK = "@@mindspore-tools-facts@@"
LIMITS = {"imports": 90.0, "run_check": 120.0, "libraries": 60.0, "distributed": 30.0}
DEFAULT_LIMIT = 30.0
SECONDS_PER_HOST = 20.0
SERVER_LIBRARIES = ("pygls", "lsprotocol", "jedi", "debugpy")

Progress = Callable[[int, int, Text], None]


@dataclass(frozen=True)
class Options:
    """What to look at.

    ``folder``: where the user's script runs from. ``script``: a training script, read but not run. ``hosts``: machines to
    reach by ssh. ``only``: names of checks, empty for all. ``limit``: seconds for one probe, None for its own default.
    """

    folder: str = ""
    script: str = ""
    hosts: tuple[str, ...] = ()
    ssh_port: int = 22
    remote_python: str = ""
    rank_table: str = ""
    only: tuple[str, ...] = ()
    limit: float | None = None


def run_doctor(
    interpreter: str,
    options: Options | None = None,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> Report:
    """Examine the environment of an interpreter. Never raises, ends within the sum of the probes' limits.

    ``progress(done, total, what)`` is called before each probe.
    """
    options = options or Options()
    cancel = cancel or threading.Event()
    started = time.monotonic()
    modules = [checks.load(name) for name in options.only or checks.ORDER]
    facts = _gather(interpreter, options, _sections(modules), progress or (lambda *_: None), cancel)
    results = _judge(modules, facts)
    return Report(interpreter, _summary(facts), results, time.monotonic() - started, cancel.is_set())


def _sections(modules: Iterable[Any]) -> list[str]:
    wanted = dict.fromkeys(["interpreter", "packages"])
    for module in modules:
        wanted.update(dict.fromkeys(module.SECTIONS))
    if "run_check" in wanted:
        wanted["run_check"] = wanted.pop("run_check")
    return list(wanted)


def _gather(
    interpreter: str, options: Options, sections: list[str], progress: Progress, cancel: threading.Event
) -> Facts:
    told: dict[str, Any] = {}
    outcomes: dict[str, Outcome] = {}
    script = read_script(options.script) if options.script else None
    for number, section in enumerate(sections):
        if cancel.is_set():
            break
        progress(number, len(sections), NAMES[section])
        if section == "server":
            told[section] = _server(Facts(interpreter, told).version)
            continue
        if (
            section == "run_check"
            and "imports" not in told
            or section == "imports"
            and "interpreter" not in told
        ):
            continue
        outcome = _probe(interpreter, section, options, cancel)
        outcomes[section] = outcome
        facts = _read(outcome)
        if facts is not None:
            told[section] = facts
        elif section == "interpreter":
            break
    progress(len(sections), len(sections), Text("done", "完成"))
    return Facts(interpreter, told, outcomes, script)


def _probe(interpreter: str, section: str, options: Options, cancel: threading.Event) -> Outcome:
    folder = options.folder or (
        os.path.dirname(os.path.abspath(options.script)) if options.script else os.getcwd()
    )
    given: dict[str, Any] = {}
    limit = LIMITS.get(section, DEFAULT_LIMIT)
    if section == "distributed":
        given = {"hosts": list(options.hosts), "ssh_port": options.ssh_port, "rank_table": options.rank_table}
        given["remote_python"] = options.remote_python
        limit += SECONDS_PER_HOST * len(options.hosts)
    return run_script(
        interpreter, PROBE, [section, folder, json.dumps(given)], limit=options.limit or limit, cancel=cancel
    )


def _read(outcome: Outcome) -> dict[str, Any] | None:
    before, mark, after = outcome.stdout.rpartition(MARK)
    if not mark:
        return None
    try:
        return json.loads(after.split("\n", 1)[0])
    except ValueError:
        return None


def _server(version: Any) -> dict[str, Any]:
    """What the language server, which is this very process, has."""
    missing = {}
    for name in SERVER_LIBRARIES:
        try:
            importlib.import_module(name)
        except Exception as error:  # a broken library may raise anything while it is imported
            missing[name] = f"{type(error).__name__}: {error}"
    facts: dict[str, Any] = {
        "python": sys.version.split()[0],
        "missing": missing,
        "index": "",
        "index_error": "",
    }
    try:
        from mindspore_tools.api.index import load_index
        from mindspore_tools.doctor.pythons import NEWEST

        facts["index"] = str(load_index(version or NEWEST).version)
    except Exception as error:
        facts["index_error"] = f"{type(error).__name__}: {error}"
    return facts


def _judge(modules: Iterable[Any], facts: Facts) -> tuple[CheckResult, ...]:
    if "interpreter" not in facts.sections:
        return (CheckResult("interpreter", Text("Python interpreter", "Python 解释器"), (_unusable(facts),)),)
    results = []
    for module in modules:
        name = module.__name__.rsplit(".", 1)[-1]
        skipped = _skipped(facts, module.SECTIONS[0])
        try:
            findings = tuple(module.check(facts))
        except Exception as error:  # one faulty check must not cost the others
            findings = ()
            skipped = Text("This check failed: {error}", "该检查自身出错：{error}").format(
                error=f"{type(error).__name__}: {error}"
            )
        results.append(CheckResult(name, module.TITLE, findings, skipped if not findings else None))
    return tuple(results)


def _skipped(facts: Facts, section: str) -> Text | None:
    if section in facts.sections:
        return None
    outcome = facts.outcomes.get(section)
    if outcome is None:
        return Text("Not run.", "未执行。")
    if outcome.timed_out:
        return Text("No answer within {seconds} s.", "{seconds} 秒内没有响应。").format(
            seconds=round(outcome.seconds)
        )
    if outcome.cancelled:
        return Text("Cancelled.", "已取消。")
    words = (outcome.stderr.strip() or outcome.failure or f"exit code {outcome.code}").split("\n")[-1]
    return Text("The probe failed: {words}", "探测失败：{words}").format(words=words)


def _unusable(facts: Facts) -> Finding:
    outcome = facts.outcomes.get("interpreter")
    words = ""
    if outcome is not None:
        words = outcome.failure or outcome.stderr.strip().split("\n")[-1] or f"exit code {outcome.code}"
        if outcome.timed_out:
            words = f"> {round(outcome.seconds)} s"
    return Finding(
        "interpreter-unusable",
        ERROR,
        Text("{interpreter} cannot be run as a Python of 3.7 or newer.", "{interpreter} 无法作为 3.7 及以上版本的 Python 运行。").format(interpreter=facts.interpreter),
        Text("Starting it said: {words}", "启动时提示：{words}").format(words=words or "-"),
        Text("Choose the interpreter of your project.", "请选择项目所用的解释器。"),
        f"{facts.interpreter} --version",
    )  # fmt: skip


def _summary(facts: Facts) -> tuple[tuple[Text, str], ...]:
    python, resources = facts.section("interpreter"), facts.section("resources")
    installed = ", ".join(f"{each['name']} {each['version']}" for each in facts.mindspore_distributions)
    where = facts.candidates[0]["path"] if facts.candidates else "-"
    rows = [
        (Text("Interpreter", "解释器"), facts.interpreter),
        (Text("Python", "Python"), python.get("version", "-")),
        (Text("System", "系统"), f"{python.get('system', '-')} ({python.get('machine', '-')})"),
        (Text("MindSpore", "MindSpore"), installed or "-"),
        (Text("Imported from", "导入位置"), where),
        (Text("Device", "设备"), facts.target or "-"),
    ]
    for name in ("numpy", "protobuf", "pillow"):
        if name in facts.distributions:
            rows.append((Text(name, name), facts.distributions[name]))
    if resources:
        memory = f"{resources['memory_available'] / (1 << 30):.1f} / {resources['memory_total'] / (1 << 30):.1f} GB"
        rows.append((Text("Memory free", "可用内存"), memory))
        rows.append((Text("Processors", "处理器"), str(resources["affinity"])))
    for name, value in sorted(facts.variables.items()):
        if name.startswith(("MS_", "GLOG", "ASCEND", "CUDA", "RANK", "LD_", "PYTHONPATH")):
            rows.append((Text(name, name), value))
    return tuple(rows)


NAMES = {
    "interpreter": Text("the interpreter", "解释器"),
    "packages": Text("installed packages", "已安装的软件包"),
    "environment": Text("environment variables", "环境变量"),
    "libraries": Text("shared libraries", "共享库"),
    "device": Text("devices", "设备"),
    "imports": Text("import mindspore", "导入 mindspore"),
    "run_check": Text("the first computation", "首次计算"),
    "resources": Text("memory and disk", "内存与磁盘"),
    "distributed": Text("the distributed start", "分布式启动"),
    "debugging": Text("the debugger", "调试器"),
    "server": Text("the language server", "语言服务器"),
}
