"""MS302: A nested function reads a name that is bound anew before it is called"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.lint.lost import late_bindings
from mindspore_tools.lint.rule import Context, Report, Rule


class LateBoundName(Rule):
    code = "MS302"
    name = "late-bound-name"
    fact = "late-binding"
    summary = Text(
        "A nested function reads a name that is bound anew before it is called",
        "嵌套函数读取的变量在调用之前被重新赋值",
    )
    explanation = Text(
        "In Python a nested function or lambda looks its outer names up when it is called, so it sees the latest value: the classic case is a lambda made in a loop. The graph compiler freezes the names when the function is defined. The two give different results. Say which one you mean: pass the value as an argument, or bind the name once.",
        "Python 的嵌套函数或 lambda 在调用时才查找外层变量，看到的是最新值（典型例子是循环中创建的 lambda）；静态图编译器则在定义时固定这些变量，两者结果不同。请明确意图：把值作为参数传入，或不要重新赋值。",
    )
    subjects = (Part,)
    VALID = (
        """\
@ms.jit
def f(x):
    for i in range(3):
        def step(a):
            return a + i
        x = step(x)
    return x
""",
        """\
@ms.jit
def f(x):
    k = 2
    def g(a):
        return a * k
    y = g(x)
    k = 5
    return y * k
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    steps = []
    for i in range(3):
        steps.append(lambda a: a + i)  # MS302
    for step in steps:
        x = step(x)
    return x
""",
        """\
@ms.jit
def f(x):
    k = 2
    def g(a):
        return a * k  # MS302
    k = 5
    return g(x)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for late, place in late_bindings(subject, context):
            yield from place.report(
                subject.source.range(late.fragment, late.read),
                Text(
                    "In graph mode `{name}` keeps the value it had when this function was defined; in Python the function sees the later one. Pass it as an argument.",
                    "在图模式下，`{name}` 保持该函数定义时的值；而在 Python 中函数看到的是之后的值。请将其作为参数传入。",
                ).format(name=late.read.id),
            )
