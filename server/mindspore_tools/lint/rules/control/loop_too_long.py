"""MS207: a loop of so many rounds that the compiler gives up unrolling it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Sequence, Value
from mindspore_tools.lint.rule import Context, Report, Rule

# The compiler follows 1000 nested calls; a round takes two of them and a branch inside one more.
_CALLS = 998


class LoopTooLong(Rule):
    code = "MS207"
    name = "loop-too-long"
    fact = "loop-too-long"
    summary = Text("Loop of too many rounds to be unrolled", "循环次数过多，无法展开")
    explanation = Text(
        "A `for` loop is unrolled: each round becomes calls in the graph, and the compiler follows at most 1000 of them (MS_DEV_RECURSIVE_EVAL and `max_call_depth` aside). From about 500 rounds on it refuses. Use operators on whole Tensors, or a `while` loop on a Tensor, which is not unrolled.",
        "`for` 循环会被展开：每一轮都成为图中的调用，而编译器最多跟踪 1000 层调用（参见 `max_call_depth`），约 500 轮起就会报错。请改用对整个张量的运算，或不会展开的、以张量为条件的 `while` 循环。",
    )
    subjects = (ast.For, ast.While)
    VALID = (
        """\
@ms.jit
def f(x):
    for i in range(100):
        x = x + i
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    for i in range(2000):  # MS207
        x = x + i
    return x
""",
    )

    def check(self, subject: ast.For | ast.While, context: Context) -> Iterator[Report]:
        if isinstance(subject, ast.For):
            rounds = _rounds(context.value(subject.iter), subject.iter)
        else:
            rounds = _counted(subject, context)
        if rounds is None:
            return
        inner = 1
        for node in ast.walk(subject):
            if isinstance(node, ast.For) and node is not subject:
                inner = max(inner, _rounds(context.value(node.iter), node.iter) or 1)
        branches = any(isinstance(node, ast.If) for node in subject.body)
        leaves = any(isinstance(node, (ast.Break, ast.Return)) for node in ast.walk(subject))
        if not leaves and rounds * inner * (3 if branches and inner == 1 else 2) >= _CALLS:
            message = Text(
                "This loop has {rounds} rounds and the graph compiler unrolls them all; it gives up at about 500. Use operators on whole Tensors, or a `while` loop on a Tensor.",
                "该循环共 {rounds} 轮，静态图编译器会全部展开，约 500 轮时报错。请改用对整个张量的运算，或以张量为条件的 `while` 循环。",
            ).format(rounds=rounds * inner)
            yield from context.report(subject, message)


def _rounds(value: Value, node: ast.expr) -> int | None:
    """The number of items of an iterable, None when unknown."""
    if isinstance(value, Sequence) and value.items is not None:
        return len(value.items)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        bounds = [
            part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, int)
        ]
        if len(bounds) == len(node.args) and 1 <= len(bounds) <= 3 and 0 not in bounds[2:]:
            return len(range(*bounds))
    return None


def _counted(loop: ast.While, context: Context) -> int | None:
    """The rounds of ``while i < 1500`` where the body adds a number to ``i``, which starts as a number."""
    test = loop.test
    if not (
        isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Lt, ast.LtE)) and len(test.ops) == 1
    ):
        return None
    bound = test.comparators[0]
    if not (
        isinstance(test.left, ast.Name) and isinstance(bound, ast.Constant) and isinstance(bound.value, int)
    ):
        return None
    name = test.left.id
    steps = [step for statement in loop.body for step in [_step(statement, name)] if step]
    starts = [
        node.value.value
        for node in ast.walk(context.function.node if context.function else loop)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    if len(steps) == 1 and len(starts) == 1 and isinstance(starts[0], int):
        return len(range(starts[0], bound.value, steps[0]))
    return None


def _step(statement: ast.stmt, name: str) -> int | None:
    """The number that a statement adds to a name, None when it does not."""
    target: ast.expr
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        target, added = statement.target, statement.value
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        target, added = statement.targets[0], statement.value.right
        if not (isinstance(statement.value.op, ast.Add) and isinstance(statement.value.left, ast.Name)):
            return None
        if statement.value.left.id != name:
            return None
    else:
        return None
    if isinstance(target, ast.Name) and target.id == name and isinstance(added, ast.Constant):
        return added.value if isinstance(added.value, int) and added.value > 0 else None
    return None
