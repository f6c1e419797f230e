"""MindSpore's docstrings in parts: overloads, sections, parameters, and the facts that sentences carry.

The style is Google's with reStructuredText inside, in which MindSpore writes all its documentation.
"""

from __future__ import annotations

import inspect
import re
from typing import NamedTuple

_SECTION = re.compile(
    r"(Args?|Arguments|Parameters|Keyword Args|Keyword Arguments|Inputs?|Outputs?|Returns?|Yields|Raises|Notes?|Warnings?|"
    r"Supported Platforms|Supported Hardware|Examples?|Tutorial Examples|See also|Citation[^:]*|References?|Attributes|"
    r"Supported dtypes|Refer to|Symbols|About [^:]*)\s*(?::|：)\s*$"
)
_MARKED = re.compile(r"\.\. (warning|note|deprecated)::\s*(.*)$")
_OVERLOAD = re.compile(r"\.\. (?:py:)?(?:method|function)::\s*(.+)$")
_NAME = re.compile(r"(?:[\w.]+\.)?\w+\s*(?=\()")
_CANONICAL = {
    "Arg": "Args",
    "Arguments": "Args",
    "Parameters": "Args",
    "Keyword Arguments": "Keyword Args",
    "Input": "Inputs",
    "Output": "Outputs",
    "Return": "Returns",
    "Notes": "Note",
    "Warnings": "Warning",
    "Example": "Examples",
    "Tutorial Examples": "Examples",
    "Supported Hardware": "Supported Platforms",
}
PLATFORMS = ("Ascend", "GPU", "CPU")


class Entry(NamedTuple):
    """One documented parameter or exception, still reStructuredText."""

    name: str
    type: str
    text: str


class Part(NamedTuple):
    """The documentation of one way to call a name. ``call`` is the signature as the docstring writes it, or ""."""

    call: str
    returns: str
    description: str
    sections: tuple[tuple[str, str], ...]

    def section(self, name: str) -> str:
        """The text of all sections of this title."""
        return "\n".join(text for title, text in self.sections if title == name)

    def entries(self, name: str) -> list[Entry]:
        """The parameters listed in a section."""
        return parse_entries(self.section(name))


def _dedent(lines: list[str]) -> str:
    least = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[least:] for line in lines).strip("\n")


