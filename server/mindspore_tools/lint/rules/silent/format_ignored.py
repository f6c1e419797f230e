"""MS314: An f-string whose text comes out otherwise"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import (
    NoneValue,
    NotConstant,
    Scalar,
    Sequence,
    Tensor,
    is_variable,
    python_value,
)
from mindspore_tools.graph.values import Text as TextValue
from mindspore_tools.lint.arithmetic import Overflow, evaluate, shortest
from mindspore_tools.lint.rule import Context, Report, Rule

SHOWING = frozenset(("print", "info", "debug", "warning", "error", "critical", "exception", "log", "warn"))


class FormatIgnored(Rule):
    code = "MS314"
    name = "format-ignored"
    fact = "format-spec"
    summary = Text("An f-string whose text comes out otherwise", "f-string 的结果与 Python 不同")
    explanation = Text(
        "The compiler puts the plain text of a value into an f-string: it ignores what follows `:` and `!r`, writes `true` for `True` and `(2)` for `(2,)`, and floats in single precision. A text that names a layer or a key is then not the one meant. Use `str.format` or `%`, which keep the format, or make the text in `__init__`.",
        "编译器只把值的普通文本放入 f-string：忽略 `:` 之后的格式和 `!r`，`True` 写成 `true`，`(2,)` 写成 `(2)`，浮点数按单精度书写。用作层名或键时就不再是预期的文本。请使用会保留格式的 `str.format` 或 `%`，或在 `__init__` 中生成文本。",
    )
    subjects = (ast.JoinedStr,)
    VALID = (
        """\
@ms.jit
def f(x):
    print(f"{x.shape[0]:4d}")
    n = 2
    return f"layer{n}", "{:02d}".format(n)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    n = 3
    return f"{n:03d}"  # MS314
""",
    )

    def check(self, subject: ast.JoinedStr, context: Context) -> Iterator[Report]:
        for part in subject.values:
            if isinstance(part, ast.FormattedValue):
                fact = fact_of(part, context)
                if fact == "format-spec" and names_attribute(subject, context):
                    fact = "format-spec-getattr"
                if fact is not None and not is_shown(subject, context):
                    yield from context.report(
                        subject,
                        Text(
                            "In graph mode this f-string ignores the format of `{value}`. Use `str.format` or `%`.",
                            "在图模式下，该 f-string 会忽略 `{value}` 的格式。请使用 `str.format` 或 `%`。",
                        ).format(value=context.source_of(part.value)),
                        fact=fact,
                    )
                    return


def fact_of(part: ast.FormattedValue, context: Context) -> str | None:
    """The construct of facts.json for a replacement field whose text differs, None for one that comes out alike."""
    value = context.value(part.value)
    if isinstance(value, Tensor):
        return "format-tensor"
    if part.conversion == 114 and isinstance(value, TextValue):
        return "format-spec"
    if isinstance(value, NoneValue):
        return "format-none"
    spec = _text(part.format_spec)
    try:
        pair = evaluate(part.value, context)
    except (NotConstant, Overflow):
        pass
    else:
        if spec is None:
            return "format-spec"
        try:
            wanted = format(pair.python, spec)
        except ValueError:
            return None
        if wanted != shortest(pair.graph):
            return "format-bool-or-shape" if isinstance(pair.python, bool) else "format-spec"
        return None
    if isinstance(value, Scalar) and value.kind == "bool":
        return "format-bool-or-shape"
    if (
        isinstance(value, Sequence)
        and value.kind == "tuple"
        and value.items is not None
        and len(value.items) == 1
    ):
        return "format-bool-or-shape" if is_shape(part.value) else None
    if not spec and part.format_spec is not None or spec:
        try:
            text = str(python_value(value))
            return None if spec is not None and format(text, spec) == text else "format-spec"
        except (NotConstant, ValueError):
            return None if is_variable(value) else "format-spec"
    return None


def is_shape(node: ast.expr) -> bool:
    """Whether an expression is the shape of something."""
    return isinstance(node, ast.Attribute) and node.attr == "shape"


def _text(spec: ast.expr | None) -> str | None:
    """A format specification as text: empty without one, None when it is not constant."""
    if spec is None:
        return ""
    if isinstance(spec, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in spec.values):
        return "".join(str(part.value) for part in spec.values if isinstance(part, ast.Constant))
    return None


def names_attribute(node: ast.JoinedStr, context: Context) -> bool:
    """Whether a text is the name that ``getattr`` looks for."""
    assert context.function is not None
    return any(
        isinstance(part, ast.Call)
        and isinstance(part.func, ast.Name)
        and part.func.id == "getattr"
        and len(part.args) == 2
        and part.args[1] is node
        for part in ast.walk(context.function.node)
    )


def is_shown(node: ast.AST, context: Context) -> bool:
    """Whether a text is only printed, logged or given to an exception."""
    assert context.function is not None
    return any(node in ast.walk(told) for part in ast.walk(context.function.node) for told in _told(part))


def _told(node: ast.AST) -> list[ast.expr]:
    """What a call, ``raise`` or ``assert`` only shows to people."""
    if isinstance(node, ast.Call):
        func = node.func
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        return node.args if name in SHOWING else []
    told = node.exc if isinstance(node, ast.Raise) else node.msg if isinstance(node, ast.Assert) else None
    return [told] if told is not None else []
