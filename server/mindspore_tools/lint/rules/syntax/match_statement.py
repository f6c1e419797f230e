"""MS105: `match` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class MatchStatement(Rule):
    code = "MS105"
    name = "match-statement"
    fact = "match"
    summary = Text(
        "`match` inside a graph function",
        "图函数中使用了 `match` 语句",
    )
    explanation = Text(
        "No version compiles `match`. An `if` / `elif` chain over constants is decided while compiling and costs nothing at run time.",
        "所有版本都不支持 `match`。对常量的 `if` / `elif` 在编译期就已确定，运行时没有开销。",
    )
    subjects = (ast.Match,) if hasattr(ast, "Match") else ()
    VALID = (
        """\
@ms.jit
def f(x, mode="add"):
    if mode == "add":
        return x + 1
    return x
""",
    )
    INVALID = ()

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `match`. Write it as `if` / `elif`.",
                "静态图编译器不支持 `match` 语句。请改写为 `if` / `elif`。",
            ),
        )
