"""MS121: Lambda with defaults or `*` that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class LambdaArguments(Rule):
    code = "MS121"
    name = "lambda-arguments"
    fact = "lambda-default"
    summary = Text(
        "Lambda with defaults or `*` that the target version does not compile",
        "目标版本不支持的带默认值或 `*` 参数的 lambda",
    )
    explanation = Text(
        "Compilers before 1.10 refuse a lambda with default values or starred parameters.",
        "1.10 之前的编译器会拒绝带默认值或星号参数的 lambda。",
    )
    subjects = (ast.Lambda,)
    VALID = (
        """\
@ms.jit
def f(x):
    g = lambda a, k=3: a * k
    return g(x)
""",
    )
    INVALID = ()

    def check(self, subject: ast.Lambda, context: Context) -> Iterator[Report]:
        arguments = subject.args
        if arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            yield from context.report(
                subject,
                Text(
                    "This MindSpore version compiles lambdas with plain parameters only. Use a nested `def`.",
                    "该版本的 MindSpore 只支持普通参数的 lambda。请改用嵌套的 `def`。",
                ),
            )
