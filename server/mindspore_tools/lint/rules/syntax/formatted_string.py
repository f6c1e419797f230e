"""MS120: f-string that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class FormattedString(Rule):
    code = "MS120"
    name = "formatted-string"
    fact = "f-string"
    summary = Text(
        "f-string that the target version does not compile",
        "目标版本不支持的 f-string",
    )
    explanation = Text(
        "Compilers before 1.10 refuse f-strings, also in messages that are never shown.",
        "1.10 之前的编译器会拒绝 f-string，即使该字符串不会被使用。",
    )
    subjects = (ast.JoinedStr,)
    VALID = (
        """\
@ms.jit
def f(x, k=2):
    assert k > 0, f"k must be positive, got {k}"
    return x * k
""",
    )
    INVALID = ()

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "This MindSpore version cannot compile an f-string. Use a constant text.",
                "该版本的 MindSpore 不支持 f-string。请改用常量字符串。",
            ),
        )
