"""MS107: Set display or set comprehension inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.finding import Fix
from mindspore_tools.lint.rule import Context, Report, Rule

_TUPLE = Text("Look in a tuple", "改为在元组中查找")


class SetInGraph(Rule):
    code = "MS107"
    name = "set-in-graph"
    fact = "set"
    summary = Text(
        "Set display or set comprehension inside a graph function",
        "图函数中使用了集合字面量或集合推导式",
    )
    explanation = Text(
        "Set displays and set comprehensions are refused everywhere in a graph function. For a membership test a tuple does the same: `mode in ('a', 'b')`.",
        "图函数中任何位置的集合字面量和集合推导式都会被拒绝。成员判断用元组即可：`mode in ('a', 'b')`。",
    )
    subjects = (ast.Set, ast.SetComp)
    VALID = (
        """\
@ms.jit
def f(x, mode="a"):
    if mode in ("a", "b"):
        return x + 1
    return x
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x, mode="a"):
    if mode in {"a", "b"}:  # MS107
        return x + 1
    return x
""",
        """\
@ms.jit
def f(x):
    return x + len({i % 2 for i in range(5)})  # MS107
""",
    )

    FIXED = (
        (
            """\
@ms.jit
def f(x, mode="a"):
    if mode in {"a", "b"}:
        return x + 1
    return x
""",
            """\
@ms.jit
def f(x, mode="a"):
    if mode in ("a", "b"):
        return x + 1
    return x
""",
        ),
        (
            """\
@ms.jit
def f(x, k=2):
    return x if k not in {1} else -x
""",
            """\
@ms.jit
def f(x, k=2):
    return x if k not in (1,) else -x
""",
        ),
    )

    def check(self, subject: ast.Set | ast.SetComp, context: Context) -> Iterator[Report]:
        fixes: list[Fix] = []
        if isinstance(subject, ast.Set) and _is_only_searched(subject, context):
            inside = context.source_of(subject)[1:-1].rstrip().rstrip(",")
            text = f"({inside},)" if len(subject.elts) == 1 else f"({inside})"
            fixes.append(context.replace(_TUPLE, subject, text, safe=True))
        yield from context.report(
            subject,
            Text(
                "The graph compiler has no sets. Use a tuple, or a dict for distinct keys.",
                "静态图编译器不支持集合。请改用元组；需要去重时可用字典。",
            ),
            fixes=fixes,
        )


def _is_only_searched(subject: ast.Set, context: Context) -> bool:
    """Whether the set stands right of ``in`` or ``not in``, where a tuple gives the same answer."""
    assert context.function is not None
    return any(
        isinstance(node, ast.Compare)
        and any(
            isinstance(operator, (ast.In, ast.NotIn)) and comparator is subject
            for operator, comparator in zip(node.ops, node.comparators)
        )
        for node in ast.walk(context.function.node)
    )
