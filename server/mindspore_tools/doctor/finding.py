"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass

from mindspore_tools.common.text import Text

ERROR, WARNING, INFORMATION, HINT = SEVERITIES = ("error", "warning", "information", "hint")


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: what it is, why it hurts, what to do, and a command that does it (may be empty).

    ``name`` identifies the kind of finding and never changes. ``severity``: error = MindSpore does not work,
    warning = it works but a common task fails or is wrong, information = worth knowing, hint = could be better.
    """

    name: str
    severity: str
    what: Text
    why: Text
    fix: Text
    command: str = ""


@dataclass(frozen=True)
class CheckResult:
    """The findings of one check; ``skipped`` tells why it could not be made, None when it was."""

    check: str
    title: Text
    findings: tuple[Finding, ...] = ()
    skipped: Text | None = None


@dataclass(frozen=True)
class Report:
    """All that one run of the doctor found, with the facts worth telling another person."""

    interpreter: str
    summary: tuple[tuple[Text, str], ...]
    results: tuple[CheckResult, ...]
    seconds: float = 0.0
    cancelled: bool = False

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, the worst first, otherwise in the order of the checks."""
        everything = [finding for result in self.results for finding in result.findings]
        return tuple(sorted(everything, key=lambda finding: SEVERITIES.index(finding.severity)))

    def count(self, severity: str) -> int:
        """How many findings have a severity."""
        return sum(finding.severity == severity for finding in self.findings)
