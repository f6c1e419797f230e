"""MS111: Comprehension with more than one `for`"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class ComprehensionWithTwoLoops(Rule):
    code = "MS111"
    name = "comprehension-with-two-loops"
    fact = "comprehension-two-loops"
    summary = Text(
        "Comprehension with more than one `for`",
        "推导式中有多个 `for`",
    )
    explanation = Text(
        "A comprehension with a second `for` is refused, over constants too. The loops as statements are unrolled to the same graph.",
        "带有第二个 `for` 的推导式会被拒绝，遍历常量也一样。写成循环语句会展开为相同的图。",
    )
    subjects = (ast.ListComp, ast.GeneratorExp, ast.DictComp)
    VALID = (
        """\
@ms.jit
def f(x):
    pairs = []
    for i in range(2):
        for j in range(3):
            pairs.append(i + j)
    return x * len(pairs)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    pairs = [i + j for i in range(2) for j in range(3)]  # MS111
    return x * len(pairs)
""",
    )

    def check(
        self, subject: ast.ListComp | ast.GeneratorExp | ast.DictComp, context: Context
    ) -> Iterator[Report]:
        if len(subject.generators) > 1:
            yield from context.report(
                subject,
                Text(
                    "The graph compiler takes one `for` in a comprehension. Nest two comprehensions, or write the loops as statements.",
                    "静态图编译器的推导式只支持一个 `for`。请嵌套两个推导式，或改写为循环语句。",
                ),
            )
