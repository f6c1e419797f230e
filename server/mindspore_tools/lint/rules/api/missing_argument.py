"""MS602: A call without a required argument"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_arguments import best_fit
from mindspore_tools.lint.api_uses import uses_of
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class MissingArgument(Rule):
    code = "MS602"
    name = "missing-argument"
    severity = Severity.ERROR
    summary = Text("A call without a required argument", "缺少必选参数的调用")
    explanation = Text(
        "The parameter has no default in the target version, so the call raises TypeError. When the call passes `*args` or `**kwargs`, nothing is said.",
        "该参数在目标版本中没有默认值，调用会抛出 TypeError。使用 `*args` 或 `**kwargs` 传参时不作判断。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
sizes = (3, 8, 3)
conv = nn.Conv2d(*sizes)
dense = nn.Dense(3, out_channels=8)
""",
    )
    INVALID = (
        """\
conv = nn.Conv2d(3, 8)  # MS602


@ms.jit
def f(x):
    return ops.reshape(x)  # MS602
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        for call in uses.calls if uses.exact else ():
            fit = None if call.guarded or not call.counted else best_fit(call.node, call.signatures)
            if fit is None or not fit[1].missing or fit[1].unknown:
                continue
            names = ", ".join(f"`{name}`" for name in fit[1].missing)
            yield from context.report(
                uses.source.range(call.fragment, call.node.func),
                Text("{call} needs {names}.", "{call} 缺少必选参数 {names}。").format(
                    call=call.shown, names=names
                ),
                severity=uses.severity(call),
            )
