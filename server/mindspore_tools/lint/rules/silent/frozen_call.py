"""MS305: A call whose result is frozen when the graph is compiled"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Named
from mindspore_tools.graph.writes import late_writes
from mindspore_tools.lint.facts import Outcome
from mindspore_tools.lint.rule import Context, Report, Rule

CLOCKS = frozenset(
    f"time.{name}{unit}"
    for name in ("time", "perf_counter", "monotonic", "process_time", "thread_time")
    for unit in ("", "_ns")
)
DATES = frozenset(
    f"datetime.{owner}{name}" for owner in ("datetime.", "date.", "") for name in ("now", "utcnow", "today")
)
NOT_RANDOM = frozenset(
    ("seed", "RandomState", "default_rng", "Generator", "get_state", "set_state", "getstate", "setstate")
)
SHOWING = frozenset(("print", "info", "debug", "warning", "error", "log"))


class FrozenCall(Rule):
    code = "MS305"
    name = "frozen-call"
    fact = "frozen-random"
    summary = Text(
        "A call whose result is frozen when the graph is compiled",
        "调用结果在编译图时被固化",
    )
    explanation = Text(
        "Python's and NumPy's random numbers, clocks and the environment are asked once, while the graph is compiled at the first call; every later call gets the same answer. Draw random numbers with `mindspore.ops` or `mindspore.mint`, or pass the value as an argument.",
        "Python 与 NumPy 的随机数、时钟和环境变量只在首次调用编译图时求值一次，之后每次调用都得到相同的结果。请使用 `mindspore.ops` 或 `mindspore.mint` 生成随机数，或把值作为参数传入。",
    )
    subjects = (ast.Call, ast.Subscript)
    VALID = (
        """\
import time


@ms.jit
def f(x):
    start = time.time()
    y = x + ops.standard_normal((2,))
    print("took", time.time() - start)
    return y
""",
    )
    INVALID = (
        """\
import random


@ms.jit
def f(x):
    return x + random.random()  # MS305
""",
        """\
@ms.jit
def f(x):
    return x * float(np.random.rand())  # MS305
""",
    )

    def check(self, subject: ast.Call | ast.Subscript, context: Context) -> Iterator[Report]:
        asked = subject.func if isinstance(subject, ast.Call) else subject.value
        fact = fact_of(path_of(asked, context), subject, context)
        if fact is None:
            return
        if (
            fact == "frozen-time"
            and context.outcome(fact) is Outcome.DIFFERS
            and only_shown(subject, context)
        ):
            return
        yield from context.report(
            subject,
            Text(
                "This is asked once, when the graph is compiled; every later call sees the same value. Pass it as an argument.",
                "该值只在编译图时求值一次，之后每次调用看到的都是同一个值。请将其作为参数传入。",
            ),
            fact=fact,
        )


def path_of(node: ast.expr, context: Context) -> str:
    """The full name of what is called, empty when it is not a name of a module."""
    value = context.value(node)
    if isinstance(value, Named):
        return value.name
    name = dotted_name(node)
    return (context.analysis.source.resolve(name) or "") if name else ""


def fact_of(path: str, node: ast.AST, context: Context) -> str | None:
    """The construct of facts.json for a call of this function."""
    root, _, rest = path.partition(".")
    last = path.rpartition(".")[2]
    if isinstance(node, ast.Call) and (path in CLOCKS or path in DATES):
        return "frozen-time" if path in CLOCKS else "frozen-datetime"
    if isinstance(node, ast.Call) and (
        root in ("random", "secrets") and rest or path.startswith("numpy.random.")
    ):
        if last in NOT_RANDOM:
            return None
        return "frozen-random-random" if path == "random.random" else "frozen-random"
    if isinstance(node, ast.Call) and root == "uuid" and last.startswith("uuid"):
        return "frozen-uuid"
    environment = (
        path in ("os.getenv", "os.environ.get") or path == "os.environ" and isinstance(node, ast.Subscript)
    )
    if environment and late_writes(context.analysis).environment is not None:
        return "frozen-environment"
    return None


def only_shown(node: ast.AST, context: Context) -> bool:
    """Whether a time is only printed or logged, directly or through a name."""
    assert context.function is not None
    shown: set[ast.AST] = set()
    names: set[str] = set()
    for part in ast.walk(context.function.node):
        if isinstance(part, ast.Call):
            func = part.func
            if (func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")) in SHOWING:
                shown.update(inner for argument in part.args for inner in ast.walk(argument))
        elif isinstance(part, ast.Assign) and node in ast.walk(part.value):
            names |= {target.id for target in part.targets if isinstance(target, ast.Name)}
    if node in shown:
        return True
    reads = [
        part
        for part in ast.walk(context.function.node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in names
    ]
    return bool(names) and all(read in shown for read in reads)
