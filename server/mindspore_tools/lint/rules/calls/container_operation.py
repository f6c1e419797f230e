"""MS406: An operation on a dict or list that the compiler does not have"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Dict, Instance, Method, Sequence, Tensor, Value, is_variable
from mindspore_tools.lint.rule import Context, Report, Rule

MESSAGES = {
    "dict-pop": Text(
        "The compiler has no `pop` for dicts. Read the item, and build a dict without it.",
        "编译器不支持字典的 `pop`。请读取该项，并构造不含它的字典。",
    ),
    "dict-union": Text(
        "The compiler cannot join dicts with `|`. Use `{**a, **b}` or `update`.",
        "编译器不支持用 `|` 合并字典。请使用 `{**a, **b}` 或 `update`。",
    ),
    "tensor-dict-key": Text(
        "A tensor cannot be a dict key in a graph; its data is not known while compiling. Use a Python number or text.",
        "图中张量不能作为字典的键，因为编译时其数据未知。请使用 Python 数字或字符串。",
    ),
    "list-pop-returned": Text(
        "In a graph `pop` gives its value only when it is assigned to a name or stands alone. Assign it first.",
        "在图中，`pop` 只有赋给变量或单独成句时才会给出该值。请先赋值。",
    ),
    "cell-list-change": Text(
        "A CellList cannot be changed inside a graph. Build it in `__init__`.",
        "图中不能修改 CellList。请在 `__init__` 中构建。",
    ),
}


class ContainerOperation(Rule):
    code = "MS406"
    name = "container-operation"
    fact = "dict-pop"
    evaluated = True
    summary = Text(
        "An operation on a dict or list that the compiler does not have",
        "编译器不支持的字典或列表操作",
    )
    explanation = Text(
        "Dicts and lists in a graph are not Python's objects. `dict.pop`, `dict | dict`, tensors as keys and `list.pop` inside a larger expression do not work there.",
        "图中的字典和列表并不是 Python 对象：`dict.pop`、`dict | dict`、以张量为键，以及写在更大表达式中的 `list.pop` 都不可用。",
    )
    subjects = (ast.Call, ast.BinOp, ast.AugAssign, ast.Dict, ast.Subscript, ast.Return)
    VALID = (
        """\
@ms.jit
def f(x):
    d = {**{"a": 1}, **{"b": 2}}
    items = [x, x + 1]
    last = items.pop()
    return last * d["b"]
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    d = {"a": 2, "b": 3}
    v = d.pop("a")  # MS406
    return x * v
""",
        """\
@ms.jit
def f(x):
    d = {"a": 2} | {"b": 3}  # MS406
    return x * len(d)
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        fact = self.fact_for(subject, context)
        if fact is not None:
            yield from context.report(subject, MESSAGES[fact], fact=fact)

    @staticmethod
    def fact_for(node: ast.AST, context: Context) -> str | None:
        if isinstance(node, ast.Call):
            callee = context.value(node.func)
            if isinstance(callee, Method):
                if callee.name == "pop" and isinstance(callee.owner, Dict):
                    return "dict-pop"
                if callee.name in ("append", "insert", "extend") and is_cell_list(callee.owner):
                    return "cell-list-change"
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            callee = context.value(node.value.func)
            if isinstance(callee, Method) and callee.name == "pop" and isinstance(callee.owner, Sequence):
                return "list-pop-returned"
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.BitOr):
            left = node.left if isinstance(node, ast.BinOp) else node.target
            right = node.right if isinstance(node, ast.BinOp) else node.value
            if isinstance(context.value(left), Dict) or isinstance(context.value(right), Dict):
                return "dict-union"
        elif isinstance(node, ast.Dict):
            if any(key is not None and is_unknown_tensor(context.value(key)) for key in node.keys):
                return "tensor-dict-key"
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(context.value(node.value), Dict)
            and is_unknown_tensor(context.value(node.slice))
        ):
            return "tensor-dict-key"
        return None


def is_unknown_tensor(value: Value) -> bool:
    """Whether a value is a tensor whose data the compiler does not know."""
    return isinstance(value, Tensor) and is_variable(value)


def is_cell_list(value: Value) -> bool:
    """Whether a value is an ``nn.CellList``."""
    return isinstance(value, Instance) and (value.class_name or "").rpartition(".")[2] == "CellList"
