"""MS408: A compiled function returns a function or Cell"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Function, Instance, Sequence, Value
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.forbidden_cell_method import is_cell


class FunctionReturned(Rule):
    code = "MS408"
    name = "function-returned"
    fact = "function-returned"
    summary = Text("A compiled function returns a function or Cell", "编译后的函数返回函数或 Cell")
    explanation = Text(
        "The result of a graph is data: tensors, numbers, texts, and tuples, lists and dicts of them. A function or Cell cannot leave it. Return what the function computes, or choose the function outside. Helpers that are called inside the graph may return functions.",
        "图的结果是数据：张量、数字、字符串以及由它们组成的元组、列表和字典。函数或 Cell 不能作为图的输出。请返回函数的计算结果，或在图外选择函数。图内调用的辅助函数可以返回函数。",
    )
    subjects = (ast.Return,)
    VALID = (
        """\
def make(k):
    def scale(a):
        return a * k

    return scale


@ms.jit
def f(x):
    return make(3)(x)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    def inner(a):
        return a

    return inner  # MS408
""",
    )

    def check(self, subject: ast.Return, context: Context) -> Iterator[Report]:
        function = context.function
        assert function is not None
        if function.reason == "called" or subject.value is None or is_nested(subject, function.node):
            return
        value = context.value(subject.value)
        parts = value.items or () if isinstance(value, Sequence) else (value,)
        if any(is_code(part, context) for part in parts):
            yield from context.report(
                subject,
                Text(
                    "A graph cannot return a function or Cell. Return what it computes.",
                    "图不能返回函数或 Cell。请返回其计算结果。",
                ),
            )


def is_code(value: Value, context: Context) -> bool:
    """Whether a value is a function or Cell."""
    return isinstance(value, Function) or isinstance(value, Instance) and is_cell(value, context)


def is_nested(node: ast.Return, function: ast.AST) -> bool:
    """Whether a ``return`` belongs to a function inside the graph function."""
    return any(
        isinstance(inner, ast.FunctionDef) and inner is not function and node in ast.walk(inner)
        for inner in ast.walk(function)
    )
