"""MindSpore versions and ranges of them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Version(NamedTuple):
    """A MindSpore release by its numbers; suffixes such as ``rc1`` or ``.post1`` are dropped."""

    major: int
    minor: int
    patch: int = 0

    @classmethod
    def parse(cls, text: str) -> Version:
        """Read ``"2.10"``, ``"2.10.0"`` or ``"2.0.0rc1"``.

        Raises ValueError when the text does not start with two numbers.
        """
        match = re.match(r"\s*(\d+)\.(\d+)(?:\.(\d+))?", text)
        if not match:
            raise ValueError(f"not a MindSpore version: {text!r}")
        major, minor, patch = match.groups()
        return cls(int(major), int(minor), int(patch or 0))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


class VersionRange(NamedTuple):
    """Versions from ``since`` (included) to ``before`` (excluded); None leaves that side open."""

    since: Version | None = None
    before: Version | None = None

    def __contains__(self, version: object) -> bool:
        if not isinstance(version, Version):
            return False
        return (self.since is None or version >= self.since) and (
            self.before is None or version < self.before
        )
