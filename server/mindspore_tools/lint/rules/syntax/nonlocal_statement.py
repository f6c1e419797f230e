"""MS110: `nonlocal` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class NonlocalStatement(Rule):
    code = "MS110"
    name = "nonlocal-statement"
    fact = "nonlocal"
    summary = Text(
        "`nonlocal` inside a graph function",
        "图函数中使用了 `nonlocal` 语句",
    )
    explanation = Text(
        "A nested function cannot write to names of the function around it. Pass values in and return the results.",
        "嵌套函数不能修改外层函数的变量。请通过参数传入、通过返回值传出。",
    )
    subjects = (ast.Nonlocal,)
    VALID = (
        """\
@ms.jit
def f(x):
    def increment(n):
        return n + 1

    n = increment(0)
    return x + n
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    n = 0

    def increment():
        nonlocal n  # MS110
        n = n + 1

    increment()
    return x + n
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `nonlocal`. Return the new value from the inner function and assign it outside.",
                "静态图编译器不支持 `nonlocal` 语句。请让内层函数返回新值，再在外层赋值。",
            ),
        )
