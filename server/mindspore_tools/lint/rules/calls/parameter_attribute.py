"""MS404: An attribute of a Parameter that a graph cannot read"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Tensor
from mindspore_tools.lint.members import members
from mindspore_tools.lint.rule import Context, Report, Rule


class ParameterAttribute(Rule):
    code = "MS404"
    name = "parameter-attribute"
    fact = "parameter-attribute"
    evaluated = True
    summary = Text(
        "An attribute of a Parameter that a graph cannot read",
        "图中无法读取的 Parameter 属性",
    )
    explanation = Text(
        "Inside a graph a Parameter is its value. What belongs to the Python object (`name`, `requires_grad`, `set_data`, `asnumpy`, ...) does not compile. Read it in `__init__` into an attribute of its own; to change the value, assign it: `self.w = value` or `ops.assign(self.w, value)`.",
        "在图中 Parameter 就是它的值；属于 Python 对象的内容（`name`、`requires_grad`、`set_data`、`asnumpy` 等）无法编译。请在 `__init__` 中读取并另存为属性；要修改值请直接赋值：`self.w = value` 或 `ops.assign(self.w, value)`。",
    )
    subjects = (ast.Attribute,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([1.0]), name="w")
        self.trained = self.w.requires_grad

    def construct(self, x):
        self.w = x * 2
        if self.trained:
            return x.astype(self.w.dtype)
        return x
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([1.0]), name="w")

    def construct(self, x):
        self.w.set_data(x)  # MS404
        if self.w.requires_grad:  # MS404
            return x + self.w
        return x
""",
    )

    def check(self, subject: ast.Attribute, context: Context) -> Iterator[Report]:
        owner = context.value(subject.value)
        if not (isinstance(owner, Tensor) and owner.parameter and isinstance(subject.ctx, ast.Load)):
            return
        if subject.attr in members("parameter_refused") and not is_dropped(subject, context):
            yield from context.report(
                subject,
                Text(
                    "A graph cannot read `{name}` of a Parameter. Read it in `__init__`; to change the value, assign it.",
                    "图中无法读取 Parameter 的 `{name}`。请在 `__init__` 中读取；要修改值请直接赋值。",
                ).format(name=subject.attr),
            )


def is_dropped(node: ast.expr, context: Context) -> bool:
    """Whether an expression is only stored under a name that nothing reads, so that the compiler drops it."""
    assert context.function is not None
    whole = context.function.node
    for statement in ast.walk(whole):
        if isinstance(statement, ast.Assign) and statement.value is node:
            names = {target.id for target in statement.targets if isinstance(target, ast.Name)}
            return bool(names) and not any(
                isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load) and name.id in names
                for name in ast.walk(whole)
            )
    return False
