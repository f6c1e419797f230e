"""MS412: An exception that a graph cannot raise"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Class, External, Instance, Named
from mindspore_tools.lint.rule import Context, Report, Rule

# "Raise only support some Python standard exception types", as the compiler lists them.
SUPPORTED = frozenset(
    (
        *("AssertionError", "AttributeError", "BaseException", "EOFError", "Exception", "FloatingPointError"),
        *(
            "ImportError",
            "IndexError",
            "IOError",
            "KeyError",
            "LookupError",
            "MemoryError",
            "ModuleNotFoundError",
        ),
        *("NameError", "NotImplementedError", "OSError", "OverflowError", "RuntimeError", "StopIteration"),
        *("SyntaxError", "SystemError", "SystemExit", "TypeError", "UnboundLocalError", "ValueError"),
        *(
            "ZeroDivisionError",
            "ArithmeticError",
            "GeneratorExit",
            "IndentationError",
            "KeyboardInterrupt",
            "TabError",
        ),
        *(
            "RecursionError",
            "ReferenceError",
            "StopAsyncIteration",
            "TimeoutError",
            "UnicodeError",
            "BufferError",
        ),
    )
)


class UnsupportedException(Rule):
    code = "MS412"
    name = "unsupported-exception"
    fact = "raise-other-exception"
    summary = Text("An exception that a graph cannot raise", "图中无法抛出的异常")
    explanation = Text(
        "`raise` in a graph takes Python's standard exceptions, called or as a class. Exceptions of your own, warnings and exception objects made elsewhere are refused, also where the line is never reached. Raise a standard one with a message, such as `ValueError`.",
        "图中的 `raise` 只支持 Python 标准异常（类或其调用）。自定义异常、警告类以及在别处创建的异常对象会被拒绝，即使该行永远不会执行。请抛出带消息的标准异常，例如 `ValueError`。",
    )
    subjects = (ast.Raise,)
    VALID = (
        """\
@ms.jit
def f(x):
    if x.ndim != 1:
        raise ValueError("one dimension expected")
    return x
""",
    )
    INVALID = (
        """\
class ShapeError(ValueError):
    pass


@ms.jit
def f(x):
    if x.ndim != 1:
        raise ShapeError("one dimension expected")  # MS412
    return x
""",
    )

    def check(self, subject: ast.Raise, context: Context) -> Iterator[Report]:
        if subject.exc is None:
            return
        called = subject.exc.func if isinstance(subject.exc, ast.Call) else subject.exc
        value = context.value(called)
        wrong = isinstance(value, (Class, Instance, External))
        if isinstance(value, Named) and value.name.startswith("builtins."):
            name = value.name[len("builtins.") :]
            kind = getattr(builtins, name, None)
            wrong = isinstance(kind, type) and issubclass(kind, Warning) and name not in SUPPORTED
        if wrong:
            yield from context.report(
                subject,
                Text(
                    "A graph can raise Python's standard exceptions only. Use one of them, such as `ValueError`.",
                    "图中只能抛出 Python 标准异常，例如 `ValueError`。",
                ),
            )
