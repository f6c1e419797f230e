"""How far the findings agree with the real compilers.

    python tests/truth/agreement.py [--column "2.10.0,2.10.0 strict"] [--list] [--programs truth.jsonl]

Agreement, by what the compiler did: rejects: an error on the line in question or on a line the compiler named; differs: a
warning on the line; accepts: nothing at error level, and no warning other than for a condition on a Tensor.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent / "server")]

from mindspore_tools.api.index import load_index  # noqa: E402
from mindspore_tools.common.version import Version  # noqa: E402
from mindspore_tools.graph.analysis import Target, analyse  # noqa: E402
from mindspore_tools.graph.source import SourceFile  # noqa: E402
from mindspore_tools.lint.engine import check  # noqa: E402
from mindspore_tools.lint.finding import Severity  # noqa: E402

JUDGED = ("rejects", "differs", "accepts")
CONDITION_ON_TENSOR = frozenset({"condition-on-tensor"})


JIT_SINCE = Version(2, 0)


def in_old_names(code: str) -> str:
    """A program as a user of 1.x writes it; when it was asked, `ms.jit` stood for what that version has."""
    return code.replace("ms.jit_class", "ms.ms_class").replace("ms.jit", "ms.ms_function")


class Verdict(NamedTuple):
    """How one program fared: ``false_error`` and ``false_warning`` only where the compiler accepts it."""

    program: str
    column: str
    outcome: str
    agrees: bool
    false_error: bool
    false_warning: bool
    findings: str


def read(name: str) -> list[dict]:
    """The programs of a file beside this one."""
    with open(HERE / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def columns(programs: list[dict]) -> list[str]:
    """Every version and level asked, oldest first; not the bytecode capture, which compiles nothing ahead."""
    found = {column for program in programs for column in program["truth"] if not column.endswith("bytecode")}
    return sorted(found, key=lambda column: (Version.parse(column), column))


@lru_cache(maxsize=2048)
def source_of(code: str) -> SourceFile:
    return SourceFile(code, "program.py")


@lru_cache(maxsize=16)
def index_of(version: Version):
    return load_index(version)


def judge(program: dict, column: str) -> Verdict | None:
    """Check one program for one version and level; None where the compiler gave nothing to compare with."""
    answer = program["truth"].get(column)
    if answer is None or answer["outcome"] not in JUDGED:
        return None
    version, _, level = column.partition(" ")
    target = Target(Version.parse(version), level or "lax")
    code = program["code"] if target.version >= JIT_SINCE else in_old_names(program["code"])
    findings = check(analyse(source_of(code), index_of(target.version), target))
    lines = {program["line"], *(answer.get("lines") or ())}
    errors = {f.range.start.line + 1 for f in findings if f.severity == Severity.ERROR}
    warnings = {f.range.start.line + 1 for f in findings if f.severity == Severity.WARNING}
    outcome = answer["outcome"]
    false_error = outcome == "accepts" and bool(errors)
    false_warning = outcome == "accepts" and any(
        f.severity == Severity.WARNING and f.rule not in CONDITION_ON_TENSOR for f in findings
    )
    agrees = {
        "rejects": bool(errors & lines),
        "differs": program["line"] in warnings,
        "accepts": not (false_error or false_warning),
    }[outcome]
    told = ", ".join(f"{f.code} {f.severity.label} {f.range.start.line + 1}" for f in findings)
    return Verdict(program["id"], column, outcome, agrees, false_error, false_warning, told)


def judge_all(programs: list[dict], chosen: list[str] | None = None) -> list[Verdict]:
    """Every verdict over the columns chosen (all by default), column by column."""
    verdicts = (judge(p, column) for column in chosen or columns(programs) for p in programs)
    return [verdict for verdict in verdicts if verdict is not None]


class Shares(NamedTuple):
    """Parts of a hundred of one column: found rejections, found differences, accepted programs with a false report."""

    rejects: float
    differs: float
    false_errors: float
    false_warnings: float


def shares(verdicts: list[Verdict]) -> dict[str, Shares]:
    """The agreement of each column."""
    counts: dict[str, Counter] = defaultdict(Counter)
    for v in verdicts:
        count = counts[v.column]
        count[v.outcome] += 1
        count[v.outcome, "agrees"] += v.agrees
        count["false_error"] += v.false_error
        count["false_warning"] += v.false_warning
    return {
        column: Shares(
            *(100.0 * c[o, "agrees"] / max(c[o], 1) if c[o] else 100.0 for o in ("rejects", "differs")),
            *(100.0 * c[kind] / max(c["accepts"], 1) for kind in ("false_error", "false_warning")),
        )
        for column, c in counts.items()
    }


def table(verdicts: list[Verdict]) -> str:
    """The agreement as text, one line a column."""
    counts: dict[str, Counter] = defaultdict(Counter)
    for v in verdicts:
        counts[v.column][v.outcome] += 1
    lines = [f"{'':16}{'rejects found':>18}{'differs found':>18}{'false errors':>16}{'false warnings':>18}"]
    for column, share in shares(verdicts).items():
        count = counts[column]
        lines.append(
            f"{column:16}{share.rejects:8.1f} % of {count['rejects']:3}{share.differs:8.1f} % of {count['differs']:3}"
            f"{share.false_errors:8.1f} % of {count['accepts']:3}{share.false_warnings:10.1f} % of {count['accepts']:3}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--column", default="", help="versions and levels, separated by commas; all by default"
    )
    parser.add_argument("--list", action="store_true", help="list the programs not agreed with")
    parser.add_argument("--programs", default="truth.jsonl,own.jsonl")
    options = parser.parse_args()
    chosen = [column.strip() for column in options.column.split(",")] if options.column else None
    for name in options.programs.split(","):
        verdicts = judge_all(read(name), chosen)
        print(name)
        print(table(verdicts))
        if options.list:
            for v in verdicts:
                if not v.agrees:
                    print(f"{v.column:15} {v.outcome:8} {v.program:40} {v.findings}")


if __name__ == "__main__":
    main()
