"""``mindspore-tools check``: the findings in files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from mindspore_tools.cli import report
from mindspore_tools.cli.configuration import Configuration, UsageError, load_configuration
from mindspore_tools.cli.console import Progress, text
from mindspore_tools.cli.files import STDIN, Unreadable, collect, read, rewrite, unparsed
from mindspore_tools.cli.report import FileReport
from mindspore_tools.cli.workspace import FileWorkspace
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target, analyse
from mindspore_tools.graph.names import Index
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.baseline import Baseline
from mindspore_tools.lint.engine import check
from mindspore_tools.lint.finding import Finding, Severity
from mindspore_tools.lint.fixes import apply_safe
from mindspore_tools.lint.settings import LintSettings

CLEAN, FOUND, UNUSABLE = 0, 1, 2
FORMATS = ("text", "json", "sarif", "github")
_PARALLEL_FROM = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``check``."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders; - reads standard input")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument(
        "--target-version", metavar="VERSION", help="MindSpore version to compile for, such as 2.10"
    )
    parser.add_argument(
        "--interpreter", metavar="PYTHON", help="take the version of MindSpore installed there"
    )
    parser.add_argument("--syntax-level", choices=("lax", "strict"))
    parser.add_argument("--mode", choices=("graph", "auto"))
    parser.add_argument(
        "--select", metavar="CODES", help="only these rules: codes or prefixes, separated by commas"
    )
    parser.add_argument("--ignore", metavar="CODES", help="leave these rules out")
    parser.add_argument("--fix", action="store_true", help="apply the safe fixes to the files")
    parser.add_argument(
        "--baseline", metavar="FILE", help="leave out what this file lists; it is written if missing"
    )
    parser.add_argument(
        "--fail-on", choices=("error", "warning", "information", "hint"), help="default: error"
    )
    parser.add_argument(
        "--stdin-filename", metavar="PATH", default="<stdin>", help="the name to report for -"
    )


@dataclass(frozen=True)
class Job:
    """All that checking a file needs; sent to the worker processes once."""

    target: Target
    lint: LintSettings
    fix: bool
    stdin_name: str


def run(arguments: argparse.Namespace) -> int:
    """Check the files and report; returns the exit code."""
    try:
        configuration = load_configuration(arguments)
        baseline = Baseline.load(Path(arguments.baseline)) if arguments.baseline else None
    except UsageError as error:
        print(f"mindspore-tools: {text(error.message)}", file=sys.stderr)
        return UNUSABLE
    paths, missing = collect(arguments.paths)
    job = Job(configuration.target, configuration.lint, arguments.fix, arguments.stdin_filename)
    reports = [FileReport(path, [], {}, problem) for path, problem in missing]
    progress = Progress(len(paths))
    for file_report in _check_all(paths, job):
        reports.append(file_report)
        progress.advance()
    progress.finish()
    if baseline is not None:
        baseline.apply(reports)
    for file_report in reports:
        if file_report.problem is not None:
            print(f"mindspore-tools: {file_report.path}: {text(file_report.problem)}", file=sys.stderr)
    report.write(reports, arguments.format, _utf8(sys.stdout))
    return _exit_code(reports, configuration)


def _exit_code(reports: Iterable[FileReport], configuration: Configuration) -> int:
    if any(file_report.problem is not None for file_report in reports):
        return UNUSABLE
    found = any(
        finding.severity >= configuration.fail_on
        for file_report in reports
        for finding in file_report.findings
    )
    return FOUND if found else CLEAN


def _utf8(stream):
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream


def _check_all(paths: list[str], job: Job) -> Iterator[FileReport]:
    workers = min(os.cpu_count() or 1, 8)
    if len(paths) < _PARALLEL_FROM or workers < 2 or STDIN in paths:
        _start(job)
        yield from map(_check_file, paths)
        return
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(job,)) as pool:
        yield from pool.map(_check_file, paths, chunksize=4)


_job: Job | None = None


def _start(job: Job) -> None:
    global _job
    _job = job


def _check_file(path: str) -> FileReport:
    """Check one file; what goes wrong with it is its own problem and never that of the others."""
    assert _job is not None
    name = _job.stdin_name if path == STDIN else path
    try:
        content = read(path)
        fixed = 0
        source = SourceFile(content, name)
        findings = findings_in(source, _job)
        if _job.fix and path != STDIN:
            fixed, content, findings = _fix(path, content, findings, _job)
    except Unreadable as error:
        return FileReport(name, [], {}, error.message)
    except Exception as error:  # a fault of ours in one file must not lose the results of the others
        problem = Text(
            "could not be analysed ({kind}: {error}). Please report this as a fault of mindspore-tools.",
            "分析失败（{kind}: {error}）。这是 mindspore-tools 的缺陷，请反馈。",
        ).format(kind=type(error).__name__, error=str(error))
        return FileReport(name, [], {}, problem)
    lines = content.splitlines()
    shown = {
        f.range.start.line: lines[f.range.start.line] for f in findings if f.range.start.line < len(lines)
    }
    return FileReport(name, findings, shown, unparsed(source), fixed)


def _fix(path: str, content: str, findings: list[Finding], job: Job) -> tuple[int, str, list[Finding]]:
    """Apply safe fixes until none is left; returns how many were applied, the new text and what is still found."""
    total = 0
    for _ in range(10):
        count, changed = apply_safe(content, findings)
        if not count:
            break
        total += count
        content = changed
        findings = findings_in(SourceFile(content, path), job)
    if total:
        rewrite(path, content)
    return total, content, findings


def findings_in(source: SourceFile, job: Job) -> list[Finding]:
    """The findings in a file."""
    analysis = analyse(source, _index(job.target.version), job.target, FileWorkspace())
    return check(analysis, job.lint)


@lru_cache(maxsize=1)
def _index(version: Version) -> Index | None:
    try:
        from mindspore_tools.api.index import load_index
    except ImportError:
        return None
    try:
        return load_index(version)
    except NotImplementedError:
        return None


__all__ = ["Severity", "add_arguments", "run"]
