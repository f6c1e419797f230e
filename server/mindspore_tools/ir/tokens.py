"""Semantic tokens of a dump: what each name is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mindspore_tools.common.position import Position, Range

GRAPH, NODE, PARAMETER, OPERATOR, TYPE, KEYWORD, PROPERTY, COMMENT, NUMBER, STRING = TYPES = (
    "class", "variable", "parameter", "function", "type", "keyword", "property", "comment", "number", "string",
)  # fmt: skip

_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<keyword>\bsubgraph\b(?!\s+\w+:)|\bparent\b(?=:)|\bcall\b(?= @)|\bReturn\b(?=\())"
    r"|(?P<parameter>%para\d+[^\s,:()\[\]{}]*)|(?P<variable>%\d+)|(?P<class>@+[^\s,:()\[\]{}]+)"
    r"|(?P<type>(?<=<)\w+(?:\[\w+\])?|\b(?:Ref|Tuple|List|Dict|Func|Tensor)\[[\w*,\[\]]*\]|\b(?:Bool|(?:Int|UInt|Float|BFloat)\d+)\b)"
    r"|(?P<property>\b\w+(?=: [\[{\w(]))"
    r"|(?P<function>(?<== )[\w:-]+(?=\())"
    r"|(?P<number>(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]))"
)


def tokens(lines: Sequence[str], first: int = 0, last: int | None = None) -> Iterator[tuple[Range, str]]:
    """Names with their kind in the lines from ``first`` to before ``last``; ranges never overlap and stay on a line."""
    for number in range(first, len(lines) if last is None else min(last, len(lines))):
        line = lines[number]
        stripped = line.lstrip()
        if stripped.startswith("#"):
            yield _span(number, len(line) - len(stripped), len(line)), COMMENT
            continue
        for match in _TOKEN.finditer(line):
            if match.end() > match.start() and match.lastgroup:
                yield _span(number, match.start(), match.end()), match.lastgroup


def _span(line: int, start: int, end: int) -> Range:
    return Range(Position(line, start), Position(line, end))
