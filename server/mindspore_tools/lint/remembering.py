"""Reports that outlive a snapshot: they are tied to fragments and move with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from mindspore_tools.common.position import Position, Range
from mindspore_tools.graph.fragments import Fragment
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.finding import Edit, Fix
from mindspore_tools.lint.rule import Report, Rule

Reports = list[tuple[Rule, Report]]


@dataclass(frozen=True)
class Remembered:
    """Reports as they were made, with the fragments that their ranges stand in and where those began then."""

    reports: Reports
    places: dict[Range, tuple[Fragment, int]]

    @classmethod
    def of(cls, source: SourceFile, reports: Reports) -> Remembered | None:
        """Tie reports to the fragments of a snapshot; None when one stands outside all of them."""
        places: dict[Range, tuple[Fragment, int]] = {}
        for where in (where for _, report in reports for where in _ranges(report)):
            fragment = source.fragment_at(where.start.line)
            if fragment is None:
                return None
            places[where] = (fragment, source.start_of(fragment) or 0)
        return cls(reports, places)

    def in_snapshot(self, source: SourceFile) -> Reports | None:
        """The reports where they stand in another snapshot; None when a fragment is gone."""
        offsets: dict[Range, int] = {}
        for where, (fragment, start) in self.places.items():
            now = source.start_of(fragment)
            if now is None:
                return None
            offsets[where] = now - start
        if not any(offsets.values()):
            return self.reports
        return [
            (rule, _moved(report, lambda where: _shifted(where, offsets[where])))
            for rule, report in self.reports
        ]


def _ranges(report: Report) -> Iterable[Range]:
    yield report.range
    for related in report.related:
        if not related.path:
            yield related.range
    for fix in report.fixes:
        for edit in fix.edits:
            yield edit.range


def _moved(report: Report, move: Callable[[Range], Range]) -> Report:
    return replace(
        report,
        range=move(report.range),
        related=tuple(
            part if part.path else replace(part, range=move(part.range)) for part in report.related
        ),
        fixes=tuple(
            Fix(fix.title, tuple(Edit(move(edit.range), edit.text) for edit in fix.edits), fix.safe)
            for fix in report.fixes
        ),
    )


def _shifted(where: Range, lines: int) -> Range:
    start, end = where
    return Range(Position(start.line + lines, start.column), Position(end.line + lines, end.column))
