"""MS502: A graph that leaves the device in the middle"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Method, Tensor
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class SynchronisingCall(Rule):
    code = "MS502"
    name = "synchronising-call"
    severity = Severity.INFORMATION
    summary = Text("A graph that leaves the device in the middle", "在图中途离开设备的调用")
    explanation = Text(
        "`asnumpy()`, `item()` and `tolist()` need the data of a tensor in Python. Inside a graph the compiler has to stop the device, copy the data and go on in Python, so the parts before and after are no longer one graph. Compute with tensors, and read the result where the graph has returned.",
        "`asnumpy()`、`item()` 和 `tolist()` 需要在 Python 中取得张量的数据。在图中使用时，编译器必须停下设备、拷贝数据并转入 Python 执行，前后部分不再是一张完整的图。请用张量计算，并在图返回之后再读取结果。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
@ms.jit
def f(x):
    return x.sum()


def train(x):
    return f(x).asnumpy()
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x.sum()
    if y.item() > 3:  # MS502
        return x
    return x + 1
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if (
            isinstance(callee, Method)
            and callee.name in ("asnumpy", "item", "tolist")
            and isinstance(callee.owner, Tensor)
            and not callee.owner.constant
        ):
            yield from context.report(
                subject,
                Text(
                    "`{name}()` stops the device and copies the data to Python in the middle of the graph. Compute with tensors here.",
                    "`{name}()` 会在图的中途停下设备并把数据拷贝到 Python。此处请用张量计算。",
                ).format(name=callee.name),
            )
