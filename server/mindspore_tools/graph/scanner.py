"""Logical lines of a text, found without parsing it, so that broken code is cut at the same places as sound code."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r'''
    (?P<string>
        """[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""
      | \'\'\'[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*\'\'\'
      | "(?:[^"\\\n]|\\.)*"?
      | '(?:[^'\\\n]|\\.)*'?
    )
    | (?P<comment>\#[^\n]*)
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<joined>\\\n)
    | (?P<newline>\n)
    ''',
    re.VERBOSE | re.DOTALL,
)
_BLANK = re.compile(r"[ \t\f\r]*(?:#|\r?$)")
_INDENT = re.compile(r"[ \t\f]*")
_WORD = re.compile(r"@|[^\W\d]\w*")

# What starts a statement and can hardly stand inside a bracket: a bracket before it was left open.
_SURE_START = re.compile(
    r"(?:@|(?:import|from)\b)|\s*(?:(?:async\s+)?def\s+[^\W\d]\w*\s*\(|class\s+[^\W\d]\w*\s*[(:])"
)


class LogicalLine(NamedTuple):
    """A statement head as the reader sees it: its first physical line (0-based), indentation and first word."""

    line: int
    indent: int
    word: str


class Scan(NamedTuple):
    """The logical lines of a text; ``sound`` when no bracket or quote in it was left open."""

    lines: list[LogicalLine]
    sound: bool


def scan(text: str) -> Scan:
    """Every logical line of ``text`` in order; blank and comment lines belong to none.

    ``text`` must have ``\\n`` line ends. A bracket that never closes ends where a definition begins, a quote at its own
    line end, so the rest of the text is still seen.
    """
    lines = text.split("\n")
    found: list[LogicalLine] = []
    depth = 0
    line = 0
    sound = True

    def begin(number: int) -> None:
        content = lines[number]
        if _BLANK.match(content):
            return
        indent = _INDENT.match(content).end()  # type: ignore[union-attr]
        word = _WORD.match(content, indent)
        found.append(LogicalLine(number, indent, word.group() if word else ""))

    begin(0)
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "newline":
            line += 1
            if depth and _SURE_START.match(lines[line]):
                depth = 0
                sound = False
            if not depth:
                begin(line)
        elif kind == "open":
            depth += 1
        elif kind == "close":
            sound = sound and depth > 0
            depth = max(0, depth - 1)
        elif kind == "joined":
            line += 1
        elif kind == "string":
            token = match.group()
            line += token.count("\n")
            sound = sound and len(token) > 1 and token[-1] == token[0]
    return Scan(found, sound and not depth)


_CONTINUES = frozenset({"elif", "else", "except", "finally"})


def statement_starts(found: list[LogicalLine], indent: int) -> list[int]:
    """Indices into ``found`` at which a statement of the block with this indentation begins, decorators included."""
    starts: list[int] = []
    decorated = False
    for index, logical in enumerate(found):
        if logical.indent > indent and starts:
            continue
        if logical.word in _CONTINUES and starts:
            continue
        if not decorated:
            starts.append(index)
        decorated = logical.word == "@"
    return starts
