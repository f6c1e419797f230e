"""MS203: a loop that runs on a tensor changes the type of a variable."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.describe import describe
from mindspore_tools.graph.events import Join, JoinKind
from mindspore_tools.lint.rule import Context, Report, Rule

_FACTS = {
    JoinKind.DTYPE: "join-dtype",
    JoinKind.RANK: "join-rank",
    JoinKind.TENSOR: "loop-tensor",
    JoinKind.NONE: "loop-none",
    JoinKind.NUMBER: "loop-constant",
    JoinKind.CONSTANT: "loop-constant",
    JoinKind.STRUCTURE: "join-structure",
}


class ChangingTypeInLoop(Rule):
    code = "MS203"
    name = "changing-type-in-loop"
    fact = "loop-tensor"
    summary = Text("Variable that changes its type in a loop on a Tensor", "由张量控制的循环改变了变量的类型")
    explanation = Text(
        "A loop whose condition is a Tensor is not unrolled, so a variable that is returned after it must have one type before the loop and after every round. An accumulator that starts as `0` and becomes a Tensor or a float is refused: start it as a Tensor of the final dtype.",
        "以张量为条件的循环不会展开，因此循环之后要返回的变量在循环前和每一轮之后必须是同一类型。以 `0` 开始、随后变为张量或浮点数的累加器会被拒绝：请用最终 dtype 的张量作初值。",
    )
    subjects = (Join,)
    VALID = (
        """\
@ms.jit
def f(x):
    s = ops.zeros_like(x)
    while x.sum() < 10:
        s = s + x
        x = x + 3
    return s
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    s = 0
    while x.sum() < 10:  # MS203
        s = s + x
        x = x + 3
    return s
""",
    )

    def check(self, subject: Join, context: Context) -> Iterator[Report]:
        fact = _FACTS.get(subject.kind)
        if subject.context != "while" or not subject.result or fact is None:
            return
        message = Text(
            "`{name}` is {left} before this loop and {right} after a round: the graph compiler cannot join them. Start with a value of the final type.",
            "`{name}` 在循环前是 {left}，循环一轮后是 {right}，静态图编译器无法合并。请用最终类型的值作初值。",
        ).format(name=subject.name, left=describe(subject.left), right=describe(subject.right))
        yield from context.report(subject.statement, message, fact=fact)
