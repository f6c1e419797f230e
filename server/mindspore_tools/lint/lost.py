"""What rules about lost changes share: where a change stands, and at which level its function is compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.changes import followed
from mindspore_tools.graph.places import LateBinding, LostChange, Reason
from mindspore_tools.graph.source import Fragment
from mindspore_tools.lint.finding import Related
from mindspore_tools.lint.rule import Context


def lost_changes(
    analysis: Analysis, context: Context, *reasons: Reason
) -> Iterator[tuple[LostChange, Context]]:
    """The lost changes of this file for these reasons, each with the context of the function that it stands in."""
    for change in followed(analysis).changes:
        if change.reason in reasons and change.source is analysis.source:
            yield change, context_at(analysis, context, change.fragment, change.node)


def late_bindings(analysis: Analysis, context: Context) -> Iterator[tuple[LateBinding, Context]]:
    """The names of this file that nested functions see too old."""
    for late in followed(analysis).late:
        if late.source is analysis.source:
            yield late, context_at(analysis, context, late.fragment, late.read)


def context_at(analysis: Analysis, context: Context, fragment: Fragment, node: ast.AST) -> Context:
    """The context of the graph function around a node."""
    start = analysis.source.range(fragment, node).start
    function = analysis.function_at(start) or next(iter(analysis.functions), None)
    return Context(analysis, function, context.rule)


def seen_here(analysis: Analysis, change: LostChange) -> tuple[Related, ...]:
    """The place where the old state is seen, if it is in this file."""
    if change.read is None:
        return ()
    function = next((f for f in analysis.functions if change.read in f.values), None)
    if function is None:
        return ()
    return (
        Related(
            analysis.source.range(function.fragment, change.read),
            Text("read here without the change", "此处读到的是未改变的值"),
        ),
    )
