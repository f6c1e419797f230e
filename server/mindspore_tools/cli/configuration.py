"""The settings of a run, from the command line and ``[tool.mindspore-tools]`` of the nearest pyproject.toml."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.settings import LintSettings

NEWEST = Version(2, 10, 0)


class UsageError(Exception):
    """An option or setting that makes no sense, with the reason for the user."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


@dataclass(frozen=True)
class Configuration:
    """What a run was asked to do."""

    target: Target
    lint: LintSettings
    fail_on: Severity


def load_configuration(arguments: argparse.Namespace) -> Configuration:
    """Combine the command line with the project's settings; the command line wins. Raises UsageError."""
    project = project_settings(Path(arguments.paths[0]) if arguments.paths else Path())

    def chosen(option: str, setting: str, default: Any = None) -> Any:
        given = getattr(arguments, option, None)
        return given if given is not None else project.get(setting, default)

    version = _version(chosen("target_version", "target-version"), chosen("interpreter", "interpreter"))
    level = chosen("syntax_level", "syntax-level", "lax")
    mode = chosen("mode", "mode", "auto")
    _one_of("syntax-level", level, ("lax", "strict"))
    _one_of("mode", mode, ("graph", "auto"))
    lint = LintSettings(
        _codes(chosen("select", "select", "")),
        _codes(chosen("ignore", "ignore", "")),
        {code: _severity(label) for code, label in project.get("severity", {}).items()},
    )
    return Configuration(Target(version, level, mode), lint, _severity(chosen("fail_on", "fail-on", "error")))


def project_settings(start: Path) -> Mapping[str, Any]:
    """``[tool.mindspore-tools]`` of the nearest pyproject.toml at or above a path; empty when there is none.

    Raises UsageError when that file is not TOML.
    """
    folder = start.resolve() if start.is_dir() else start.resolve().parent
    for candidate in (folder, *folder.parents):
        file = candidate / "pyproject.toml"
        if file.is_file():
            return _read_toml(file).get("tool", {}).get("mindspore-tools", {})
    return {}


def _read_toml(file: Path) -> Mapping[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        try:
            import tomli as tomllib
        except ImportError:
            return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = Text("{file} cannot be read: {reason}", "无法读取 {file}：{reason}")
        raise UsageError(message.format(file=str(file), reason=str(error))) from None


def _version(given: str | None, interpreter: str | None) -> Version:
    if given and given != "auto":
        try:
            return Version.parse(str(given))
        except ValueError:
            message = Text(
                "{given} is not a MindSpore version; write it as 2.10 or 2.10.0.",
                "{given} 不是 MindSpore 版本号；请写成 2.10 或 2.10.0。",
            )
            raise UsageError(message.format(given=str(given))) from None
    return _installed(interpreter) if interpreter else NEWEST


def _installed(interpreter: str) -> Version:
    """The version of MindSpore that an interpreter has; it is asked for the metadata and imports nothing."""
    code = "from importlib import metadata\nfor n in ('mindspore','mindspore-gpu','mindspore-ascend'):\n try: print(metadata.version(n)); break\n except Exception: pass"
    try:
        answer = subprocess.run([interpreter, "-I", "-c", code], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        message = Text("{interpreter} cannot be run: {reason}", "无法运行 {interpreter}：{reason}")
        raise UsageError(message.format(interpreter=interpreter, reason=str(error))) from None
    try:
        return Version.parse(answer.stdout.strip())
    except ValueError:
        message = Text(
            "{interpreter} has no MindSpore; give --target-version instead.",
            "{interpreter} 中没有安装 MindSpore；请改用 --target-version。",
        )
        raise UsageError(message.format(interpreter=interpreter)) from None


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        message = Text("{name} is {value}; it may be {allowed}.", "{name} 为 {value}；可用的值为 {allowed}。")
        raise UsageError(message.format(name=name, value=str(value), allowed=", ".join(allowed)))


def _codes(given: Any) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else list(given)
    return tuple(str(part).strip().upper() for part in parts if str(part).strip())


def _severity(label: Any) -> Severity:
    try:
        return Severity.parse(str(label))
    except ValueError:
        message = Text("{label} is not a severity.", "{label} 不是有效的严重级别。")
        raise UsageError(message.format(label=str(label))) from None
