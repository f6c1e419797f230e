"""What a user may choose about the checks. Plain data; reading it from files and editors is done at the borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mindspore_tools.lint.finding import Severity


@dataclass(frozen=True)
class LintSettings:
    """``select`` and ``ignore`` hold codes or prefixes of codes (``MS2``); an empty ``select`` takes all.

    ``severities`` sets another severity for a rule, by code.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)

    def wants(self, code: str) -> bool:
        """Whether a rule takes part; of ``select`` and ``ignore`` the longer prefix wins."""
        chosen = max((len(prefix) for prefix in self.select if code.startswith(prefix)), default=-1)
        left_out = max((len(prefix) for prefix in self.ignore if code.startswith(prefix)), default=-1)
        if not self.select:
            chosen = 0
        return chosen >= 0 and chosen >= left_out if self.select else left_out < 0
