"""MS605: A number outside the documented range"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_uses import uses_of
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class OutOfRange(Rule):
    code = "MS605"
    name = "number-out-of-range"
    severity = Severity.WARNING
    summary = Text("A number outside the documented range", "数值超出文档规定的范围")
    explanation = Text(
        "The documentation of the target version demands a number of an interval here, such as `[0, 1]` or at least 1. Outside it the call raises ValueError or computes nonsense.",
        "目标版本的文档要求此处的数值位于某个区间内，例如 `[0, 1]` 或不小于 1。超出范围时调用会抛出 ValueError 或得到错误的结果。",
    )
    subjects = (Analysis,)
    VALID = ("dense = nn.Dense(3, 8)\nloss = nn.CrossEntropyLoss(label_smoothing=0.1)\n",)
    INVALID = (
        """\
dense = nn.Dense(0, 8)  # MS605
loss = nn.CrossEntropyLoss(label_smoothing=1.5)  # MS605
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        for call in uses.calls:
            if call.guarded or call.of_instance or not uses.exact:
                continue
            for parameter, argument in call.arguments():
                number = number_of(argument) if parameter.range else None
                if number is not None and not within(number, parameter.range):
                    yield from context.report(
                        uses.source.range(call.fragment, argument),
                        Text(
                            "`{name}` of {call} must lie in {range}.",
                            "{call} 的 `{name}` 必须位于 {range} 之内。",
                        ).format(name=parameter.name, call=call.shown, range=parameter.range),
                    )


def number_of(node: ast.expr) -> float | None:
    """The number that a literal writes, or None."""
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    value = node.value if isinstance(node, ast.Constant) else None
    return sign * value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def within(number: float, interval: str) -> bool:
    """Whether a number lies in an interval such as ``[0, inf)``."""
    low, high = (float(part) for part in interval[1:-1].split(","))
    above = number >= low if interval[0] == "[" else number > low
    return above and (number <= high if interval[-1] == "]" else number < high)
