"""Types that documentation writes for readers, as Python types.

``Union[int, tuple(int)]``, ``tuple of ints``, ``2-D Tensor`` and the like become ``int | tuple[int, ...]`` and ``Tensor``.
Classes of MindSpore are written by their path without ``mindspore.``: ``Tensor``, ``nn.Cell``, ``dataset.Dataset``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Optional

Resolve = Callable[[str], Optional[str]]
"""Gives the path without ``mindspore.`` of a class by the name in a docstring, or None when there is none or several."""

UNKNOWN = ""

_WORDS = {
    "int": "int", "ints": "int", "integer": "int", "integers": "int", "int64": "int", "int32": "int", "float": "float",
    "floats": "float", "double": "float", "float32": "float", "bool": "bool", "bools": "bool", "boolean": "bool", "str": "str",
    "string": "str", "strings": "str", "strs": "str", "none": "None", "dict": "dict", "list": "list", "tuple": "tuple",
    "set": "set", "bytes": "bytes", "complex": "complex", "number": "int | float", "numbers": "int | float",
    "numbers.number": "int | float", "number.number": "int | float", "scalar": "int | float", "tensor": "Tensor", "tensors": "Tensor",
    "parameter": "Parameter", "parameters": "Parameter", "callable": "Callable", "function": "Callable",
    "functions": "Callable", "sequence": "Sequence", "iterable": "Iterable", "iterator": "Iterator", "object": "object",
    "any": "Any", "type": "type", "slice": "slice", "ellipsis": "ellipsis", "dictionary": "dict",
    "pil.image.image": "PIL.Image.Image", "numpy.ndarray": "numpy.ndarray", "np.ndarray": "numpy.ndarray", "ndarray": "numpy.ndarray", "numpy": "numpy.ndarray",
    "mindspore.dtype": "dtype", "mstype": "dtype", "dtype": "dtype", "dtypes": "dtype", "datetime.timedelta": "datetime.timedelta",
    "timedelta": "datetime.timedelta", "inf": "float", "-inf": "float", "dtype.number": "int | float",
}  # fmt: skip
_TOKEN = re.compile(r"\s*([\[\](){}<>,|/:]|\.\.\.|'[^']*'|\"[^\"]*\"|[\w.\-]+|.)")
_CLOSING = {"[": "]", "(": ")", "{": "}", "<": ">"}
_FILLERS = {"of", "a", "an", "the", "optional", "instance", "object", "type"}
_CONTAINERS = {"list", "tuple", "set", "Sequence", "Iterable", "dict"}


class _Parser:
    def __init__(self, text: str, resolve: Resolve) -> None:
        self.tokens = [match.group(1) for match in _TOKEN.finditer(text) if match.group(1).strip()]
        self.resolve = resolve
        self.position = 0

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.position += 1
        return token

    def union(self, closing: str = "") -> list[str]:
        """Alternatives up to the closing bracket; an unknown word makes an unknown alternative."""
        found: list[str] = []
        separated = True
        while self.peek() and self.peek() != closing:
            if self.peek().lower() in (",", "|", "/", "or", "and"):
                self.next()
                separated = True
                continue
            one = self.one()
            if separated:
                found.append(one)
            else:
                # "bool Tensor", "Scalar Tensor": the words before describe the Tensor; any other pair is prose.
                found[-1] = one if one == "Tensor" else UNKNOWN
            separated = False
        return found

    def one(self) -> str:
        token = self.next()
        if token in _CLOSING:
            inner = self.union(_CLOSING[token])
            self.next()
            return (
                f"list[{join(inner)}]"
                if token == "[" and join(inner)
                else "dict"
                if token == "{"
                else join(inner)
            )
        lower = token.lower()
        if lower in ("union", "optional") and self.peek() in _CLOSING:
            closing = _CLOSING[self.next()]
            inner = self.union(closing)
            self.next()
            return join(inner + (["None"] if lower == "optional" else []))
        if lower in ("literal",) and self.peek() == "[":
            self.next()
            self.union("]")
            self.next()
            return "str"
        if token[:1] in "'\"":
            return "str"
        name = _WORDS.get(lower) or self.resolve(token) or UNKNOWN
        if self.peek() in ("[", "(", "<", "{") and name in (
            "list",
            "tuple",
            "set",
            "Sequence",
            "Iterable",
            "dict",
            "Callable",
        ):
            closing = _CLOSING[self.next()]
            inner = self.union(closing)
            self.next()
            return container(name, inner)
        if self.peek() in ("[", "("):
            closing = _CLOSING[self.next()]
            self.union(closing)
            self.next()
        if self.peek() == "of" and name in _CONTAINERS:
            self.next()
            while self.peek().isdigit() or self.peek() in ("two", "three", "four"):
                self.next()
            return container(name, [self.one()])
        while self.peek().lower() in _FILLERS:
            self.next()
        return name


def container(name: str, inner: list[str]) -> str:
    """A container of these item types; in MindSpore's documentation ``tuple[int]`` has any length."""
    if name == "Callable" or not inner or not all(inner):
        return name
    if name == "dict":
        return f"dict[{inner[0]}, {join(inner[1:])}]" if len(inner) > 1 and join(inner[1:]) else "dict"
    if name == "tuple":
        return f"tuple[{inner[0]}, ...]" if len(inner) == 1 else f"tuple[{', '.join(inner)}]"
    return f"{name}[{join(inner)}]"


