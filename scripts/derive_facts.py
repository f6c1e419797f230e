#!/usr/bin/env python3
"""Derive lint/data/facts*.json from measured programs.

usage: derive_facts.py TRUTH.jsonl... [--check]

Each construct there names the programs that show it; their outcomes per version and syntax level, as the real
compilers gave them, become its breakpoints. Programs that were not run under a version, or fail in eager mode too, say nothing
there. The programs of one construct must agree; a construct without programs is left as it stands. Between two measured versions that differ, the milder outcome holds.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

FACTS = Path(__file__).resolve().parent.parent / "server/mindspore_tools/lint/data"
MILDEST_FIRST = ["accepts", "differs", "rejects"]
MEANING = {"accepts": "accepts", "differs": "differs", "rejects": "rejects", "accepts_other_type": "accepts"}


def version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def measured(truths: dict[str, dict], programs: list[str], level: str, construct: str) -> dict[str, str]:
    """Outcome by version, from all the programs of a construct and their Cell variants."""
    found: dict[str, str] = {}
    for program in programs:
        names = [name for name in (program, f"{program}__cell") if name in truths]
        if not names:
            raise SystemExit(f"{construct}: no program {program}")
        for name in names:
            for key, answer in truths[name]["truth"].items():
                version, _, kind = key.partition(" ")
                outcome = MEANING.get(answer["outcome"])
                if outcome is None or kind != ("" if level == "lax" else level):
                    continue
                if found.setdefault(version, outcome) != outcome:
                    raise SystemExit(f"{construct}: {name} {outcome} at {key}, others {found[version]}")
    return found


def breakpoints(outcomes: dict[str, str]) -> list[list[str]]:
    """From that version on, this outcome."""
    steps: list[list[str]] = []
    before = None
    for version in sorted(outcomes, key=version_key):
        outcome = outcomes[version]
        if not steps:
            steps.append([version, outcome])
        elif outcome != steps[-1][1]:
            milder = MILDEST_FIRST.index(outcome) < MILDEST_FIRST.index(steps[-1][1])
            since = version
            if milder:
                major, minor, patch = version_key(before)
                since = f"{major}.{minor}.{patch + 1}"
            steps.append([since, outcome])
        before = version
    return steps


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    truths: dict[str, dict] = {}
    for path in arguments:
        if path.startswith("--"):
            continue
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            program = json.loads(line)
            truths[program["id"]] = program
    stale = [file for file in sorted(FACTS.glob("facts*.json")) if not derive(file, truths, check)]
    for file in stale:
        print(f"out of step with the measured programs: {file.name}")
    return int(bool(stale))


def derive(file: Path, truths: dict[str, dict], check: bool) -> bool:
    """Derive one file of facts; with ``check`` only say whether it stands as derived."""
    facts = json.loads(file.read_text(encoding="utf-8"))
    derived = {}
    for construct in sorted(facts):
        programs = facts[construct]["programs"]
        if not programs:
            derived[construct] = facts[construct]
            continue
        lax = measured(truths, programs, "lax", construct)
        strict = measured(truths, programs, "strict", construct)
        before_strict = {v: o for v, o in lax.items() if version_key(v) < (2, 0, 0)}
        derived[construct] = {
            "programs": programs,
            "lax": breakpoints(lax),
            "strict": breakpoints({**before_strict, **(strict or lax)}),
        }
    lines = [f"  {json.dumps(name)}: {json.dumps(fact)}" for name, fact in derived.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    if check:
        return file.read_text(encoding="utf-8") == text
    file.write_text(text, encoding="utf-8")
    return True


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
