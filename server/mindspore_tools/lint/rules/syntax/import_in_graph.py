"""MS103: `import` inside a graph function"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.lint.rule import Context, Report, Rule


class ImportInGraph(Rule):
    code = "MS103"
    name = "import-in-graph"
    fact = "import"
    summary = Text(
        "`import` inside a graph function",
        "图函数中使用了 `import` 语句",
    )
    explanation = Text(
        "The compiler refuses `import` statements in a graph function, also where they are never reached. Imports at module level are resolved while compiling and cost nothing.",
        "即使永远不会执行到，图函数中的 `import` 也会被编译器拒绝。模块级的导入在编译期解析，没有运行开销。",
    )
    subjects = (ast.Import, ast.ImportFrom)
    VALID = (
        """\
import math


@ms.jit
def f(x):
    return x * math.pi
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    import math  # MS103

    return x * math.pi
""",
    )

    def check(self, subject: ast.AST, context: Context) -> Iterator[Report]:
        yield from context.report(
            subject,
            Text(
                "The graph compiler cannot compile `import`. Move it to the top of the module.",
                "静态图编译器不支持 `import` 语句。请移到模块顶部。",
            ),
        )
