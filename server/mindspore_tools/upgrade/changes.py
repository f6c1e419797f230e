"""What changed about a name or a call between the indexes of two versions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import VAR_KEYWORD, VAR_POSITIONAL, Deprecation, Parameter, Signature, Symbol
from mindspore_tools.api.replacements import (
    ArgumentReplacement,
    Replacement,
    argument_replacements,
    replacement,
)


@dataclass(frozen=True)
class Removed:
    """The name is gone; ``instead`` is what does the same, if known."""

    instead: Replacement


@dataclass(frozen=True)
class Deprecated:
    """The name, or with ``argument`` that argument, is deprecated in the new version and was not before."""

    deprecation: Deprecation
    argument: str = ""


@dataclass(frozen=True)
class ArgumentRemoved:
    """A keyword that the new version does not take; ``renamed`` is its new name, if there is one, ``certain`` when it can
    only be that.
    """

    argument: str
    renamed: str = ""
    certain: bool = False


@dataclass(frozen=True)
class ArgumentReplaced:
    """A keyword or positional argument (``position``, None for a keyword) that another one replaces."""

    replacement: ArgumentReplacement
    position: int | None


@dataclass(frozen=True)
class ArgumentMoved:
    """The positional argument at ``position`` meant ``before`` and now means ``after``.

    ``keywords`` are the new names of this and the following positional arguments, None where one has no equal.
    ``certain`` when one of the two names stands elsewhere in the other version, so that it is no renaming.
    """

    position: int
    before: str
    after: str
    keywords: tuple[str | None, ...]
    certain: bool


@dataclass(frozen=True)
class TooManyArguments:
    """The new version takes fewer positional arguments; ``argument`` is the first that is too many."""

    argument: str


@dataclass(frozen=True)
class DefaultChanged:
    """An argument that the call leaves out has another default."""

    argument: str
    before: str
    after: str


@dataclass(frozen=True)
class ArgumentRequired:
    """An argument that the call leaves out has no default any more."""

    argument: str


Change = Union[
    Removed,
    Deprecated,
    ArgumentRemoved,
    ArgumentReplaced,
    ArgumentMoved,
    TooManyArguments,
    DefaultChanged,
    ArgumentRequired,
]


class Versions:
    """Two versions of MindSpore side by side."""

    def __init__(self, before: Index, after: Index) -> None:
        self.before = before
        self.after = after

    def name_changes(self, path: str) -> Iterator[Removed | Deprecated]:
        """What changed about a name as such."""
        old, new = self.before.get(path), self.after.get(path)
        if old is None and new is None:
            known = replacement(path)
            if known:
                yield Removed(known)
        elif new is None:
            yield Removed(self._instead(path, old))
        elif new.deprecated and not (old and old.deprecated):
            yield Deprecated(new.deprecated)

    def call_changes(self, path: str, call: ast.Call) -> list[Change]:
        """What changed about a call of a name."""
        old, new = self.before.get(path), self.after.get(path)
        if new is None or not new.signatures:
            return []
        replaced: list[Change] = list(self._replaced(path, call))
        if any(isinstance(argument, ast.Starred) for argument in call.args):
            return replaced
        done = {each.replacement.argument for each in replaced if isinstance(each, ArgumentReplaced)}
        best: list[Change] | None = None
        for signature in new.signatures:
            found = list(_compare(old, signature, call, done))
            if best is None or len(found) < len(best):
                best = found
        return [*replaced, *(best or [])]

    def _instead(self, path: str, old: Symbol | None) -> Replacement:
        known = replacement(path)
        if known:
            return known
        if old is not None and old.deprecated and self.after.get(old.deprecated.replacement):
            return Replacement(old.deprecated.replacement)
        name = path.rpartition(".")[2]
        canonical = old.canonical if old else ""
        for candidate in (
            canonical,
            *(symbol.path for symbol in self.after.search(name, 20) if symbol.name == name),
        ):
            symbol = self.after.get(candidate) if candidate else None
            if symbol is not None and symbol.public and old is not None and symbol.kind == old.kind:
                return Replacement(symbol.path)
        return Replacement()

    def _replaced(self, path: str, call: ast.Call) -> Iterator[ArgumentReplaced]:
        canonical = self.after.get(path)
        for row in argument_replacements(
            canonical.canonical if canonical and canonical.canonical else path,
            self.before.version,
            self.after.version,
        ):
            if any(keyword.arg == row.argument for keyword in call.keywords):
                yield ArgumentReplaced(row, None)
            else:
                old = self.before.get(path)
                names = (
                    [each.name for each in _positional(old.signatures[0])] if old and old.signatures else []
                )
                if row.argument in names[: len(call.args)]:
                    yield ArgumentReplaced(row, names.index(row.argument))


def _compare(old: Symbol | None, new: Signature, call: ast.Call, done: set[str]) -> Iterator[Change]:
    """The changes of a call against one signature of the new version; ``done`` are arguments dealt with already."""
    before = _matching(old, call)
    after = _positional(new)
    moved = list(_moves(before, after, new, call, done)) if before else []
    yield from moved
    yield from _keywords(before, new, call, done)
    if not any(keyword.arg is None for keyword in call.keywords) and before and not moved:
        yield from _left_out(before, new, call)


def _matching(old: Symbol | None, call: ast.Call) -> Signature | None:
    """The old signature that the call used; None when nothing reliable is known of it."""
    for signature in old.signatures if old else ():
        names = {each.name for each in (*signature.parameters, *signature.keywords)}
        open_ended = any(each.kind in (VAR_POSITIONAL, VAR_KEYWORD) for each in signature.parameters)
        fits = len(call.args) <= len(_positional(signature)) and all(
            keyword.arg in names for keyword in call.keywords if keyword.arg
        )
        if not (open_ended and not signature.keywords) and fits:
            return signature
    return None


def _moves(
    before: Signature, after: list[Parameter], new: Signature, call: ast.Call, done: set[str]
) -> Iterator[ArgumentMoved | TooManyArguments]:
    old = _positional(before)
    for position in range(len(call.args)):
        if old[position].name in done:
            continue
        if position >= len(after):
            if not any(each.kind == VAR_POSITIONAL for each in new.parameters):
                yield TooManyArguments(old[position].name)
            return
        if not _same_meaning(old[position], after[position], before, new):
            names = tuple(
                name if new.parameter(name) else None
                for name in (each.name for each in old[position : len(call.args)])
            )
            known = new.parameter(old[position].name) or before.parameter(after[position].name)
            yield ArgumentMoved(position, old[position].name, after[position].name, names, known is not None)
            return


def _same_meaning(one: Parameter, other: Parameter, before: Signature, after: Signature) -> bool:
    """Whether two parameters at the same position are one that at most changed its name."""
    if one.name == other.name:
        return True
    if after.parameter(one.name) or before.parameter(other.name):
        return False
    if one.required != other.required:
        return bool(_kinds(one) & _kinds(other))
    return (
        one.required
        or same_default(one.default or "", other.default or "")
        or bool(_kinds(one) & _kinds(other))
    )


def _kinds(parameter: Parameter) -> set[str]:
    words = parameter.type.replace("[", " ").replace("]", " ").replace(",", " ").replace("|", " ").split()
    return {word.lower() for word in words} - {"union", "optional", "none", "tuple", "list", "number"}


def _keywords(before: Signature | None, new: Signature, call: ast.Call, done: set[str]) -> Iterator[Change]:
    open_ended = any(each.kind == VAR_KEYWORD for each in new.parameters) and not new.keywords
    for keyword in call.keywords:
        name = keyword.arg
        if name is None or name in done:
            continue
        parameter = new.parameter(name)
        if parameter is None:
            if not open_ended:
                renamed = _new_name(name, before, new)
                certain = bool(before and renamed and before.parameter(name).required)  # type: ignore[union-attr]
                yield ArgumentRemoved(name, renamed, certain)
        elif parameter.deprecated:
            known = before.parameter(name) if before else None
            if not (known and known.deprecated):
                yield Deprecated(parameter.deprecated, name)


def _new_name(name: str, before: Signature | None, new: Signature) -> str:
    """The new name of a parameter: the one that stands at its position and is new itself."""
    names = [each.name for each in _positional(before)] if before else []
    if before is None or name not in names:
        return ""
    position = names.index(name)
    after = _positional(new)
    if position < len(after) and _same_meaning(_positional(before)[position], after[position], before, new):
        return after[position].name
    return ""


def _left_out(
    before: Signature, new: Signature, call: ast.Call
) -> Iterator[DefaultChanged | ArgumentRequired]:
    given = {keyword.arg for keyword in call.keywords}
    for position, parameter in enumerate(new.parameters):
        if parameter.kind in (VAR_POSITIONAL, VAR_KEYWORD) or parameter.name in given:
            continue
        if position < len(call.args):
            continue
        known = before.parameter(parameter.name)
        if known is None or known.default is None:
            continue
        if parameter.default is None:
            yield ArgumentRequired(parameter.name)
        elif not same_default(known.default, parameter.default):
            yield DefaultChanged(parameter.name, known.default, parameter.default)


def _positional(signature: Signature) -> list[Parameter]:
    return [each for each in signature.parameters if each.kind.startswith("positional")]


_EMPTY = ("None", "()", "''")


def same_default(one: str, other: str) -> bool:
    """Whether two defaults mean the same as far as their text tells: equal numbers, case, spelling of types."""
    if one == other or one.lower() == other.lower() or one.rstrip("_") == other.rstrip("_"):
        return True
    if one in _EMPTY and other in _EMPTY:
        return True
    try:
        left, right = ast.literal_eval(one), ast.literal_eval(other)
    except (ValueError, SyntaxError):
        return one.rsplit(".", 1)[-1] == other.rsplit(".", 1)[-1]
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)
