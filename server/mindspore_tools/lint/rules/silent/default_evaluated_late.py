"""MS321: A default argument whose value changed since the function was defined"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.names import Assignment
from mindspore_tools.graph.writes import late_writes
from mindspore_tools.lint.rule import Context, Report, Rule


class DefaultEvaluatedLate(Rule):
    code = "MS321"
    name = "default-evaluated-late"
    fact = "default-evaluated-late"
    summary = Text(
        "A default argument whose value changed since the function was defined",
        "默认参数的值在函数定义之后发生变化",
    )
    explanation = Text(
        "Python evaluates `def f(a, k=K)` once, at the definition. The graph compiler evaluates `K` again when it compiles a call, and finds what `K` is by then. Give the default as a literal, or do not change the global.",
        "Python 只在定义时对 `def f(a, k=K)` 的默认值求值一次；静态图编译器在编译调用时重新求值，得到的是那时的 `K`。请用字面量作默认值，或不要修改该全局变量。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
K = 3


def h(a, k=K):
    return a * k


@ms.jit
def f(x):
    return h(x)
""",
    )
    INVALID = (
        """\
K = 3


def h(a, k=K):
    return a * k  # MS321


K = 5


@ms.jit
def f(x):
    return h(x)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        late = late_writes(subject).names
        for function in subject.functions:
            if function.reason != "called":
                continue
            arguments = function.node.args
            names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
            for name, default in zip(names[len(names) - len(arguments.defaults) :], arguments.defaults):
                if not isinstance(default, ast.Name):
                    continue
                if default.id in late or bound_after(subject, default.id, function.range.start.line):
                    place = Context(subject, function, context.rule)
                    for read in ast.walk(function.node):
                        if isinstance(read, ast.Name) and read.id == name and isinstance(read.ctx, ast.Load):
                            yield from place.report(
                                read,
                                Text(
                                    "The default of `{name}` is what `{value}` is when the call is compiled, not what it was at the definition.",
                                    "`{name}` 的默认值取编译调用时的 `{value}`，而不是定义时的值。",
                                ).format(name=name, value=default.id),
                            )


def bound_after(analysis: Analysis, name: str, line: int) -> bool:
    """Whether a global is assigned anew below a line."""
    bindings = analysis.source.names.bindings.get(name, ())
    starts = [analysis.source.start_of(b.fragment) for b in bindings if isinstance(b, Assignment)]
    return len(starts) > 1 and any(start is not None and start > line for start in starts)
