"""MS208: an exception class that the compiler does not know is raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Class, Named
from mindspore_tools.lint.rule import Context, Report, Rule

# What the compiler of MindSpore names when it refuses another one.
_KNOWN = frozenset(
    [
        "AssertionError",
        "AttributeError",
        "BaseException",
        "EnvironmentError",
        "Exception",
        "IOError",
        "IndentationError",
        "IndexError",
        "KeyError",
        "KeyboardInterrupt",
        "MemoryError",
        "NameError",
        "NotImplementedError",
        "OSError",
        "OverflowError",
        "RecursionError",
        "ReferenceError",
        "RuntimeError",
        "StopAsyncIteration",
        "StopIteration",
        "SyntaxError",
        "SystemError",
        "SystemExit",
        "TabError",
        "TimeoutError",
        "TypeError",
        "UnboundLocalError",
        "UnicodeDecodeError",
        "UnicodeEncodeError",
        "UnicodeError",
        "UnicodeTranslateError",
        "ValueError",
        "WindowsError",
        "ZeroDivisionError",
        "ArithmeticError",
        "LookupError",
        "FloatingPointError",
        "BufferError",
        "EOFError",
        "ImportError",
    ]
)


class RaiseOfOwnException(Rule):
    code = "MS208"
    name = "raise-of-own-exception"
    fact = "raise-own-exception"
    summary = Text("Exception class that the graph compiler does not know", "静态图编译器不支持的异常类型")
    explanation = Text(
        "`raise` in a graph takes Python's standard exception classes only. An own class, or a warning, is refused even where it is never raised: raise ValueError or RuntimeError, or check before the call, outside the graph.",
        "计算图中的 `raise` 只支持 Python 的标准异常类型。自定义异常或警告类即使永远不会抛出也会被拒绝：请改为抛出 ValueError 或 RuntimeError，或在图外、调用之前检查。",
    )
    subjects = (ast.Raise,)
    VALID = (
        """\
@ms.jit
def f(x):
    if x.shape[0] != 2:
        raise ValueError("bad shape")
    return x
""",
    )
    INVALID = (
        """\
class ShapeError(ValueError):
    pass


@ms.jit
def f(x):
    if x.shape[0] != 2:
        raise ShapeError("bad shape")  # MS208
    return x
""",
    )

    def check(self, subject: ast.Raise, context: Context) -> Iterator[Report]:
        raised = subject.exc.func if isinstance(subject.exc, ast.Call) else subject.exc
        if not isinstance(raised, ast.Name):
            return
        found = context.module_value(raised.id)
        if isinstance(found, Class) or (
            isinstance(found, Named) and found.name.startswith("builtins.") and raised.id not in _KNOWN
        ):
            message = Text(
                "The graph compiler cannot raise `{name}`, not even where it is never reached. Raise a standard exception such as ValueError.",
                "静态图编译器不支持抛出 `{name}`，即使该语句不会执行。请改为抛出 ValueError 等标准异常。",
            ).format(name=raised.id)
            yield from context.report(subject, message)
