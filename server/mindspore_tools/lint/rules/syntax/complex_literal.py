"""MS113: Complex number literal inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class ComplexLiteral(Rule):
    code = "MS113"
    name = "complex-literal"
    fact = "complex-literal"
    summary = Text(
        "Complex number literal inside a graph function",
        "图函数中使用了复数字面量",
    )
    explanation = Text(
        "A literal such as `2j` is refused as an unsupported constant. A Tensor of dtype complex64 or complex128 works.",
        "`2j` 这样的字面量会作为不支持的常量被拒绝。complex64 或 complex128 类型的张量可以使用。",
    )
    subjects = (ast.Constant,)
    VALID = (
        """\
UNIT = Tensor(1j, ms.complex64)


@ms.jit
def f(x):
    return x * UNIT
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    c = 2j  # MS113
    return x
""",
    )

    def check(self, subject: ast.Constant, context: Context) -> Iterator[Report]:
        if isinstance(subject.value, complex):
            yield from context.report(
                subject,
                Text(
                    "The graph compiler takes no complex literals. Create a complex Tensor outside the graph and pass it in.",
                    "静态图编译器不支持复数字面量。请在图外创建复数张量后传入。",
                ),
            )
