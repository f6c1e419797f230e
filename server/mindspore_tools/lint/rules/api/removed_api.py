"""MS606: A name that the target version does not have"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.api.index import load_index, shipped_versions
from mindspore_tools.api.model import MODULE
from mindspore_tools.api.replacements import earlier_names, replacement
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.lint.api_arguments import nearest
from mindspore_tools.lint.api_renames import is_imported_name, place_of, rename
from mindspore_tools.lint.api_uses import ApiName, ApiUses, uses_of
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule

# So alike that it can only be a slip.
SLIP = 0.85
_GONE = Text("{name} is not part of MindSpore {version} any more.", "MindSpore {version} 已移除 {name}。")
_INSTEAD = Text(
    "{name} is not part of MindSpore {version} any more; use {instead}.",
    "MindSpore {version} 已移除 {name}，请改用 {instead}。",
)
_NOTED = Text(
    "{name} is not part of MindSpore {version} any more. {note}", "MindSpore {version} 已移除 {name}。{note}"
)
_LATER = Text(
    "{name} is not part of MindSpore {version} yet; it is known from {since}.",
    "MindSpore {version} 尚不支持 {name}，已知 {since} 中提供。",
)
_NAMED = Text(
    "MindSpore {version} calls {name} {instead}; the new name is known from {since}.",
    "{name} 在 MindSpore {version} 中名为 {instead}，新名称已知 {since} 中提供。",
)
_MEANT = Text(
    "MindSpore {version} has no {name}; did you mean {instead}?",
    "MindSpore {version} 没有 {name}，是否应为 {instead}？",
)


class RemovedApi(Rule):
    code = "MS606"
    name = "api-not-in-version"
    severity = Severity.ERROR
    summary = Text("A name that the target version does not have", "目标版本中不存在的 API")
    explanation = Text(
        "The name was removed before the target version, comes later, or is misspelt: reading it raises AttributeError or ImportError. Names behind `hasattr`, a look at the version or a `try` are left alone.",
        "该名称在目标版本之前已被移除、之后才加入，或拼写有误，使用时会抛出 AttributeError 或 ImportError。位于 `hasattr`、版本判断或 `try` 之中的名称不作判断。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
@ms.jit
def f(x):
    return x


if hasattr(ms, "ms_function"):
    old = ms.ms_function
""",
    )
    INVALID = (
        """\
from mindspore import ms_function  # MS606


@ms.ms_function  # MS606
def f(x):
    return x


conv = nn.Conv2D(3, 8, 3)  # MS606
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        uses = uses_of(subject)
        if uses.index is None:
            return
        for name in uses.names:
            if not name.guarded and not is_imported_name(name):
                path = missing_part(name.path, uses)
                if path is not None:
                    yield from self._report(name, path, uses, context)

    def _report(self, name: ApiName, path: str, uses: ApiUses, context: Context) -> Iterator[Report]:
        assert uses.index is not None
        version = uses.analysis.target.version
        target: str | None = None
        severity = Severity.ERROR
        since = comes_after(path, uses.index.version) if uses.exact else None
        if since is not None:
            target = next((each for each in earlier_names(path) if uses.index.get(each)), None)
            message = (_NAMED if target else _LATER).format(since=str(since), instead=target or "")
            # A renamed name is what code for several versions brings by an alias of its own.
            severity = Severity.INFORMATION if target else Severity.ERROR
        elif uses.index.version <= version and lived_before(path, uses.index.version):
            known = replacement(path)
            message = _GONE
            if known is not None and known.path:
                message, target = _INSTEAD.format(instead=known.path), known.path
            elif known is not None and known.note:
                message = _NOTED.format(note=known.note)
        elif uses.exact:
            parent, _, last = path.rpartition(".")
            public = [each.name for each in uses.index.members(parent) if each.public]
            meant = nearest(last, public, SLIP)
            if meant is None:
                return
            target = f"{parent}.{meant}"
            message = _MEANT.format(instead=target)
        else:
            return
        fix = rename(name, target, uses) if target is not None and path == name.path else None
        yield from context.report(
            place_of(name, uses),
            message.format(name=path, version=str(version)),
            severity=severity,
            fixes=[fix] if fix is not None else (),
        )


def missing_part(path: str, uses: ApiUses) -> str | None:
    """The path up to the first name that a module of the index does not have; None when nothing is surely missing."""
    assert uses.index is not None
    if uses.index.get(path) is not None:
        return None
    parts = path.split(".")
    parent = parts[0]
    for part in parts[1:]:
        here = uses.index.get(f"{parent}.{part}")
        if here is None:
            whole = uses.index.get(parent)
            is_module = parent in uses.index.modules and (whole is None or whole.kind == MODULE)
            return f"{parent}.{part}" if is_module and not part.startswith("_") else None
        parent = f"{parent}.{part}"
    return None


def lived_before(path: str, version: Version) -> bool:
    """Whether an older version offers a name to its users."""
    for each in shipped_versions():
        symbol = load_index(each).get(path) if each < version else None
        if symbol is not None and symbol.public:
            return True
    return False


def comes_after(path: str, version: Version) -> Version | None:
    """The first newer version known that offers a name."""
    for each in shipped_versions():
        symbol = load_index(each).get(path) if each > version else None
        if symbol is not None and symbol.public:
            return each
    return None
