"""MS604: A value that an enumerated parameter does not take"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.api.model import Parameter
from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_arguments import nearest
from mindspore_tools.lint.api_uses import uses_of
from mindspore_tools.lint.finding import Edit, Fix, Severity
from mindspore_tools.lint.rule import Context, Report, Rule

# Where capitals matter, as tried on the real package; elsewhere another case is not held against the code.
CASE_MATTERS = frozenset(
    ("mindspore.set_context", "mindspore.set_device", "mindspore.set_auto_parallel_context")
)
# Parameters that take more than their documentation lists, as tried on the real package.
OPEN = frozenset(("nonlinearity", "metric_name"))


class WrongLiteral(Rule):
    code = "MS604"
    name = "wrong-literal"
    severity = Severity.WARNING
    summary = Text("A value that an enumerated parameter does not take", "枚举参数的取值不在允许范围内")
    explanation = Text(
        "The documentation of the target version lists the strings that this parameter takes, and this one is not among them; the call raises ValueError. Parameters whose list may be incomplete are left alone.",
        "目标版本的文档列出了该参数允许的字符串，此处的取值不在其中，调用会抛出 ValueError。取值列表可能不完整的参数不作判断。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
conv = nn.Conv2d(3, 8, 3, pad_mode="same")
ms.set_device("CPU")
ms.set_context(mode=ms.GRAPH_MODE)
""",
    )
    INVALID = (
        """\
conv = nn.Conv2d(3, 8, 3, pad_mode="smae")  # MS604
loss = nn.MSELoss("avg")  # MS604
ms.set_device("cpu")  # MS604
ms.set_context(mode="graph")  # MS604
ms.set_auto_parallel_context(parallel_mode="auto")  # MS604
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        for call in uses.calls:
            if call.guarded or call.of_instance or not uses.exact:
                continue
            for parameter, argument in call.arguments():
                literal = argument.value if isinstance(argument, ast.Constant) else None
                if not isinstance(literal, str) or not is_wrong(literal, parameter, call.path):
                    continue
                choices = strings(parameter)
                place = uses.source.range(call.fragment, argument)
                meant = nearest(literal, choices, 0.5)
                fixes = []
                if meant is not None:
                    quote = uses.source.lines[place.start.line][place.start.column]
                    text = f"{quote}{meant}{quote}" if quote in "'\"" else repr(meant)
                    fixes = [Fix(Text("Write {text}", "改为 {text}").format(text=text), (Edit(place, text),))]
                listed = ", ".join(repr(each) for each in choices) or ", ".join(
                    each.rpartition(".")[2] for each in parameter.choices
                )
                yield from context.report(
                    place,
                    Text(
                        "`{name}` of {call} takes {choices}, not {given}.",
                        "{call} 的 `{name}` 可取 {choices}，不支持 {given}。",
                    ).format(name=parameter.name, call=call.shown, choices=listed, given=repr(literal)),
                    fixes=fixes,
                )


def strings(parameter: Parameter) -> list[str]:
    """The strings among the choices."""
    return [each[1:-1] for each in parameter.choices if each[:1] in "'\""]


def is_wrong(literal: str, parameter: Parameter, call: str) -> bool:
    """Whether a string is surely none of the choices."""
    choices = strings(parameter)
    if not choices:
        return (
            parameter.type == "int"
            and len(parameter.choices) > 1
            and parameter.choices[0].startswith("mindspore.")
        )
    if (
        parameter.name in OPEN
        or len(choices) < 2
        or len(choices) != len(parameter.choices)
        or literal in choices
    ):
        return False
    # A documented type beside str means that strings may come that the list does not have.
    if parameter.type not in ("str", ""):
        return False
    return call in CASE_MATTERS or literal.lower() not in {each.lower() for each in choices}
