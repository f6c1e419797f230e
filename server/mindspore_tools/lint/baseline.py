"""A list of known findings that a run leaves out, so that a project may start with the new ones."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from mindspore_tools.lint.finding import Finding


class Reported(Protocol):
    """As much of a file's report as the baseline needs."""

    path: str
    findings: list[Finding]
    lines: dict[int, str]


class Baseline:
    """Known findings by file, rule and text of the line, so that lines may move."""

    def __init__(self, file: Path, known: Counter[str], exists: bool) -> None:
        self.file = file
        self.known = known
        self.exists = exists

    @classmethod
    def load(cls, file: Path) -> Baseline:
        """Read a baseline; a missing file is an empty one that ``apply`` will write. Raises OSError and ValueError."""
        if not file.exists():
            return cls(file, Counter(), exists=False)
        entries = json.loads(file.read_text(encoding="utf-8"))
        return cls(
            file, Counter({entry["key"]: entry["count"] for entry in entries["findings"]}), exists=True
        )

    def apply(self, reports: Iterable[Reported]) -> None:
        """Take the known findings out of the reports; the first time, write all of them to the file."""
        listed = list(reports)
        if not self.exists:
            self.known = Counter(
                self._key(report, finding) for report in listed for finding in report.findings
            )
            self._write()
        left = Counter(self.known)
        for report in listed:
            kept = []
            for finding in report.findings:
                key = self._key(report, finding)
                if left[key] > 0:
                    left[key] -= 1
                else:
                    kept.append(finding)
            report.findings = kept

    def _key(self, report: Reported, finding: Finding) -> str:
        line = report.lines.get(finding.range.start.line, "").strip()
        digest = hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        path = Path(report.path)
        if path.is_absolute():
            with contextlib.suppress(ValueError):
                path = path.relative_to(self.file.resolve().parent)
        return f"{path.as_posix()}:{finding.code}:{digest}"

    def _write(self) -> None:
        entries = [{"key": key, "count": count} for key, count in sorted(self.known.items())]
        self.file.write_text(
            json.dumps({"version": 1, "findings": entries}, indent=1) + "\n", encoding="utf-8"
        )
