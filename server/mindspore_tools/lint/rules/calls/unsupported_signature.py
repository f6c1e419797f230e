"""MS416: A signature that the compiler does not understand"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.lint.rule import Context, Report, Rule


class UnsupportedSignature(Rule):
    code = "MS416"
    name = "unsupported-signature"
    fact = "positional-only"
    summary = Text("A signature that the compiler does not understand", "编译器不支持的函数签名")
    explanation = Text(
        "Parameters before `/` are not seen by the compiler, and an `async def` cannot be compiled. Leave out the `/`, and make the function a plain one.",
        "编译器看不到 `/` 之前的参数，也无法编译 `async def`。请去掉 `/`，并改为普通函数。",
    )
    subjects = (Part,)
    VALID = (
        """\
@ms.jit
def f(x, *, k=2):
    return x * k
""",
    )
    INVALID = (
        """\
def h(a, /, b=2):  # MS416
    return a * b


@ms.jit
def f(x):
    return h(x)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for function in subject.functions:
            place = Context(subject, function, context.rule)
            if function.node.args.posonlyargs:
                yield from place.report(
                    function.name_range,
                    Text(
                        "The compiler does not see parameters before `/`. Leave out the `/`.",
                        "编译器看不到 `/` 之前的参数。请去掉 `/`。",
                    ),
                )
            own = function.node.args.args
            if "." in function.name and function.reason == "construct" and own and own[0].arg != "self":
                yield from place.report(
                    function.name_range,
                    Text(
                        "The compiler knows the receiver only by the name `self`. Rename `{name}`.",
                        "编译器只认识名为 `self` 的接收者。请将 `{name}` 改名。",
                    ).format(name=own[0].arg),
                    fact="receiver-name",
                )
            if isinstance(function.node, ast.AsyncFunctionDef):
                yield from place.report(
                    function.name_range,
                    Text(
                        "An `async def` cannot be compiled. Make it a plain function.",
                        "`async def` 无法编译。请改为普通函数。",
                    ),
                    fact="async-root",
                )
