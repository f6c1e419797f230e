"""MS202: what two branches leave cannot become one value."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.describe import describe
from mindspore_tools.graph.events import Join, JoinKind
from mindspore_tools.lint.rule import Context, Report, Rule

FACTS = {
    JoinKind.DTYPE: "join-dtype",
    JoinKind.RANK: "join-rank",
    JoinKind.TENSOR: "join-tensor",
    JoinKind.NONE: "join-none",
    JoinKind.NUMBER: "join-constant",
    JoinKind.CONSTANT: "join-constant",
    JoinKind.EMPTY: "join-empty-list",
    JoinKind.FUNCTION: "join-function",
    JoinKind.STRUCTURE: "join-structure",
}
READ_FACTS = {
    JoinKind.CONSTANT: "join-constant-read",
    JoinKind.STRUCTURE: "join-structure",
    JoinKind.EMPTY: "join-empty-list",
}
_NAMED = Text(
    "A Tensor decides here, and `{name}` is {left} on one way and {right} on the other: the graph compiler cannot join them. Give both ways the same type.",
    "此处由张量决定走向，`{name}` 在一个分支是 {left}，在另一个分支是 {right}，静态图编译器无法合并。请让两个分支的类型一致。",
)
_RESULT = Text(
    "A Tensor decides here, and the result is {left} on one way and {right} on the other: the graph compiler cannot join them. Give both ways the same type.",
    "此处由张量决定走向，结果在一个分支是 {left}，在另一个分支是 {right}，静态图编译器无法合并。请让两个分支的类型一致。",
)


class UnjoinableBranches(Rule):
    code = "MS202"
    name = "unjoinable-branches"
    fact = "join-dtype"
    summary = Text("Branches whose results have different types", "分支结果的类型不一致")
    explanation = Text(
        "When a Tensor decides at run time, the graph needs one type for what comes after: Tensors must have the same dtype, and a Tensor cannot meet a number, a string, a tuple or a list. Python values of different types may go on until they are returned. None beside something else compiles at LAX level only, Tensors of different rank from 2.0 on. Cast in both branches, or start from a Tensor of the final dtype.",
        "当张量在运行时决定走向时，后续计算需要唯一的类型：张量的 dtype 必须相同，张量不能与数值、字符串、元组或列表合并。不同类型的 Python 值在被返回之前可以共存。None 与其他值并存只在 LAX 级别可以编译；不同维数的张量从 2.0 起可以编译。请在两个分支中转换为相同类型，或从最终 dtype 的张量开始。",
    )
    subjects = (Join,)
    VALID = (
        """\
@ms.jit
def f(x):
    if x.sum() > 0:
        y = x.astype(ms.float32)
    else:
        y = ops.zeros_like(x).astype(ms.float32)
    return y
""",
        """\
@ms.jit
def f(x):
    if x.shape[0] > 16:
        return x + 1
    return x.sum(), "small"
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    if x.sum() > 0:  # MS202
        y = x.astype(ms.int32)
    else:
        y = x
    return y + 1
""",
        """\
@ms.jit
def f(x):
    if x.sum() > 0:  # MS202
        return x
    return 0
""",
    )

    def check(self, subject: Join, context: Context) -> Iterator[Report]:
        if subject.context == "while":
            return
        fact = FACTS[subject.kind] if subject.result else READ_FACTS.get(subject.kind)
        if fact is None:
            return
        message = (_NAMED if subject.name else _RESULT).format(
            name=subject.name, left=describe(subject.left), right=describe(subject.right)
        )
        yield from context.report(subject.statement, message, fact=fact)
