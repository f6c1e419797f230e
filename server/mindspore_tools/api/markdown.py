"""reStructuredText of docstrings as Markdown for a hover."""

from __future__ import annotations

import re

from mindspore_tools.api.latex import readable

_MATH_ROLE = re.compile(r":math:\s?`([^`]+)`")
_ROLE = re.compile(r":(?:py:)?[a-z]+:`~?\.?([^`<]+?)(?:\s*<[^`>]+>)?`")
_LINK = re.compile(r"`([^`<]+?)\s*<([^`>]+)>`_{0,2}")
_LITERAL = re.compile(r"``(.+?)``")
_INTERPRETED = re.compile(r"(?<![`\w])`([^`\n]+)`_{0,2}(?!`)")
_DIRECTIVE = re.compile(r"\.\.\s+([a-z][a-z:-]*)::\s*(.*)")
_LATEX = re.compile(r"\\(?:frac|text|sum|sqrt|left|right|times|begin|end|alpha|beta|cdot|leq?|geq?)\b")
_TITLES = {
    "warning": "Warning",
    "note": "Note",
    "deprecated": "Deprecated",
    "seealso": "See also",
    "versionadded": "Added",
}


def inline(text: str) -> str:
    """Roles, links and literals of one paragraph as Markdown."""
    kept: list[str] = []

    def keep(markdown: str) -> str:
        kept.append(markdown)
        return f"\x00{len(kept) - 1}\x00"

    def code(content: str) -> str:
        content = re.sub(r"\\([_*])", r"\1", content.strip())
        return keep(f"`{content}`")

    text = _MATH_ROLE.sub(lambda m: code(readable(m.group(1)).replace("\n", " ")), text)
    text = _ROLE.sub(lambda m: code(m.group(1)), text)
    text = _LINK.sub(lambda m: keep(f"[{' '.join(m.group(1).split())}]({m.group(2).strip()})"), text)
    text = _LITERAL.sub(lambda m: code(m.group(1)), text)
    text = _INTERPRETED.sub(lambda m: code(m.group(1)), text)
    text = re.sub(r"\\([_*\\|`])", r"\1", text)
    text = re.sub(r"\\ ", "", text)
    text = re.sub(r"(?<=\x00) (?=[,.;:])", "", text)
    text = text.replace("<", "\\<")
    text = re.sub(r":(?:math|func|class|attr|py:\w+):`", "`", text)
    if _LATEX.search(text):
        # A formula whose marks are broken.
        text = readable(text).replace("\n", " ")
    return re.sub(r"\x00(\d+)\x00", lambda m: kept[int(m.group(1))], text)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _block(lines: list[str], start: int, indent: int) -> tuple[list[str], int]:
    """The lines after ``start`` that are indented deeper than ``indent``, dedented, and where they end."""
    end = start
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > indent):
        end += 1
    block = lines[start:end]
    while block and not block[-1].strip():
        block.pop()
    while block and not block[0].strip():
        block.pop(0)
    least = min((_indent(line) for line in block if line.strip()), default=0)
    return [line[least:] for line in block], end


def _fence(lines: list[str], language: str) -> list[str]:
    return [f"```{language}", *lines, "```"]


def _directive(name: str, argument: str, body: list[str]) -> list[str]:
    if name == "math":
        options = [line for line in body if not line.startswith(":")]
        return _fence(readable("\n".join([argument, *options])).split("\n"), "text")
    if name in ("code-block", "code", "sourcecode", "parsed-literal"):
        return _fence([line for line in body if not re.match(r":\w+:", line)], argument or "python")
    if name in ("image", "figure", "include", "list-table", "table", "hlist", "autosummary", "plot"):
        entries = [line for line in body if not re.match(r"\s*:[\w-]+:", line)]
        return markdown("\n".join(entries)).split("\n") if name in ("list-table", "hlist") else []
    content = markdown("\n".join(([argument] if argument else []) + body))
    title = _TITLES.get(name, name.capitalize())
    return [f"> **{title}:** " + content.replace("\n", "\n> ")]


def markdown(text: str) -> str:
    """A dedented block of reStructuredText as Markdown."""
    lines = text.split("\n")
    out: list[str] = []
    paragraph: list[str] = []
    literal = False

    def flush() -> None:
        nonlocal literal
        if paragraph:
            joined = " ".join(line.strip() for line in paragraph)
            indent = " " * _indent(paragraph[0])
            literal = joined.endswith("::")
            if literal:
                joined = joined[:-1]
            out.append(indent + inline(joined))
            paragraph.clear()

    position = 0
    while position < len(lines):
        line = lines[position]
        stripped = line.strip()
        directive = _DIRECTIVE.match(stripped)
        if not stripped:
            flush()
            if out and out[-1]:
                out.append("")
            position += 1
        elif directive:
            flush()
            body, position = _block(lines, position + 1, _indent(line))
            if directive.group(1) == "math" and not body and not directive.group(2):
                # A formula that its author forgot to indent.
                start = position
                while position < len(lines) and lines[position].strip():
                    position += 1
                body = lines[start:position]
            if out and out[-1]:
                out.append("")
            out.extend(_directive(directive.group(1), directive.group(2), body))
            out.append("")
        elif literal and not paragraph and _indent(line) > 0:
            body, position = _block(lines, position, 0)
            out.extend(_fence(body, "text"))
            literal = False
        elif stripped.startswith(">>>"):
            flush()
            end = position
            while end < len(lines) and lines[end].strip():
                end += 1
            out.extend(_fence(examples(lines[position:end]).split("\n"), "python"))
            position = end
        elif re.match(r"[-*+] |\d+\. |\(\d+\) ", stripped):
            flush()
            paragraph.append(line)
            position += 1
            own = _indent(line)
            while position < len(lines) and lines[position].strip() and _indent(lines[position]) > own:
                nested = lines[position].strip()
                if re.match(r"[-*+] |\d+\. |\.\. ", nested):
                    break
                paragraph.append(lines[position])
                position += 1
            flush()
        elif re.fullmatch(r"([=\-~^\"'])\1{3,}", stripped) and out and paragraph:
            title = inline(paragraph.pop().strip())
            flush()
            out.append(f"**{title}**")
            position += 1
        else:
            paragraph.append(line)
            position += 1
    flush()
    while out and not out[-1]:
        out.pop()
    return "\n".join(out)


def examples(lines: list[str]) -> str:
    """Doctest lines as Python: prompts go, output becomes comments."""
    found: list[str] = []
    least = min((_indent(line) for line in lines if line.strip()), default=0)
    code = False
    for line in lines:
        line = line[least:].rstrip()
        if line.startswith((">>> ", "... ")):
            found.append(line[4:])
            code = True
        elif line in (">>>", "..."):
            found.append("")
        elif not line:
            found.append("")
            code = False
        elif code or (found and found[-1].startswith("# ")):
            found.append("# " + line)
        else:
            found.append(line if not any(">>>" in each for each in lines) else "# " + line)
    while found and not found[-1]:
        found.pop()
    while found and not found[0]:
        found.pop(0)
    return "\n".join(found)
