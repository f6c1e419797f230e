"""MS115: Dict comprehension that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class DictComprehension(Rule):
    code = "MS115"
    name = "dict-comprehension"
    fact = "dict-comprehension"
    summary = Text(
        "Dict comprehension that the target version does not compile",
        "目标版本不支持的字典推导式",
    )
    explanation = Text(
        "Compilers before 2.7 refuse dict comprehensions.",
        "2.7 之前的编译器会拒绝字典推导式。",
    )
    subjects = (ast.DictComp,)
    VALID = (
        """\
@ms.jit
def f(x):
    d = {str(i): i for i in range(3)}
    return x * d["2"]
""",
    )
    INVALID = ()

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "This MindSpore version cannot compile a dict comprehension. Fill a dict in a loop, or build it in `__init__`.",
                "该版本的 MindSpore 不支持字典推导式。请用循环填充字典，或在 `__init__` 中构造。",
            ),
        )
