"""The settings of the section ``mindspore``, from the editor and from ``[tool.mindspore-tools]`` of a project."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindspore_tools.common.version import Version
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.settings import LintSettings

logger = logging.getLogger(__name__)
SECTION = "mindspore"
OFF = "off"


@dataclass(frozen=True)
class Settings:
    """What a user may choose. ``interpreter`` is the project's Python, ``version`` None when it is to be found out.

    ``trusted`` is False in a workspace of which nothing may be run. ``user_code`` is False when another Python server beside us
    answers about what has nothing to do with MindSpore.
    """

    interpreter: str = ""
    version: Version | None = None
    mode: str = "auto"
    syntax_level: str = "lax"
    lint_enabled: bool = True
    lint: LintSettings = field(default_factory=LintSettings)
    inlay_hints: bool = False
    code_lens: bool = True
    call_snippets: bool = True
    trusted: bool = True
    user_code: bool = True


def read_settings(editor: Mapping[str, Any], project: Mapping[str, Any] | None = None) -> Settings:
    """The settings from the editor's section, then the project's where the editor has the default. Never raises.

    A value that makes no sense counts as not given.
    """
    project = project or {}
    default = Settings()

    def chosen(path: str, kind: type, fallback: Any) -> Any:
        for source, key in ((editor, path), (project, _kebab(path))):
            value: Any = source
            for part in key.split("."):
                value = value.get(part) if isinstance(value, Mapping) else None
            if isinstance(value, kind) and value != fallback:
                return value
        return fallback

    severities = {}
    ignored = list(_codes(chosen("ignore", (list, str), [])))  # type: ignore[arg-type]
    for code, label in chosen("severity", Mapping, {}).items():
        if str(label).lower() == OFF:
            ignored.append(str(code).upper())
        else:
            try:
                severities[str(code).upper()] = Severity.parse(str(label))
            except ValueError:
                logger.warning("the severity of %s is %r, which is none", code, label)
    lint = LintSettings(_codes(chosen("select", (list, str), [])), tuple(ignored), severities)  # type: ignore[arg-type]
    return Settings(
        interpreter=chosen("interpreter", str, ""),
        version=_version(chosen("targetVersion", (str, float), "auto")),  # type: ignore[arg-type]
        mode=_one_of(chosen("mode", str, default.mode), ("auto", "graph"), default.mode),
        syntax_level=_one_of(chosen("syntaxLevel", str, "lax"), ("lax", "strict"), "lax"),
        lint_enabled=chosen("lint.enabled", bool, default.lint_enabled),
        lint=lint,
        inlay_hints=chosen("inlayHints.enabled", bool, default.inlay_hints),
        code_lens=chosen("codeLens.enabled", bool, default.code_lens),
        call_snippets=chosen("completion.callSnippets", bool, default.call_snippets),
        trusted=chosen("trusted", bool, default.trusted),
        user_code=chosen("userCode.enabled", bool, default.user_code),
    )


def project_settings(folder: Path) -> Mapping[str, Any]:
    """``[tool.mindspore-tools]`` of the nearest pyproject.toml at or above a folder; empty when there is none or it is broken."""
    for candidate in (folder, *folder.parents):
        file = candidate / "pyproject.toml"
        if file.is_file():
            return _read(file)
    return {}


def _read(file: Path) -> Mapping[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        try:
            import tomli as tomllib
        except ImportError:
            return {}
    try:
        tools = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {})
        found = tools.get("mindspore-tools", {})
        return found if isinstance(found, Mapping) else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        logger.warning("%s cannot be read: %s", file, error)
        return {}


def _kebab(path: str) -> str:
    return re.sub(r"[A-Z]", lambda match: "-" + match.group().lower(), path)


def _version(text: Any) -> Version | None:
    try:
        return None if text == "auto" else Version.parse(str(text))
    except ValueError:
        logger.warning("the target version %r is no version of MindSpore", text)
        return None


def _one_of(value: str, allowed: tuple[str, ...], fallback: str) -> str:
    return value if value in allowed else fallback


def _codes(given: Any) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given
    return tuple(str(part).strip().upper() for part in parts if str(part).strip())
