"""Ask the real compiler: compile a function or Cell of a file in the project's interpreter."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import Text
from mindspore_tools.ir.compile_errors import CompileError, parse_compile_error
from mindspore_tools.ir.inputs import InputError, parse_inputs
from mindspore_tools.ir.locations import Location
from mindspore_tools.ir.sources import same_file
from mindspore_tools.project.process import Outcome, run_script

PROBE = Path(__file__).parent / "compile_probe.py"
MARK = "@@mindspore-tools-compiled@@"
DEFAULT_LIMIT = 120.0


@dataclass(frozen=True)
class CompileRequest:
    """What to compile. ``name`` is ``f``, ``Net`` or ``Net.method``; ``inputs`` and ``arguments`` (of the constructor) are
    written as in `inputs`. ``dump`` is a folder for the graphs, empty for none.
    """

    path: str
    name: str
    inputs: str = ""
    arguments: str = ""
    device: str = "CPU"
    strict: bool = False
    dump: str = ""


@dataclass(frozen=True)
class CompileResult:
    """How it went.

    ``compiled`` is True when the compiler accepted it. Otherwise ``problem`` says what happened and, for the compiler's
    own error, ``error`` has its place. ``missing`` are the parameters that need inputs. ``dumps`` are the saved graphs in
    the order of the passes. ``log`` is what the process printed.
    """

    compiled: bool
    problem: Text | None = None
    error: CompileError | None = None
    missing: tuple[str, ...] = ()
    dumps: tuple[Path, ...] = ()
    seconds: float = 0.0
    log: str = ""


def compile_function(
    interpreter: str,
    request: CompileRequest,
    limit: float = DEFAULT_LIMIT,
    cancel: threading.Event | None = None,
) -> CompileResult:
    """Compile in a process of its own, for at most ``limit`` seconds. Runs the user's code: only on request, in a
    trusted workspace. Never raises.
    """
    try:
        asked = {
            "path": str(Path(request.path).resolve()),
            "name": request.name,
            "inputs": parse_inputs(request.inputs),
            "arguments": parse_inputs(request.arguments),
            "device": request.device,
            "dump": request.dump,
        }
    except InputError as error:
        return CompileResult(False, error.message)
    environment = {"MS_DEV_JIT_SYNTAX_LEVEL": "0"} if request.strict else {}
    outcome = run_script(
        interpreter, PROBE, stdin=json.dumps(asked), limit=limit, cancel=cancel, environment=environment
    )
    return _result(interpreter, request, outcome)


def _result(interpreter: str, request: CompileRequest, outcome: Outcome) -> CompileResult:
    before, mark, after = outcome.stdout.rpartition(MARK)
    log = f"{before}\n{outcome.stderr}".strip()
    if not mark:
        return CompileResult(False, _no_answer(interpreter, outcome), seconds=outcome.seconds, log=log)
    answer = json.loads(after)
    result = CompileResult(
        answer["stage"] == "done",
        dumps=tuple(Path(request.dump) / name for name in answer.get("dumps", ())),
        seconds=answer.get("seconds", outcome.seconds),
        log=log,
    )
    if result.compiled:
        return result
    if answer.get("stop"):
        return replace(result, problem=_stopped(request, answer), missing=_missing(answer))
    error = _with_place(parse_compile_error(answer["message"]), request, answer)
    return replace(result, error=error, problem=_failed(request, answer, error))


def _no_answer(interpreter: str, outcome: Outcome) -> Text:
    if outcome.timed_out:
        return Text(
            "The compiler did not answer within {seconds} s and was stopped. Give smaller inputs or a longer limit.",
            "编译器在 {seconds} 秒内没有完成，已被终止。请减小输入，或延长时限。",
        ).format(seconds=round(outcome.seconds))
    if outcome.cancelled:
        return Text("Cancelled.", "已取消。")
    words = outcome.failure or (outcome.stderr.strip() or f"exit code {outcome.code}").split("\n")[-1]
    return Text(
        "The process of {interpreter} ended without an answer: {words}. Run the doctor to find out why.",
        "{interpreter} 的进程没有返回结果就退出了：{words}。请运行环境检查以查明原因。",
    ).format(interpreter=interpreter, words=words)


def _stopped(request: CompileRequest, answer: dict[str, Any]) -> Text:
    name, said = request.name, answer["message"]
    if answer["error"] == "NotFound":
        lines = "; ".join(f"{error}: {text} (line {line})" for error, text, line in answer["skipped"])
        return Text(
            "{name} is not defined at the top level of {path}. {lines}",
            "{path} 的顶层没有定义 {name}。{lines}",
        ).format(name=said, path=request.path, lines=lines)
    if answer["error"] == "Arguments":
        return Text(
            "{name} needs arguments for its constructor ({said}).", "{name} 的构造函数需要参数（{said}）。"
        ).format(name=name, said=said)
    return Text(
        "{name} needs inputs: {said}. Write them as float32[2, 3], a number, or an expression.",
        "{name} 需要输入：{said}。请写成 float32[2, 3]、数字或表达式。",
    ).format(name=name, said=said)


def _missing(answer: dict[str, Any]) -> tuple[str, ...]:
    return tuple(answer["parameters"]) if answer["error"] == "Inputs" else ()


def _failed(request: CompileRequest, answer: dict[str, Any], error: CompileError) -> Text:
    said = f"{answer['error']}: {error.message}" if error.message else answer["error"]
    stages = {
        "import": Text("MindSpore cannot be imported: {said}", "无法导入 MindSpore：{said}"),
        "load": Text("{path} cannot be loaded: {said}", "无法加载 {path}：{said}"),
        "find": Text("{name} cannot be made: {said}", "无法创建 {name}：{said}"),
        "inputs": Text("The inputs of {name} cannot be made: {said}", "无法创建 {name} 的输入：{said}"),
        "compile": Text("{said}", "{said}"),
    }
    text = stages[answer["stage"]]
    values = {"path": request.path, "name": request.name, "said": said}
    return text.format(**{key: value for key, value in values.items() if f"{{{key}}}" in text.en})


def _with_place(error: CompileError, request: CompileRequest, answer: dict[str, Any]) -> CompileError:
    """Errors that MindSpore's Python code raises name no place: the innermost line of the user's file is taken, or
    the head of the function.
    """
    if error.location is not None:
        return error
    named = [*reversed(answer.get("frames", ())), *filter(None, [answer.get("definition")])]
    own = [
        Location(path, line, line)
        for path, line in named
        if same_file(path, str(Path(request.path).resolve()))
    ]
    return replace(error, location=own[0], calls=tuple(own)) if own else error
