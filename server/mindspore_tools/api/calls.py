"""Signatures as Python code or as error messages of MindSpore write them."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)


class Argument(NamedTuple):
    """One parameter: ``kind`` is one of the numbers above, ``default`` and ``annotation`` are source text."""

    name: str
    kind: int
    default: str | None
    annotation: str


def of_function(node: ast.FunctionDef) -> list[Argument]:
    """The parameters of a function as its source writes them."""
    arguments = node.args
    found = []
    positional = arguments.posonlyargs + arguments.args
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults)) + list(
        arguments.defaults
    )
    for number, (each, default) in enumerate(zip(positional, defaults)):
        kind = POSITIONAL_ONLY if number < len(arguments.posonlyargs) else POSITIONAL_OR_KEYWORD
        found.append(Argument(each.arg, kind, _source(default), _source(each.annotation) or ""))
    if arguments.vararg:
        found.append(
            Argument(arguments.vararg.arg, VAR_POSITIONAL, None, _source(arguments.vararg.annotation) or "")
        )
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        found.append(Argument(each.arg, KEYWORD_ONLY, _source(default), _source(each.annotation) or ""))
    if arguments.kwarg:
        found.append(
            Argument(arguments.kwarg.arg, VAR_KEYWORD, None, _source(arguments.kwarg.annotation) or "")
        )
    return found


def _source(node: ast.expr | None) -> str | None:
    return None if node is None else ast.unparse(node)


def of_text(text: str) -> list[Argument] | None:
    """The parameters of ``(input, other, *, alpha=1)``, or None when that is not Python."""
    text = re.sub(r"2\^(\d+)", r"2**\1", text)
    try:
        module = ast.parse(f"def _{text}: pass")
    except SyntaxError:
        return None
    function = module.body[0]
    return of_function(function) if isinstance(function, ast.FunctionDef) else None


def of_error(line: str) -> list[Argument] | None:
    """The parameters of ``Tensor.max(dim=<int>, keepdim=<bool>, *, where=<Tensor, bool>)``; defaults are unknown."""
    match = re.match(r"[\w.]+\((.*)\)$", line)
    if not match:
        return None
    found = []
    kind = POSITIONAL_OR_KEYWORD
    for part in re.findall(r"\*(?!\w)|\w+=<[^<>]*>", match.group(1)):
        if part == "*":
            kind = KEYWORD_ONLY
            continue
        name, _, types = part.partition("=")
        found.append(Argument(name, kind, None, types.strip("<>")))
    return found


def vague(arguments: list[Argument] | None) -> bool:
    """Whether a signature says nothing: unknown, or ``*args`` and ``**kwargs`` alone."""
    return arguments is None or (
        bool(arguments) and all(each.kind in (VAR_POSITIONAL, VAR_KEYWORD) for each in arguments)
    )
