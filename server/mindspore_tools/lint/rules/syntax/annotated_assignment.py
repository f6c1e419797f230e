"""MS116: Annotated assignment that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.position import Range
from mindspore_tools.common.text import Text
from mindspore_tools.lint.finding import Edit, Fix
from mindspore_tools.lint.rule import Context, Report, Rule

_LEAVE_OUT = Text("Leave the annotation out", "去掉类型注解")


class AnnotatedAssignment(Rule):
    code = "MS116"
    name = "annotated-assignment"
    fact = "annotated-assignment"
    summary = Text(
        "Annotated assignment that the target version does not compile",
        "目标版本不支持的带类型注解的赋值",
    )
    explanation = Text(
        "Compilers before 2.7 refuse `name: type = value` in graph functions. Annotations of parameters and results are fine.",
        "2.7 之前的编译器会拒绝图函数中的 `name: type = value`。参数和返回值的注解不受影响。",
    )
    subjects = (ast.AnnAssign,)
    VALID = (
        """\
@ms.jit
def f(x: Tensor) -> Tensor:
    y: Tensor = x + 1
    return y
""",
    )
    INVALID = ()

    def check(self, subject: ast.AnnAssign, context: Context) -> Iterator[Report]:
        fixes = []
        if subject.value is not None:
            annotation = Range(context.range(subject.target).end, context.range(subject.value).start)
            fixes.append(Fix(_LEAVE_OUT, (Edit(annotation, " = "),), safe=True))
        yield from context.report(
            subject,
            Text(
                "This MindSpore version cannot compile an annotated assignment. Leave the annotation out.",
                "该版本的 MindSpore 不支持带类型注解的赋值。请去掉注解。",
            ),
            fixes=fixes,
        )
