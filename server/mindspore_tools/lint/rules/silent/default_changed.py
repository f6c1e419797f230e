"""MS312: A mutable default argument is changed"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import Reason
from mindspore_tools.lint.lost import lost_changes
from mindspore_tools.lint.rule import Context, Report, Rule


class DefaultChanged(Rule):
    code = "MS312"
    name = "default-changed"
    fact = "default-changed"
    summary = Text("A mutable default argument is changed", "修改了可变的默认参数")
    explanation = Text(
        "In Python the default list or dict is made once and carries changes from call to call. In graph mode every call gets it fresh. Use `None` as the default and make the object inside.",
        "Python 的默认列表或字典只创建一次，修改会带到下一次调用；图模式下每次调用都是新的。请以 `None` 为默认值，在函数内创建对象。",
    )
    subjects = (Part,)
    VALID = (
        """\
def h(a, seen=None):
    if seen is None:
        seen = []
    seen.append(1)
    return a * len(seen)


@ms.jit
def f(x):
    return h(x) + h(x)
""",
    )
    INVALID = (
        """\
def h(a, seen=[]):
    seen.append(1)  # MS312
    return a * len(seen)


@ms.jit
def f(x):
    return h(x) + h(x)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, Reason.DEFAULT):
            yield from place.report(
                change.node,
                Text(
                    "The default of `{name}` is made anew at every call in graph mode, and only once in Python: this change is carried on in eager mode only.",
                    "图模式下 `{name}` 的默认值每次调用都重新创建，而 Python 只创建一次：该修改只有在动态图模式下才会保留。",
                ).format(name=change.name),
            )
