"""The compiler's error as a message with a place in the source."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mindspore_tools.ir.locations import Location, find_locations
from mindspore_tools.ir.model import in_framework

_SECTION = re.compile(r"^-{10,}\n- (.*?)\n-{10,}\n", re.M)
_CODE = "The Traceback of Net Construct Code"
_OLD_STACK = re.compile(r"^The function call stack.*$", re.M)
_PREFIX = re.compile(r"^\S+\.cc:\d+ \w+\] ")
_SEE_FILE = re.compile(
    r"\s*\(See file '.*$|^For more details, please refer to .*$|^More details please refer to .*$", re.M
)


@dataclass(frozen=True)
class CompileError:
    """What the compiler said.

    ``message`` is the sentence for the user, ``location`` the innermost place in the user's own files (for a join without
    one the last branch; None when no place is named), ``calls`` the places that led there from the outermost inwards,
    ``related`` further places that the compiler names, such as the two branches that do not join.
    """

    message: str
    location: Location | None
    calls: tuple[Location, ...]
    related: tuple[Location, ...]


def parse_compile_error(text: str) -> CompileError:
    """Read the text of an exception, or of a terminal that shows one, of any version."""
    head, sections = _sections(text)
    code = next((body for title, body in sections if title.startswith(_CODE)), "")
    old = _OLD_STACK.search(head)
    if not code and old:
        code, head = head[old.start() :], head[: old.start()]
    elif not code:
        first = next(iter(find_locations(head)), None)
        code = head
        if first:
            head = head[: head.find("In file")].rstrip(" #0123456789")
    calls = tuple(find_locations(code))
    named = [
        place for title, body in sections if not title.startswith(_CODE) for place in find_locations(body)
    ]
    own = [place for place in calls if not in_framework(place.path)]
    related = tuple(
        place for place in dict.fromkeys(named) if place not in calls and not in_framework(place.path)
    )
    places = own or calls or related
    return CompileError(_message(head), places[-1] if places else None, calls, related)


def _sections(text: str) -> tuple[str, list[tuple[str, str]]]:
    """What stands before the first titled section, and the sections with their titles."""
    found = list(_SECTION.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    sections = [(match[1], text[match.end() : end]) for match, end in zip(found, ends)]
    return (text[: found[0].start()] if found else text), sections


def _message(head: str) -> str:
    """The sentences of the error without places in C++ files, hints on where to read more, and inner details."""
    text = _SEE_FILE.sub("", head.split("\nInner Message:")[0])
    lines = [_PREFIX.sub("", line).strip() for line in text.split("\n")]
    return " ".join(line for line in lines if line)
