"""MS310: A tensor written to under one name is read under another"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import Reason
from mindspore_tools.lint.lost import lost_changes, seen_here
from mindspore_tools.lint.rule import Context, Report, Rule

REASONS = {
    Reason.OTHER_NAME: "view-write",
    Reason.CALLER: "caller-tensor-write",
    Reason.NESTED: "caller-tensor-write",
}


class TensorWrittenThroughAlias(Rule):
    code = "MS310"
    name = "tensor-written-through-alias"
    fact = "view-write"
    summary = Text(
        "A tensor written to under one name is read under another",
        "张量通过一个名字写入后，又通过另一个名字读取",
    )
    explanation = Text(
        "`y[0] = v` gives `y` a new tensor in graph mode. The tensor that `y` was a row, a slice, a reshape or just another name of stays as it was, and so does the caller's tensor when a helper writes to its argument. In eager mode all of them share memory. Write to the tensor that you read later, and return what a helper writes.",
        "在图模式下，`y[0] = v` 会给 `y` 一个新的张量。若 `y` 只是另一个张量的一行、切片、reshape 结果或别名，原张量保持不变；辅助函数写入参数时，调用者的张量也不变。动态图模式下它们共享内存。请直接写入之后要读取的张量，并返回辅助函数写入的结果。",
    )
    subjects = (Part,)
    VALID = (
        """\
def clear_first(t):
    t[0] = 0.0
    return t


@ms.jit
def f(x):
    y = x * 1
    y[0, 1] = 9.0
    y = clear_first(y)
    return y
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x * 1
    row = y[0]
    row[0] = 9.0  # MS310
    return y
""",
        """\
def clear_first(t):
    t[0] = 0.0  # MS310


@ms.jit
def f(x):
    y = x * 1
    clear_first(y)
    return y
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, *REASONS):
            if change.kind == "tensor" and change.operation == "setitem":
                yield from place.report(
                    change.node,
                    Text(
                        "In graph mode this writes to `{name}` only; the tensor it was taken from does not change. Write to that tensor itself, or return `{name}`.",
                        "在图模式下，此处只写入 `{name}`，它所来自的张量不会改变。请直接写入原张量，或返回 `{name}`。",
                    ).format(name=change.name),
                    fact=REASONS[change.reason],
                    related=seen_here(subject, change),
                )
