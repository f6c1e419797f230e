"""Edits on whole statements, for the fixes of rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.position import Position, Range
from mindspore_tools.lint.finding import Edit
from mindspore_tools.lint.rule import Context


def enclosing(node: ast.AST, context: Context) -> ast.stmt | None:
    """The innermost statement of the graph function that holds an expression."""
    found = None
    for block in blocks(context):
        for statement in block:
            if statement is node or any(inner is node for inner in ast.walk(statement)):
                found = statement
    return found


def blocks(context: Context) -> Iterator[list[ast.stmt]]:
    """Every list of statements in the graph function, outer ones first."""
    assert context.function is not None
    for node in ast.walk(context.function.node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield block


def without(statement: ast.stmt, context: Context) -> Edit:
    """Leave a statement out; ``pass`` takes its place where a statement must stand."""
    whole = context.range(statement)
    alone = next((len(block) == 1 for block in blocks(context) if statement in block), True)
    if alone or not has_lines_to_itself(statement, context):
        return Edit(whole, "pass")
    return Edit(Range(Position(whole.start.line, 0), Position(whole.end.line + 1, 0)), "")


def before(statement: ast.stmt, text: str, context: Context) -> Edit | None:
    """Put a statement before another; None where the other shares its line or is an ``elif``."""
    start = context.range(statement).start
    line = context.analysis.source.lines[start.line]
    if line[: start.column].strip() or line.startswith("elif", start.column):
        return None
    return Edit(Range(start, start), f"{text}\n{line[: start.column]}")


def has_lines_to_itself(statement: ast.stmt, context: Context) -> bool:
    """Whether nothing but a comment stands on a statement's lines beside it."""
    start, end = context.range(statement)
    lines = context.analysis.source.lines
    after = lines[end.line][end.column :].strip()
    return not lines[start.line][: start.column].strip() and (not after or after.startswith("#"))
