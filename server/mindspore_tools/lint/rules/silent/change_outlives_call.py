"""MS307: A global, attribute or argument object is changed"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import LostChange, Reason, root_name
from mindspore_tools.graph.values import Tensor, is_variable
from mindspore_tools.lint.lost import lost_changes
from mindspore_tools.lint.rule import Context, Report, Rule

EXTENDING = ("extend", "insert", "reverse", "pop")


class ChangeOutlivesCall(Rule):
    code = "MS307"
    name = "change-outlives-call"
    fact = "global-list-append"
    summary = Text(
        "A global, attribute or argument object is changed",
        "修改了全局、属性或参数中的对象",
    )
    explanation = Text(
        "A compiled function cannot change a list, dict or plain tensor that lives on after the call: a global, an attribute of the Cell, an argument. Either nothing happens, or it happens once, while compiling. Return the new value and store it outside, or use a Parameter, which the graph can assign.",
        "编译后的函数无法修改调用之后仍存在的列表、字典或普通张量（全局变量、Cell 的属性、参数）：要么完全不生效，要么只在编译时生效一次。请返回新值并在图外保存，或使用图中可以赋值的 Parameter。",
    )
    subjects = (Part,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.total = Parameter(ms.Tensor([0.0]), name="total")

    def construct(self, x):
        outputs = []
        outputs.append(x)
        self.total += x.sum()
        return outputs
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.history = []

    def construct(self, x):
        self.history.append(x)  # MS307
        return x
""",
        """\
LOSSES = []


def note(value):
    LOSSES.append(value)  # MS307


@ms.jit
def f(x):
    note(x)
    return x
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, Reason.OUTLIVES):
            fact = fact_of(change, place)
            if fact is not None:
                yield from place.report(
                    change.node,
                    Text(
                        "A compiled function cannot change `{name}`, which lives on after the call. Return the new value, or keep it in a Parameter.",
                        "编译后的函数无法修改调用之后仍存在的 `{name}`。请返回新值，或用 Parameter 保存。",
                    ).format(name=change.name),
                    fact=fact,
                )


def fact_of(change: LostChange, context: Context) -> str | None:
    """The construct of facts.json for such a change; None for objects of which nothing was measured."""
    owner, operation = change.owner, change.operation
    if change.kind == "list":
        if owner == "argument":
            return "argument-list-change"
        if operation in EXTENDING:
            return "outer-list-extend"
        if operation == "clear":
            return "outer-list-clear"
        return f"{owner}-list-setitem" if operation == "setitem" else f"{owner}-list-append"
    if change.kind == "dict":
        if operation == "update":
            return "global-dict-update"
        if operation != "setitem":
            return None
        if owner == "argument":
            return "argument-dict-setitem"
        if change.value is not None and _holds_tensor(change.value, context):
            return f"{owner}-dict-setitem-tensor"
        if owner == "global" and change.value is not None and _reads(change.value, root_name(change.target)):
            return "global-dict-counter"
        return f"{owner}-dict-setitem"
    if change.kind == "tensor" and owner in ("self", "global") and operation == "setitem":
        return f"{owner}-tensor-setitem"
    if (
        change.kind == "other"
        and operation == "setitem"
        and context.value(change.target).path == "numpy.ndarray"
    ):
        return "self-array-setitem" if owner == "self" else "array-setitem"
    return None


def _holds_tensor(node: ast.expr, context: Context) -> bool:
    value = context.value(node)
    return isinstance(value, Tensor) and is_variable(value)


def _reads(node: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
