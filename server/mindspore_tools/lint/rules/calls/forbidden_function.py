"""MS402: A function of MindSpore that cannot run inside a graph"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Named
from mindspore_tools.lint.rule import Context, Report, Rule

FORBIDDEN = frozenset(
    f"mindspore.{name}"
    for name in (
        *("set_context", "get_context", "reset_auto_parallel_context", "set_auto_parallel_context"),
        *("get_auto_parallel_context", "set_ps_context", "get_ps_context", "reset_ps_context"),
        *("save_checkpoint", "load_checkpoint", "load_param_into_net", "export", "set_seed"),
    )
)
MODULES = ("mindspore.context.", "mindspore.log.")


class ForbiddenFunction(Rule):
    code = "MS402"
    name = "forbidden-function"
    fact = "forbidden-function"
    evaluated = True
    summary = Text(
        "A function of MindSpore that cannot run inside a graph",
        "不能在图中调用的 MindSpore 函数",
    )
    explanation = Text(
        "Settings, logging and checkpoints (`set_context`, `get_context`, `mindspore.log`, `save_checkpoint`) belong to Python. Call them before the graph runs, and pass what the graph needs as a value.",
        "设置、日志和检查点（`set_context`、`get_context`、`mindspore.log`、`save_checkpoint`）属于 Python 侧。请在图执行之前调用，并把图所需的值传入。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
ms.set_context(mode=ms.GRAPH_MODE)


@ms.jit
def f(x):
    return x + 1
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    if ms.get_context("mode") == ms.GRAPH_MODE:  # MS402
        return x
    return x + 1
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if isinstance(callee, Named) and (callee.name in FORBIDDEN or callee.name.startswith(MODULES)):
            yield from context.report(
                subject,
                Text(
                    "`{name}` does not compile. Call it outside the graph.",
                    "`{name}` 无法编译。请在图外调用。",
                ).format(name=callee.name.replace("mindspore.", "ms.", 1)),
            )
