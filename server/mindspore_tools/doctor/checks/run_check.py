"""``mindspore.run_check()``: one multiplication on the chosen device."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts, quote
from mindspore_tools.doctor.finding import ERROR, Finding
from mindspore_tools.doctor.last_words import explain, last_words

TITLE = Text("First computation (run_check)", "首次计算（run_check）")
SECTIONS = ("run_check", "imports", "packages")


def check(facts: Facts) -> Iterator[Finding]:
    """What run_check says; it prints its failure and returns normally."""
    outcome = facts.outcomes.get("run_check")
    if outcome is None or outcome.cancelled or not facts.section("imports"):
        return
    said = outcome.stdout.strip()
    if outcome.succeeded and "failed" not in said:
        return
    streams = f"{said}\n{outcome.stderr}"
    words = (
        last_words(outcome.stderr)
        or said.replace("MindSpore running check failed.", "").strip().split("\n")[-1]
    )
    if outcome.timed_out:
        words = f"> {round(outcome.seconds)} s"
    why, fix, command = explain(streams, facts) or (
        Text("MindSpore can be imported, but the device or its software does not compute.", "MindSpore 可以导入，但设备或其软件无法完成计算。"),
        Text("See the findings on the device; set the device to CPU to tell device and installation apart.", "请查看设备相关的检查结果；可将设备设为 CPU，以区分是设备问题还是安装问题。"),
        f"{quote(facts.interpreter)} -c \"import mindspore as ms; ms.set_context(device_target='CPU'); ms.run_check()\"",
    )  # fmt: skip
    yield Finding(
        "run-check-failed",
        ERROR,
        Text("run_check fails: {words}", "run_check 失败：{words}").format(words=words[:300]),
        why,
        fix,
        command,
    )
