"""MS607: A deprecated name"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_renames import is_imported_name, place_of, rename
from mindspore_tools.lint.api_uses import shown, uses_of
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule


class DeprecatedApi(Rule):
    code = "MS607"
    name = "deprecated-api"
    severity = Severity.INFORMATION
    summary = Text("A deprecated name", "已废弃的 API")
    explanation = Text(
        "The documentation of the target version says that the name is deprecated. It still works, and will be gone in a later version. What is only announced to become deprecated is named when something replaces it.",
        "目标版本的文档说明该 API 已废弃。目前仍可使用，但会在后续版本中移除。仅预告将来废弃的 API，只有在存在替代接口时才提示。",
    )
    subjects = (Analysis,)
    VALID = ("y = ops.add(ms.Tensor(1), ms.Tensor(2))\n",)
    INVALID = ("add = ops.TensorAdd()  # MS607\n",)

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        if uses.index is None:
            return
        for name in uses.names:
            symbol = None if name.guarded or is_imported_name(name) else uses.index.get(name.path)
            ending = symbol.deprecated if symbol is not None else None
            if (
                symbol is None
                or ending is None
                or (ending.planned and not same_kind(ending.replacement, symbol.kind, uses))
            ):
                continue
            message = Text("{name} is deprecated: {note}", "{name} 已废弃：{note}").format(
                name=shown(name.path), note=ending.note
            )
            fixes = []
            if ending.replacement and same_kind(ending.replacement, symbol.kind, uses):
                message = Text(
                    "{name} is deprecated; use {instead}.", "{name} 已废弃，请改用 {instead}。"
                ).format(name=shown(name.path), instead=ending.replacement)
                fix = rename(name, ending.replacement, uses)
                # Another name may take other arguments: the user decides.
                fixes = [fix.__class__(fix.title, fix.edits)] if fix is not None else []
            yield from context.report(place_of(name, uses), message, fixes=fixes)


def same_kind(path: str, kind: str, uses: object) -> bool:
    """Whether a replacement exists and is of the same kind, so that it can stand in the same place."""
    index = getattr(uses, "index", None)
    symbol = index.get(path) if path and index is not None else None
    return symbol is not None and symbol.kind == kind
