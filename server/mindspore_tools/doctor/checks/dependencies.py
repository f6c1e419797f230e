"""The packages that MindSpore needs: there, and of a version that it works with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version, VersionRange
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, WARNING, Finding
from mindspore_tools.doctor.requirements import parse, satisfies

TITLE = Text("Dependencies (numpy, protobuf, pillow …)", "依赖包（numpy、protobuf、pillow 等）")
SECTIONS = ("packages",)
INCOMPATIBLE = Path(__file__).parent.parent / "data" / "incompatible.json"


def check(facts: Facts) -> Iterator[Finding]:
    """Known bad pairs first, then what the package's own metadata asks for."""
    told = set()
    for row in json.loads(INCOMPATIBLE.read_text(encoding="utf-8")):
        installed = facts.distributions.get(row["package"])
        if (
            installed
            and facts.version in _versions(row["mindspore"])
            and satisfies(installed, row["versions"])
        ):
            told.add(row["package"])
            yield _known_bad(facts, row, installed)
    for each in facts.mindspore_distributions[:1]:
        for requirement in each.get("requires", []):
            parsed = parse(requirement)
            if parsed and parsed[0] not in told:
                yield from _demand(facts, each, *parsed)


def _demand(facts: Facts, distribution, name: str, demand: str) -> Iterator[Finding]:
    installed = facts.distributions.get(name)
    if installed and (not demand or satisfies(installed, demand)):
        return
    who = f"{distribution['name']} {distribution['version']}"
    what = Text("{name} is not installed.", "未安装 {name}。").format(name=name)
    if installed:
        what = Text("{name} {installed} does not fit.", "{name} {installed} 版本不符。").format(
            name=name, installed=installed
        )
    yield Finding(
        "dependency-version" if installed else "dependency-missing",
        WARNING if installed else ERROR,
        what,
        Text("{who} asks for {name}{demand}.", "{who} 要求 {name}{demand}。").format(
            who=who, name=name, demand=demand
        ),
        Text("Install a version that fits.", "请安装符合要求的版本。"),
        facts.pip("install", f"{name}{demand}"),
    )


def _known_bad(facts: Facts, row, installed: str) -> Finding:
    return Finding(
        "incompatible-dependency",
        row["severity"],
        Text(
            "{name} {installed} does not get on with MindSpore {version}.",
            "{name} {installed} 与 MindSpore {version} 不完全兼容。",
        ).format(name=row["package"], installed=installed, version=str(facts.version)),
        Text(row["why"]["en"], row["why"]["zh"]),
        Text("Install a version that fits.", "请安装兼容的版本。"),
        facts.pip("install", f"{row['package']}{row['mend']}"),
    )


def _versions(row) -> VersionRange:
    since, before = row.get("since"), row.get("before")
    return VersionRange(since and Version.parse(since), before and Version.parse(before))
