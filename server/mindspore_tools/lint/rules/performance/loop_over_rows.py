"""MS503: A Python loop over the rows of a tensor"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Tensor
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class LoopOverRows(Rule):
    code = "MS503"
    name = "loop-over-rows"
    severity = Severity.INFORMATION
    summary = Text("A Python loop over the rows of a tensor", "用 Python 循环遍历张量的行")
    explanation = Text(
        "The compiler unrolls the loop: one copy of the body for each row. Compiling takes long, the graph is large, and a tensor with another number of rows compiles again. Operators work on all rows at once; `ops.vmap` makes a function of one row into one of all.",
        "编译器会展开循环：每一行都复制一份循环体，编译慢、图很大，行数变化时还会重新编译。算子可以一次处理所有行；`ops.vmap` 能把处理一行的函数变为处理所有行的函数。",
    )
    subjects = (ast.For,)
    VALID = (
        """\
@ms.jit
def f(x):
    for k in (1, 2):
        x = x * k
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x + 1
    total = 0
    for row in y:  # MS503
        total = total + row
    return total
""",
    )

    def check(self, subject: ast.For, context: Context) -> Iterator[Report]:
        value = context.value(subject.iter)
        if isinstance(value, Tensor) and not value.assumed:
            yield from context.report(
                subject,
                Text(
                    "This loop is unrolled, one copy of the body for each row. Use an operator on the whole tensor, or `ops.vmap`.",
                    "该循环会被展开，每一行复制一份循环体。请对整个张量使用算子，或使用 `ops.vmap`。",
                ),
            )
