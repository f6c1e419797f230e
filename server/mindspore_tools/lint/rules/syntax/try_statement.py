"""MS101: `try` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class TryStatement(Rule):
    code = "MS101"
    name = "try-statement"
    fact = "try"
    summary = Text(
        "`try` inside a graph function",
        "图函数中使用了 `try` 语句",
    )
    explanation = Text(
        "A graph has no exception handling: the compiler refuses every `try`, also in branches that are never taken and in nested functions that are never called. Exceptions raised while the graph runs reach the caller, so handle them there.",
        "计算图中没有异常处理机制：无论分支是否执行、嵌套函数是否被调用，编译器都会拒绝 `try`。图执行时抛出的异常会传给调用者，请在调用处处理。",
    )
    subjects = (ast.Try, *([ast.TryStar] if hasattr(ast, "TryStar") else []))
    VALID = (
        """\
@ms.jit
def f(x):
    return x + 1


def step(x):
    try:
        return f(x)
    except RuntimeError:
        return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    try:  # MS101
        return x + 1
    except ValueError:
        return x
""",
        """\
class Net(nn.Cell):
    def construct(self, x):
        if x.ndim == 3:
            try:  # MS101
                x = x + 1
            finally:
                pass
        return x
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `try`. Check the condition beforehand with `if`, or move the `try` to the caller outside the graph.",
                "静态图编译器不支持 `try` 语句。请用 `if` 提前判断，或把 `try` 移到图外的调用处。",
            ),
        )
