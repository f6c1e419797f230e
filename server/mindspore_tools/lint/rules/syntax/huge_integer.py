"""MS114: Integer literal beyond 64 bits inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class HugeInteger(Rule):
    code = "MS114"
    name = "huge-integer"
    fact = "huge-integer"
    summary = Text(
        "Integer literal beyond 64 bits inside a graph function",
        "图函数中的整数字面量超出 64 位",
    )
    explanation = Text(
        "Python's integers have no limit, those of a graph have 64 bits.",
        "Python 的整数没有上限，而计算图中的整数只有 64 位。",
    )
    subjects = (ast.Constant,)
    VALID = (
        """\
@ms.jit
def f(x):
    return x * 9223372036854775807
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    n = 100000000000000000000  # MS114
    return x * (n % 7)
""",
    )

    def check(self, subject: ast.Constant, context: Context) -> Iterator[Report]:
        number = subject.value
        if isinstance(number, int) and not -(2**63) <= number < 2**63:
            yield from context.report(
                subject,
                Text(
                    "The graph compiler holds integers in 64 bits and this one does not fit. Use a float, or compute it outside the graph.",
                    "静态图编译器用 64 位保存整数，该整数超出范围。请改用浮点数，或在图外计算。",
                ),
            )
