"""MS410: A classmethod is called inside a graph"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Function
from mindspore_tools.lint.rule import Context, Report, Rule


class ClassmethodCalled(Rule):
    code = "MS410"
    name = "classmethod-called"
    fact = "classmethod"
    evaluated = True
    summary = Text("A classmethod is called inside a graph", "在图中调用 classmethod")
    explanation = Text(
        "The compiler does not pass the class to a classmethod, so the arguments do not fit. Use a staticmethod or a plain method, and name the class where you need it.",
        "编译器不会把类传给 classmethod，导致参数个数不符。请使用 staticmethod 或普通方法，需要时直接写出类名。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
class Net(nn.Cell):
    @staticmethod
    def square(a):
        return a * a

    def construct(self, x):
        return self.square(x)
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    @classmethod
    def square(cls, a):
        return a * a

    def construct(self, x):
        return self.square(x)  # MS410
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if isinstance(callee, Function) and any(
            isinstance(decorator, ast.Name) and decorator.id == "classmethod"
            for decorator in getattr(callee.node, "decorator_list", ())
        ):
            yield from context.report(
                subject,
                Text(
                    "The compiler does not pass the class to `{name}`. Make it a staticmethod.",
                    "编译器不会把类传给 `{name}`。请改为 staticmethod。",
                ).format(name=callee.name),
            )
