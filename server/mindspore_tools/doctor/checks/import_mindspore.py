"""``import mindspore`` in a process of its own; when it crashes, its last words explained."""

from __future__ import annotations

import signal
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, WARNING, Finding
from mindspore_tools.doctor.last_words import explain, last_words

TITLE = Text("import mindspore", "导入 mindspore（import mindspore）")
SECTIONS = ("imports", "packages", "interpreter")
SLOW_SECONDS = 20


def check(facts: Facts) -> Iterator[Finding]:
    """Crash, exception, hang, or an import that is too slow."""
    outcome = facts.outcomes.get("imports")
    if outcome is None or outcome.cancelled or not any(each.get("genuine") for each in facts.candidates):
        return
    if outcome.timed_out:
        yield _hangs(facts, outcome.seconds)
    elif facts.section("imports"):
        seconds = facts.section("imports")["seconds"]
        if seconds > SLOW_SECONDS:
            yield _slow(seconds)
    elif outcome.code is not None:
        yield _fails(facts, outcome.code, outcome.stderr)


def _fails(facts: Facts, code: int, stderr: str) -> Finding:
    words = last_words(stderr)
    explanation = _FOREIGN if facts.foreign_extension else explain(stderr, facts)
    what = Text('"import mindspore" fails: {words}', "import mindspore 失败：{words}")
    if not words:
        words = _signal(code)
        what = Text(
            '"import mindspore" ends the process ({words}).', "import mindspore 使进程退出（{words}）。"
        )
    why, fix, command = explanation or (
        Text("The last lines were: {lines}", "最后几行输出为：{lines}").format(
            lines=" | ".join(stderr.split("\n")[-4:]).strip()
        ),
        Text(
            "Look at the other findings first; they often are the cause.",
            "请先处理其他检查结果，它们往往就是原因。",
        ),
        f'{facts.interpreter} -X faulthandler -c "import mindspore"',
    )
    return Finding("import-crash", ERROR, what.format(words=words), why, fix, command)


_FOREIGN = (
    Text(
        "The compiled part of MindSpore is for another Python version.",
        "MindSpore 的编译产物属于另一个 Python 版本。",
    ),
    Text('See "Python interpreter" above.', "请参见上文“Python 解释器”。"),
    "",
)


def _signal(code: int) -> str:
    if code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"


def _hangs(facts: Facts, seconds: float) -> Finding:
    return Finding(
        "import-hangs",
        ERROR,
        Text(
            '"import mindspore" did not end within {seconds} s.',
            "import mindspore 在 {seconds} 秒内没有完成。",
        ).format(seconds=round(seconds)),
        Text(
            "Usually a network file system, a device that does not answer, or a virus scanner that reads every file.",
            "常见原因是网络文件系统、设备无响应，或杀毒软件逐个扫描文件。",
        ),
        Text("See where it waits.", "请查看卡在何处。"),
        f'{facts.interpreter} -X faulthandler -c "import faulthandler; faulthandler.dump_traceback_later(30); import mindspore"',
    )


def _slow(seconds: float) -> Finding:
    return Finding(
        "import-slow",
        WARNING,
        Text('"import mindspore" takes {seconds} s.', "import mindspore 耗时 {seconds} 秒。").format(
            seconds=round(seconds)
        ),
        Text("Two to five seconds are usual from a local disk.", "在本地磁盘上通常只需 2 至 5 秒。"),
        Text("Put the environment on a local disk.", "请将环境放在本地磁盘上。"),
    )
