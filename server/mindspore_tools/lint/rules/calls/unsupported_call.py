"""MS417: A call that the target version or syntax level does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import Assignment, dotted_name
from mindspore_tools.graph.values import (
    Class,
    Dict,
    External,
    Function,
    Instance,
    Method,
    Named,
    Scalar,
    Sequence,
    Tensor,
    Value,
    is_variable,
)
from mindspore_tools.graph.values import Text as TextValue
from mindspore_tools.lint import facts
from mindspore_tools.lint.members import members
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.with_other_object import is_jit_class

# Their results are frozen, of which another rule tells.
FROZEN = ("time", "random", "datetime", "uuid", "secrets")
ALWAYS = frozenset(
    f"builtins.{name}" for name in ("print", "setattr", "delattr", "eval", "exec", "callable", "getattr")
)


class UnsupportedCall(Rule):
    code = "MS417"
    name = "unsupported-call"
    fact = "call Tensor.asnumpy"
    evaluated = True
    summary = Text(
        "A call that the target version or syntax level does not compile",
        "目标版本或语法级别不支持的调用",
    )
    explanation = Text(
        "STRICT level compiles only what the graph knows itself, and older versions know less: calls of Python libraries and NumPy, methods of texts, `asnumpy()`, objects of plain classes, many builtins. LAX level of 2.7 and later runs them in Python. Compute the value outside, use an operator of MindSpore, or choose LAX level.",
        "STRICT 级别只编译图自身支持的内容，旧版本支持得更少：Python 库和 NumPy 的调用、字符串方法、`asnumpy()`、普通类的对象以及许多内置函数都不支持；2.7 及之后版本的 LAX 级别会在 Python 中执行它们。请在图外计算该值、使用 MindSpore 算子，或选择 LAX 级别。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
@ms.jit
def f(x):
    return x + float(np.sqrt(x.shape[0]))
""",
    )
    INVALID = (
        """\
@ms.jit(fullgraph=True)
def f(x):
    y = x + 1
    return Tensor(y.asnumpy())  # MS417
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        for key in keys(subject, context):
            if facts.is_known(f"call {key}"):
                yield from context.report(
                    subject,
                    Text(
                        "`{call}` cannot run in this graph. Compute it outside, or use an operator of MindSpore.",
                        "`{call}` 无法在该图中执行。请在图外计算，或使用 MindSpore 算子。",
                    ).format(call=context.source_of(subject.func)),
                    fact=f"call {key}",
                )
                return


def keys(node: ast.Call, context: Context) -> Iterator[str]:
    """The names under which facts.json may know a call, most special first."""
    callee = context.value(node.func)
    arguments = [context.value(argument) for argument in node.args]
    given = shape_of(arguments)
    if isinstance(callee, Named):
        yield from named(callee.name, given, node, context)
    elif isinstance(callee, Method):
        yield from method(callee, arguments[0] if arguments else None)
    elif isinstance(callee, Class):
        if not is_jit_class(callee) and not context.analysis.program.is_cell(callee):
            yield f"class{given}"
            yield "class"
    elif isinstance(callee, Instance):
        cls = callee.defined
        if cls is not None and not is_jit_class(cls) and not context.analysis.program.is_cell(cls):
            yield "object"
    elif isinstance(callee, Function):
        if isinstance(callee.node, ast.Lambda) and callee.scope is None:
            yield "lambda"
    elif isinstance(callee, External):
        if is_namedtuple(node.func, context):
            yield f"namedtuple{given}"
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ("info", "debug", "warning", "error"):
            yield "logging.*"


def named(path: str, given: str, node: ast.Call, context: Context) -> Iterator[str]:
    """The names of a call of a module's function or class."""
    root, _, rest = path.partition(".")
    if path in ("mindspore.Tensor", "mindspore.tensor"):
        first = context.value(node.args[0]) if node.args else None
        if isinstance(first, Sequence) and any(is_data(item) for item in first.items or ()):
            yield "mindspore.Tensor([Tensor])"
        yield "mindspore.Tensor"
    elif root == "mindspore":
        if path.startswith("mindspore.ops.") and path.rpartition(".")[2][:1].isupper():
            yield "primitive class"
    elif root == "builtins":
        if path in ("builtins.max", "builtins.min") and given:
            numbers = any(isinstance(context.value(argument), Scalar) for argument in node.args)
            yield "builtins.max(Tensor, number)" if numbers else "builtins.max(Tensor)"
        yield f"{path}{given}"
        if not given or path in ALWAYS:
            yield path
    elif rest and root not in FROZEN:
        if all(is_literal(argument, context) for argument in node.args) and not node.keywords:
            given = "(constant)"
        yield f"{path}{given}"
        if not given:
            yield path
        group = root if facts.is_known(f"call {root}.*") else "library"
        yield f"{group}.*{given}"
        if not given:
            yield f"{group}.*"


def method(callee: Method, argument: Value | None) -> Iterator[str]:
    """The names of a call of a method."""
    owner = callee.owner
    if isinstance(owner, Tensor):
        if not owner.parameter and callee.name in (*members("tensor_unseen"), "tolist"):
            yield f"Tensor.{callee.name}"
            yield "Tensor.asnumpy"
        return
    kind = (
        "str"
        if isinstance(owner, TextValue)
        else owner.kind
        if isinstance(owner, Sequence)
        else "dict"
        if isinstance(owner, Dict)
        else ""
    )
    if (
        kind == "list"
        and callee.name == "extend"
        and not (isinstance(argument, Sequence) and argument.kind == "tuple")
    ):
        return
    if kind:
        yield f"{kind}.{callee.name}"
        if (
            kind == "str"
            and not isinstance(owner, Tensor)
            and callee.name not in ("lower", "upper", "format")
        ):
            yield "str.*"


def shape_of(arguments: list[Value]) -> str:
    """What kinds of arguments a call has, as far as it matters."""
    if any(is_data(argument) for argument in arguments):
        return "(Tensor)"
    if any(
        isinstance(argument, Sequence) and any(map(is_data, argument.items or ())) for argument in arguments
    ):
        return "(Tensor)"
    if len(arguments) == 1 and isinstance(arguments[0], TextValue):
        return "(str)"
    return ""


def is_literal(node: ast.expr, context: Context) -> bool:
    """Whether an expression is written out, or a name of a module such as ``np.float32``."""
    if isinstance(node, ast.Constant) or isinstance(context.value(node), Named):
        return True
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(is_literal(element, context) for element in node.elts)
    return isinstance(node, ast.UnaryOp) and is_literal(node.operand, context)


def is_data(value: Value) -> bool:
    """Whether a value is a tensor whose data the compiler does not know."""
    return isinstance(value, Tensor) and is_variable(value)


def is_namedtuple(node: ast.expr, context: Context) -> bool:
    """Whether a name was made by ``collections.namedtuple``."""
    binding = context.analysis.source.names.get(node.id) if isinstance(node, ast.Name) else None
    return (
        isinstance(binding, Assignment)
        and isinstance(binding.value, ast.Call)
        and (dotted_name(binding.value.func) or "").rpartition(".")[2] == "namedtuple"
    )
