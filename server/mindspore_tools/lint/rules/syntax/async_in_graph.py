"""MS109: `async` or `await` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class AsyncInGraph(Rule):
    code = "MS109"
    name = "async-in-graph"
    fact = "async"
    summary = Text(
        "`async` or `await` inside a graph function",
        "图函数中使用了 `async` 或 `await`",
    )
    explanation = Text(
        "A graph runs as a whole: coroutines, `async for` and `async with` are refused.",
        "计算图是整体执行的：协程、`async for` 和 `async with` 都会被拒绝。",
    )
    subjects = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
    VALID = (
        """\
@ms.jit
def f(x):
    return x + 1


async def step(x):
    return f(x)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    async def g():  # MS109
        return x

    return x + 1
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `async` and `await`. Compile a plain function, and await outside the graph.",
                "静态图编译器不支持 `async` 和 `await`。请编译普通函数，并在图外等待。",
            ),
        )
