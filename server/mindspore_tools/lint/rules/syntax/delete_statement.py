"""MS102: `del` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint import rewrite
from mindspore_tools.lint.finding import Fix
from mindspore_tools.lint.rule import Context, Report, Rule

_LEAVE_OUT = Text("Leave the `del` out", "去掉 `del` 语句")


class DeleteStatement(Rule):
    code = "MS102"
    name = "delete-statement"
    fact = "del"
    summary = Text(
        "`del` inside a graph function",
        "图函数中使用了 `del` 语句",
    )
    explanation = Text(
        "`del` of a name, an attribute or an element is refused. Names need no `del` in a graph, since the compiler drops what is not used; for an element, build a new list or dict without it.",
        "无论删除变量、属性还是元素，`del` 都会被拒绝。编译器会自动去除无用的值，变量无需 `del`；要去掉元素，请构造一个不含它的新列表或字典。",
    )
    subjects = (ast.Delete,)
    VALID = (
        """\
@ms.jit
def f(x):
    y = x + 1
    return y * 2
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    y = x + 1
    z = y * 2
    del y  # MS102
    return z
""",
    )

    FIXED = (
        (
            """\
@ms.jit
def f(x):
    y = x + 1
    z = y * 2
    del y
    return z
""",
            """\
@ms.jit
def f(x):
    y = x + 1
    z = y * 2
    return z
""",
        ),
        (
            """\
@ms.jit
def f(x):
    y = x + 1; del x
    return y
""",
            """\
@ms.jit
def f(x):
    y = x + 1; pass
    return y
""",
        ),
    )

    def check(self, subject: ast.Delete, context: Context) -> Iterator[Report]:
        fixes = []
        if all(isinstance(target, ast.Name) for target in subject.targets):
            fixes.append(Fix(_LEAVE_OUT, (rewrite.without(subject, context),), safe=True))
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `del`. Leave it out: a value that is no longer used costs nothing in a graph.",
                "静态图编译器不支持 `del` 语句。请直接去掉：图中不再使用的值没有任何开销。",
            ),
            fixes=fixes,
        )
