"""MS124: a graph function that may end without `return`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import GraphFunction
from mindspore_tools.lint.rule import Context, Report, Rule


class MissingReturn(Rule):
    code = "MS124"
    name = "missing-return"
    fact = "missing-return"
    summary = Text("Graph function that may end without `return`", "图函数可能没有以 `return` 结束")
    explanation = Text(
        "Compilers up to 1.10 need a `return` at the end of every function of the graph, helpers included.",
        "1.10 及之前的编译器要求图中的每个函数（包括被调用的辅助函数）都以 `return` 结束。",
    )
    subjects = (GraphFunction,)
    VALID = (
        """\
def note(x):
    print(x)


@ms.jit
def f(x):
    note(x)
    return x
""",
    )

    def check(self, subject: GraphFunction, context: Context) -> Iterator[Report]:
        body = subject.node.body
        if isinstance(body, list) and body and _reaches_end(body):
            message = Text(
                "This MindSpore version needs a `return` at the end of every graph function. Add one.",
                "该版本的 MindSpore 要求图函数以 `return` 结束。请补上 `return`。",
            )
            yield from context.report(body[-1], message)


def _reaches_end(body: list[ast.stmt]) -> bool:
    """Whether control may fall off the end of a block, as those compilers see it."""
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return False
    if isinstance(last, ast.If):
        return not last.orelse or _reaches_end(last.body) or _reaches_end(last.orelse)
    if isinstance(last, ast.With):
        return _reaches_end(last.body)
    return True
