"""The values that a parameter accepts, as far as its documentation enumerates them.

A wrong choice would become a wrong diagnostic, so only lists that a sentence presents as complete are taken:
"can be set to ``'a'``, ``'b'`` or ``'c'``", or a bulleted list that explains each value. "such as" gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_STRING = r"""(?:``\s*(?:"[^"`]*"|'[^'`]*')\s*``|"[\w.+/ -]*"|'[\w.+/ -]*')"""
_REMARK = r"(?:\s*\((?![^()]*['\"])[^()]*\))?"
_COMMA = r"\s*(?:[,，、]\s*(?:and\b|or\b)?|/|\||;|\band\b|\bor\b|\band/or\b)\s*"
_STRINGS = re.compile(rf"(?:[\[{{(]\s*)?{_STRING}{_REMARK}(?:{_COMMA}{_STRING}{_REMARK})+")
_ONE = re.compile(
    rf"(?:(?:can|could) only be(?: set to| set)?(?: as)?|only supports?):?\s*({_STRING})(?!\s*(?:,|or\b|and\b))"
    rf"|only\s+({_STRING})\s+(?:mode )?is (?:currently )?supported",
    re.IGNORECASE,
)
_BARE_SET = re.compile(r"one of \{(\w+(?:\s*,\s*\w+)+)\}", re.IGNORECASE)
_CONSTANT = r"`{0,2}(?:\w+\.)*[A-Z][A-Z0-9_]{2,}(?:`{0,2})(?:\s?\(\d+\))?"
_CONSTANTS = re.compile(rf"{_CONSTANT}(?:{_COMMA}{_CONSTANT})+")
_NUMBER = r"(?:``-?\d+(?:\.\d+)?``|-?\d+)"
_NUMBERS = re.compile(
    rf"(?:must be|should be|can only be|can be set to|must be one of|should be one of|one of|can be)(?: either)?:?\s*[\[(]?"
    rf"({_NUMBER}(?:\s*,\s*(?:or\s)?{_NUMBER})*\s*,?\s*(?:or|and|,)\s*{_NUMBER})(?![\w.]|\s*(?:or|and|elements?|-?d\b|dim))",
    re.IGNORECASE,
)
_PRESENTS = re.compile(
    r"(?:\b(?:be|is|are|of|to|as|with|in|into|from|either|include|includes|including|between|choose|chosen|select|supports?|supported|"
    r"supporting|accepts?|values?|options?|optional|modes?|methods?|types?|usages?|ops?|operations?|algorithms?|only|range|"
    r"output|set|following|available|other|defined|follows?|them|reduction|reductions|formats?|strategies|policies|levels?|Running)"
    r"|^|[:：])\W*$",
    re.IGNORECASE,
)
_EXEMPLIFIES = re.compile(
    r"such as|e\.g\b|\beg\b|for example|for instance|\blike\b|^\s*(?:if|when|while|for|in|on|unless|where)\b(?! (?:now|the optional))|"
    r"[,;]\s*(?:if|when)\b|\bwhen\b|\bif\b|is not|\bnot be\b|not support|except|other than|ignored|only (?:valid|effective|used|available)"
    r"|keys?\b|\bdict|\bfile\b|\bpath\b|column|strings? (?:like|in)|the same as|default|which means|equal to|set as",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"^\s*(?:``)?\s*(?:etc\b|\.\.\.|…|and so on|mode\b|modes\b|respectively)", re.IGNORECASE
)
_BULLET = re.compile(rf"[-*]\s+({_STRING})(?=\s*(?:[:,：(.\-–]|$|[a-z]))", re.IGNORECASE)

_BARE_BULLET = re.compile(r"[-*]\s+`{0,2}(\w[\w-]*)`{0,2}(?:\s*\(str\))?\s*[:：]")


def _literals(text: str) -> list[str]:
    return [repr(match.strip("` ")[1:-1]) for match in re.findall(_STRING, text)]


def _sentence_before(text: str, position: int) -> str:
    start = max(text.rfind(". ", 0, position), text.rfind("; ", 0, position), text.rfind("。", 0, position))
    return text[start + 1 : position].lstrip()


def _bullets(text: str, default: str | None) -> list[str]:
    """The values of a list in which every item of the outer level begins with one.

    Values without quotes are taken if the default or a quoted literal of the text is among them.
    """
    items = [line for line in text.split("\n") if re.match(r"[-*]\s", line)]
    if len(items) < 2:
        return []
    quoted = [match.group(1) for match in map(_BULLET.match, items) if match]
    if len(quoted) == len(items):
        return [each for item in quoted for each in _literals(item)]
    bare = [repr(match.group(1)) for match in map(_BARE_BULLET.match, items) if match]
    known = {default, *_literals(text)}
    return bare if len(bare) == len(items) and any(each in known for each in bare) else []


def _present(text: str, matches: list[re.Match[str]]) -> list[re.Match[str]]:
    kept = []
    for match in matches:
        before = _sentence_before(text, match.start())
        if (
            _EXEMPLIFIES.search(before)
            or not _PRESENTS.search(before)
            or _UNFINISHED.match(text[match.end() :])
        ):
            continue
        kept.append(match)
    return kept


def documented_choices(
    text: str, kind: str, default: str | None, constant: Callable[[str], str | None]
) -> tuple[str, ...]:
    """The values enumerated in the reStructuredText of one parameter, as source text, in the order of the text.

    ``kind`` is the documented type, ``default`` the default as source text; ``constant`` gives the path of a public constant
    by its name (``GRAPH_MODE``), or None.
    """
    found: list[str] = []
    if re.search(r"\b(?:dict|Initializer)\b", kind, re.IGNORECASE):
        return ()
    kind = re.sub(
        r"\b(?:list|tuple|sequence|set|iterable)\s*[\[(][^\])]*[\])]", "", kind, flags=re.IGNORECASE
    )
    strings = not kind or re.search(r"\bstr(?:ing)?\b", kind, re.IGNORECASE) is not None
    flat = " ".join(re.sub(r"\n\s*[-*]\s(?:.|\n)*", "\n", text).split())
    if strings:
        whole = " ".join(text.split())
        for match in _present(flat, list(_STRINGS.finditer(flat))):
            found += _literals(match.group())
        for match in _ONE.finditer(whole):
            if not _EXEMPLIFIES.search(_sentence_before(whole, match.start())):
                found += _literals(match.group())
        bare = _BARE_SET.search(whole)
        found += [repr(name.strip()) for name in bare.group(1).split(",")] if bare else []
        found += _bullets(text, default)
    elif re.search(r"\bint\b", kind):
        for match in _present(flat, list(_CONSTANTS.finditer(flat))):
            names = re.findall(r"[A-Z][A-Z0-9_]{2,}", match.group())
            paths = [constant(name) for name in names]
            if all(paths):
                found += [path for path in paths if path]
        if not found and re.fullmatch(r"int", kind):
            for match in _NUMBERS.finditer(flat):
                if not _EXEMPLIFIES.search(_sentence_before(flat, match.start())):
                    found += re.findall(r"-?\d+", match.group(1))
    unique = list(dict.fromkeys(found))
    default = _literals(default)[0] if default and re.fullmatch(_STRING, default) else default
    if not unique:
        return ()
    if default is not None and default != "None" and default not in unique and re.match(r"['\"\d-]", default):
        unique.insert(0, default)
    return tuple(unique)


_INTERVAL = re.compile(
    r"range\s*(?:of|is|:)?\s*(?:are\s*)?(?:from\s*)?(?::math:)?\s*`{0,2}([\[(])\s*(-?[\d.]+(?:e-?\d+)?|-?inf\w*|-\\infty)\s*,\s*"
    r"(-?[\d.]+(?:e-?\d+)?|\+?inf\w*|\+?\\infty)\s*([\])])",
    re.IGNORECASE,
)
_SCALAR = re.compile(
    r"(?:int|float|number(?:s\.Number)?|Number|double|scalar)(?:[,/ ]|or|int|float)*", re.IGNORECASE
)


def documented_range(text: str, kind: str) -> str:
    """The interval of numbers that the text demands, such as ``"[0, 1)"``, or ""; scalars only."""
    scalar = re.sub(r"Union|None|[\[\]()]", " ", kind).strip(" ,")
    if not _SCALAR.fullmatch(re.sub(r"\s+", " ", scalar)):
        return ""
    flat = " ".join(text.split())
    found = [
        match
        for match in _INTERVAL.finditer(flat)
        if re.search(
            r"\b(?:must|should|need|has to|have to|value range|valid range|Range)\b",
            _sentence_before(flat, match.end()),
        )
        and not re.search(r"\b(?:if|when|elements?)\b", _sentence_before(flat, match.start()), re.IGNORECASE)
    ]
    if len(found) != 1:
        return ""
    left, low, high, right = found[0].groups()
    low = "-inf" if "inf" in low else low
    high = "inf" if "inf" in high else high
    return f"{'(' if low == '-inf' else left}{low}, {high}{')' if high == 'inf' else right}"
