"""A report as text for the terminal, as Markdown for an issue, and as plain data for JSON."""

from __future__ import annotations

import os
from typing import Any

from mindspore_tools.common.text import ENGLISH, Text
from mindspore_tools.doctor.finding import SEVERITIES, Finding, Report

LABELS = {
    "error": Text("error", "错误"),
    "warning": Text("warning", "警告"),
    "information": Text("information", "信息"),
    "hint": Text("hint", "提示"),
}
_TITLE = Text("MindSpore environment report", "MindSpore 环境检查报告")
_WHY = Text("Why", "原因")
_FIX = Text("What to do", "处理方法")
_FINE = Text("All is well.", "一切正常。")
_SKIPPED = Text("not checked", "未检查")
_CANCELLED = Text("The run was cancelled; the report is not complete.", "检查被取消，报告不完整。")


def as_data(report: Report, language: str = ENGLISH) -> dict[str, Any]:
    """The report as JSON data, texts in one language."""
    return {
        "interpreter": report.interpreter,
        "seconds": round(report.seconds, 1),
        "cancelled": report.cancelled,
        "summary": {name.render(language): value for name, value in report.summary},
        "counts": {severity: report.count(severity) for severity in SEVERITIES},
        "checks": [
            {
                "check": result.check,
                "title": result.title.render(language),
                "skipped": result.skipped.render(language) if result.skipped else None,
                "findings": [_finding_data(finding, language) for finding in result.findings],
            }
            for result in report.results
        ],
    }


def _finding_data(finding: Finding, language: str) -> dict[str, str]:
    return {
        "name": finding.name,
        "severity": finding.severity,
        "what": finding.what.render(language),
        "why": finding.why.render(language),
        "fix": finding.fix.render(language),
        "command": finding.command,
    }


def as_text(report: Report, language: str = ENGLISH, colours: bool = False) -> str:
    """The report for a terminal."""
    paint = _paint if colours else lambda text, _: text
    lines = [f"{name.render(language)}: {value}" for name, value in report.summary]
    lines.append("")
    for result in report.results:
        mark = "✗" if any(f.severity == "error" for f in result.findings) else "!" if result.findings else "✓"
        note = ""
        if result.skipped:
            mark, note = "-", f"  ({_SKIPPED.render(language)}: {result.skipped.render(language)})"
        lines.append(paint(f"{mark} {result.title.render(language)}", mark) + note)
        for finding in result.findings:
            label = LABELS[finding.severity].render(language)
            lines.append(
                f"    {paint(label, finding.severity)}: {finding.what.render(language)}  [{finding.name}]"
            )
            lines.append(f"      {_WHY.render(language)}: {finding.why.render(language)}")
            lines.append(f"      {_FIX.render(language)}: {finding.fix.render(language)}")
            if finding.command:
                lines.append(f"        {paint(finding.command, 'command')}")
    lines += ["", _conclusion(report).render(language)]
    if report.cancelled:
        lines.append(_CANCELLED.render(language))
    return "\n".join(lines) + "\n"


def as_markdown(report: Report, language: str = ENGLISH) -> str:
    """The report to paste into an issue; the home folder's name is taken out."""
    lines = [f"# {_TITLE.render(language)}", "", "| | |", "|---|---|"]
    lines += [f"| {name.render(language)} | `{_cell(value)}` |" for name, value in report.summary]
    lines += ["", _conclusion(report).render(language), ""]
    for result in report.results:
        if not result.findings and not result.skipped:
            continue
        lines += [f"## {result.title.render(language)}", ""]
        if result.skipped:
            lines += [f"_{_SKIPPED.render(language)}: {result.skipped.render(language)}_", ""]
        for finding in result.findings:
            label = LABELS[finding.severity].render(language)
            lines.append(f"- **{label}** {finding.what.render(language)} (`{finding.name}`)")
            lines.append(f"  - {_WHY.render(language)}: {finding.why.render(language)}")
            lines.append(f"  - {_FIX.render(language)}: {finding.fix.render(language)}")
            if finding.command:
                lines += ["", "    ```sh", f"    {finding.command}", "    ```", ""]
        lines.append("")
    fine = [
        result.title.render(language)
        for result in report.results
        if not result.findings and not result.skipped
    ]
    if fine:
        lines += [f"✓ {', '.join(fine)}", ""]
    return _without_home("\n".join(lines))


def _conclusion(report: Report) -> Text:
    if not report.findings:
        return _FINE
    return Text(
        "{errors} errors, {warnings} warnings, {others} further notes.",
        "{errors} 个错误，{warnings} 个警告，{others} 条其他提示。",
    ).format(
        errors=report.count("error"),
        warnings=report.count("warning"),
        others=report.count("information") + report.count("hint"),
    )


def _cell(value: str) -> str:
    return value.replace("|", "\\|").replace("\n", " ") or " "


def _without_home(text: str) -> str:
    home = os.path.expanduser("~")
    return text.replace(home, "~") if len(home) > 1 else text


_COLOURS = {
    "✗": "31", "!": "33", "✓": "32", "-": "2", "error": "31", "warning": "33", "information": "36", "hint": "2", "command": "1",
}  # fmt: skip


def _paint(text: str, kind: str) -> str:
    return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m"
