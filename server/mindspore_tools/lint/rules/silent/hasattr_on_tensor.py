"""MS320: ``hasattr`` of a tensor attribute that the graph does not know"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Named, Tensor
from mindspore_tools.graph.values import Text as TextValue
from mindspore_tools.lint.rule import Context, Report, Rule

# Attributes of a tensor that Python sees and the graph compiler does not.
UNSEEN = frozenset(
    (
        "asnumpy",
        "numpy",
        "data",
        "data_ptr",
        "init_data",
        "has_init",
        "grad",
        "requires_grad_",
        "register_hook",
    )
)


class HasattrOnTensor(Rule):
    code = "MS320"
    name = "hasattr-on-tensor"
    fact = "hasattr-tensor"
    summary = Text(
        "`hasattr` of a tensor attribute that the graph does not know",
        "对张量使用 `hasattr` 判断图中不存在的属性",
    )
    explanation = Text(
        "Inside a graph a tensor has fewer attributes than in Python, so `hasattr(x, 'asnumpy')` is false there. Use `isinstance(x, Tensor)`.",
        "图中的张量比 Python 中的属性少，因此 `hasattr(x, 'asnumpy')` 在图中为假。请使用 `isinstance(x, Tensor)`。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
@ms.jit
def f(x):
    if hasattr(x, "shape"):
        return x + 1
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x + 1
    if hasattr(y, "asnumpy"):  # MS320
        return y
    return x
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if isinstance(callee, Named) and callee.name == "builtins.hasattr" and len(subject.args) == 2:
            name = context.value(subject.args[1])
            if (
                isinstance(context.value(subject.args[0]), Tensor)
                and isinstance(name, TextValue)
                and name.value in UNSEEN
            ):
                yield from context.report(
                    subject,
                    Text(
                        "A tensor has no `{name}` inside a graph: this is false there and true in eager mode.",
                        "图中的张量没有 `{name}`：此处在图模式下为假，在动态图模式下为真。",
                    ).format(name=name.value or ""),
                )
