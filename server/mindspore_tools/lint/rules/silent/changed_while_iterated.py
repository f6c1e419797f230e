"""MS318: A list is changed while a loop runs over it"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import Reason
from mindspore_tools.lint.lost import lost_changes
from mindspore_tools.lint.rule import Context, Report, Rule


class ChangedWhileIterated(Rule):
    code = "MS318"
    name = "changed-while-iterated"
    fact = "changed-while-iterated"
    summary = Text(
        "A list is changed while a loop runs over it",
        "循环遍历列表的同时修改该列表",
    )
    explanation = Text(
        "The graph compiler unrolls the loop over the list as it was at the start; Python also visits what is appended on the way. Loop over a copy, or with an index and a condition.",
        "静态图编译器按循环开始时的列表展开；Python 则还会遍历循环中追加的元素。请遍历副本，或使用下标和条件循环。",
    )
    subjects = (Part,)
    VALID = (
        """\
@ms.jit
def f(x):
    a = [1, 2]
    for k in a[:]:
        a.append(k + 1)
    return x + len(a)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    a = [1, 2]
    for k in a:  # MS318
        if len(a) < 4:
            a.append(k + 1)
        x = x + k
    return x
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, Reason.ITERATED):
            if change.kind in ("list", "dict") and change.operation != "setitem":
                yield from place.report(
                    change.node,
                    Text(
                        "This loop runs over `{name}` as it is now; what the body adds or removes is seen by Python only.",
                        "该循环遍历的是此刻的 `{name}`；循环体内的增删只有 Python 能看到。",
                    ).format(name=change.name),
                )
