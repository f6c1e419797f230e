"""MS301: A decorator that the graph compiler drops"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, GraphFunction, Part
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.program import Program
from mindspore_tools.graph.values import Function, Named
from mindspore_tools.lint.rule import Context, Report, Rule

# Without consequence for what the function computes.
HARMLESS = frozenset(
    f"{module}{name}"
    for module in ("", "functools.", "abc.", "typing.", "typing_extensions.")
    for name in (
        *("staticmethod", "classmethod", "property", "lru_cache", "cache", "cached_property"),
        *("abstractmethod", "override", "final", "overload", "no_type_check", "wraps"),
    )
)
DROPPED = Text(
    "The graph compiler drops this decorator and compiles the function as if it stood alone.",
    "静态图编译器会忽略该装饰器，直接编译未装饰的函数。",
)
WRAPS = frozenset(("functools.wraps", "functools.update_wrapper", "wraps", "update_wrapper"))


class DroppedDecorator(Rule):
    code = "MS301"
    name = "dropped-decorator"
    fact = "dropped-decorator"
    summary = Text("A decorator that the graph compiler drops", "被静态图编译器忽略的装饰器")
    explanation = Text(
        "The compiler follows `__wrapped__`, which `functools.wraps` sets, back to the undecorated function, and it ignores every decorator of a nested function. What the decorator does (scaling, checking, timing) happens in eager mode only. Call the wrapper's work from the function itself, put the decorator above `@ms.jit`, or leave out `functools.wraps`.",
        "编译器会沿着 `functools.wraps` 设置的 `__wrapped__` 找回未装饰的函数，并忽略嵌套函数的所有装饰器。装饰器所做的事情（缩放、检查、计时）只在动态图模式下发生。请在函数内部直接完成这些工作，或把装饰器放在 `@ms.jit` 之上，或去掉 `functools.wraps`。",
    )
    subjects = (Part,)
    VALID = (
        """\
def twice(fn):
    def wrapper(a):
        return fn(fn(a))

    return wrapper


def register(fn):
    fn.registered = True
    return fn


@twice
def h(a):
    return a * 3


@ms.jit
def f(x):
    @register
    def inner(a):
        return a + 1

    return inner(h(x))
""",
    )
    INVALID = (
        """\
import functools


def twice(fn):
    @functools.wraps(fn)
    def wrapper(self, x):
        return fn(self, x) * 2

    return wrapper


class Net(nn.Cell):
    @twice  # MS301
    def construct(self, x):
        return x + 1
""",
        """\
def twice(fn):
    def wrapper(a):
        return fn(fn(a))

    return wrapper


@ms.jit
def f(x):
    @twice  # MS301
    def inner(a):
        return a * 3

    return inner(x)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        seen = {function.node for function in subject.functions}
        for function in subject.functions:
            place = Context(subject, function, context.rule)
            for helper in helpers(function, subject):
                if helper.node not in seen:
                    seen.add(helper.node)
                    for decorator in getattr(helper.node, "decorator_list", ()):
                        if unwraps(decorator, subject):
                            where = subject.source.range(helper.fragment, decorator)
                            yield from place.report(where, DROPPED)
            if isinstance(function.node, ast.Lambda):
                continue
            for decorator in under_jit(function, subject.program):
                if unwraps(decorator, subject):
                    yield from place.report(decorator, DROPPED)
            for node in ast.walk(function.node):
                if isinstance(node, ast.FunctionDef) and node is not function.node:
                    for decorator in node.decorator_list:
                        if not is_transparent(decorator, subject):
                            yield from place.report(decorator, DROPPED)


def helpers(function: GraphFunction, analysis: Analysis) -> Iterator[Function]:
    """The functions of this file that a graph function names."""
    for node in ast.walk(function.node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found = analysis.program.definition(analysis.source, node.id)
            if isinstance(found, Function) and found.source is analysis.source:
                yield found


def under_jit(function: GraphFunction, program: Program) -> list[ast.expr]:
    """The decorators below ``jit``, all of them when there is none."""
    decorators = getattr(function.node, "decorator_list", [])
    for number, decorator in enumerate(decorators):
        value = decorator_value(decorator, program)
        if isinstance(value, Named) and value.name.rpartition(".")[2] in ("jit", "ms_function"):
            return decorators[number + 1 :]
    return decorators


def decorator_value(decorator: ast.expr, program: Program) -> object:
    """What a decorator is: a Function of the workspace, a Named, or UNKNOWN."""
    name = dotted_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return program.definition(program.source, name) if name else None


def is_transparent(decorator: ast.expr, analysis: Analysis) -> bool:
    """Whether a decorator of a nested function changes nothing that the graph would miss."""
    value = decorator_value(decorator, analysis.program)
    if isinstance(value, Function):
        returned = [node.value for node in ast.walk(value.node) if isinstance(node, ast.Return)]
        parameters = [argument.arg for argument in value.node.args.args]
        return bool(returned) and all(
            isinstance(node, ast.Name) and node.id in parameters[:1] for node in returned
        )
    if isinstance(value, Named):
        return value.name in HARMLESS or value.name.startswith("mindspore.")
    return dotted_name(decorator) in HARMLESS


def unwraps(decorator: ast.expr, analysis: Analysis) -> bool:
    """Whether a decorator of the workspace returns a wrapper with ``__wrapped__`` that does more than pass on the call."""
    value = decorator_value(decorator, analysis.program)
    if not isinstance(value, Function):
        return False
    for node in ast.walk(value.node):
        if isinstance(node, ast.FunctionDef):
            wrapped = any(
                isinstance(inner, ast.Call) and dotted_name(inner.func) in WRAPS
                for inner in node.decorator_list
            )
            if wrapped and not passes_on(node):
                return True
        elif isinstance(node, ast.Call) and dotted_name(node.func) in WRAPS and len(node.args) == 2:
            return True
    return False


def passes_on(wrapper: ast.FunctionDef) -> bool:
    """Whether a wrapper only returns the call of what it wraps."""
    body = [
        node
        for node in wrapper.body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return (
        len(body) == 1
        and isinstance(body[0], ast.Return)
        and isinstance(body[0].value, ast.Call)
        and isinstance(body[0].value.func, ast.Name)
    )
