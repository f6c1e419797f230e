"""Checks a file for what breaks or changes with another MindSpore version."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Optional

from mindspore_tools.api.index import Index, load_index
from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version
from mindspore_tools.graph.analysis import Target, analyse
from mindspore_tools.graph.program import Workspace
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.lint.engine import check
from mindspore_tools.lint.finding import Edit, Finding, Fix, Severity
from mindspore_tools.lint.settings import LintSettings
from mindspore_tools.upgrade import changes
from mindspore_tools.upgrade.changes import Versions
from mindspore_tools.upgrade.uses import Use, uses

# Code and rule of each kind of finding.
CODES = {
    changes.Removed: ("UP101", "removed-api"),
    changes.Deprecated: ("UP102", "deprecated-api"),
    changes.ArgumentRemoved: ("UP103", "removed-argument"),
    changes.ArgumentReplaced: ("UP104", "replaced-argument"),
    changes.ArgumentMoved: ("UP105", "moved-argument"),
    changes.TooManyArguments: ("UP106", "too-many-arguments"),
    changes.DefaultChanged: ("UP107", "changed-default"),
    changes.ArgumentRequired: ("UP108", "required-argument"),
}

API_FAMILY = (
    "MS6"  # what these rules say of the API, the comparison of the indexes says with the old version in view
)


def check_upgrade(
    source: SourceFile, before: Version, after: Version, workspace: Workspace | None = None
) -> list[Finding]:
    """What in a file has to change between two versions, in source order. Never raises on half-written code."""
    old, new = load_index(before), load_index(after)
    found = [*_api_findings(source, old, new), *_graph_findings(source, old, new, before, after, workspace)]
    return sorted(found, key=lambda finding: (finding.range, finding.code))


def _graph_findings(
    source: SourceFile, old: Index, new: Index, before: Version, after: Version, workspace: Workspace | None
) -> list[Finding]:
    """What the graph rules find for the new version and not, or less severely, for the old one."""
    settings = LintSettings()
    known: dict[tuple[str, Range], Severity] = {}
    for finding in check(analyse(source, old, Target(before), workspace), settings):
        known[finding.rule, finding.range] = finding.severity
    return [
        finding
        for finding in check(analyse(source, new, Target(after), workspace), settings)
        if not finding.code.startswith(API_FAMILY)
        and finding.severity >= Severity.WARNING
        and finding.severity > known.get((finding.rule, finding.range), Severity.HINT)
    ]


def _api_findings(source: SourceFile, old: Index, new: Index) -> Iterator[Finding]:
    versions = Versions(old, new)
    everything = list(dict.fromkeys(uses(source, old)))
    told: set[tuple[str, changes.Change]] = set()
    for use in everything:
        found: list[changes.Change] = list(versions.name_changes(use.path))
        if use.call is not None:
            found += versions.call_changes(use.path, use.call)
        for change in found:
            if isinstance(change, changes.DefaultChanged) and change.after == "None":
                # Left to MindSpore now: worth knowing once a file, not at each of a hundred layers.
                if (use.path, change) in told:
                    continue
                told.add((use.path, change))
            yield _finding(File(source, new, everything), use, change, new.version)


@dataclass(frozen=True)
class File:
    """The file with all its uses, and the index of the new version."""

    source: SourceFile
    index: Index
    uses: list[Use]


def _finding(file: File, use: Use, change: changes.Change, version: Version) -> Finding:
    severity, message, place, fix = _describe(file, use, change)
    code, rule = CODES[type(change)]
    message = Text("MindSpore {version}: {message}", "MindSpore {version}：{message}").format(
        version=f"{version.major}.{version.minor}", message=message
    )
    return Finding(code, rule, severity, place or use.range, message, fixes=(fix,) if fix else ())


_Description = tuple[Severity, Text, Optional[Range], Optional[Fix]]


def _describe(file: File, use: Use, change: changes.Change) -> _Description:
    source = file.source
    if isinstance(change, changes.Removed):
        return _removed(file, use, change)
    if isinstance(change, changes.Deprecated):
        return _deprecated(source, use, change)
    if isinstance(change, changes.ArgumentRemoved):
        return _argument_removed(source, use, change)
    if isinstance(change, changes.ArgumentReplaced):
        return _argument_replaced(source, use, change)
    if isinstance(change, changes.ArgumentMoved):
        return _argument_moved(source, use, change)
    if isinstance(change, changes.TooManyArguments):
        message = Text("{path} no longer takes the argument {name}.", "{path} 不再接收参数 {name}。")
        return Severity.ERROR, message.format(path=use.path, name=change.argument), None, None
    if isinstance(change, changes.DefaultChanged):
        return _default_changed(source, use, change)
    message = Text("{path} now requires the argument {name}.", "{path} 现在要求必须传入参数 {name}。")
    return Severity.ERROR, message.format(path=use.path, name=change.argument), None, None


def _removed(file: File, use: Use, change: changes.Removed) -> _Description:
    instead = change.instead
    if instead.path:
        message = Text("{path} is gone; {instead} replaces it.", "{path} 已移除，请改用 {instead}。").format(
            path=use.path, instead=instead.path
        )
        return Severity.ERROR, message, None, _rename(file, use, instead.path)
    if instead.note:
        message = Text("{path} is gone. {note}", "{path} 已移除。{note}").format(
            path=use.path, note=instead.note
        )
        return Severity.ERROR, message, None, None
    message = Text(
        "{path} is gone, and nothing is known to replace it.", "{path} 已移除，且没有已知的替代接口。"
    )
    return Severity.ERROR, message.format(path=use.path), None, None


def _rename(file: File, use: Use, path: str) -> Fix | None:
    """Write the new name where it can be reached as the old one was: from the same module, or from its package."""
    name = path.rpartition(".")[2]
    sibling = f"{use.path.rpartition('.')[0]}.{name}"
    here, there = file.index.get(sibling), file.index.get(path)
    if here and there and (here.canonical or here.path) == (there.canonical or there.path):
        path = sibling
    written = use.written.split(".")
    if len(written) == 1:
        return _rename_import(file, use, path)
    prefix = use.path.split(".")[: 1 - len(written)]  # what the first written name stands for
    parts = path.split(".")
    if parts[: len(prefix)] != prefix:
        return None
    text = ".".join([written[0], *parts[len(prefix) :]])
    return Fix(Text("Write {name}", "改写为 {name}").format(name=text), (Edit(use.range, text),), safe=True)


def _rename_import(file: File, use: Use, path: str) -> Fix | None:
    """Rename in the import and, unless it has another name here, wherever the file uses it: one fix for all places."""
    module, _, name = path.rpartition(".")
    if module != use.path.rpartition(".")[0]:
        return None
    same = [each for each in file.uses if each.path == use.path and "." not in each.written]
    imports = [each for each in same if each.imported is not None]
    renamed = [each for each in same if each.imported is None and each.written == use.path.rpartition(".")[2]]
    bound = file.source.names.get(name)
    if not imports or (renamed and bound is not None):
        return None
    edits = tuple(Edit(each.range, name) for each in [*imports, *renamed])
    return Fix(Text("Import {name}", "改为导入 {name}").format(name=name), edits, safe=True)


def _deprecated(source: SourceFile, use: Use, change: changes.Deprecated) -> _Description:
    what = use.path if not change.argument else f"{change.argument} ({use.path})"
    replacement = change.deprecation.replacement
    message = Text("{what} is deprecated.", "{what} 已废弃。")
    if change.deprecation.planned:
        message = Text("{what} will be deprecated.", "{what} 即将废弃。")
    message = message.format(what=what)
    if replacement:
        message = Text("{message} Use {instead}.", "{message}请改用 {instead}。").format(
            message=message, instead=replacement
        )
    elif change.deprecation.note:
        message = Text("{message} {note}", "{message}（{note}）").format(
            message=message, note=change.deprecation.note
        )
    place = _keyword_name(source, use, change.argument) if change.argument else None
    return Severity.INFORMATION, message, place, None


def _argument_removed(source: SourceFile, use: Use, change: changes.ArgumentRemoved) -> _Description:
    place = _keyword_name(source, use, change.argument)
    if change.renamed and place:
        message = Text(
            "the argument {old} of {path} is now called {new}.", "{path} 的参数 {old} 已更名为 {new}。"
        )
        fix = Fix(
            Text("Rename to {new}", "改名为 {new}").format(new=change.renamed),
            (Edit(place, change.renamed),),
            safe=change.certain,
        )
        return (
            Severity.ERROR,
            message.format(old=change.argument, new=change.renamed, path=use.path),
            place,
            fix,
        )
    message = Text("{path} has no argument {name}.", "{path} 没有参数 {name}。")
    return Severity.ERROR, message.format(path=use.path, name=change.argument), place, None


def _argument_replaced(source: SourceFile, use: Use, change: changes.ArgumentReplaced) -> _Description:
    assert use.call is not None
    row = change.replacement
    message = Text(
        "{path}: {to} replaces {argument}. {note}", "{path}：{to} 取代了 {argument}。{note}"
    ).format(path=use.path, to=row.to, argument=row.argument, note=row.note)
    if change.position is None:
        keyword = next(each for each in use.call.keywords if each.arg == row.argument)
        value, place = keyword.value, source.range(use.fragment, keyword)
    else:
        value = use.call.args[change.position]
        place = source.range(use.fragment, value)
    if not row.value:
        return Severity.ERROR, message, place, None
    text = f"{row.to}={row.value.format(value=_operand(source, use, value))}"
    later = len(use.call.args) > (change.position or 0) + 1 if change.position is not None else False
    fix = (
        None
        if later
        else Fix(Text("Write {text}", "改写为 {text}").format(text=text), (Edit(place, text),), safe=True)
    )
    return Severity.WARNING, message, place, fix


def _argument_moved(source: SourceFile, use: Use, change: changes.ArgumentMoved) -> _Description:
    assert use.call is not None
    value = use.call.args[change.position]
    message = Text(
        "argument {number} of {path} was {before} and is now {after}.",
        "{path} 的第 {number} 个参数原为 {before}，现为 {after}。",
    ).format(number=change.position + 1, path=use.path, before=change.before, after=change.after)
    place = source.range(use.fragment, value)
    fix = None
    if all(change.keywords):
        edits = tuple(
            Edit(Range(start, start), f"{name}=")
            for name, start in zip(
                change.keywords,
                (source.range(use.fragment, each).start for each in use.call.args[change.position :]),
            )
        )
        fix = Fix(Text("Pass by keyword", "改为关键字传参"), edits, safe=True)
    return Severity.ERROR if change.certain else Severity.WARNING, message, place, fix


def _default_changed(source: SourceFile, use: Use, change: changes.DefaultChanged) -> _Description:
    assert use.call is not None
    message = Text(
        "the default of {name} in {path} was {before} and is now {after}.",
        "{path} 中 {name} 的默认值由 {before} 变为 {after}。",
    ).format(name=change.argument, path=use.path, before=change.before, after=change.after)
    severity = Severity.INFORMATION if change.after == "None" else Severity.WARNING
    fix = None
    if "." not in change.before or _is_literal(change.before):
        end = source.range(use.fragment, use.call).end
        last = max(
            (source.range(use.fragment, each).end for each in [*use.call.args, *use.call.keywords]),
            default=None,
        )
        text = f"{change.argument}={change.before}"
        edit = Edit(Range(last, last), f", {text}") if last else Edit(_inside(end), text)
        fix = Fix(Text("Keep the old value: {text}", "保留原值：{text}").format(text=text), (edit,))
    return severity, message, None, fix


def _inside(end: Position) -> Range:
    """Just before a closing parenthesis that ends at a position."""
    place = Position(end.line, end.column - 1)
    return Range(place, place)


def _is_literal(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def _keyword_name(source: SourceFile, use: Use, name: str) -> Range | None:
    for keyword in use.call.keywords if use.call else ():
        if keyword.arg == name:
            start = source.range(use.fragment, keyword).start
            return Range(start, Position(start.line, start.column + len(name)))
    return None


def _operand(source: SourceFile, use: Use, node: ast.expr) -> str:
    """The text of an expression, in parentheses where it needs them as an operand."""
    place = source.range(use.fragment, node)
    lines = source.lines[place.start.line : place.end.line + 1]
    lines[-1] = lines[-1][: place.end.column]
    lines[0] = lines[0][place.start.column :]
    text = "\n".join(lines)
    simple = isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    return text if simple else f"({text})"
