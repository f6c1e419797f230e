"""MS118: `*` in a list or tuple display that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class StarredInLiteral(Rule):
    code = "MS118"
    name = "starred-in-literal"
    fact = "starred-in-literal"
    summary = Text(
        "`*` in a list or tuple display that the target version does not compile",
        "目标版本不支持的列表或元组中的 `*` 展开",
    )
    explanation = Text(
        "Compilers before 2.7 refuse `[*a, b]`; `a + [b]` gives the same.",
        "2.7 之前的编译器会拒绝 `[*a, b]`；`a + [b]` 的结果相同。",
    )
    subjects = (ast.List, ast.Tuple)
    VALID = (
        """\
@ms.jit
def f(x):
    a = (1, 2)
    b = [*a, 3]
    return x * b[2]
""",
    )
    INVALID = ()

    def check(self, subject: ast.List | ast.Tuple, context: Context) -> Iterator[Report]:
        if isinstance(subject.ctx, ast.Load) and any(
            isinstance(element, ast.Starred) for element in subject.elts
        ):
            yield from context.report(
                subject,
                Text(
                    "This MindSpore version cannot unpack with `*` in a list or tuple. Join the parts with `+`.",
                    "该版本的 MindSpore 不支持在列表或元组中用 `*` 展开。请用 `+` 拼接。",
                ),
            )
