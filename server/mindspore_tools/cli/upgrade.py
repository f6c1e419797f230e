"""``mindspore-tools upgrade``: what has to change in code for another MindSpore version."""

from __future__ import annotations

import argparse
import sys

from mindspore_tools.cli import report
from mindspore_tools.cli.check import CLEAN, FORMATS, FOUND, UNUSABLE
from mindspore_tools.cli.console import Progress, text
from mindspore_tools.cli.files import STDIN, Unreadable, collect, read
from mindspore_tools.cli.report import FileReport
from mindspore_tools.cli.workspace import FileWorkspace
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.fixes import apply_safe
from mindspore_tools.upgrade.check import check_upgrade

_NOT_A_VERSION = Text(
    "{given} is not a MindSpore version; write it as 2.10 or 2.10.0.",
    "{given} 不是 MindSpore 版本号；请写成 2.10 或 2.10.0。",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``upgrade``."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help=text(Text("files or folders", "文件或目录")))
    parser.add_argument(
        "--from",
        dest="before",
        required=True,
        metavar="VERSION",
        help=text(Text("the version that the code runs with", "代码目前使用的版本")),
    )
    parser.add_argument(
        "--to",
        dest="after",
        default="2.10",
        metavar="VERSION",
        help=text(Text("the version to move to", "要升级到的版本")),
    )
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument(
        "--fix",
        action="store_true",
        help=text(Text("apply the safe fixes to the files", "将安全的修复写入文件")),
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the files and report; exit code 1 when something breaks."""
    versions = []
    for given in (arguments.before, arguments.after):
        try:
            versions.append(Version.parse(given))
        except ValueError:
            print(f"mindspore-tools: {text(_NOT_A_VERSION.format(given=given))}", file=sys.stderr)
            return UNUSABLE
    paths, missing = collect(arguments.paths)
    reports = [FileReport(path, [], {}, problem) for path, problem in missing]
    progress = Progress(len(paths))
    for path in paths:
        reports.append(_check_file(path, versions[0], versions[1], arguments.fix))
        progress.advance()
    progress.finish()
    for file_report in reports:
        if file_report.problem is not None:
            print(f"mindspore-tools: {file_report.path}: {text(file_report.problem)}", file=sys.stderr)
    report.write(reports, arguments.format, sys.stdout)
    if any(file_report.problem is not None for file_report in reports):
        return UNUSABLE
    errors = any(
        finding.severity >= Severity.ERROR for file_report in reports for finding in file_report.findings
    )
    return FOUND if errors else CLEAN


def _check_file(path: str, before: Version, after: Version, fix: bool) -> FileReport:
    try:
        content = read(path)
    except Unreadable as error:
        return FileReport(path, [], {}, error.message)
    workspace = FileWorkspace()
    findings = check_upgrade(SourceFile(content, path), before, after, workspace)
    fixed = 0
    if fix and path != STDIN:
        fixed, changed = apply_safe(content, findings)
        if fixed:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(changed)
            content = changed
            findings = check_upgrade(SourceFile(content, path), before, after, workspace)
    lines = content.splitlines()
    numbers = {finding.range.start.line for finding in findings}
    return FileReport(
        path, findings, {number: lines[number] for number in numbers if number < len(lines)}, fixed=fixed
    )
