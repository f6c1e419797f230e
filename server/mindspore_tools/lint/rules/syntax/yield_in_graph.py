"""MS108: `yield` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class YieldInGraph(Rule):
    code = "MS108"
    name = "yield-in-graph"
    fact = "yield"
    summary = Text(
        "`yield` inside a graph function",
        "图函数中使用了 `yield`",
    )
    explanation = Text(
        "`yield` and `yield from` are refused in a graph function and in every function nested in it, called or not.",
        "图函数及其嵌套函数（无论是否被调用）中的 `yield` 和 `yield from` 都会被拒绝。",
    )
    subjects = (ast.Yield, ast.YieldFrom)
    VALID = (
        """\
@ms.jit
def f(x):
    parts = []
    for i in range(3):
        parts.append(x * i)
    return parts
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    def parts():
        yield x  # MS108

    return x + 1
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile generators. Collect the values in a list or tuple and return it.",
                "静态图编译器不支持生成器。请把各个值收集到列表或元组中返回。",
            ),
        )
