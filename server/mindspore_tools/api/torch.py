"""For those who come from PyTorch: the MindSpore counterpart of a name, and what differs.

``data/torch.json`` holds what PyTorch's names take and where MindSpore has them; ``data/torch_notes.json`` what no comparison of
signatures can tell. Differences of signatures are computed from the index of the version in use.
"""

from __future__ import annotations

import ast
import functools
import json
from pathlib import Path
from typing import Any, NamedTuple

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import KEYWORD_ONLY, VAR_KEYWORD, VAR_POSITIONAL, Parameter, Signature, Symbol
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version

_DATA = Path(__file__).with_name("data")
_KEYWORD_ONLY = 3
_VARIADIC = (2, 4)
# Arguments that steer PyTorch's own machinery and have no meaning elsewhere.
_MACHINERY = frozenset(
    ("out", "device", "layout", "pin_memory", "requires_grad", "memory_format", "foreach", "capturable", "differentiable", "fused",
     "size_average", "reduce", "async_op", "generator", "non_blocking")
)  # fmt: skip

MISSING = "missing"
EXTRA = "extra"
RENAMED = "renamed"
DEFAULT = "default"
ORDER = "order"
REQUIRED = "required"


class Difference(NamedTuple):
    """One difference between the signatures. ``torch`` and ``mindspore`` name the parameter on either side, or are ``""``."""

    kind: str
    torch: str
    mindspore: str
    text: Text


class Counterpart(NamedTuple):
    """What MindSpore has for a name of PyTorch.

    ``symbol`` is None when there is nothing; ``alternatives`` are further ones, such as that of ``mindspore.mint``, which
    keeps PyTorch's signatures. ``notes`` tell where the same-looking call means something else.
    """

    torch: str
    symbol: Symbol | None
    alternatives: tuple[Symbol, ...]
    differences: tuple[Difference, ...]
    notes: tuple[Text, ...]


class _TorchParameter(NamedTuple):
    name: str
    kind: int
    default: str | None


@functools.lru_cache(maxsize=1)
def _names() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_DATA / "torch.json").read_text(encoding="utf-8"))["names"]
    return found


@functools.lru_cache(maxsize=1)
def _hand_written() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_DATA / "torch_notes.json").read_text(encoding="utf-8"))
    return found


def torch_names() -> tuple[str, ...]:
    """All names of PyTorch (and torchvision) that are known, in order."""
    return tuple(_names())


def torch_counterpart(name: str, index: Index) -> Counterpart | None:
    """The counterpart of a dotted name (``torch.nn.Conv2d``) in the version of the index; None for a name that is not known."""
    entry = _names().get(name)
    if entry is None:
        return None
    found = [symbol for symbol in (index.get(path) for path in entry["to"]) if symbol is not None]
    notes = tuple(
        Text(
            note["en"].replace("{", "{{").replace("}", "}}"), note["zh"].replace("{", "{{").replace("}", "}}")
        )
        for note in _hand_written()["notes"].get(name, [])
        if _holds(note, index.version)
    )
    if not found:
        return Counterpart(name, None, (), (), notes)
    return Counterpart(name, found[0], tuple(found[1:]), _differences(entry["signatures"], found[0]), notes)


def _holds(note: dict[str, str], version: Version) -> bool:
    since, before = note.get("since"), note.get("before")
    return (not since or version >= Version.parse(since)) and (not before or version < Version.parse(before))


def _differences(signatures: list[list[list[Any]]], symbol: Symbol) -> tuple[Difference, ...]:
    """The differences between the two signatures that are closest to each other."""
    ours = [signature for signature in symbol.signatures if not _vague(signature)]
    if not ours or not signatures:
        return ()
    pairs = [
        _compare([_TorchParameter(*each) for each in theirs], signature)
        for theirs in signatures
        for signature in ours
    ]
    return min(pairs, key=lambda pair: len(pair[1]) - 2 * pair[0])[1]


def _vague(signature: Signature) -> bool:
    return bool(signature.parameters) and all(
        each.kind in (VAR_POSITIONAL, VAR_KEYWORD) for each in signature.parameters
    )


