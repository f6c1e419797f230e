"""MS411: Identity of other things than numbers, texts, None and types"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Class, Dict, Function, Instance, Scalar, Sequence, Value
from mindspore_tools.lint.rule import Context, Report, Rule

ENUMS = frozenset(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))


class IdentityOfObject(Rule):
    code = "MS411"
    name = "identity-of-object"
    fact = "identity-of-object"
    evaluated = True
    summary = Text(
        "Identity of other things than numbers, texts, None and types",
        "对数字、字符串、None 和类型以外的对象判断同一性",
    )
    explanation = Text(
        "In a graph `a is b` needs an int, bool, text, None or type on the right side. Lists, tuples, floats, functions, Cells, enum members and other objects are refused. Compare with `==`, or keep the answer in a flag.",
        "在图中，`a is b` 的右侧必须是整数、布尔值、字符串、None 或类型；列表、元组、浮点数、函数、Cell、枚举成员和其他对象会被拒绝。请使用 `==` 比较，或用标志保存判断结果。",
    )
    subjects = (ast.Compare,)
    VALID = (
        """\
@ms.jit
def f(x, flag=True):
    if flag is True and x is not None:
        return x + 1
    return x
""",
    )
    INVALID = (
        """\
import enum


class Mode(enum.Enum):
    SUM = 1


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mode = Mode.SUM

    def construct(self, x):
        if self.mode is Mode.SUM:  # MS411
            return x.sum()
        return x
""",
    )

    def check(self, subject: ast.Compare, context: Context) -> Iterator[Report]:
        for op, right in zip(subject.ops, subject.comparators):
            if isinstance(op, (ast.Is, ast.IsNot)) and is_object(right, context):
                yield from context.report(
                    subject,
                    Text(
                        "`is` needs a number, text, None or type on its right side in a graph. Use `==`.",
                        "图中 `is` 的右侧必须是整数、字符串、None 或类型。请使用 `==`。",
                    ),
                )


def is_object(node: ast.expr, context: Context) -> bool:
    """Whether an expression is surely something that ``is`` does not take."""
    value: Value = context.value(node)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float) or node.value is ...
    if isinstance(node, ast.Attribute):
        owner = context.value(node.value)
        if isinstance(owner, Class):
            return any((dotted_name(base) or "").rpartition(".")[2] in ENUMS for base in owner.node.bases)
    if isinstance(value, Scalar):
        return value.kind == "float"
    return isinstance(value, (Sequence, Dict, Function, Instance))
