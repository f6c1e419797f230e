"""What a check finds: findings, and the fixes that come with them. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from mindspore_tools.common.position import Range
from mindspore_tools.common.text import Text


class Severity(IntEnum):
    """How much a finding weighs; a higher number weighs more."""

    HINT = 1
    INFORMATION = 2
    WARNING = 3
    ERROR = 4

    @property
    def label(self) -> str:
        """The name used in reports and settings: ``"error"``, ``"warning"``, ``"information"``, ``"hint"``."""
        return self.name.lower()

    @classmethod
    def parse(cls, label: str) -> Severity:
        """Read a label. Raises ValueError for an unknown one."""
        try:
            return cls[label.upper()]
        except KeyError:
            raise ValueError(f"not a severity: {label!r}") from None


@dataclass(frozen=True)
class Edit:
    """Replace the text of ``range`` by ``text``."""

    range: Range
    text: str


@dataclass(frozen=True)
class Fix:
    """A change that settles a finding; ``safe`` when it never changes what the code computes."""

    title: Text
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True)
class Related:
    """Another place that explains a finding; ``path`` is empty for the same file."""

    range: Range
    message: Text
    path: str = ""


@dataclass(frozen=True)
class Finding:
    """One thing to tell the user about a place. ``rule`` is the rule's name, ``url`` its page."""

    code: str
    rule: str
    severity: Severity
    range: Range
    message: Text
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    url: str = ""
    unreachable: bool = False
