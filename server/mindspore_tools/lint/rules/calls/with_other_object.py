"""MS407: `with` on something else than a `jit_class` object"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Class, Function, Instance, Named, Transformed
from mindspore_tools.lint.rule import Context, Report, Rule

# Their context managers are surely not `jit_class` objects.
PYTHON_MODULES = frozenset(
    (
        "builtins",
        "contextlib",
        "io",
        "os",
        "tempfile",
        "threading",
        "time",
        "torch",
        "warnings",
        "zipfile",
        "gzip",
    )
)


class WithOtherObject(Rule):
    code = "MS407"
    name = "with-other-object"
    fact = "with-object"
    summary = Text(
        "`with` on something else than a `jit_class` object",
        "对 `jit_class` 以外的对象使用 `with`",
    )
    explanation = Text(
        "Inside a graph `with` takes objects of classes decorated with `@ms.jit_class` (and stream contexts). Files, `contextlib`, `_no_grad` and other context managers do not compile, not even in code that is never reached. Open files outside, use `ops.stop_gradient` for `no_grad`, or decorate your class.",
        "图中的 `with` 只接受由 `@ms.jit_class` 装饰的类的对象（以及流上下文）。文件、`contextlib`、`_no_grad` 等上下文管理器无法编译，即使在永远不会执行的代码中也是如此。请在图外打开文件，用 `ops.stop_gradient` 代替 `no_grad`，或为类加上装饰器。",
    )
    subjects = (ast.With,)
    VALID = (
        """\
@ms.jit_class
class Scale:
    def __enter__(self):
        return 3

    def __exit__(self, kind, value, trace):
        return None


@ms.jit
def f(x):
    with Scale() as k:
        x = x * k
    return x
""",
    )
    INVALID = (
        """\
class Scale:
    def __enter__(self):
        return 3

    def __exit__(self, kind, value, trace):
        return None


@ms.jit
def f(x):
    with Scale() as k:  # MS407
        x = x * k
    return x
""",
        """\
@ms.jit
def f(x):
    with open("log.txt") as file:  # MS407
        pass
    return x
""",
    )

    def check(self, subject: ast.With, context: Context) -> Iterator[Report]:
        for item in subject.items:
            fact = fact_of(item.context_expr, context)
            if fact is not None:
                if not is_reached(item.context_expr, context):
                    fact = "with-unreached"
                yield from context.report(
                    subject,
                    Text(
                        "The compiler takes only `jit_class` objects in `with`. Decorate the class with `@ms.jit_class`, or move the statement out of the graph.",
                        "编译器的 `with` 只接受 `jit_class` 对象。请用 `@ms.jit_class` 装饰该类，或将语句移到图外。",
                    ),
                    fact=fact,
                )
                return


def fact_of(node: ast.expr, context: Context) -> str | None:
    """The construct of facts.json for what ``with`` is given; None when it compiles or is not known."""
    value = context.value(node)
    if isinstance(value, Instance):
        return "with-object" if value.defined is not None and not is_jit_class(value.defined) else None
    if not isinstance(node, ast.Call):
        return None
    callee = context.named(node.func)
    if isinstance(callee, Class):
        return None if is_jit_class(callee) else "with-object"
    if isinstance(callee, (Function, Transformed)):
        return "with-function"
    if isinstance(callee, Named):
        root, _, rest = callee.name.partition(".")
        last = callee.name.rpartition(".")[2]
        if root == "mindspore":
            return "with-object" if last in ("_no_grad", "no_grad", "saved_tensors_hooks") else None
        if root in PYTHON_MODULES:
            return "with-object" if last[:1].isupper() or rest == "nullcontext" else "with-function"
    return None


def is_reached(node: ast.expr, context: Context) -> bool:
    """Whether an expression stands in code that the analysis came by."""
    assert context.function is not None
    return node in context.function.values


def is_jit_class(cls: Class) -> bool:
    """Whether a class of the workspace is decorated with ``jit_class``, here or in a base that stands beside it."""
    for decorator in cls.node.decorator_list:
        name = dotted_name(decorator.func if isinstance(decorator, ast.Call) else decorator) or ""
        if name.rpartition(".")[2] in ("jit_class", "ms_class"):
            return True
    return any(dotted_name(base) not in (None, "object") for base in cls.node.bases)
