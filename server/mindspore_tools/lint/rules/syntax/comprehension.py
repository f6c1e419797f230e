"""MS122: Comprehension that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class Comprehension(Rule):
    code = "MS122"
    name = "comprehension"
    fact = "generator-expression"
    summary = Text(
        "Comprehension that the target version does not compile",
        "目标版本不支持的推导式",
    )
    explanation = Text(
        "1.2 refuses list comprehensions; compilers before 1.10, and 2.0 under STRICT, refuse generator expressions.",
        "1.2 会拒绝列表推导式；1.10 之前的编译器以及 2.0 的 STRICT 级别会拒绝生成器表达式。",
    )
    subjects = (ast.ListComp, ast.GeneratorExp)
    VALID = (
        """\
@ms.jit
def f(x):
    s = sum(i for i in range(4))
    return x * s
""",
    )
    INVALID = ()

    def check(self, subject: ast.ListComp | ast.GeneratorExp, context: Context) -> Iterator[Report]:
        construct = "list-comprehension" if isinstance(subject, ast.ListComp) else "generator-expression"
        yield from context.report(
            subject,
            Text(
                "This MindSpore version or syntax level cannot compile this comprehension. Write it as a loop.",
                "该版本或语法级别的 MindSpore 不支持该推导式。请改写为循环。",
            ),
            fact=construct,
        )
