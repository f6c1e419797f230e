"""Holding the arguments of a call against a signature."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from mindspore_tools.api.model import KEYWORD_ONLY, POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL, Signature


@dataclass(frozen=True)
class Mismatch:
    """What does not fit: keywords that the signature does not know, required parameters without argument, positional
    arguments beyond the last parameter, and keywords whose parameter has a positional argument already.
    """

    unknown: tuple[ast.keyword, ...] = ()
    missing: tuple[str, ...] = ()
    surplus: tuple[ast.expr, ...] = ()
    twice: tuple[ast.keyword, ...] = ()

    @property
    def weight(self) -> int:
        """How much does not fit."""
        return len(self.unknown) + len(self.missing) + len(self.surplus) + len(self.twice)


def compare(call: ast.Call, signature: Signature) -> Mismatch:
    """What of a call does not fit a signature; ``*args`` and ``**kwargs`` in the call may bring anything."""
    parameters = signature.parameters
    variadic = any(each.kind == VAR_POSITIONAL for each in parameters)
    open_ended = any(each.kind == VAR_KEYWORD for each in parameters)
    starred = any(isinstance(each, ast.Starred) for each in call.args)
    unpacked = any(each.arg is None for each in call.keywords)
    positional = [each for each in parameters if each.kind not in (VAR_POSITIONAL, VAR_KEYWORD, KEYWORD_ONLY)]
    named = {each.name for each in (*parameters, *signature.keywords) if each.kind != POSITIONAL_ONLY}
    named -= {each.name for each in parameters if each.kind in (VAR_POSITIONAL, VAR_KEYWORD)}
    taken = () if starred else tuple(each.name for each in positional[: len(call.args)])
    given = {each.arg for each in call.keywords}
    unknown = (
        () if open_ended else tuple(each for each in call.keywords if each.arg and each.arg not in named)
    )
    missing: tuple[str, ...] = ()
    if not starred and not unpacked:
        missing = tuple(
            each.name
            for each in parameters
            if each.required
            and each.name not in taken
            and (each.name not in given or each.kind == POSITIONAL_ONLY)
        )
    surplus = () if variadic or starred else tuple(call.args[len(positional) :])
    twice = tuple(each for each in call.keywords if each.arg in taken and each.arg in named)
    return Mismatch(unknown, missing, surplus, twice)


def best_fit(call: ast.Call, signatures: Iterable[Signature]) -> tuple[Signature, Mismatch] | None:
    """The signature that a call fits best, with what does not fit; None when there is none that says anything."""
    compared = [(signature, compare(call, signature)) for signature in signatures]
    if not compared or any(vague(signature) for signature, _ in compared):
        return None
    return min(compared, key=lambda each: each[1].weight)


def vague(signature: Signature) -> bool:
    """Whether a signature takes anything, without saying what; a page may write ``args`` or ``inputs`` for ``*args``."""
    if any(
        each.name in ("args", "kwargs", "inputs") and not each.kind.startswith("var-")
        for each in signature.parameters
    ):
        return True
    kinds = [each.kind for each in signature.parameters]
    return (
        bool(kinds)
        and all(kind in (VAR_POSITIONAL, VAR_KEYWORD) for kind in kinds)
        and not signature.keywords
    )


def nearest(word: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The candidate that a misspelt word most likely means, or None."""
    plain = {each.lower().replace("_", ""): each for each in candidates}
    key = word.lower().replace("_", "")
    if key in plain:
        return plain[key]
    close = difflib.get_close_matches(key, plain, n=1, cutoff=cutoff)
    return plain[close[0]] if close else None
