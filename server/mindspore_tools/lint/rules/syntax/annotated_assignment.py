"""MS116: Annotated assignment that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


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

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "This MindSpore version cannot compile an annotated assignment. Leave the annotation out.",
                "该版本的 MindSpore 不支持带类型注解的赋值。请去掉注解。",
            ),
        )
