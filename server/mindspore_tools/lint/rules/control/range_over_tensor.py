"""MS206: ``range`` of a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Named, Tensor
from mindspore_tools.lint.rule import Context, Report, Rule


class RangeOverTensor(Rule):
    code = "MS206"
    name = "range-over-tensor"
    fact = "range-over-tensor"
    summary = Text("`range` of a Tensor", "`range` 的参数是张量")
    explanation = Text(
        "`range` needs an int that is known while compiling. Loop with `while i < n`, where `i` is a Tensor too, or pass the number as an int.",
        "`range` 的参数必须是编译期已知的整数。请改用 `while i < n` 循环（`i` 也为张量），或以整数传入。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
@ms.jit
def f(x):
    for i in range(x.shape[0]):
        x = x + i
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x: Tensor, n: Tensor):
    for i in range(n):  # MS206
        x = x + i
    return x
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        if context.value(subject.func) != Named("builtins.range"):
            return
        for argument in subject.args:
            value = context.value(argument)
            if isinstance(value, Tensor) and not value.assumed:
                message = Text(
                    "`range` needs an int that is known while compiling, and this is a Tensor. Use a `while` loop.",
                    "`range` 需要编译期已知的整数，而此处是张量。请改用 `while` 循环。",
                )
                yield from context.report(argument, message)
                return
