"""MS414: A builtin that does not work inside a graph"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Named, NoneValue
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.container_operation import is_cell_list

FACTS = {"iter": "iterator", "next": "iterator", "globals": "globals-locals", "locals": "globals-locals"}


class UnsupportedBuiltin(Rule):
    code = "MS414"
    name = "unsupported-builtin"
    fact = "iterator"
    evaluated = True
    summary = Text("A builtin that does not work inside a graph", "在图中不可用的内置函数")
    explanation = Text(
        "Iterators (`iter`, `next`), the dicts of names (`globals`, `locals`), `filter(None, ...)` and `reversed` of a CellList have no counterpart in a graph. Loop with `for`, name the variable, write a comprehension with a condition, index backwards.",
        "迭代器（`iter`、`next`）、名字字典（`globals`、`locals`）、`filter(None, ...)` 以及对 CellList 的 `reversed` 在图中没有对应的实现。请使用 `for` 循环、直接写变量名、带条件的推导式或倒序下标。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
@ms.jit
def f(x):
    for v in reversed([1, 2]):
        x = x * v
    return x + len(list(filter(lambda a: a > 1, [1, 2])))
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    it = iter([4, 5])  # MS414
    return x * next(it)  # MS414
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if not isinstance(callee, Named) or not callee.name.startswith("builtins."):
            return
        name = callee.name[len("builtins.") :]
        fact = FACTS.get(name)
        if subject.args:
            first = context.value(subject.args[0])
            if name == "filter" and isinstance(first, NoneValue):
                fact = "filter-none"
            elif name == "reversed" and is_cell_list(first):
                fact = "reversed-cell-list"
        if fact is not None:
            yield from context.report(
                subject,
                Text(
                    "`{name}` does not work here inside a graph.",
                    "`{name}` 在图中此处不可用。",
                ).format(name=name),
                fact=fact,
            )
