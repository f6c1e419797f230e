"""MS405: A keyword argument that a builtin does not take inside a graph"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Dict, Method, Named
from mindspore_tools.lint.rule import Context, Report, Rule

ACCEPTED = {"enumerate": ("start",)}
CHECKED = frozenset(
    ("max", "min", "sum", "round", "pow", "int", "float", "bool", "str", "enumerate", "len", "abs")
)


class UnsupportedKeyword(Rule):
    code = "MS405"
    name = "unsupported-keyword"
    fact = "builtin-keyword"
    evaluated = True
    summary = Text(
        "A keyword argument that a builtin does not take inside a graph",
        "内置函数在图中不支持的关键字参数",
    )
    explanation = Text(
        "The compiler has its own versions of Python's builtins, which take positional arguments only: `print` knows no `sep` or `end`, `max` no `key` or `default`, `int` no `base=`. Leave the keyword out, write the positional form, or build the text first.",
        "编译器使用自己的内置函数实现，只接受位置参数：`print` 没有 `sep`、`end`，`max` 没有 `key`、`default`，`int` 没有 `base=`。请去掉关键字、改用位置参数，或先生成好文本。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
@ms.jit
def f(x):
    print("x", x)
    for i, v in enumerate([4, 5], start=1):
        x = x * i + v
    return x + int("11", 2) + sorted([2, 1], reverse=True)[0]
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    print("a", "b", sep="-")  # MS405
    return x + max([1, -5], key=abs)  # MS405
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        if not subject.keywords:
            return
        callee = context.value(subject.func)
        fact = None
        if isinstance(callee, Named) and callee.name.startswith("builtins."):
            name = callee.name[len("builtins.") :]
            if name == "print":
                fact = "print-keyword"
            elif name == "zip":
                fact = "zip-strict"
            elif name in CHECKED:
                fact = "builtin-keyword"
            names = [k.arg for k in subject.keywords if k.arg not in ACCEPTED.get(name, ())]
        elif isinstance(callee, Method) and isinstance(callee.owner, Dict) and callee.name == "update":
            fact, names = "dict-update-keyword", [k.arg for k in subject.keywords]
            name = "update"
        if fact is not None and names and names[0] is not None:
            yield from context.report(
                subject,
                Text(
                    "In a graph `{function}` does not take the keyword `{keyword}`.",
                    "在图中 `{function}` 不支持关键字参数 `{keyword}`。",
                ).format(function=name, keyword=names[0]),
                fact=fact,
            )