def _compare(theirs: list[_TorchParameter], signature: Signature) -> tuple[int, tuple[Difference, ...]]:
    """(number of parameters that correspond, differences)."""
    ours = {
        each.name: each for each in signature.parameters if each.kind not in (VAR_POSITIONAL, VAR_KEYWORD)
    }
    theirs = [
        each
        for each in theirs
        if each.kind not in _VARIADIC and (each.name not in _MACHINERY or each.name in ours)
    ]
    matched = _match(theirs, list(ours.values()))
    found: list[Difference] = []
    for each in theirs:
        own = matched.get(each.name)
        if own is None:
            found.append(Difference(MISSING, each.name, "", _MISSING.format(name=each.name)))
            continue
        if own.name != each.name:
            found.append(
                Difference(RENAMED, each.name, own.name, _RENAMED.format(torch=each.name, mindspore=own.name))
            )
        found += _default_difference(each, own)
    used = {own.name for own in matched.values()}
    found += [
        Difference(
            REQUIRED if own.required else EXTRA,
            "",
            own.name,
            (_REQUIRED if own.required else _EXTRA).format(name=own.name),
        )
        for own in ours.values()
        if own.name not in used
    ]
    return len(matched), tuple(found + _order_difference(theirs, matched, list(ours)))


def _match(theirs: list[_TorchParameter], ours: list[Parameter]) -> dict[str, Parameter]:
    """PyTorch's parameter → ours: by name, by a known synonym, else by place among the required ones."""
    names = {each.name: each for each in ours}
    matched = {each.name: names[each.name] for each in theirs if each.name in names}
    synonyms = _hand_written()["synonyms"]
    for each in theirs:
        taken = {own.name for own in matched.values()}
        if each.name not in matched:
            synonym = next(
                (one for one in synonyms.get(each.name, ()) if one in names and one not in taken), None
            )
            if synonym:
                matched[each.name] = names[synonym]
    for position, each in enumerate(theirs):
        taken = {own.name for own in matched.values()}
        if each.name not in matched and position < len(ours):
            own = ours[position]
            if own.name not in taken and own.required and each.default is None and own.kind != KEYWORD_ONLY:
                matched[each.name] = own
    return matched


def _default_difference(torch: _TorchParameter, own: Parameter) -> list[Difference]:
    if torch.default is None and own.default is None:
        return []
    if own.default is None or torch.default is None:
        # An argument that only one side requires.
        if own.default is None:
            return [Difference(REQUIRED, torch.name, own.name, _REQUIRED.format(name=own.name))]
        return []
    if (
        _same(torch.default, own.default)
        or "..." in (torch.default, own.default)
        or "None" in (torch.default, own.default)
    ):
        return []
    if "<" in torch.default:
        return []
    values = {"name": own.name, "mindspore": own.default, "torch": torch.default}
    return [Difference(DEFAULT, torch.name, own.name, _DEFAULT.format(**values))]


def _same(left: str, right: str) -> bool:
    if left == right:
        return True
    try:
        return bool(ast.literal_eval(left) == ast.literal_eval(right))
    except (ValueError, SyntaxError):
        return False


def _order_difference(
    theirs: list[_TorchParameter], matched: dict[str, Parameter], ours: list[str]
) -> list[Difference]:
    """Whether positional arguments, written in PyTorch's order, would land on other parameters."""
    positional = [each.name for each in theirs if each.kind != _KEYWORD_ONLY and each.name in matched]
    for position, name in enumerate(positional):
        own = matched[name]
        if own.kind == KEYWORD_ONLY or ours.index(own.name) != position:
            return [Difference(ORDER, name, own.name, _ORDER.format(name=own.name))]
    return []


_MISSING = Text("MindSpore has no parameter {name}.", "MindSpore 没有参数 {name}。")
_EXTRA = Text("MindSpore also takes {name}.", "MindSpore 还有参数 {name}。")
_REQUIRED = Text("MindSpore requires {name}.", "MindSpore 要求给出 {name}。")
_RENAMED = Text("{torch} is named {mindspore}.", "{torch} 在 MindSpore 中名为 {mindspore}。")
_DEFAULT = Text(
    "{name} is {mindspore} by default; PyTorch's default is {torch}.",
    "{name} 默认为 {mindspore}，PyTorch 默认为 {torch}。",
)
_ORDER = Text(
    "The order of parameters differs: from {name} on, pass arguments by name.",
    "参数顺序不同：从 {name} 起请使用关键字传参。",
)
