"""MS313: Constant arithmetic that the compiler does in fewer bits than Python"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Named, NotConstant
from mindspore_tools.lint.arithmetic import Overflow, Pair, assigned, evaluate
from mindspore_tools.lint.finding import Related
from mindspore_tools.lint.rule import Context, Report, Rule


class ConstantArithmetic(Rule):
    code = "MS313"
    name = "constant-arithmetic"
    fact = "constant-in-float32"
    summary = Text(
        "Constant arithmetic that the compiler does in fewer bits than Python",
        "编译器以更低精度计算的常量运算",
    )
    explanation = Text(
        "While compiling, floats are computed in single precision and ints in 64 bits. A comparison of floats, `int()` of a float or a power of ints can then come out other than in Python; an int that does not fit is refused. Compare floats with a tolerance, compute the number outside the graph and keep it in an attribute, write `0.5` for `2 ** -1`.",
        "编译期间浮点数以单精度计算，整数以 64 位计算。因此浮点比较、对浮点数取 `int()` 或整数幂可能与 Python 的结果不同；超出范围的整数会被拒绝。请使用带容差的比较，或在图外算好并保存为属性，并把 `2 ** -1` 写成 `0.5`。",
    )
    subjects = (ast.Compare, ast.BinOp, ast.Call, ast.Constant, ast.UnaryOp)
    VALID = (
        """\
@ms.jit
def f(x, rate=0.1):
    if rate > 0.0 and rate * 3 == 0.3:
        x = x * (7 / 2)
    return x * 2 ** 10
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    if 0.1 + 0.2 == 0.3:  # MS313
        return x + 1
    return x
""",
        """\
@ms.jit
def f(x):
    scale = 2 ** -1  # MS313
    return x * scale
""",
        """\
@ms.jit
def f(x):
    return x + int(0.29 * 100)  # MS313
""",
    )

    def check(self, subject: ast.expr, context: Context) -> Iterator[Report]:
        try:
            if isinstance(subject, ast.Compare):
                yield from self.comparison(subject, context)
            elif isinstance(subject, ast.UnaryOp):
                yield from self.negation(subject, context)
            elif isinstance(subject, ast.Constant):
                if isinstance(subject.value, float):
                    yield from self.overflowing(subject, evaluate(subject, context), context)
            elif isinstance(subject, ast.Call):
                yield from self.power(subject, context)
                pair = evaluate(subject, context)
                if not pair.same:
                    yield from self.differing(subject, pair, "constant-in-float32", context)
            elif isinstance(subject, ast.BinOp):
                yield from self.operation(subject, context)
        except NotConstant:
            return
        except Overflow:
            return

    @staticmethod
    def power(node: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(node.func)
        if isinstance(callee, Named) and callee.name == "builtins.pow" and len(node.args) == 3:
            yield from context.report(
                node,
                Text(
                    "The third argument of `pow` is ignored in a graph. Write `pow(a, b) % m`.",
                    "图中会忽略 `pow` 的第三个参数。请写成 `pow(a, b) % m`。",
                ),
                fact="pow-modulo",
            )

    def comparison(self, node: ast.Compare, context: Context) -> Iterator[Report]:
        pair = evaluate(node, context)
        if pair.same:
            return
        related = Related(context.range(node), Text("compared here", "在此处比较"))
        origins = [assigned(name, context) for name in ast.walk(node) if isinstance(name, ast.Name)]
        places: list[ast.expr] = [origin for origin in origins if isinstance(origin, ast.BinOp)]
        for place in places or [node]:
            yield from context.report(
                place,
                Text(
                    "Floats are computed in single precision here: this comparison is {graph} in graph mode and {python} in Python. Compare with a tolerance.",
                    "此处浮点数以单精度计算：该比较在图模式下为 {graph}，在 Python 中为 {python}。请使用带容差的比较。",
                ).format(graph=str(pair.graph), python=str(pair.python)),
                related=(related,) if places else (),
            )

    def negation(self, node: ast.UnaryOp, context: Context) -> Iterator[Report]:
        if isinstance(node.op, ast.USub) and isinstance(evaluate(node.operand, context).graph, bool):
            yield from context.report(
                node,
                Text(
                    "The graph compiler cannot negate a bool. Write `-int(...)` or the number itself.",
                    "静态图编译器不支持对 bool 取负。请写成 `-int(...)` 或直接写数字。",
                ),
                fact="bool-negation",
            )

    def operation(self, node: ast.BinOp, context: Context) -> Iterator[Report]:
        try:
            pair = evaluate(node, context)
        except Overflow:
            parts = [part for part in (node.left, node.right) if isinstance(part, ast.BinOp)]
            if not any(overflows(part, context) for part in parts):
                yield from context.report(
                    node,
                    Text(
                        "The result does not fit into 64 bits; the compiler refuses it. Use a float, or compute it outside.",
                        "结果超出 64 位整数范围，编译器会拒绝。请使用浮点数，或在图外计算。",
                    ),
                    fact="int-overflow",
                )
            return
        whole = isinstance(pair.python, float) and pair.python.is_integer()
        if isinstance(node.op, ast.Div) and divides_ints(node, context) and not whole:
            yield from self.divided(node, "int-division", context)
        elif isinstance(node.op, ast.FloorDiv) and pair.python < 0 and divides_ints(node, context):
            yield from self.divided(node, "negative-floor-division", context)
        elif isinstance(node.op, ast.Pow) and isinstance(pair.graph, int) and not pair.same:
            fact = "negative-int-power" if isinstance(pair.python, float) else "int-power-overflow"
            yield from self.differing(node, pair, fact, context)
        else:
            yield from self.overflowing(node, pair, context)

    @staticmethod
    def divided(node: ast.BinOp, fact: str, context: Context) -> Iterator[Report]:
        yield from context.report(
            node,
            Text(
                "This version divides ints otherwise than Python. Write a float, or divide outside the graph.",
                "该版本的整数除法与 Python 不同。请写成浮点数，或在图外相除。",
            ),
            fact=fact,
        )

    def overflowing(self, node: ast.expr, pair: Pair, context: Context) -> Iterator[Report]:
        if isinstance(pair.graph, float) and math.isinf(pair.graph) and not math.isinf(pair.python):
            yield from self.differing(node, pair, "float32-overflow", context)

    @staticmethod
    def differing(node: ast.expr, pair: Pair, fact: str, context: Context) -> Iterator[Report]:
        yield from context.report(
            node,
            Text(
                "This is {graph} in graph mode and {python} in Python.",
                "此处在图模式下为 {graph}，在 Python 中为 {python}。",
            ).format(graph=str(pair.graph), python=str(pair.python)),
            fact=fact,
        )


def divides_ints(node: ast.BinOp, context: Context) -> bool:
    """Whether both operands are ints."""
    pairs = [evaluate(part, context) for part in (node.left, node.right)]
    return all(isinstance(pair.graph, int) and not isinstance(pair.graph, bool) for pair in pairs)


def overflows(node: ast.expr, context: Context) -> bool:
    """Whether a part of an expression alone is too large."""
    try:
        evaluate(node, context)
    except Overflow:
        return True
    except NotConstant:
        return False
    return False
