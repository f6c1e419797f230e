"""The findings of a run, written as text, JSON, SARIF or GitHub annotations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TextIO

import mindspore_tools
from mindspore_tools.cli.console import coloured, text
from mindspore_tools.common.text import ENGLISH, Text
from mindspore_tools.lint.finding import Finding, Severity
from mindspore_tools.lint.registry import all_rules

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFORMATION: "36", Severity.HINT: "90"}
_SARIF_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
_GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


@dataclass
class FileReport:
    """What a run says about one file; ``problem`` when it could not be checked, ``lines`` for the excerpts."""

    path: str
    findings: list[Finding]
    lines: dict[int, str]
    problem: Text | None = None
    fixed: int = 0


def write(reports: Iterable[FileReport], style: str, stream: TextIO) -> None:
    """Write the findings in a style: ``text``, ``json``, ``sarif`` or ``github``."""
    {"text": _text, "json": _json, "sarif": _sarif, "github": _github}[style](list(reports), stream)


def _text(reports: list[FileReport], stream: TextIO) -> None:
    colour = coloured(stream)

    def paint(content: str, code: str) -> str:
        return f"\x1b[{code}m{content}\x1b[0m" if colour else content

    counts: dict[Severity, int] = {}
    for report in reports:
        for finding in report.findings:
            counts[finding.severity] = counts.get(finding.severity, 0) + 1
            start, end = finding.range
            place = f"{report.path}:{start.line + 1}:{start.column + 1}"
            label = paint(finding.severity.label, _COLOURS[finding.severity])
            stream.write(f"{paint(place, '1')}: {label} {finding.code} [{finding.rule}]\n")
            stream.write(f"  {text(finding.message)}\n")
            line = report.lines.get(start.line)
            if line is not None:
                number = str(start.line + 1)
                last = end.column if end.line == start.line else len(line)
                marks = "^" * max(1, last - start.column)
                blank = "".join("\t" if character == "\t" else " " for character in line[: start.column])
                stream.write(f"  {number} | {line}\n  {' ' * len(number)} | {blank}{paint(marks, '31')}\n")
            for related in finding.related:
                where = f"{related.path or report.path}:{related.range.start.line + 1}"
                stream.write(f"    {where}: {text(related.message)}\n")
            stream.write("\n")
    stream.write(text(_summary(reports, counts)) + "\n")


def _summary(reports: list[FileReport], counts: dict[Severity, int]) -> Text:
    fixed = sum(report.fixed for report in reports)
    total = sum(counts.values())
    checked = sum(report.problem is None for report in reports)
    if not total:
        message = Text("No findings in {checked} files.", "已检查 {checked} 个文件，没有发现问题。")
    else:
        message = Text(
            "{errors} errors, {warnings} warnings, {others} others in {checked} files.",
            "已检查 {checked} 个文件：{errors} 个错误，{warnings} 个警告，{others} 个其他提示。",
        )
    message = message.format(
        checked=checked,
        errors=counts.get(Severity.ERROR, 0),
        warnings=counts.get(Severity.WARNING, 0),
        others=counts.get(Severity.INFORMATION, 0) + counts.get(Severity.HINT, 0),
    )
    if fixed:
        return Text("{message} Fixed {fixed}.", "{message}已修复 {fixed} 处。").format(
            message=message, fixed=fixed
        )
    return message


def _json(reports: list[FileReport], stream: TextIO) -> None:
    items = [_plain(report.path, finding) for report in reports for finding in report.findings]
    json.dump(items, stream, ensure_ascii=False, indent=2)
    stream.write("\n")


def _plain(path: str, finding: Finding) -> dict[str, Any]:
    start, end = finding.range
    return {
        "path": path,
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity.label,
        "message": text(finding.message),
        "start": {"line": start.line + 1, "column": start.column + 1},
        "end": {"line": end.line + 1, "column": end.column + 1},
        "url": finding.url,
        "fixable": bool(finding.fixes),
    }


def _sarif(reports: list[FileReport], stream: TextIO) -> None:
    used = {finding.code for report in reports for finding in report.findings}
    rules = [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.summary.render(ENGLISH)},
            "fullDescription": {"text": rule.explanation.render(ENGLISH)},
            "defaultConfiguration": {"level": _SARIF_LEVELS[rule.severity]},
        }
        for rule in all_rules()
        if rule.code in used
    ]
    results = [
        {
            "ruleId": finding.code,
            "level": _SARIF_LEVELS[finding.severity],
            "message": {"text": text(finding.message)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": report.path.replace("\\", "/")},
                        "region": {
                            "startLine": finding.range.start.line + 1,
                            "startColumn": finding.range.start.column + 1,
                            "endLine": finding.range.end.line + 1,
                            "endColumn": finding.range.end.column + 1,
                        },
                    }
                }
            ],
        }
        for report in reports
        for finding in report.findings
    ]
    driver = {
        "name": "mindspore-tools",
        "version": mindspore_tools.__version__,
        "rules": rules,
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    json.dump(log, stream, ensure_ascii=False, indent=2)
    stream.write("\n")


def _github(reports: list[FileReport], stream: TextIO) -> None:
    for report in reports:
        for finding in report.findings:
            start, end = finding.range
            place = f"file={report.path},line={start.line + 1},col={start.column + 1}"
            place += f",endLine={end.line + 1},endColumn={end.column + 1},title={finding.code} {finding.rule}"
            message = text(finding.message).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
            stream.write(f"::{_GITHUB_LEVELS[finding.severity]} {place}::{message}\n")
