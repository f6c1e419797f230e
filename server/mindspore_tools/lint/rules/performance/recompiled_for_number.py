"""MS505: A compiled function is called with a number that changes in a loop"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class RecompiledForNumber(Rule):
    code = "MS505"
    name = "recompiled-for-number"
    severity = Severity.INFORMATION
    summary = Text(
        "A compiled function is called with a number that changes in a loop",
        "在循环中以变化的数字调用编译后的函数",
    )
    explanation = Text(
        "A Python number is part of the graph: another value compiles another graph. A loop counter as argument compiles at every turn. Pass it as a Tensor, or wrap it with `ms.mutable(...)`.",
        "Python 数字是图的一部分：不同的值会编译不同的图。以循环计数器作参数会在每一次循环重新编译。请以 Tensor 传入，或用 `ms.mutable(...)` 包装。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
@ms.jit
def step(x, k):
    return x * k


def train(x):
    for epoch in range(100):
        x = step(x, Tensor(epoch))
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def step(x, k):
    return x * k


def train(x):
    for epoch in range(100):
        x = step(x, epoch)  # MS505
    return x
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        compiled = {f.name for f in subject.functions if f.reason == "jit" and "." not in f.name}
        inside = [function.node for function in subject.functions]
        for _, fragment in subject.source.fragments:
            if not any(name in fragment.text for name in compiled) or " range(" not in fragment.text:
                continue
            for loop in (node for part in fragment.body for node in ast.walk(part)):
                if isinstance(loop, ast.For) and not any(loop in ast.walk(node) for node in inside):
                    for call in changing_calls(loop, compiled):
                        yield from context.report(
                            subject.source.range(fragment, call),
                            Text(
                                "Each value of the loop counter compiles `{name}` again. Pass it as a Tensor.",
                                "循环计数器的每个值都会重新编译 `{name}`。请以 Tensor 传入。",
                            ).format(name=dotted_name(call.func) or ""),
                        )


def changing_calls(loop: ast.For, compiled: set[str]) -> Iterator[ast.Call]:
    """Calls of compiled functions in a loop over a range, with the counter as an argument."""
    if not (
        isinstance(loop.iter, ast.Call)
        and dotted_name(loop.iter.func) == "range"
        and isinstance(loop.target, ast.Name)
    ):
        return
    for node in (inner for statement in loop.body for inner in ast.walk(statement)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in compiled:
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            if any(isinstance(argument, ast.Name) and argument.id == loop.target.id for argument in given):
                yield node
