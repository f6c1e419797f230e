"""MS418: An operation that the target version or syntax level does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Dict, Instance, Scalar, Sequence, Tensor, Value, is_variable
from mindspore_tools.graph.values import Text as TextValue
from mindspore_tools.lint import facts
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.forbidden_cell_method import is_cell

BIT_OPERATORS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class UnsupportedOperation(Rule):
    code = "MS418"
    name = "unsupported-operation"
    fact = "operation in Tensor"
    evaluated = True
    summary = Text(
        "An operation that the target version or syntax level does not compile",
        "目标版本或语法级别不支持的运算",
    )
    explanation = Text(
        "STRICT level and older versions compile fewer operators: a tensor as list index, `value in tensor`, a tensor compared with a text or list, loops over texts, `%` formatting. Use an operator of MindSpore (`ops.gather`, `(x == value).any()`), or make the decision outside.",
        "STRICT 级别和旧版本支持的运算较少：以张量作列表下标、`value in tensor`、张量与字符串或列表比较、遍历字符串、`%` 格式化等。请使用 MindSpore 算子（如 `ops.gather`、`(x == value).any()`），或在图外完成判断。",
    )
    subjects = (ast.BinOp, ast.AugAssign, ast.Compare, ast.Subscript, ast.For, ast.If, ast.IfExp, ast.Return)
    VALID = (
        """\
@ms.jit
def f(x):
    for c in "ab":
        x = x + 1
    return x
""",
    )
    INVALID = (
        """\
@ms.jit(fullgraph=True)
def f(x):
    y = x.sum()
    items = [x, x + 1]
    return items[y]  # MS418
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        for key, place in operations(subject, context):
            if facts.is_known(f"operation {key}"):
                yield from context.report(
                    place,
                    Text(
                        "This operation cannot be compiled here. Use an operator of MindSpore, or do it outside the graph.",
                        "此处无法编译该运算。请使用 MindSpore 算子，或在图外完成。",
                    ),
                    fact=f"operation {key}",
                )
                return


def operations(node: ast.AST, context: Context) -> Iterator[tuple[str, ast.AST]]:
    """The names under which facts.json may know an operation, each with the place to report."""
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        left = context.value(node.left if isinstance(node, ast.BinOp) else node.target)
        right = context.value(node.right if isinstance(node, ast.BinOp) else node.value)
        if isinstance(node.op, BIT_OPERATORS) and isinstance(left, Scalar) and isinstance(right, Scalar):
            yield "bit int", node
        if isinstance(node.op, ast.Mod) and isinstance(left, TextValue):
            yield "% str", node
        if isinstance(node.op, (ast.Add, ast.Mult)) and is_list(left):
            yield "+ list" if isinstance(node, ast.BinOp) else "+= list", node
    elif isinstance(node, ast.Compare):
        yield from ((key, node) for key in comparisons(node, context))
    elif isinstance(node, ast.Subscript):
        yield from ((key, node) for key in indexing(node, context))
    elif isinstance(node, ast.For):
        iterated = context.value(node.iter)
        if isinstance(iterated, TextValue):
            yield "iterate str", node
        elif iterated.path == "numpy.ndarray":
            yield "iterate array", node
        elif isinstance(iterated, Tensor) and not iterated.assumed:
            yield "iterate Tensor", node
    elif isinstance(node, ast.Return):
        function = context.function
        if node.value is not None and function is not None and function.reason != "called":
            value = context.value(node.value)
            if value.path == "numpy.ndarray":
                yield "return array", node
    elif isinstance(node, (ast.If, ast.IfExp)):
        value = context.value(node.test)
        if isinstance(value, Instance) and is_cell(value, context):
            yield "truth of Cell", node


def comparisons(node: ast.Compare, context: Context) -> Iterator[str]:
    """The names of a comparison."""
    left = context.value(node.left)
    for op, comparator in zip(node.ops, node.comparators):
        right = context.value(comparator)
        if isinstance(op, (ast.In, ast.NotIn)) and is_data(right):
            yield "in Tensor"
        elif isinstance(op, (ast.Eq, ast.NotEq)):
            pair = (left, right) if is_data(left) else (right, left)
            if is_data(pair[0]) and isinstance(pair[1], TextValue):
                yield "== Tensor str"
            elif is_data(pair[0]) and isinstance(pair[1], Sequence):
                yield "== Tensor list"
        elif isinstance(op, ORDER):
            if isinstance(left, TextValue) and isinstance(right, TextValue):
                yield "< str"
            elif isinstance(left, Sequence) and isinstance(right, Sequence):
                yield "compare sequences"
        left = right


def indexing(node: ast.Subscript, context: Context) -> Iterator[str]:
    """The names of an index or slice that is read."""
    if not isinstance(node.ctx, ast.Load):
        return
    owner, index = context.value(node.value), context.value(node.slice)
    if isinstance(owner, (Sequence, Dict)) and isinstance(owner, Sequence) and is_data(index):
        yield "index list Tensor"
    elif isinstance(owner, TextValue) and isinstance(node.slice, ast.Slice):
        yield "slice str"
    elif isinstance(owner, Tensor):
        if isinstance(index, Tensor):
            yield "index Tensor Tensor"
        elif isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, bool):
            yield "index Tensor bool"
        elif isinstance(node.slice, ast.Name) and isinstance(index, Sequence) and index.kind == "tuple":
            yield "index Tensor variable tuple"


def is_data(value: Value) -> bool:
    """Whether a value is surely a tensor whose data the compiler does not know."""
    return isinstance(value, Tensor) and is_variable(value) and not value.assumed


def is_list(value: Value) -> bool:
    """Whether a value is a list."""
    return isinstance(value, Sequence) and value.kind == "list"
