"""MS603: More arguments than the API takes"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_arguments import best_fit
from mindspore_tools.lint.api_uses import uses_of
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class SurplusArgument(Rule):
    code = "MS603"
    name = "surplus-argument"
    severity = Severity.ERROR
    summary = Text("An argument too many, or one given twice", "多余或重复的参数")
    explanation = Text(
        "The call passes more positional arguments than the target version takes, or passes one by position and by keyword. It raises TypeError. The extra argument may belong to another version or another framework.",
        "调用传入的位置参数多于目标版本所接受的数量，或同一参数既按位置又按关键字传入，会抛出 TypeError。多余的参数可能来自其他版本或其他框架。",
    )
    subjects = (Analysis,)
    VALID = ("relu = nn.ReLU()\ndense = nn.Dense(3, 8, has_bias=False)\n",)
    INVALID = (
        """\
@ms.jit
def f(x):
    return ops.sigmoid(x, 1, 2)  # MS603


dense = nn.Dense(3, 8, in_channels=3)  # MS603
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        for call in uses.calls if uses.exact else ():
            fit = None if call.guarded or not call.counted else best_fit(call.node, call.signatures)
            if fit is None:
                continue
            if fit[1].surplus:
                yield from context.report(
                    uses.source.range(call.fragment, fit[1].surplus[0]),
                    Text(
                        "{call} takes fewer positional arguments: {count} too many.",
                        "{call} 的位置参数过多：多出 {count} 个。",
                    ).format(call=call.shown, count=len(fit[1].surplus)),
                    severity=uses.severity(call),
                )
            for keyword in fit[1].twice:
                yield from context.report(
                    uses.source.range(call.fragment, keyword),
                    Text(
                        "{call} gets `{name}` twice: by position and by keyword.",
                        "{call} 的 `{name}` 重复传入：既按位置又按关键字。",
                    ).format(call=call.shown, name=keyword.arg or ""),
                    severity=uses.severity(call),
                )
