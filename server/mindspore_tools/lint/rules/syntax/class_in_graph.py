"""MS104: `class` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class ClassInGraph(Rule):
    code = "MS104"
    name = "class-in-graph"
    fact = "class"
    summary = Text(
        "`class` inside a graph function",
        "图函数中定义了类",
    )
    explanation = Text(
        "A class body cannot be part of a graph. Define the class at module level; give it `@ms.jit_class` if its instances are used in the graph.",
        "类定义不能成为计算图的一部分。请在模块级定义；如果要在图中使用其实例，请加上 `@ms.jit_class`。",
    )
    subjects = (ast.ClassDef,)
    VALID = (
        """\
@ms.jit_class
class Scale:
    def __init__(self, k):
        self.k = k


@ms.jit
def f(x):
    return x * Scale(2).k
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    class Scale:  # MS104
        k = 2

    return x
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile a `class` definition. Define the class at module level.",
                "静态图编译器不支持在图函数中定义类。请把类定义移到模块级。",
            ),
        )
