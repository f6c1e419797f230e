"""MS601: A keyword argument that the API does not take"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.api.model import VAR_KEYWORD, Signature
from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_arguments import best_fit, nearest
from mindspore_tools.lint.api_uses import ApiCall, ApiUses, uses_of
from mindspore_tools.lint.finding import Edit, Fix, Severity
from mindspore_tools.lint.rule import Context, Report, Rule

# What other frameworks call the same thing; the first that the API takes is meant.
OTHER_NAMES = {
    "bias": ("has_bias",),
    "groups": ("group",),
    "dim": ("axis",),
    "dims": ("axis", "axes"),
    "axis": ("dim",),
    "keepdim": ("keep_dims", "keepdims"),
    "keepdims": ("keep_dims", "keepdim"),
    "keep_dims": ("keepdims", "keepdim"),
    "lr": ("learning_rate",),
    "in_features": ("in_channels",),
    "out_features": ("out_channels",),
    "num_embeddings": ("vocab_size",),
    "embedding_dim": ("embedding_size",),
    "eps": ("epsilon",),
    "num_workers": ("num_parallel_workers",),
}
# Functions whose documented keywords are all that they take, although their signature is open.
CLOSED = frozenset(("mindspore.set_context", "mindspore.set_auto_parallel_context"))
TYPING_SLIP = 0.8


class UnknownKeyword(Rule):
    code = "MS601"
    name = "unknown-keyword"
    severity = Severity.ERROR
    summary = Text("A keyword argument that the API does not take", "API 不支持的关键字参数")
    explanation = Text(
        "The signature of the target version has no parameter of this name, so the call raises TypeError. It may be misspelt, come from another framework (`bias` is `has_bias` here, `groups` is `group`), or belong to another version.",
        "目标版本的函数签名中没有该名称的参数，调用会抛出 TypeError。可能是拼写错误、来自其他框架的习惯（如 `bias` 在此处为 `has_bias`，`groups` 为 `group`），或属于其他版本。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
conv = nn.Conv2d(3, 8, kernel_size=3, has_bias=True, group=1)
options = {"kernel_size": 3}
other = nn.Conv2d(3, 8, **options)
""",
    )
    INVALID = (
        """\
conv = nn.Conv2d(3, 8, kernel_sze=3)  # MS601
dense = nn.Dense(3, 8, bias=False)  # MS601


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(8, momentun=0.9)  # MS601

    def construct(self, x):
        return ops.softmax(self.norm(x), axes=1)  # MS601


ms.set_context(device_taget="CPU")  # MS601
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        for call in uses.calls:
            if not call.node.keywords or call.guarded:
                continue
            fit = best_fit(call.node, call.signatures)
            if fit is None:
                continue
            signature, mismatch = fit
            unknown = mismatch.unknown
            if any(each.kind == VAR_KEYWORD for each in signature.parameters):
                known = {each.name for each in (*signature.parameters, *signature.keywords)}
                unknown = tuple(each for each in call.node.keywords if each.arg and each.arg not in known)
            for keyword in unknown:
                yield from self._report(keyword, call, signature, uses, context)

    def _report(
        self, keyword: ast.keyword, call: ApiCall, signature: Signature, uses: ApiUses, context: Context
    ) -> Iterator[Report]:
        assert keyword.arg is not None
        asked = call.scope is not None and keyword.arg in call.scope.asked
        if asked or any(each.parameter(keyword.arg) for each in call.signatures):
            return
        meant = meant_by(keyword.arg, call, signature)
        open_ended = any(each.kind == VAR_KEYWORD for each in signature.parameters)
        if (open_ended and call.path not in CLOSED) or not uses.exact:
            meant = nearest(keyword.arg, [meant] if meant else [], TYPING_SLIP)
            if meant is None:
                return
        start = uses.source.range(call.fragment, keyword).start
        place = Range(start, Position(start.line, start.column + len(keyword.arg)))
        message = Text("{call} has no parameter `{name}`.", "{call} 没有参数 `{name}`。")
        fixes = []
        if meant is not None:
            message = Text(
                "{call} has no parameter `{name}`; did you mean `{meant}`?",
                "{call} 没有参数 `{name}`，是否应为 `{meant}`？",
            )
            title = Text("Write `{meant}`", "改为 `{meant}`").format(meant=meant)
            fixes = [Fix(title, (Edit(place, meant),))]
        yield from context.report(
            place,
            message.format(call=call.shown, name=keyword.arg, meant=meant or ""),
            severity=uses.severity(call),
            fixes=fixes,
        )


def meant_by(name: str, call: ApiCall, signature: Signature) -> str | None:
    """The parameter that a wrong keyword most likely means, among those that the call does not give yet."""
    positional = [each.name for each in signature.parameters[: len(call.node.args)]]
    given = {*positional, *(each.arg for each in call.node.keywords)}
    free = [
        each.name
        for each in (*signature.parameters, *signature.keywords)
        if each.name not in given and not each.kind.startswith("var-")
    ]
    other = next((each for each in OTHER_NAMES.get(name, ()) if each in free), None)
    return other or nearest(name, free)
