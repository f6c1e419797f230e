"""MS501: A function is compiled anew every time"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.roots import JIT
from mindspore_tools.graph.source import Fragment
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class JitInsideLoop(Rule):
    code = "MS501"
    name = "jit-in-loop"
    severity = Severity.INFORMATION
    summary = Text("A function is compiled anew every time", "函数每次都被重新编译")
    explanation = Text(
        "The compiled graph is kept with the object that `ms.jit` returns. When `ms.jit(...)` or a decorated `def` stands in a loop, every turn makes a new object and compiles again, which takes seconds. Make it once, before the loop.",
        "编译好的图保存在 `ms.jit` 返回的对象上。若 `ms.jit(...)` 或被装饰的 `def` 写在循环里，每次循环都会产生新对象并重新编译，耗时数秒。请在循环之前只创建一次。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
def step(x):
    return x + 1


fast_step = ms.jit(step)
for epoch in range(3):
    fast_step(Tensor([1.0]))
""",
    )
    INVALID = (
        """\
def step(x):
    return x + 1


for epoch in range(3):
    ms.jit(step)(Tensor([1.0]))  # MS501
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for _, fragment in subject.source.fragments:
            if "jit" not in fragment.text and "ms_function" not in fragment.text:
                continue
            for node in made_in_loops(fragment):
                name = dotted_name(node.func if isinstance(node, ast.Call) else node)
                if name and subject.source.resolve(name, subject.index) in JIT:
                    yield from context.report(
                        subject.source.range(fragment, node),
                        Text(
                            "Every turn of the loop compiles this function again. Call `jit` once, before the loop.",
                            "循环的每一次都会重新编译该函数。请在循环之前只调用一次 `jit`。",
                        ),
                    )


def made_in_loops(fragment: Fragment) -> Iterator[ast.expr]:
    """Calls, and decorators of functions, that stand in a loop."""
    for part in fragment.body:
        for loop in ast.walk(part):
            if isinstance(loop, (ast.For, ast.While, ast.AsyncFor)):
                for statement in loop.body:
                    for node in ast.walk(statement):
                        if isinstance(node, ast.Call):
                            yield node
                        elif isinstance(node, ast.FunctionDef):
                            yield from (d for d in node.decorator_list if not isinstance(d, ast.Call))
