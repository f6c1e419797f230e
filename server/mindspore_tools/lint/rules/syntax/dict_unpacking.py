"""MS119: `**` in a dict display that the target version does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class DictUnpacking(Rule):
    code = "MS119"
    name = "dict-unpacking"
    fact = "dict-unpacking"
    summary = Text(
        "`**` in a dict display that the target version does not compile",
        "目标版本不支持的字典中的 `**` 展开",
    )
    explanation = Text(
        "Compilers before 2.7 refuse `{**a, 'q': 2}`.",
        "2.7 之前的编译器会拒绝 `{**a, 'q': 2}`。",
    )
    subjects = (ast.Dict,)
    VALID = (
        """\
@ms.jit
def f(x):
    a = {"p": 1}
    b = {**a, "q": 2}
    return x * b["p"]
""",
    )
    INVALID = ()

    def check(self, subject: ast.Dict, context: Context) -> Iterator[Report]:
        if None in subject.keys:
            yield from context.report(
                subject,
                Text(
                    "This MindSpore version cannot unpack with `**` in a dict. Assign the keys one by one.",
                    "该版本的 MindSpore 不支持在字典中用 `**` 展开。请逐个键赋值。",
                ),
            )
