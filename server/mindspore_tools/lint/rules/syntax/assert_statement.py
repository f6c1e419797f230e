"""MS123: `assert` that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class AssertStatement(Rule):
    code = "MS123"
    name = "assert-statement"
    fact = "assert"
    summary = Text(
        "`assert` that the target version does not compile",
        "目标版本不支持的 `assert` 语句",
    )
    explanation = Text(
        "Compilers before 1.10 refuse `assert`.",
        "1.10 之前的编译器会拒绝 `assert`。",
    )
    subjects = (ast.Assert,)
    VALID = (
        """\
@ms.jit
def f(x, k=2):
    assert k > 0
    return x * k
""",
    )
    INVALID = ()

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "This MindSpore version cannot compile `assert`. Check before the call, outside the graph.",
                "该版本的 MindSpore 不支持 `assert` 语句。请在图外、调用之前检查。",
            ),
        )
