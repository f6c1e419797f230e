"""MS205: a name that is bound nowhere, or only later."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.events import Unbound
from mindspore_tools.lint.rule import Context, Report, Rule

_NOWHERE = Text(
    "`{name}` is not defined. The graph compiler looks for every name while it parses, also where the code never runs.",
    "`{name}` 未定义。静态图编译器在解析时查找所有名称，即使相应代码永远不会执行。",
)
_LATER = Text(
    "`{name}` is bound below this place only. The graph compiler takes a nested function or a loop body as it stands here; bind `{name}` before.",
    "`{name}` 在此处之后才赋值。静态图编译器在此处就要解析嵌套函数或循环体，请先为 `{name}` 赋值。",
)


class UndefinedName(Rule):
    code = "MS205"
    name = "undefined-name"
    fact = "undefined-name"
    summary = Text("Name that is not defined where it is read", "使用了此处尚未定义的名称")
    explanation = Text(
        "Names are resolved while parsing. An undefined name is refused in dead code too, and a nested function must find the names of the function around it bound above its own definition: two nested functions that call each other do not compile.",
        "名称在解析时就要确定。死代码中的未定义名称同样会被拒绝；嵌套函数使用的外层变量必须在其定义之前已经赋值，因此互相调用的两个嵌套函数无法编译。",
    )
    subjects = (Unbound,)
    VALID = (
        """\
@ms.jit
def f(x):
    k = 2

    def g(a):
        return a * k

    return g(x)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    def g(a):
        return a * k  # MS205

    k = 2
    return g(x)
""",
        """\
@ms.jit
def f(x, flag=False):
    if flag:
        return missing(x)  # MS205
    return x
""",
    )

    def check(self, subject: Unbound, context: Context) -> Iterator[Report]:
        if subject.reason in ("nowhere", "later") and not subject.foldable:
            message = _NOWHERE if subject.reason == "nowhere" else _LATER
            yield from context.report(subject.use, message.format(name=subject.name))
