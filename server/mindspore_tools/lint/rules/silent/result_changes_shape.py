"""MS322: A result that leaves the graph as something else"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Dict, NoneValue, Sequence, Value
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.function_returned import is_nested


class ResultChangesShape(Rule):
    code = "MS322"
    name = "result-changes-shape"
    fact = "dict-returned"
    summary = Text("A result that leaves the graph as something else", "从图中返回后变成其他结构的结果")
    explanation = Text(
        "At STRICT level and before 2.0 a dict leaves the graph as the tuple of its values, and None inside a tuple is left out. The caller then gets another structure than in eager mode. Return a tuple of tensors and name the parts outside, or use LAX level of 2.0 and later.",
        "在 STRICT 级别以及 2.0 之前，字典从图中返回时会变成由其值组成的元组，元组中的 None 会被去掉，调用者得到的结构与动态图模式不同。请返回张量元组并在图外命名，或使用 2.0 及之后版本的 LAX 级别。",
    )
    subjects = (ast.Return,)
    VALID = (
        """\
@ms.jit
def f(x):
    return {"a": x}
""",
    )
    INVALID = (
        """\
@ms.jit(fullgraph=True)
def f(x):
    return {"a": x}  # MS322
""",
    )

    def check(self, subject: ast.Return, context: Context) -> Iterator[Report]:
        function = context.function
        assert function is not None
        if subject.value is None or function.reason == "called" or is_nested(subject, function.node):
            return
        value = context.value(subject.value)
        if holds(value, Dict):
            yield from context.report(
                subject,
                Text(
                    "This dict leaves the graph as the tuple of its values. Return a tuple.",
                    "该字典从图中返回时会变成其值的元组。请返回元组。",
                ),
            )
        elif isinstance(value, Sequence) and holds(value, NoneValue):
            yield from context.report(
                subject,
                Text(
                    "None is left out of what the graph returns. Return a number or tensor in its place.",
                    "图返回结果时会去掉其中的 None。请用数字或张量代替。",
                ),
                fact="none-returned",
            )


def holds(value: Value, kind: type[Value]) -> bool:
    """Whether a value is of a kind, or a sequence with such a value inside."""
    if isinstance(value, kind):
        return True
    return isinstance(value, Sequence) and any(holds(item, kind) for item in value.items or ())
