"""MS401: A method of nn.Cell that cannot run inside a graph"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Class, Instance, Method, Value
from mindspore_tools.lint.members import members
from mindspore_tools.lint.rule import Context, Report, Rule

STATE_CHANGING = frozenset(
    ("set_train", "set_grad", "add_flags", "insert_child_to_cell", "set_broadcast_flag")
)


class ForbiddenCellMethod(Rule):
    code = "MS401"
    name = "forbidden-cell-method"
    fact = "forbidden-cell-method"
    evaluated = True
    summary = Text("A method of nn.Cell that cannot run inside a graph", "不能在图中调用的 nn.Cell 方法")
    explanation = Text(
        "Methods that look through or change the network itself (`trainable_params()`, `cells_and_names()`, `register_buffer()`, hooks, `state_dict()`) run in Python only. Call them in `__init__` or outside the network and keep what they return: `self.weights = ParameterTuple(self.trainable_params())`.",
        "查看或修改网络自身的方法（`trainable_params()`、`cells_and_names()`、`register_buffer()`、hook、`state_dict()` 等）只能在 Python 中执行。请在 `__init__` 或网络之外调用，并保存其返回值：`self.weights = ParameterTuple(self.trainable_params())`。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)
        self.weights = ms.ParameterTuple(self.dense.trainable_params())

    def construct(self, x):
        for weight in self.weights:
            x = x + weight.sum()
        return self.dense(x)
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)

    def construct(self, x):
        for weight in self.trainable_params():  # MS401
            x = x + weight.sum()
        return self.dense(x)
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if not isinstance(callee, Method) or not is_cell(callee.owner, context):
            return
        fact = None
        if callee.name in members("cell_refused"):
            fact = "forbidden-cell-method"
        elif callee.name in STATE_CHANGING:
            fact = "state-changing-cell-method"
        elif callee.name in ("cells", "name_cells") and has_several_cells(subject.func, context):
            fact = "cell-cells"
        if fact is not None:
            yield from context.report(
                subject,
                Text(
                    "`{name}()` works on the network itself and does not compile. Call it in `__init__` or outside, and keep the result.",
                    "`{name}()` 操作的是网络自身，无法编译。请在 `__init__` 或图外调用并保存结果。",
                ).format(name=callee.name),
                fact=fact,
            )


def is_cell(owner: Value, context: Context) -> bool:
    """Whether a value is an object of a Cell class."""
    if not isinstance(owner, Instance):
        return False
    if owner.defined is not None:
        return context.analysis.program.is_cell(owner.defined)
    return owner.class_name is not None and context.analysis.program.is_cell_name(owner.class_name)


def has_several_cells(method: ast.expr, context: Context) -> bool:
    """Whether the owner of a method surely stores more than one Cell in its attributes."""
    owner = context.value(method.value) if isinstance(method, ast.Attribute) else None
    if not isinstance(owner, Instance) or not isinstance(owner.defined, Class):
        return False
    initializer = context.analysis.program.method(owner.defined, "__init__")
    if initializer is None:
        return False
    names = {
        node.attr
        for node in ast.walk(initializer.node)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return sum(is_cell(context.attribute(owner, name), context) for name in names) > 1
