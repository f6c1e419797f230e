"""What changed between two versions of MindSpore: the facts of an upgrade check."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import CLASS, MODULE, PRIMITIVE, VAR_KEYWORD, VAR_POSITIONAL, Signature, Symbol

ADDED = "added"
REMOVED = "removed"
DEPRECATED = "deprecated"
PARAMETER_ADDED = "parameter-added"
PARAMETER_REMOVED = "parameter-removed"
PARAMETER_RENAMED = "parameter-renamed"
PARAMETER_MOVED = "parameter-moved"
DEFAULT_CHANGED = "default-changed"
RETURN_CHANGED = "return-changed"


class Change(NamedTuple):
    """One change of a public path.

    ``parameter`` is the parameter concerned, ``before`` and ``after`` the old and new name, default or type. ``replacement`` is
    the path to use instead of a removed or deprecated name, or ``""``; ``since`` the version that the documentation gives.
    """

    kind: str
    path: str
    parameter: str = ""
    before: str = ""
    after: str = ""
    replacement: str = ""
    since: str = ""


def compare(index_from: Index, index_to: Index) -> list[Change]:
    """All changes of public names, methods and parameters, in order of paths.

    A name that is merely offered under one path less counts as removed there, with the remaining path as replacement.
    """
    found: list[Change] = []
    for module in sorted(index_from.modules | index_to.modules):
        if module not in index_to.modules:
            found.append(Change(REMOVED, module))
            continue
        before = {symbol.name: symbol for symbol in index_from.members(module) if symbol.public}
        after = {symbol.name: symbol for symbol in index_to.members(module)}
        for name in sorted(set(before) | {name for name, symbol in after.items() if symbol.public}):
            path = f"{module}.{name}"
            old, new = before.get(name), after.get(name)
            if new is None:
                if old is not None and old.kind != MODULE:
                    found.append(_removed(old, index_to))
            elif old is None:
                if module in index_from.modules and new.kind != MODULE and index_from.get(path) is None:
                    found.append(Change(ADDED, path))
            else:
                found += compare_symbols(old, new)
                if old.kind in (CLASS, PRIMITIVE) and old.canonical == path:
                    found += _compare_members(old, index_from, index_to)
    return found


def compare_symbols(old: Symbol, new: Symbol) -> list[Change]:
    """The changes of one name that both versions have."""
    found: list[Change] = []
    if new.deprecated and not new.deprecated.planned and not (old.deprecated and not old.deprecated.planned):
        found.append(
            Change(DEPRECATED, old.path, replacement=new.deprecated.replacement, since=new.deprecated.since)
        )
    if (
        old.signatures
        and new.signatures
        and not any(_accepts(new, signature) for signature in old.signatures[:1])
    ):
        closest = min(
            (_compare_signatures(old.path, old.signatures[0], signature) for signature in new.signatures),
            key=len,
        )
        found += closest
    return found


def _compare_members(old: Symbol, index_from: Index, index_to: Index) -> list[Change]:
    found: list[Change] = []
    before = {symbol.name: symbol for symbol in index_from.members(old.path) if symbol.public}
    after = {symbol.name: symbol for symbol in index_to.members(old.path)}
    for name, member in before.items():
        # What a base loses is said of the base; the native half of a Tensor has no path of its own.
        if member.canonical.rpartition(".")[0] != old.canonical and old.path != "mindspore.Tensor":
            continue
        if name not in after:
            found.append(_removed(member, index_to))
        elif name != "construct":
            found += compare_symbols(member, after[name])
    for name, member in after.items():
        if name not in before and member.public and member.canonical.rpartition(".")[0] == old.canonical:
            found.append(Change(ADDED, member.path))
    return found


def _removed(old: Symbol, index_to: Index) -> Change:
    replacement = old.deprecated.replacement if old.deprecated else ""
    if not replacement and old.canonical != old.path and index_to.get(old.canonical) is not None:
        replacement = old.canonical
    if replacement and index_to.get(replacement) is None:
        replacement = ""
    return Change(REMOVED, old.path, replacement=replacement)


def _accepts(new: Symbol, old: Signature) -> bool:
    """Whether some way to call the new name has exactly the old parameters."""
    wanted = [(each.name, each.kind, each.default) for each in old.parameters]
    return any(
        [(each.name, each.kind, each.default) for each in one.parameters] == wanted for one in new.signatures
    )


def _compare_signatures(path: str, old: Signature, new: Signature) -> list[Change]:
    if _open(old) or _open(new):
        return []
    before = {each.name: each for each in old.parameters}
    after = {each.name: each for each in new.parameters}
    gone = [each for each in old.parameters if each.name not in after]
    came = [each for each in new.parameters if each.name not in before]
    found: list[Change] = []
    positions_before, positions_after = list(before), list(after)
    for each in list(gone):
        position = positions_before.index(each.name)
        successor = next((one for one in came if positions_after.index(one.name) == position), None)
        if successor is not None and successor.required == each.required:
            found.append(Change(PARAMETER_RENAMED, path, each.name, each.name, successor.name))
            gone.remove(each)
            came.remove(successor)
    found += [Change(PARAMETER_REMOVED, path, each.name) for each in gone]
    found += [Change(PARAMETER_ADDED, path, each.name, after=each.default or "") for each in came]
    for name, parameter in before.items():
        other = after.get(name)
        if other is None:
            continue
        if not _same(parameter.default, other.default):
            found.append(Change(DEFAULT_CHANGED, path, name, parameter.default or "", other.default or ""))
    shared = [name for name in positions_before if name in after]
    moved = [name for name in positions_after if name in before]
    if shared != moved:
        first = next(name for name, other in zip(shared, moved) if name != other)
        found.append(Change(PARAMETER_MOVED, path, first))
    if old.returns and new.returns and old.returns != new.returns and {old.returns, new.returns} & {"Tensor"}:
        found.append(Change(RETURN_CHANGED, path, before=old.returns, after=new.returns))
    return found


def _open(signature: Signature) -> bool:
    return any(each.kind in (VAR_POSITIONAL, VAR_KEYWORD) for each in signature.parameters) and not any(
        each.kind not in (VAR_POSITIONAL, VAR_KEYWORD) for each in signature.parameters
    )


def _same(left: str | None, right: str | None) -> bool:
    if left == right:
        return True
    if left is None or right is None:
        return False
    try:
        return bool(ast.literal_eval(left) == ast.literal_eval(right))
    except (ValueError, SyntaxError):
        # Dtypes and other objects are written differently from version to version.
        return "..." in (left, right) or left.rpartition(".")[2].lower() == right.rpartition(".")[2].lower()
