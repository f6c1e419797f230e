"""Whether MindSpore trains on this machine: a checklist with times."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import ENGLISH, Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.last_words import explain, last_words
from mindspore_tools.project.process import Outcome, run_script

PROBE = Path(__file__).parent / "selftest_probe.py"
MARK = "@@mindspore-tools-step@@"
DEFAULT_LIMIT = 300.0

_TITLES = {
    "import": Text("import MindSpore", "导入 MindSpore"),
    "data": Text("load data", "加载数据"),
    "model": Text("build a model", "构建模型"),
    "forward": Text("forward pass", "前向计算"),
    "gradient": Text("loss and gradient", "损失与梯度"),
    "optimizer": Text("optimizer steps, loss falls", "优化器更新，损失下降"),
    "same": Text("both modes agree", "两种模式结果一致"),
    "checkpoint": Text("save and load weights", "保存与加载权重"),
}
_MODES = {
    "eager": Text("eager (PyNative) mode", "动态图（PyNative）模式"),
    "graph": Text("graph mode", "静态图模式"),
    "": Text("general", "总体"),
}
_TRAINING = ("data", "model", "forward", "gradient", "optimizer")
STEPS = (
    ("import", ""),
    *((name, mode) for mode in ("eager", "graph") for name in _TRAINING),
    ("same", ""),
    ("checkpoint", ""),
)

DONE, FAILED, NOT_REACHED = "done", "failed", "not reached"


@dataclass(frozen=True)
class Step:
    """One row of the checklist. ``mode`` is ``eager``, ``graph`` or empty; ``state`` done, failed or not reached."""

    name: str
    mode: str
    title: Text
    state: str
    seconds: float = 0.0
    detail: str = ""


@dataclass(frozen=True)
class Selftest:
    """The checklist. ``why`` and ``command`` explain the step that failed, where that is known."""

    interpreter: str
    steps: tuple[Step, ...]
    seconds: float
    problem: Text | None = None
    why: Text | None = None
    fix: Text | None = None
    command: str = ""

    @property
    def passed(self) -> bool:
        """Whether every step was done."""
        return all(step.state == DONE for step in self.steps)


def run_selftest(
    interpreter: str, device: str = "", limit: float = DEFAULT_LIMIT, cancel: threading.Event | None = None
) -> Selftest:
    """Train a tiny model in the project's interpreter, for at most ``limit`` seconds. Never raises."""
    outcome = run_script(interpreter, PROBE, [device] if device else [], limit=limit, cancel=cancel)
    told = {(fact["name"], fact["mode"]): fact for fact in _facts(outcome.stdout)}
    steps = tuple(_step(name, mode, told.get((name, mode))) for name, mode in STEPS)
    if all(step.state == DONE for step in steps):
        return Selftest(interpreter, steps, outcome.seconds)
    if not told:
        steps = (Step("import", "", _TITLES["import"], FAILED), *steps[1:])
    problem = _problem(outcome)
    why, fix, command = explain(outcome.stderr, Facts(interpreter)) or (None, None, "")
    return Selftest(interpreter, steps, outcome.seconds, problem, why, fix, command)


def _facts(output: str) -> Iterator[dict[str, Any]]:
    for line in output.split("\n"):
        if line.startswith(MARK):
            yield json.loads(line[len(MARK) :])


def _step(name: str, mode: str, fact: dict[str, Any] | None) -> Step:
    if fact is None:
        return Step(name, mode, _TITLES[name], NOT_REACHED)
    if fact["state"] != "done":
        return Step(name, mode, _TITLES[name], FAILED)
    return Step(name, mode, _TITLES[name], DONE, fact["seconds"], fact["detail"])


def _problem(outcome: Outcome) -> Text:
    if outcome.timed_out:
        return Text(
            "It took longer than {seconds} s and was stopped.", "超过 {seconds} 秒未完成，已被终止。"
        ).format(seconds=round(outcome.seconds))
    if outcome.cancelled:
        return Text("Cancelled.", "已取消。")
    words = (
        outcome.failure
        or last_words(outcome.stderr)
        or outcome.stderr.strip()[-300:]
        or f"exit code {outcome.code}"
    )
    return Text("{words}", "{words}").format(words=words)


def as_text(test: Selftest, language: str = ENGLISH) -> str:
    """The checklist for a terminal."""
    marks = {DONE: "✓", FAILED: "✗", NOT_REACHED: "-"}
    lines, mode = [], None
    for step in test.steps:
        if step.mode != mode:
            mode = step.mode
            lines.append(f"{_MODES[mode].render(language)}:")
        seconds = f"{step.seconds:7.2f} s" if step.state == DONE else " " * 9
        lines.append(
            f"  {marks[step.state]} {seconds}  {step.title.render(language)}{f'  ({step.detail})' if step.detail else ''}"
        )
    lines.append("")
    if test.passed:
        text = Text(
            "MindSpore trains on this machine ({seconds} s).", "MindSpore 可以在本机训练（{seconds} 秒）。"
        )
        lines.append(text.format(seconds=round(test.seconds, 1)).render(language))
    else:
        lines += [part.render(language) for part in (test.problem, test.why, test.fix) if part]
        lines += [f"  {test.command}"] if test.command else []
        lines.append(
            Text(
                "The doctor says more: mindspore-tools doctor", "更多信息请运行：mindspore-tools doctor"
            ).render(language)
        )
    return "\n".join(lines) + "\n"


def as_data(test: Selftest, language: str = ENGLISH) -> dict[str, Any]:
    """The checklist as JSON data, texts in one language."""
    return {
        "interpreter": test.interpreter,
        "passed": test.passed,
        "seconds": round(test.seconds, 2),
        "steps": [
            {
                "name": step.name,
                "mode": step.mode,
                "title": step.title.render(language),
                "state": step.state,
                "seconds": round(step.seconds, 3),
                "detail": step.detail,
            }
            for step in test.steps
        ],
        "problem": test.problem.render(language) if test.problem else None,
        "why": test.why.render(language) if test.why else None,
        "fix": test.fix.render(language) if test.fix else None,
        "command": test.command,
    }
