"""MS117: Chained comparison that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class ChainedComparison(Rule):
    code = "MS117"
    name = "chained-comparison"
    fact = "chained-comparison"
    summary = Text(
        "Chained comparison that the target version does not compile",
        "目标版本不支持的链式比较",
    )
    explanation = Text(
        "Compilers before 2.7 refuse `a < b < c`.",
        "2.7 之前的编译器会拒绝 `a < b < c`。",
    )
    subjects = (ast.Compare,)
    VALID = (
        """\
@ms.jit
def f(x):
    n = x.shape[0]
    if 0 < n < 5:
        return x + 1
    return x
""",
    )
    INVALID = ()

    def check(self, subject: ast.Compare, context: Context) -> Iterator[Report]:
        if len(subject.ops) > 1:
            yield from context.report(
                subject,
                Text(
                    "This MindSpore version compiles one comparison at a time. Write `a < b and b < c`.",
                    "该版本的 MindSpore 一次只支持一个比较运算。请写成 `a < b and b < c`。",
                ),
            )
