"""Parsing that survives half-written code: a line that does not parse is completed, or else left out.

What was completed is a guess: it serves inference and completion; no diagnostic may come from it.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import NamedTuple

_ATTEMPTS = 12
_BLOCK = re.compile(r"\s*(?:if|elif|else|while|for|def|class|with|try|except|finally|async)\b")
_DANGLING = re.compile(r"(?:\.|[-+*/%@&|^<>=~,(\[{]|\b(?:in|is|not|and|or|return|lambda|if|else|=))\s*$")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_NOISE = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\#.*""")
HOLE = "_"


class Parse(NamedTuple):
    """Statements of a text, the first syntax error (0-based line and column, message), and the lines that were guessed."""

    body: list[ast.stmt]
    error: tuple[int, int, str] | None
    guessed: frozenset[int]


def parse(text: str) -> Parse:
    """Parse the statements in ``text`` (all at one indentation); never raises."""
    indented = text[:1] in (" ", "\t")
    prefix = "if 1:\n" if indented else ""
    lines = text.split("\n")
    error: tuple[int, int, str] | None = None
    guessed: set[int] = set()
    for _ in range(_ATTEMPTS):
        problem = _try(prefix + "\n".join(lines))
        if isinstance(problem, ast.Module):
            body = problem.body
            if indented:
                body = _shifted(body[0].body)  # type: ignore[attr-defined]
            return Parse(body, error, frozenset(guessed))
        line = min(max(problem[0] - (1 if indented else 0), 0), len(lines) - 1)
        if error is None:
            error = (line, problem[1], problem[2])
        if not _mend(lines, line, guessed):
            break
    return Parse([], error, frozenset(range(len(lines))))


def _try(text: str):
    """The parsed module, or (0-based line, column, message) of its error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        return (error.lineno or 1) - 1, max((error.offset or 1) - 1, 0), error.msg or "invalid syntax"
    except (ValueError, RecursionError, MemoryError) as error:
        return 0, 0, str(error) or type(error).__name__


def _shifted(body: list[ast.stmt]) -> list[ast.stmt]:
    for statement in body:
        ast.increment_lineno(statement, -1)
    return body


def _mend(lines: list[str], line: int, guessed: set[int]) -> bool:
    """Complete the line at which parsing stopped, or leave it out when that did not help. False when nothing is left to try."""
    while line > 0 and not lines[line].strip():
        line -= 1
    head = _open_line_before(lines, line)
    if head is not None and head not in guessed:
        line = head
    if line not in guessed:
        guessed.add(line)
        lines[line] = complete(lines[line], _is_followed_by_block(lines, line))
        return True
    indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    rest = lines[line].strip()
    if rest == "pass":
        lines[line] = ""
        return True
    if rest:
        lines[line] = indent + ("if 1:" if _is_followed_by_block(lines, line) else "pass")
        if lines[line].strip() == rest:
            lines[line] = ""
        return True
    return False


def _open_line_before(lines: list[str], line: int) -> int | None:
    """The line at or before ``line`` that opens a bracket which a new statement then interrupts."""
    for number in range(line, max(-1, line - 40), -1):
        if _open_brackets(lines[number]):
            if number == line:
                return None
            indent = _indent(lines[number])
            broken = any(
                text.strip() and _indent(text) <= indent and text.lstrip()[:1] not in ")]}#"
                for text in lines[number + 1 : line + 1]
            )
            return number if broken else None
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_followed_by_block(lines: list[str], line: int) -> bool:
    for text in lines[line + 1 :]:
        if text.strip():
            return _indent(text) > _indent(lines[line])
    return False


def _open_brackets(line: str) -> str:
    """The closing brackets that the line still needs, in the order in which they must come."""
    needed: list[str] = []
    for character in _NOISE.sub("", line):
        if character in _BRACKETS:
            needed.append(_BRACKETS[character])
        elif needed and character == needed[-1]:
            needed.pop()
    return "".join(reversed(needed))


def complete(line: str, followed_by_block: bool) -> str:
    """A likely complete form of a half-written line: a name where one is missing, brackets and quotes closed, a body."""
    code = _NOISE.sub(lambda match: match.group(1) or "", line).rstrip()
    if not code.strip():
        return line
    stripped = re.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', "", code)
    for quote in ("'", '"'):
        if stripped.count(quote) % 2:
            code += quote
            break
    block = bool(_BLOCK.match(code))
    if block and code.endswith(":"):
        return code if followed_by_block else code + " pass"
    if _DANGLING.search(code) and not code.endswith(("(", "[", "{", ",")):
        code += HOLE if code.endswith(".") else " " + HOLE
    code += _open_brackets(code)
    if block and " import " not in code:
        code += ":" if followed_by_block else ": pass"
    return code
