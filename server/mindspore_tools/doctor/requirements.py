"""Version demands as they stand in package metadata, such as ``numpy<2.0.0,>=1.20.0`` or ``numpy (>=1.17.0)``."""

from __future__ import annotations

import re

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;)]*)\)?\s*(;.*)?$")
_CLAUSE = re.compile(r"(===|~=|==|!=|<=|>=|<|>)\s*([^\s,]+)")


def parse(requirement: str) -> tuple[str, str] | None:
    """Name (lower case, with hyphens) and demand of a requirement; None for one that only holds under a condition."""
    match = _REQUIREMENT.match(requirement)
    if not match or match.group(3):
        return None
    return match.group(1).lower().replace("_", "-"), match.group(2).strip()


def satisfies(version: str, demand: str) -> bool:
    """Whether a version meets every clause of a demand. Suffixes such as ``rc1`` count as the release itself."""
    return all(_holds(numbers(version), operator, wanted) for operator, wanted in _CLAUSE.findall(demand))


def numbers(version: str) -> tuple[int, ...]:
    """The release numbers of a version: ``"2.0.0rc1"`` gives ``(2, 0, 0)``; empty when there are none."""
    match = re.match(r"v?(\d+(?:\.\d+)*)", version.strip())
    return tuple(int(part) for part in match.group(1).split(".")) if match else ()


def _holds(version: tuple[int, ...], operator: str, wanted: str) -> bool:
    limit = numbers(wanted)
    if operator == "~=":
        return version >= limit and version[: len(limit) - 1] == limit[:-1]
    if wanted.endswith(".*"):
        same = version[: len(limit)] == limit
        return same if operator == "==" else not same
    width = max(len(version), len(limit))
    left, right = _padded(version, width), _padded(limit, width)
    return {
        "==": left == right,
        "===": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[operator]


def _padded(version: tuple[int, ...], width: int) -> tuple[int, ...]:
    return version + (0,) * (width - len(version))
