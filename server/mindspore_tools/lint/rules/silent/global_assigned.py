"""MS306: A graph function assigns a global"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class GlobalAssigned(Rule):
    code = "MS306"
    name = "global-assigned"
    fact = "global-write"
    summary = Text("A graph function assigns a global", "图函数给全局变量赋值")
    explanation = Text(
        "An assignment to a name that is declared `global` is lost when the graph runs: the module keeps the old value. Return the value and assign it outside.",
        "对 `global` 声明的变量赋值在图执行时会丢失，模块中仍是旧值。请返回该值并在图外赋值。",
    )
    subjects = (ast.Name,)
    VALID = (
        """\
K = 3


@ms.jit
def f(x):
    global K
    return x * K
""",
    )
    INVALID = (
        """\
LAST = None


@ms.jit
def f(x):
    global LAST
    LAST = x + 1  # MS306
    return x
""",
    )

    def check(self, subject: ast.Name, context: Context) -> Iterator[Report]:
        function = context.function
        if (
            function is not None
            and isinstance(subject.ctx, ast.Store)
            and subject.id in function.global_names
        ):
            yield from context.report(
                subject,
                Text(
                    "The global `{name}` is not changed by a compiled function. Return the value and assign it outside.",
                    "编译后的函数不会修改全局变量 `{name}`。请返回该值并在图外赋值。",
                ).format(name=subject.id),
            )
