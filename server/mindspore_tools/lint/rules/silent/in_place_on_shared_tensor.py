"""MS311: An in-place operation on a tensor that other names share"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import LostChange, Reason
from mindspore_tools.lint.lost import lost_changes, seen_here
from mindspore_tools.lint.rule import Context, Report, Rule

MEASURED_METHODS = frozenset(("add_", "mul_", "div_", "floor_divide_", "remainder_"))


class InPlaceOnSharedTensor(Rule):
    code = "MS311"
    name = "in-place-on-shared-tensor"
    fact = "in-place-operator-shared"
    summary = Text(
        "An in-place operation on a tensor that other names share",
        "对被多个名字共享的张量做原地运算",
    )
    explanation = Text(
        "Graph and eager mode do not agree on what `y += 1` and `y.add_(1)` do to the tensor behind `y`: the compiled program changes it for every name that shares it, the caller's argument included; eager mode on CPU makes a new tensor. Write `y = y + 1`, which means the same everywhere.",
        "对于 `y += 1` 与 `y.add_(1)`，图模式与动态图模式的行为不一致：编译后的程序会改变所有共享该张量的名字（包括调用者的参数），而 CPU 上的动态图会产生新的张量。请写成 `y = y + 1`，其含义在两种模式下相同。",
    )
    subjects = (Part,)
    VALID = (
        """\
@ms.jit
def f(x):
    y = x * 1
    z = y
    z = z + 1
    return y + z
""",
        """\
@ms.jit
def f(x, y):
    x += y
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x * 1
    z = y
    z += 1  # MS311
    return y
""",
        """\
@ms.jit
def f(x):
    y = x * 1
    y.add_(1)  # MS311
    return y
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, Reason.IN_PLACE):
            fact = fact_of(change)
            if fact is not None:
                yield from place.report(
                    change.node,
                    Text(
                        "Graph and eager mode differ in what this in-place operation does to other names of `{name}`. Assign the result instead: `{name} = ...`.",
                        "该原地运算对 `{name}` 的其他名字的影响在图模式与动态图模式下不同。请改为赋值：`{name} = ...`。",
                    ).format(name=change.name),
                    fact=fact,
                    related=seen_here(subject, change),
                )


def fact_of(change: LostChange) -> str | None:
    """The construct of facts.json for this operation, None for one that was not measured to differ."""
    if change.operation == "+=":
        return "in-place-parameter-alias" if change.kind == "parameter" else "in-place-operator-shared"
    if change.kind == "parameter" and change.operation == "add_":
        return "in-place-parameter"
    return "in-place-method" if change.operation in MEASURED_METHODS else None
