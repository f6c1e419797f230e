"""What a completion offers. Plain data."""

from __future__ import annotations

from typing import NamedTuple

from mindspore_tools.api.model import CLASS, CONSTANT, FUNCTION, METHOD, MODULE, PRIMITIVE, PROPERTY
from mindspore_tools.common.position import Range
from mindspore_tools.lint.finding import Edit

FIELD, VARIABLE, KEYWORD_ARGUMENT, VALUE, PARAMETER, KEYWORD = (
    "field",
    "variable",
    "keyword argument",
    "value",
    "parameter",
    "keyword",
)
KINDS = (
    MODULE,
    CLASS,
    FUNCTION,
    PRIMITIVE,
    METHOD,
    PROPERTY,
    CONSTANT,
    FIELD,
    VARIABLE,
    KEYWORD_ARGUMENT,
    VALUE,
    PARAMETER,
    KEYWORD,
)


class Item(NamedTuple):
    """One thing to insert.

    ``label`` is shown, compared with what is typed, and inserted unless ``insert`` differs; ``snippet`` is what a client that
    knows tab stops inserts instead. ``path`` is the symbol that documents it, ``parameter`` the one of its parameters that is
    meant; ``""`` for an item without documentation. ``source`` says where it comes from. ``edits`` are made elsewhere in
    the file when it is accepted.
    """

    label: str
    kind: str
    insert: str = ""
    snippet: str = ""
    path: str = ""
    parameter: str = ""
    source: str = ""
    deprecated: bool = False
    edits: tuple[Edit, ...] = ()


class Completions(NamedTuple):
    """Items in the order in which they are to be shown, and the range that they replace.

    ``incomplete``: more typing may bring other items, so that the client asks again.
    """

    items: tuple[Item, ...]
    replaces: Range
    incomplete: bool = False
