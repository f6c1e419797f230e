"""MS403: A Parameter is created inside a graph"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Named
from mindspore_tools.lint.rule import Context, Report, Rule


class ParameterCreated(Rule):
    code = "MS403"
    name = "parameter-created"
    fact = "parameter-created"
    evaluated = True
    summary = Text("A Parameter is created inside a graph", "在图中创建 Parameter")
    explanation = Text(
        "A Parameter is state that the graph is compiled with; it must exist before. Create it in `__init__` (`self.w = Parameter(...)`) and use it in `construct`. For a value of one call a Tensor is enough.",
        "Parameter 是编译图时就需要的状态，必须事先存在。请在 `__init__` 中创建（`self.w = Parameter(...)`），再在 `construct` 中使用；只在一次调用中使用的值用 Tensor 即可。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([1.0]), name="w")

    def construct(self, x):
        return x * self.w
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def construct(self, x):
        w = Parameter(Tensor([1.0]), name="w")  # MS403
        return x * w
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if isinstance(callee, Named) and callee.name.startswith("mindspore."):
            name = callee.name.rpartition(".")[2]
            if name in ("Parameter", "ParameterTuple", "MultitypeFuncGraph"):
                yield from context.report(
                    subject,
                    Text(
                        "A graph cannot create a {name}. Create it in `__init__`.",
                        "图中不能创建 {name}。请在 `__init__` 中创建。",
                    ).format(name=name),
                )
