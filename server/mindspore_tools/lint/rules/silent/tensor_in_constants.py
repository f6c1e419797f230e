"""MS315: Membership of a tensor in a list or tuple of numbers"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Scalar, Sequence, Tensor
from mindspore_tools.lint.rule import Context, Report, Rule


class TensorInConstants(Rule):
    code = "MS315"
    name = "tensor-in-constants"
    fact = "tensor-in-constants"
    summary = Text(
        "Membership of a tensor in a list or tuple of numbers",
        "判断张量是否在数字列表或元组中",
    )
    explanation = Text(
        "`x in (0, 2, 4)` with a tensor is decided while compiling, when the data is not known: it is always false, and `not in` always true. Eager mode compares the data. Write `(x == 0) | (x == 2)`, `ops.isin`, or `int(x) in (0, 2)`.",
        "对张量使用 `x in (0, 2, 4)` 时，编译期间数据未知，结果恒为假（`not in` 恒为真）；动态图模式下则比较数据。请写成 `(x == 0) | (x == 2)`、`ops.isin`，或 `int(x) in (0, 2)`。",
    )
    subjects = (ast.Compare,)
    VALID = (
        """\
@ms.jit
def f(x):
    if x.shape[0] in (1, 2, 3) and x.dtype in (ms.float32, ms.float16):
        return x + 1
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x.sum()
    if y in (0, 2, 4):  # MS315
        return x + 1
    return x
""",
    )

    def check(self, subject: ast.Compare, context: Context) -> Iterator[Report]:
        left = subject.left
        for op, right in zip(subject.ops, subject.comparators):
            if isinstance(op, (ast.In, ast.NotIn)) and holds_numbers(context.value(right)):
                value = context.value(left)
                if isinstance(value, Tensor) and not value.constant:
                    yield from context.report(
                        subject,
                        Text(
                            "The compiler does not look at the data of the tensor: this is always {outcome}. Compare with `==` and `|`.",
                            "编译器不会查看张量的数据：结果恒为 {outcome}。请使用 `==` 与 `|` 比较。",
                        ).format(outcome=str(isinstance(op, ast.NotIn))),
                    )
                elif isinstance(value, Scalar) and not value.constant and is_item(left):
                    yield from context.report(
                        subject,
                        Text(
                            "The compiler cannot compare the result of `item()` with these numbers. Use `int(...)`, or compare the tensor with `==`.",
                            "编译器无法将 `item()` 的结果与这些数字比较。请使用 `int(...)`，或用 `==` 比较张量。",
                        ),
                        fact="item-in-constants",
                    )
            left = right


def holds_numbers(value: object) -> bool:
    """Whether a value is a list or tuple of numbers known while compiling."""
    return (
        isinstance(value, Sequence)
        and bool(value.items)
        and all(isinstance(item, Scalar) for item in value.items or ())
    )


def is_item(node: ast.expr) -> bool:
    """Whether an expression is ``x.item()``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "item"
