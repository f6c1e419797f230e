"""MS316: Identity of tensors"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Tensor
from mindspore_tools.lint.arithmetic import assigned
from mindspore_tools.lint.rule import Context, Report, Rule


class TensorIdentity(Rule):
    code = "MS316"
    name = "tensor-identity"
    fact = "tensor-identity"
    summary = Text("Identity of tensors", "张量的同一性判断")
    explanation = Text(
        "`a is b` with two tensors is false in graph mode, also when both are the same tensor; older versions and STRICT level refuse it. Whether two names hold the same object is not known in a graph. Decide it outside and pass a flag.",
        "图模式下两个张量的 `a is b` 恒为假，即使它们是同一个张量；旧版本和 STRICT 级别会直接拒绝。图中无法知道两个名字是否指向同一对象。请在图外判断并传入标志。",
    )
    subjects = (ast.Compare,)
    VALID = (
        """\
@ms.jit
def f(x, mask=None):
    if mask is not None:
        return x * mask
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x
    if y is x:  # MS316
        return x + 1
    return x
""",
    )

    def check(self, subject: ast.Compare, context: Context) -> Iterator[Report]:
        if len(subject.ops) != 1 or not isinstance(subject.ops[0], (ast.Is, ast.IsNot)):
            return
        left, right = subject.left, subject.comparators[0]
        if isinstance(context.value(left), Tensor) and isinstance(context.value(right), Tensor):
            same = origin(left, context) == origin(right, context)
            yield from context.report(
                subject,
                Text(
                    "Graph mode cannot tell whether two names hold the same tensor: `is` is always false here.",
                    "图模式无法判断两个名字是否为同一张量：此处 `is` 恒为假。",
                ),
                fact="tensor-identity" if same else "tensor-identity-other",
            )


def origin(node: ast.expr, context: Context) -> str:
    """The expression that a name was assigned from, as text; the name itself otherwise."""
    held = assigned(node, context) if isinstance(node, ast.Name) else None
    return ast.dump(held) if isinstance(held, ast.Name) else ast.dump(node)