def join(alternatives: list[str]) -> str:
    """The union of types; unknown as soon as one of them is unknown."""
    if not alternatives or not all(alternatives):
        return UNKNOWN
    flat = [part for each in alternatives for part in split_union(each)]
    return " | ".join(dict.fromkeys(flat))


def split_union(text: str) -> list[str]:
    """The alternatives of a Python union at the outer level."""
    parts, depth, start = [], 0, 0
    for position, sign in enumerate(text):
        depth += {"[": 1, "]": -1}.get(sign, 0)
        if sign == "|" and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    return [*parts, text[start:].strip()]


def python_type(documented: str, resolve: Resolve) -> str:
    """A documented type as a Python type, or "" when a part of it is unknown."""
    text = re.sub(r"\b\d-D\s+", "", documented.strip())
    if not text or len(text) > 200:
        return UNKNOWN
    text = re.sub(r"\bTensor\s*[\[(][^\])]*[\])]", "Tensor", text)
    text = re.sub(r"~?mindspore\.(?=(?:Tensor|Parameter)\b)", "", text)
    return join(_Parser(text, resolve).union())


_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a pair of": 2}
_BULLET = re.compile(r"-\s+\*{0,2}`{0,2}[\w' ]+`{0,2}\*{0,2}[:\- ]*\((?P<type>(?:[^()]|\([^()]*\))*)\)")
_COUNTED = re.compile(
    r"(?:returns? )?(?:an? )?tuples?\s*(?:\([^)]*\))?\s*,?\s*(?:(?:a )?tuple )?(?:of|consisting of|containing)\s+(?P<count>\d+|two|three|four|five|six)\s+"
    r"(?:\d-D\s+)?(?:sub-)?tensors?\b",
    re.IGNORECASE,
)


def return_type(text: str, resolve: Resolve) -> str:
    """The type of what the text of a Returns or Outputs section describes, or ""."""
    text = re.sub(r":[a-z:]+:`~?\.?([^`]+)`", r"\1", text.strip()).replace("`", "")
    if not text:
        return UNKNOWN
    lines = [line for line in text.split("\n") if line.strip()]
    bullets = [line for line in lines if line.startswith("- ")]
    flat = " ".join(text.split())
    if re.match(r"an? tensor or a tuple of tensors", flat, re.IGNORECASE):
        return "Tensor | tuple[Tensor, ...]"
    if lines[0].startswith("- "):
        if re.match(r"- Tensor\. If", lines[0]):
            return "Tensor"
        types = [_bullet_type(line, resolve) for line in bullets]
        if not all(types):
            return UNKNOWN
        return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"
    counted = _COUNTED.match(flat)
    if counted:
        word = counted.group("count").lower()
        count = int(word) if word.isdigit() else _NUMBERS[word]
        return f"tuple[{', '.join(['Tensor'] * count)}]" if 1 < count < 12 else "tuple[Tensor, ...]"
    if re.match(r"(?:an? )?tuples?\b", flat, re.IGNORECASE) and len(bullets) > 1:
        types = [_bullet_type(line, resolve) for line in bullets]
        if all(types):
            return f"tuple[{', '.join(types)}]"
    return _sentence_type(flat, resolve)


