"""MS211: a tensor decides whether an exception is raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.events import Condition, RaiseAtRunTime
from mindspore_tools.graph.values import Tensor, is_variable
from mindspore_tools.lint.rule import Context, Report, Rule


class RaiseOnTensor(Rule):
    code = "MS211"
    name = "raise-on-tensor"
    fact = "raise-on-tensor"
    summary = Text(
        "Exception raised on a Tensor that the target version does not compile",
        "目标版本不支持由张量决定是否抛出异常",
    )
    explanation = Text(
        "Compilers before 2.7 decide every `raise` while compiling, so a Tensor cannot decide on it. Check the data outside the graph.",
        "2.7 之前的编译器在编译期就要判断每个 `raise`，因此不能由张量决定。请在图外检查数据。",
    )
    subjects = (RaiseAtRunTime, Condition)
    VALID = (
        """\
@ms.jit
def f(x):
    if x.sum() < 0:
        raise ValueError("negative")
    return x
""",
    )

    def check(self, subject: RaiseAtRunTime | Condition, context: Context) -> Iterator[Report]:
        if isinstance(subject, RaiseAtRunTime):
            place: ast.AST = subject.node if subject.way else subject.statement
        elif subject.kind == "assert" and isinstance(subject.value, Tensor) and is_variable(subject.value):
            place = subject.statement
        else:
            return
        message = Text(
            "A Tensor decides whether this raises, which this MindSpore version cannot compile. Check the data outside the graph.",
            "是否抛出异常由张量决定，该版本的 MindSpore 不支持。请在图外检查数据。",
        )
        yield from context.report(place, message)
