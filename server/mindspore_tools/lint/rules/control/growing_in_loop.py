"""MS210: a tensor grows in a loop that runs on a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Tensor
from mindspore_tools.lint.rule import Context, Report, Rule

_JOINING = frozenset(("concat", "cat", "concatenate", "hstack", "vstack", "Concat"))


class GrowingInLoop(Rule):
    code = "MS210"
    name = "growing-in-loop"
    fact = "loop-shape-growth"
    summary = Text("Tensor that grows in a loop on a Tensor", "张量在由张量控制的循环中不断变大")
    explanation = Text(
        "A loop whose condition is a Tensor is compiled once for all rounds. A Tensor that becomes longer by concatenation in every round has no shape that holds for all of them. Create the Tensor in its final size before the loop and write into it.",
        "以张量为条件的循环只编译一次。每轮都通过拼接变长的张量没有统一的形状。请在循环之前按最终大小创建张量，再向其中写入。",
    )
    subjects = (ast.While,)
    VALID = (
        """\
@ms.jit
def f(x, i: Tensor):
    y = ops.zeros((3,), ms.float32)
    while i < 3:
        y[i] = x.sum()
        i = i + 1
    return y
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x, i: Tensor):
    while i < 3:  # MS210
        x = ops.concat((x, x))
        i = i + 1
    return x
""",
    )

    def check(self, subject: ast.While, context: Context) -> Iterator[Report]:
        if not isinstance(context.value(subject.test), Tensor):
            return
        for statement in subject.body:
            if isinstance(statement, ast.Assign) and _grows(statement, context):
                message = Text(
                    "`{name}` becomes longer in every round of this loop, whose condition is a Tensor: the graph compiler finds no shape for it. Create it in its final size before the loop.",
                    "`{name}` 在这个以张量为条件的循环中每轮都会变长，静态图编译器无法确定其形状。请在循环之前按最终大小创建。",
                ).format(name=context.source_of(statement.targets[0]))
                yield from context.report(subject, message)
                return


def _grows(statement: ast.Assign, context: Context) -> bool:
    """Whether a name is assigned a concatenation that contains it."""
    target, call = statement.targets[0], statement.value
    if not (isinstance(target, ast.Name) and isinstance(call, ast.Call) and call.args):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    class_name = getattr(context.value(call.func), "class_name", None) or ""
    if name not in _JOINING and class_name.rpartition(".")[2] not in _JOINING:
        return False
    parts = call.args[0].elts if isinstance(call.args[0], (ast.Tuple, ast.List)) else []
    return any(isinstance(part, ast.Name) and part.id == target.id for part in parts)
