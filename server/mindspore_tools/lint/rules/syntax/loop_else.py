"""MS112: `else` of a loop inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class LoopElse(Rule):
    code = "MS112"
    name = "loop-else"
    fact = "for-else"
    summary = Text(
        "`else` of a loop inside a graph function",
        "图函数的循环带有 `else` 分支",
    )
    explanation = Text(
        "`for ... else` and `while ... else` are refused by the newer compilers. If the loop has no `break`, put the statements of `else` right after it.",
        "较新的编译器会拒绝 `for ... else` 和 `while ... else`。如果循环中没有 `break`，直接把 `else` 中的语句放在循环之后即可。",
    )
    subjects = (ast.For, ast.While)
    VALID = (
        """\
@ms.jit
def f(x):
    for i in range(3):
        x = x + i
    x = x * 2
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    for i in range(3):  # MS112
        x = x + i
    else:
        x = x * 2
    return x
""",
    )

    def check(self, subject: ast.For | ast.While, context: Context) -> Iterator[Report]:
        if subject.orelse:
            yield from context.report(
                subject,
                Text(
                    "The graph compiler cannot compile the `else` of a loop. Keep a flag, and test it after the loop.",
                    "静态图编译器不支持循环的 `else` 分支。请用标志变量，并在循环之后判断。",
                ),
            )
