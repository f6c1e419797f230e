"""MS413: A Cell calls itself, or a special method by name"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Method
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.forbidden_cell_method import is_cell


class SpecialMethodCalled(Rule):
    code = "MS413"
    name = "special-method-called"
    fact = "dunder-call"
    evaluated = True
    summary = Text(
        "A Cell calls itself, or a special method by name",
        "Cell 调用自身或按名称调用特殊方法",
    )
    explanation = Text(
        "Inside `construct`, `self(x)` and `layer.__call__(x)` run Python code of `nn.Cell` that does not compile. Call `self.construct(x)`, or `layer(x)`.",
        "在 `construct` 中，`self(x)` 和 `layer.__call__(x)` 会执行 `nn.Cell` 中无法编译的 Python 代码。请调用 `self.construct(x)` 或 `layer(x)`。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def construct(self, x):
        return self.act(x) + self.act.construct(x)
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def construct(self, x):
        return self.act.__call__(x)  # MS413
""",
        """\
class Net(nn.Cell):
    def construct(self, x):
        if x.ndim == 1:
            return self(x.reshape(1, -1))  # MS413
        return x
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        func = subject.func
        fact = None
        if isinstance(func, ast.Name) and func.id == "self" and is_cell(context.value(func), context):
            fact = "self-called"
        elif isinstance(func, ast.Attribute) and func.attr in ("__call__", "__init__"):
            callee = context.value(func)
            owner = context.value(func.value)
            if is_cell(owner, context) and (isinstance(callee, Method) or func.attr == "__init__"):
                fact = "dunder-call"
        if fact is not None:
            yield from context.report(
                subject,
                Text(
                    "This runs Python code of `nn.Cell` that does not compile. Call `construct`, or the layer itself.",
                    "这会执行 `nn.Cell` 中无法编译的 Python 代码。请调用 `construct` 或直接调用该层。",
                ),
                fact=fact,
            )
