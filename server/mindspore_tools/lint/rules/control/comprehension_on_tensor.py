"""MS209: a comprehension that keeps items by a tensor."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.events import Condition
from mindspore_tools.graph.values import Tensor
from mindspore_tools.lint.rule import Context, Report, Rule


class ComprehensionOnTensor(Rule):
    code = "MS209"
    name = "comprehension-on-tensor"
    fact = "comprehension-on-tensor"
    summary = Text("Comprehension that keeps items by a Tensor", "推导式以张量为过滤条件")
    explanation = Text(
        "A condition on a Tensor in a comprehension makes a list whose length is not known while compiling, and the compiler fails on it. Select with a mask (`x[x > 1]`, `ops.masked_select`) or weigh the items with 0 and 1.",
        "推导式中以张量为条件会产生编译期长度未知的列表，编译器会报错。请用掩码选取（`x[x > 1]`、`ops.masked_select`），或以 0/1 加权。",
    )
    subjects = (Condition,)
    VALID = (
        """\
@ms.jit
def f(x):
    return x[x > 1]
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    rows = [r for r in x if r.sum() > 1]  # MS209
    return len(rows)
""",
    )

    def check(self, subject: Condition, context: Context) -> Iterator[Report]:
        if (
            subject.kind == "comprehension"
            and isinstance(subject.value, Tensor)
            and not subject.value.assumed
        ):
            message = Text(
                "A Tensor decides which items this comprehension keeps, so its length is not known while compiling and the graph compiler fails. Select with a mask instead.",
                "该推导式由张量决定保留哪些元素，编译期无法确定长度，静态图编译器会报错。请改用掩码选取。",
            )
            yield from context.report(subject.test, message)
