"""MS106: `:=` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.lint import rewrite
from mindspore_tools.lint.finding import Edit, Fix
from mindspore_tools.lint.rule import Context, Report, Rule

_ASSIGN_BEFORE = Text("Assign `{name}` before", "提前给 `{name}` 赋值")


class AssignmentExpression(Rule):
    code = "MS106"
    name = "assignment-expression"
    fact = "assignment-expression"
    summary = Text(
        "`:=` inside a graph function",
        "图函数中使用了赋值表达式 `:=`",
    )
    explanation = Text(
        "No version compiles assignment expressions, wherever they stand.",
        "任何版本、任何位置的赋值表达式都不能编译。",
    )
    subjects = (ast.NamedExpr,)
    VALID = (
        """\
@ms.jit
def f(x):
    n = x.shape[0]
    if n > 1:
        return x * n
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    if (n := x.shape[0]) > 1:  # MS106
        return x * n
    return x
""",
    )

    FIXED = (
        (
            """\
@ms.jit
def f(x):
    if (n := x.shape[0]) > 1:
        return x * n
    return x
""",
            """\
@ms.jit
def f(x):
    n = x.shape[0]
    if n > 1:
        return x * n
    return x
""",
        ),
        (
            """\
class Net(nn.Cell):
    def construct(self, x):
        return (y := ops.relu(x)) + y
""",
            """\
class Net(nn.Cell):
    def construct(self, x):
        y = ops.relu(x)
        return y + y
""",
        ),
    )

    def check(self, subject: ast.NamedExpr, context: Context) -> Iterator[Report]:
        fix = _assign_before(subject, context)
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `:=`. Assign the name in a statement before this one.",
                "静态图编译器不支持赋值表达式 `:=`。请在前面单独写一条赋值语句。",
            ),
            fixes=[fix] if fix else (),
        )


def _assign_before(subject: ast.NamedExpr, context: Context) -> Fix | None:
    """The assignment as a statement of its own, where it is the first thing that its statement computes."""
    statement = rewrite.enclosing(subject, context)
    if not isinstance(statement, (ast.If, ast.Return, ast.Assign, ast.Expr)):
        return None
    first = statement.test if isinstance(statement, ast.If) else statement.value
    while first is not subject:
        if isinstance(first, (ast.Compare, ast.BinOp)):
            first = first.left
        elif isinstance(first, ast.BoolOp):
            first = first.values[0]
        elif isinstance(first, ast.UnaryOp):
            first = first.operand
        else:
            return None
    name = subject.target.id
    inserted = rewrite.before(statement, f"{name} = {context.source_of(subject.value)}", context)
    if inserted is None:
        return None
    return Fix(
        _ASSIGN_BEFORE.format(name=name), (inserted, Edit(_with_brackets(subject, context), name)), safe=True
    )


def _with_brackets(subject: ast.NamedExpr, context: Context) -> Range:
    """The range of an expression with the pair of brackets right around it."""
    start, end = context.range(subject)
    lines = context.analysis.source.lines
    if lines[start.line][: start.column].endswith("(") and lines[end.line].startswith(")", end.column):
        return Range(Position(start.line, start.column - 1), Position(end.line, end.column + 1))
    return Range(start, end)
