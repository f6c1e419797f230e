"""Rewrites `launch` and `attach`: checks what the user asked for and puts the runtime into the debuggee."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import Text

_PACKAGE = Path(__file__).resolve().parents[1]
# Beside the package in the sources and the extension, inside it when installed by pip.
RUNTIME = next(
    folder / "runtime"
    for folder in (_PACKAGE, _PACKAGE.parent)
    if (folder / "runtime/mindspore_debug").is_dir()
)
GRAPH_MODES = ("step", "breakpoints", "off")

NO_PROGRAM = Text(
    'There is nothing to debug: the launch configuration names no "program", "module" or "code". '
    'Add "program": "${{file}}" to debug the file in the editor.',
    '没有可调试的内容：启动配置中没有 "program"、"module" 或 "code"。'
    '添加 "program": "${{file}}" 即可调试编辑器中的文件。',
)
MISSING_PROGRAM = Text(
    'The program to debug does not exist: {path}. Correct "program" in the launch configuration.',
    '要调试的程序不存在：{path}。请修改启动配置中的 "program"。',
)
MISSING_PYTHON = Text(
    "The Python interpreter does not exist: {path}. Select another one with "
    '"MindSpore: Select Interpreter" or correct "python" in the launch configuration.',
    'Python 解释器不存在：{path}。请用“MindSpore: 选择解释器”另选一个，或修改启动配置中的 "python"。',
)
BAD_GRAPH_MODE = Text(
    '"graphMode" is {value!s}; it can be "step", "breakpoints" or "off".',
    '"graphMode" 的值是 {value!s}；可用的值是 "step"、"breakpoints"、"off"。',
)


class Refused(Exception):
    """A configuration that cannot be started; `text` tells the user why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def rewrite(request: dict[str, Any]) -> dict[str, Any]:
    """The `launch` or `attach` request that debugpy gets. Raises Refused."""
    arguments = dict(request.get("arguments") or {})
    if request["command"] == "launch":
        _check(arguments)
        if graph_mode(arguments) != "off":
            arguments["env"] = _environment(arguments)
    return dict(request, arguments=arguments)


def graph_mode(arguments: dict[str, Any]) -> str:
    mode = arguments.get("graphMode", "step")
    if mode not in GRAPH_MODES:
        raise Refused(BAD_GRAPH_MODE.format(value=repr(mode)))
    return mode


def python_of(arguments: dict[str, Any]) -> str:
    """The interpreter that a launch configuration names, as a path or a name to look up."""
    named = arguments.get("python") or arguments.get("pythonPath") or sys.executable
    return named[0] if isinstance(named, list) else named


def _check(arguments: dict[str, Any]) -> None:
    program = arguments.get("program")
    if not (program or arguments.get("module") or arguments.get("code")):
        raise Refused(NO_PROGRAM.format())
    if program and not _resolve(program, arguments.get("cwd")).exists():
        raise Refused(MISSING_PROGRAM.format(path=program))
    python = python_of(arguments)
    if shutil.which(python) is None:
        raise Refused(MISSING_PYTHON.format(path=python))
    arguments.setdefault("python", python)


def _resolve(program: str, cwd: str | None) -> Path:
    return Path(cwd or os.getcwd(), program)


def _environment(arguments: dict[str, Any]) -> dict[str, Any]:
    """The debuggee's environment: the runtime first on its path, and its switches."""
    environment = dict(arguments.get("env") or {})
    inherited = environment.get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    paths = [str(RUNTIME / "site"), str(RUNTIME), *(part for part in inherited.split(os.pathsep) if part)]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    environment.setdefault("MS_DEBUG_MODE", "1")
    environment["MS_DEBUG_ADAPTER"] = "1"
    environment["MS_DEBUG_GRAPH_MODE"] = graph_mode(arguments)
    if "tensorPreview" in arguments:
        environment["MS_DEBUG_TENSOR_PREVIEW"] = str(arguments["tensorPreview"])
    return environment