def _bullet_type(line: str, resolve: Resolve) -> str:
    match = _BULLET.match(line)
    if match:
        return python_type(match.group("type"), resolve)
    text = re.sub(r"^-\s+(?:\*{0,2}`{0,2}[\w' ]+`{0,2}\*{0,2}\s*[-,:]\s+)?", "", line)
    return "Tensor" if re.match(r"(?:an? )?(?:\d-D )?tensor\b", text, re.IGNORECASE) else UNKNOWN


_HEAD = re.compile(
    r"(.+?)(?:[,.;:](?:\s|$)|\s+(?:with|has|have|is|are|that|which|if|after|when|whose|from|containing|represent\w*|in|for|by)\b|\s+-\s|$)"
)


def _sentence_type(flat: str, resolve: Resolve) -> str:
    named = re.match(r"\w+\s*\(([\w.\[\], ()]+)\)\s*[,:.\-]", flat)
    if named and not re.match(r"(?:tuple|list|dict|union|optional|sequence)\b", flat, re.IGNORECASE):
        found = python_type(named.group(1), resolve)
        if found:
            return found
    head_match = _HEAD.match(flat)
    head = (head_match.group(1) if head_match else flat).strip()
    head = re.sub(r"^(?:returns?|return|output[s]?)\s+", "", head, flags=re.IGNORECASE)
    head = re.sub(r"^(?:an?|the|one|some)\s+", "", head, flags=re.IGNORECASE)
    head = re.sub(r"^(?:instance|object)s? of (?:an?\s+|the\s+)?", "", head, flags=re.IGNORECASE)
    head = re.sub(
        r"^(?:new|input|output|updated|(?:the )?same|original|\d-D|\d-dimensional)\s+",
        "",
        head,
        flags=re.IGNORECASE,
    )
    head = re.sub(r"^tuple of (?:sub-)?tensors?", "tuple[Tensor]", head, flags=re.IGNORECASE)
    head = re.sub(r"^list of (?:sub-)?tensors?", "list[Tensor]", head, flags=re.IGNORECASE)
    head = re.sub(r"\s+of shape.*$|\s+(?:object|instance|value|type)$", "", head)
    if re.match(r"tensor or (?:tensor )?scalar\b", head, re.IGNORECASE):
        return "Tensor"
    if re.fullmatch(r"(?:tensor )?scalar", head, re.IGNORECASE):
        return UNKNOWN
    found = python_type(head, resolve) if len(head.split()) <= 8 else UNKNOWN
    if found:
        return found
    if re.match(r"(?:bool(?:ean)?)\b", head, re.IGNORECASE):
        return "bool"
    first = re.match(r"(\w+)", head)
    if (
        first
        and first.group(1) in ("int", "float", "str", "list", "dict", "bytes")
        and not re.search(r"\bor\b", head)
    ):
        return first.group(1)
    start = " ".join(re.split(r"[,.;:]\s", flat)[0].split()[:7])
    if re.search(r"\btensor\b", start, re.IGNORECASE) and not re.search(
        r"\b(?:lists?|tuples?|dict|or|number|shape|type|function|bytes|name|index of|size in|tensor size|whether|if)\b",
        start,
        re.IGNORECASE,
    ):
        return "Tensor"
    return UNKNOWN
