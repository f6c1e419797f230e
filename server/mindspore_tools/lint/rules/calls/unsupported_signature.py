"""MS416: A signature that the compiler does not understand"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.values import Function, Value
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
            for call in ast.walk(function.node):
                if isinstance(call, ast.Call) and takes_both(place.value(call.func)) and call.keywords:
                    yield from place.report(
                        call,
                        Text(
                            "The compiler mixes up `*args` and `**kwargs` of the function called. Name its parameters.",
                            "编译器会混淆被调函数的 `*args` 与 `**kwargs`。请为其参数命名。",
                        ),
                        fact="star-and-keywords",
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


def takes_both(callee: Value) -> bool:
    """Whether a function has both ``*args`` and ``**kwargs``."""
    if not isinstance(callee, Function):
        return False
    arguments = callee.node.args
    return arguments.vararg is not None and arguments.kwarg is not None
