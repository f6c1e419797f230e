"""MS204: a name is bound in one branch only, or in a loop, and read after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.events import Unbound
from mindspore_tools.lint.finding import Related
from mindspore_tools.lint.rule import Context, Report, Rule

_BRANCH = Text(
    "`{name}` is bound on one way only and read after it: the graph compiler looks at both ways, even where the condition is a constant. Bind `{name}` before the `if`.",
    "`{name}` 只在一个分支中赋值，却在之后使用：即使条件是常量，静态图编译器也会检查两个分支。请在 `if` 之前为 `{name}` 赋值。",
)
_LOOP = Text(
    "`{name}` is bound in the body of this loop and read after it: the graph compiler refuses that. Bind `{name}` before the loop.",
    "`{name}` 在循环体内赋值，却在循环之后使用，静态图编译器会拒绝。请在循环之前为 `{name}` 赋值。",
)
_USE = Text("`{name}` is read here", "此处使用了 `{name}`")


class NameBoundOnOneWay(Rule):
    code = "MS204"
    name = "name-bound-on-one-way"
    fact = "name-bound-on-one-way"
    summary = Text(
        "Name bound in one branch or in a loop, and read after it",
        "变量只在一个分支或循环体中赋值，却在之后使用",
    )
    explanation = Text(
        "The compiler parses a function before it knows any value. A name that is read must be bound on every way that leads there: in both branches of an `if` (a branch that returns or raises does not count), and before a loop if it is read after the loop, the loop variable included. Only conditions on bool attributes of `self` and comparisons of them are decided while parsing, from 2.7 on.",
        "编译器在知道任何值之前就要解析函数。被使用的变量必须在所有路径上都已赋值：`if` 的两个分支都要赋值（以 return 或 raise 结束的分支除外）；循环之后使用的变量（包括循环变量）必须在循环之前赋值。从 2.7 起，只有对 `self` 的布尔属性及其比较的条件会在解析时判断。",
    )
    subjects = (Unbound,)
    VALID = (
        """\
@ms.jit
def f(x, flag=True):
    y = x
    if flag:
        y = x + 1
    return y
""",
        """\
class Net(nn.Cell):
    def __init__(self, bias):
        super().__init__()
        self.has_bias = bias

    def construct(self, x, mode="a"):
        if self.has_bias:
            b = x + 1
        if mode == "a":
            y = x * 2
        else:
            raise ValueError("unknown mode")
        if self.has_bias:
            y = y + b
        return y
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x, flag=True):
    if flag:  # MS204
        y = x + 1
    return y
""",
        """\
@ms.jit
def f(x):
    for i in range(4):  # MS204
        x = x + 1
    return x * i
""",
    )

    def check(self, subject: Unbound, context: Context) -> Iterator[Report]:
        if subject.reason not in ("true branch", "false branch", "for", "while"):
            return
        place = _guard(subject, context) or subject.statement
        message = (_LOOP if subject.reason in ("for", "while") else _BRANCH).format(name=subject.name)
        fact = "name-bound-behind-attribute" if subject.foldable else self.fact
        related = Related(context.range(subject.use), _USE.format(name=subject.name))
        yield from context.report(place, message, fact=fact, related=[related])


def _guard(subject: Unbound, context: Context) -> ast.If | None:
    """The ``if`` around the use that repeats the condition under which the name is bound; it does not help."""
    if not isinstance(subject.statement, ast.If) or context.function is None:
        return None
    condition = ast.dump(subject.statement.test)
    for node in ast.walk(context.function.node):
        if not isinstance(node, ast.If) or node is subject.statement or ast.dump(node.test) != condition:
            continue
        if any(inner is subject.use for statement in node.body for inner in ast.walk(statement)):
            return node
    return None
