"""MS201: a tensor decides which way to go."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.events import Condition
from mindspore_tools.graph.values import Tensor
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule

_BRANCH = Text(
    "This condition is a Tensor: both ways are compiled and one is chosen at run time, which is slower and needs both to give the same types. For elementwise choices use ops.where.",
    "该条件是张量：两个分支都会被编译，运行时再选择，性能较低，且两个分支的结果类型必须一致。逐元素选择请使用 ops.where。",
)
_LOOP = Text(
    "This condition is a Tensor: the loop stays a loop in the graph and its condition is computed on every round at run time.",
    "该条件是张量：循环不会展开，每一轮都要在运行时计算条件。",
)
_SEVERAL = Text(
    "This condition is a Tensor of shape {shape}: its truth is not defined, and the graph compiler refuses it. Reduce it first, with .all() or .any().",
    "该条件是形状为 {shape} 的张量，其真值没有定义，静态图编译器会拒绝。请先用 .all() 或 .any() 归约。",
)


class ConditionOnTensor(Rule):
    code = "MS201"
    name = "condition-on-tensor"
    severity = Severity.WARNING
    summary = Text("Tensor as a condition", "以张量作为条件")
    explanation = Text(
        "A Tensor of one element may decide an `if`, a loop, a ternary or `and` / `or` in every version, but only at run time: the compiler keeps both ways, so their results must have the same types, and the device waits for the decision. `x.shape` and `x.ndim` are constants while compiling and cost nothing. A Tensor of several elements has no truth value: that is an error.",
        "任何版本都允许用只有一个元素的张量控制 `if`、循环、三元表达式以及 `and` / `or`，但判断发生在运行时：编译器保留两个分支，结果类型必须一致，设备还要等待判断结果。`x.shape`、`x.ndim` 在编译期是常量，没有开销。有多个元素的张量没有真值，会报错。",
    )
    subjects = (Condition,)
    VALID = (
        """\
@ms.jit
def f(x):
    if x.shape[0] > 16:
        return x + 1
    return x - 1
""",
        """\
class Net(nn.Cell):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def construct(self, x, mask=None):
        if self.scale is not None and mask is None:
            return ops.where(x > 0, x * self.scale, x)
        return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    if x.sum() > 0:  # MS201
        return x + 1
    return x - 1
""",
        """\
@ms.jit
def f(x):
    while x.mean() < 10:  # MS201
        x = x * 2
    return x
""",
        """\
class Net(nn.Cell):
    def construct(self, x):
        y = ops.relu(x) + ops.ones((2, 3))
        if y > 0:  # MS201
            return y
        return -y
""",
    )

    def check(self, subject: Condition, context: Context) -> Iterator[Report]:
        tensor = subject.value
        if not isinstance(tensor, Tensor) or tensor.constant or _is_inside_another(subject, context):
            return
        if _is_several(tensor):
            message = _SEVERAL.format(shape=str(tuple("?" if n is None else n for n in tensor.shape or ())))
            yield from context.report(subject.test, message, severity=Severity.ERROR)
        elif not tensor.assumed or _is_first_parameter(subject.test, context):
            yield from context.report(subject.test, _LOOP if subject.kind == "while" else _BRANCH)


def _is_several(tensor: Tensor) -> bool:
    """Whether the compiler surely refuses the tensor as a condition: it takes shapes () and (1,) only."""
    if tensor.assumed or tensor.shape is None:
        return False
    return len(tensor.shape) > 1 or tensor.size not in (None, 1)


def _is_inside_another(subject: Condition, context: Context) -> bool:
    """Whether the condition is part of a larger one that is reported itself: ``not x`` and ``x and y`` after ``if``."""
    if subject.kind not in ("not", "and", "or"):
        return False
    assert context.function is not None
    return any(
        isinstance(event, Condition)
        and isinstance(event.value, Tensor)
        and event.statement is not subject.statement
        and any(inner is subject.statement for inner in ast.walk(event.test))
        for event in context.function.events
    )


def _is_first_parameter(test: ast.expr, context: Context) -> bool:
    """Whether what only seems to be a tensor is the first parameter, which graph functions are given their tensor in."""
    assert context.function is not None
    arguments = context.function.node.args
    names = [
        parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args) if parameter.arg != "self"
    ]
    return any(isinstance(node, ast.Name) and node.id in names[:1] for node in ast.walk(test))
