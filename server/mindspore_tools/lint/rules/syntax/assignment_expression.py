"""MS106: `:=` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


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

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `:=`. Assign the name in a statement before this one.",
                "静态图编译器不支持赋值表达式 `:=`。请在前面单独写一条赋值语句。",
            ),
        )