def _sections(lines: list[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """(text before the first section, sections) of dedented lines."""
    description: list[str] = []
    sections: list[tuple[str, str]] = []
    position = 0
    while position < len(lines):
        line = lines[position]
        header = _SECTION.match(line)
        marked = _MARKED.match(line)
        if not header and not marked:
            description.append(line)
            position += 1
            continue
        end = position + 1
        while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t"):
            end += 1
        body = lines[position + 1 : end]
        if header:
            title = _CANONICAL.get(header.group(1), header.group(1))
            sections.append((title, _dedent(body)))
        elif marked:
            first = [marked.group(2)] if marked.group(2) else []
            sections.append((marked.group(1).capitalize(), "\n".join(first + [_dedent(body)]).strip()))
        position = end
    return "\n".join(description).strip(), tuple(sections)


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")


def _call(text: str) -> tuple[str, str]:
    """("(dim, keepdim=False)", "Tensor") of ``Tensor.max(dim, keepdim=False) -> Tensor``; ("", "") of anything else."""
    name = _NAME.match(text)
    if not name:
        return "", ""
    depth = 0
    for position in range(name.end(), len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            rest = re.match(r"\s*(?:->\s*(.+?))?\s*$", text[position + 1 :])
            return (text[name.end() : position + 1], rest.group(1) or "") if rest else ("", "")
    return "", ""


def parse(doc: str, name: str = "") -> list[Part]:
    """The parts of a docstring, one for each documented way to call it; one at least.

    ``name`` is the documented name: a first line ``name(...) -> type`` is a signature, not prose.
    """
    lines = inspect.cleandoc(doc).expandtabs().split("\n")
    starts: list[tuple[int, int, str]] = []
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines and name and re.match(rf"(?:[\w.]+\.)?{re.escape(name)}\s*\(", lines[first].strip()):
        end = first + 1
        while end < len(lines) and not _balanced(" ".join(lines[first:end])):
            end += 1
        starts.append((first, end, " ".join(line.strip() for line in lines[first:end])))
    for number, line in enumerate(lines):
        overload = _OVERLOAD.match(line)
        if overload:
            end = number + 1
            while end < len(lines) and (lines[end].strip().startswith(":") or not lines[end].strip()):
                end += 1
            starts.append((number, end, overload.group(1)))
    if not starts:
        starts = [(0, 0, "")]
    elif starts[0][0] > first:
        starts.insert(0, (0, 0, ""))
    parts = []
    for index, (_, begin, call) in enumerate(starts):
        end = starts[index + 1][0] if index + 1 < len(starts) else len(lines)
        description, sections = _sections(lines[begin:end])
        arguments, returns = _call(call.strip())
        if call and not arguments:
            description = f"{call}\n{description}"
        parts.append(Part(arguments, returns, description, sections))
    if len(parts) > 1 and not parts[0].call and not parts[0].description and not parts[0].sections:
        parts.pop(0)
    return parts


_ENTRY = re.compile(
    r"(?:[-*] )?(?P<names>\*{0,2}\\?\*{0,2}`{0,2}[A-Za-z_][\w.]*`{0,2}\*{0,2}"
    r"(?:\s*(?:,|/)\s*\*{0,2}`{0,2}[A-Za-z_]\w*`{0,2}\*{0,2})*)\s*(?=[(:\-–]|$)"
)


def parse_entries(text: str) -> list[Entry]:
    """Parameters of a section: ``name (type): text`` or ``- **name** (type) - text``, with what is indented below."""
    found: list[Entry] = []
    current: list[str] = []

    def close() -> None:
        if current:
            found.extend(_entry(current))
            current.clear()

    for line in text.split("\n"):
        if line and line[0] not in " \t":
            close()
            current.append(line)
        elif current:
            current.append(line)
    close()
    return found


def _entry(lines: list[str]) -> list[Entry]:
    head = lines[0].strip()
    match = _ENTRY.match(head)
    if not match:
        return []
    names = [re.sub(r"[*`\\]", "", name).strip() for name in re.split(r"[,/]", match.group("names"))]
    rest = head[match.end() :].lstrip()
    body = lines[1:]
    kind = ""
    if rest.startswith("("):
        joined, used = rest, 0
        while joined.count("(") > joined.count(")") and used < len(body):
            joined = joined + " " + body[used].strip()
            used += 1
        depth = 0
        for position, sign in enumerate(joined):
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if depth == 0:
                kind, rest = joined[1:position], joined[position + 1 :]
                break
        else:
            return []
        body = body[used:]
    rest = rest.lstrip()
    if rest[:1] not in (":", "-", "–", "") and not kind:
        return []
    rest = re.sub(r"^[:\-–.]\s*", "", rest)
    text = "\n".join([rest, _dedent(body)]).strip()
    return [Entry(name, clean_type(kind), text) for name in names if name]


def clean_type(text: str) -> str:
    """A documented type for readers: no roles, no "optional"."""
    text = " ".join(text.split())
    text = re.sub(r":[a-z:]+:`~?\.?([^`]+)`", r"\1", text).replace("`", "")
    text = re.sub(r"\s*[,，]\s*optional\b\.?|^optional\b[, ]*|\s+optional$", "", text, flags=re.IGNORECASE)
    text = re.sub(r",\s*(?:default|Default)\b.*$", "", text)
    return text.strip(" ,.")


def platforms(text: str) -> tuple[str, ...]:
    """The platforms that a "Supported Platforms" section names and does not call deprecated."""
    found = re.findall(r"\b(Ascend|GPU|CPU)\b", text)
    return tuple(each for each in PLATFORMS if each in found)


def summary(description: str) -> str:
    """The first sentence or line of a description, still reStructuredText."""
    paragraphs = description.strip().split("\n\n")
    prose = (each for each in paragraphs if each.strip() and not each.startswith((".. ", " ")))
    paragraph = next(prose, "")
    text = " ".join(line.strip() for line in paragraph.split("\n"))
    match = re.match(r"(.+?[.!])(?:\s+[A-Z`:]|$)", text)
    return match.group(1) if match else text
