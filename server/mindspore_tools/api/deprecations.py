"""Sentences of documentation that announce the end of a name or a parameter."""

from __future__ import annotations

import re
from collections.abc import Callable

from mindspore_tools.api.markdown import inline
from mindspore_tools.api.model import Deprecation

_END = re.compile(
    r"(?P<verb>\bis|\bare|\bhas been|\bhave been|\bwill be|\bbeen|\bbe) (?:being )?(?:marked as )?deprecated\b",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"deprecated (?:from|since|in)(?: MindSpore)? (?:version )?v?(\d+\.\d+(?:\.\d+)?)", re.IGNORECASE
)
_REMOVED = re.compile(
    r"(?:removed|deleted)(?: and not supported)? (?:after|in|from)(?: MindSpore)? (?:versions? )?v?(\d+\.\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:use|using|refer to|replaced by|replaced with|switch to|call)\s+(?:it with\s+|the\s+|an?\s+)?(?:new\s+)?"
    r"(?:(?:api|interface|class|function|operator)s?:?\s+)?"
    r"(?P<mark>:[a-z]+:`~?\.?|``|`|'|)(?P<path>[A-Za-z_][\w.]*)(?:\(\))?",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"^[`'\s]*(?:,|combined with|and\b|or\b|\+|-)\s*(?::[a-z]+:)?`")


def _sentences(text: str) -> list[str]:
    flat = " ".join(text.split())
    return re.split(r"(?<=[.;!])\s+(?=[A-Z`:'\-])|\s-\s+(?=[A-Z`'])", flat)


def deprecation(
    text: str, subject: str, resolve: Callable[[str], str | None], replacement_follows: bool = True
) -> Deprecation | None:
    """What the sentences of a reStructuredText say about the end of their subject, or None.

    ``subject`` is a pattern of what may stand for it ("This interface", "`nn.Norm`"); a sentence about something else, such as one
    parameter, says nothing. ``resolve`` gives the public path of a replacement as the text names it, or None.
    """
    sentences = _sentences(text)
    for number, sentence in enumerate(sentences):
        end = _END.search(sentence)
        if not end or not re.search(rf"(?:{subject})\W*$", sentence[: end.start()], re.IGNORECASE):
            continue
        rest = " ".join(sentences[number : number + (2 if replacement_follows else 1)])
        since, removed = _SINCE.search(rest), _REMOVED.search(rest)
        return Deprecation(
            since.group(1) if since else "",
            removed.group(1) if removed else "",
            _replacement(rest, resolve),
            _capitalized(inline(sentence.lstrip("- "))),
            end.group("verb").lower() in ("will be", "be"),
        )
    return None


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _replacement(text: str, resolve: Callable[[str], str | None]) -> str:
    for match in _INSTEAD.finditer(text):
        if (
            not match.group("mark")
            and "." not in match.group("path")
            and not match.group("path")[0].isupper()
        ):
            continue
        if _SEVERAL.match(text[match.end() :]):
            return ""
        found = resolve(match.group("path").rstrip("."))
        if found:
            return found
    return ""


def subject_of(name: str) -> str:
    """The pattern of what stands for a documented name in its own documentation."""
    kinds = "interface|api|class|function|operator|method|optimizer|primitive"
    return (
        rf"(?:\b(?:this|the|current) (?:current )?(?:{kinds})|"
        rf"^[-\s]*(?:the )?[`'\s]*(?:\w+\.)*{re.escape(name)}\b[`']*(?:\(\))?(?: (?:{kinds}))?|^|\bit)"
    )


def subject_of_parameter(name: str) -> str:
    """The pattern of what stands for a parameter in its documentation."""
    kinds = "parameter|argument|attribute|option|configuration|key|keyword"
    return rf"(?:\bthis (?:{kinds})|^(?:the )?(?:(?:{kinds}) )?[`']*{re.escape(name)}[`']*|^|\bit)"
