"""Runs the rules over an analysis."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

from mindspore_tools.graph.analysis import Analysis, GraphFunction, Part
from mindspore_tools.lint.facts import Outcome
from mindspore_tools.lint.finding import Finding
from mindspore_tools.lint.registry import all_rules
from mindspore_tools.lint.remembering import Remembered
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.settings import LintSettings
from mindspore_tools.lint.suppression import is_suppressed

Listeners = dict[type, list[Rule]]
PAGES = "https://github.com/mindspore-tools/mindspore-tools/blob/main/docs/rules/"


def check(analysis: Analysis, settings: LintSettings | None = None) -> list[Finding]:
    """Everything the rules find in a file, in source order, without what comments silence.

    Nothing is reported on a line that did not parse.
    """
    settings = settings or LintSettings()
    rules = tuple(rule for rule in all_rules() if settings.wants(rule.code))
    found: dict[tuple, Finding] = {}
    for rule, report in _reports(analysis, rules):
        start = report.range.start
        if start.line in analysis.source.guessed_lines or is_suppressed(
            analysis.source.lines[start.line], rule.code
        ):
            continue
        severity = settings.severities.get(rule.code, report.severity)
        finding = Finding(
            rule.code,
            rule.name,
            severity,
            report.range,
            report.message,
            report.related,
            report.fixes,
            f"{PAGES}{rule.page}.md",
        )
        key = (report.range, rule.code)
        known = found.get(key)
        if known is None or known.severity < severity:
            found[key] = finding
    return sorted(found.values(), key=lambda finding: (finding.range, finding.code))


def _reports(analysis: Analysis, rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, Report]]:
    listeners = _listeners(rules)
    yield from _ask(listeners, [analysis.source, analysis], Context(analysis, None))
    codes = tuple(rule.code for rule in rules)
    for part in analysis.parts:
        known = part.memory.get(codes)
        reports = known.in_snapshot(analysis.source) if isinstance(known, Remembered) else None
        if reports is None:
            reports = list(_reports_on(part, analysis, listeners))
            part.memory[codes] = Remembered.of(analysis.source, reports)
        yield from reports


def _reports_on(part: Part, analysis: Analysis, listeners: Listeners) -> Iterator[tuple[Rule, Report]]:
    yield from _ask(listeners, [part], Context(analysis, None))
    for function in part.functions:
        context = Context(analysis, function)
        yield from _ask(listeners, [function], context)
        yield from _ask(listeners, _nodes(function, context), context)
        yield from _ask(listeners, function.events, context)


def _listeners(rules: tuple[Rule, ...]) -> Listeners:
    listeners: Listeners = defaultdict(list)
    for rule in rules:
        for subject in rule.subjects:
            listeners[subject].append(rule)
    return listeners


def _ask(listeners: Listeners, subjects: Iterable[object], context: Context) -> Iterator[tuple[Rule, Report]]:
    for subject in subjects:
        for rule in listeners.get(type(subject), ()):
            context.rule = rule
            for report in rule.check(subject, context):
                yield rule, report


def _nodes(function: GraphFunction, context: Context) -> Iterator[ast.AST]:
    """Every node that the target compiler parses with the function: its body, nested functions included."""
    left_out: set[int] = set()
    if context.outcome("dead-code") is Outcome.ACCEPTS:
        left_out = {id(statement) for statement in function.skipped}
    body = function.node.body
    stack: list[ast.AST] = list(reversed(body)) if isinstance(body, list) else [body]
    while stack:
        node = stack.pop()
        if id(node) not in left_out:
            yield node
            stack.extend(ast.iter_child_nodes(node))
