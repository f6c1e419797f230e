"""MS303: A graph function reads a global that is changed later"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Class, Function, Named
from mindspore_tools.graph.writes import late_writes
from mindspore_tools.lint.finding import Related
from mindspore_tools.lint.rule import Context, Report, Rule

MESSAGE = Text(
    "`{name}` is frozen into the graph at the first call, and changed later. Pass it as an argument, or use a Parameter.",
    "`{name}` 在首次调用时被固化到图中，而之后又被修改。请将其作为参数传入，或使用 Parameter。",
)
CHANGED_HERE = Text("changed here", "在此处被修改")


class FrozenGlobal(Rule):
    code = "MS303"
    name = "frozen-global"
    fact = "frozen-global"
    summary = Text(
        "A graph function reads a global that is changed later",
        "图函数读取的全局变量之后会被修改",
    )
    explanation = Text(
        "Globals, and variables of an outer function, are read once, while the graph is compiled at the first call. Code that changes them between calls has no effect on the compiled function; in eager mode it has. Pass what changes as an argument.",
        "全局变量和外层函数的变量只在首次调用编译图时读取一次。之后修改它们对编译后的函数不起作用，而动态图模式下会生效。请把会变化的值作为参数传入。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
SCALE = 2


@ms.jit
def f(x):
    return x * SCALE
""",
        """\
SCALE = 1


def configure(value):
    global SCALE
    SCALE = value


configure(3)


@ms.jit
def f(x):
    return x * SCALE
""",
    )
    INVALID = (
        """\
SCALE = 2


@ms.jit
def f(x):
    return x * SCALE  # MS303


def warm_up(step):
    global SCALE
    SCALE = step / 100
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        writes = late_writes(subject)
        if not writes.names and not writes.enclosed:
            return
        for function in subject.functions:
            place = Context(subject, function, context.rule)
            bound = {
                node.id
                for node in ast.walk(function.node)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            } | {node.arg for node in ast.walk(function.node.args) if isinstance(node, ast.arg)}
            for node in ast.walk(function.node):
                if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node.id in bound:
                    continue
                write = writes.names.get(node.id) or next(
                    (
                        written
                        for (outer, name), written in writes.enclosed.items()
                        if name == node.id and function.node in ast.walk(outer)
                    ),
                    None,
                )
                if write is None or isinstance(place.value(node), (Function, Class, Named)):
                    continue
                related = Related(subject.source.range(write.fragment, write.node), CHANGED_HERE)
                yield from place.report(node, MESSAGE.format(name=node.id), related=(related,))


def is_module_name(node: ast.expr) -> bool:
    """Whether an expression is a plain dotted name."""
    return dotted_name(node) is not None
