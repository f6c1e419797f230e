"""MS409: A lambda that the compiler cannot find in the source"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.source import Fragment
from mindspore_tools.lint.rule import Context, Report, Rule

MESSAGE = Text(
    "The compiler cannot find this lambda in its line. Write `name = lambda ...:` on a line of its own, or use `def`.",
    "编译器无法在该行中定位此 lambda。请单独成行写成 `name = lambda ...:`，或使用 `def`。",
)


class LambdaNotAlone(Rule):
    code = "MS409"
    name = "lambda-not-alone"
    fact = "lambda-not-alone"
    summary = Text(
        "A lambda that the compiler cannot find in the source",
        "编译器无法在源码中定位的 lambda",
    )
    explanation = Text(
        "The compiler reads the source line of a lambda that was made outside the graph, and understands it only when it is `name = lambda ...` or stands on a line of its own. A lambda inside a list, a dict, a call, a conditional expression or a default fails when the graph calls it. Use `def`, or give it a name first.",
        "对于在图外创建的 lambda，编译器读取其所在的源码行，只有写成 `name = lambda ...` 或独占一行时才能识别。写在列表、字典、函数调用、条件表达式或默认参数中的 lambda 在被图调用时会失败。请使用 `def`，或先为其命名。",
    )
    subjects = (Part,)
    VALID = (
        """\
double = lambda x: x * 2
f = ms.jit(double)
""",
        """\
@ms.jit
def f(x):
    steps = [lambda a: a + 1, lambda a: a * 2]
    for step in steps:
        x = step(x)
    return x
""",
    )
    INVALID = (
        """\
f = ms.jit(lambda x: x * 2)  # MS409
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for function in subject.functions:
            if not isinstance(function.node, ast.Lambda) or is_inside_graph(function.node, subject):
                continue
            if not is_readable(function.node, function.fragment):
                place = Context(subject, function, context.rule)
                yield from place.report(function.range, MESSAGE)


def is_inside_graph(node: ast.Lambda, analysis: Analysis) -> bool:
    """Whether a lambda is written inside a compiled function."""
    return any(
        node is not function.node and node in ast.walk(function.node) for function in analysis.functions
    )


def is_readable(node: ast.Lambda, fragment: Fragment) -> bool:
    """Whether the line on which a lambda begins is the lambda alone, or an assignment of it to one name."""
    for part in fragment.body:
        for statement in ast.walk(part):
            if isinstance(statement, ast.Assign) and statement.value is node:
                return len(statement.targets) == 1
    line = fragment.text.split("\n")[node.lineno - 1]
    return line.lstrip().startswith("lambda")
