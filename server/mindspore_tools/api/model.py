"""What the index says about one MindSpore name: plain data, cheap to make in thousands."""

from __future__ import annotations

from typing import NamedTuple

POSITIONAL_ONLY = "positional-only"
POSITIONAL_OR_KEYWORD = "positional-or-keyword"
VAR_POSITIONAL = "var-positional"
KEYWORD_ONLY = "keyword-only"
VAR_KEYWORD = "var-keyword"

MODULE = "module"
CLASS = "class"
FUNCTION = "function"
PRIMITIVE = "primitive"
METHOD = "method"
PROPERTY = "property"
CONSTANT = "constant"


class Deprecation(NamedTuple):
    """What the documentation says about the end of a name or parameter; ``""`` where it says nothing.

    ``since`` and ``removed`` are versions, ``replacement`` is a path to use instead (``"mindspore.ops.add"``), ``note`` the
    sentence itself in Markdown. ``planned`` is True while the name is only announced to become deprecated.
    """

    since: str = ""
    removed: str = ""
    replacement: str = ""
    note: str = ""
    planned: bool = False


class Parameter(NamedTuple):
    """One parameter of a signature.

    ``default`` is source text (``"'same'"``, ``"None"``), None when the argument is required. ``type`` is the documented
    type as written for readers (``"Union[int, tuple[int]]"``), ``""`` when unknown. ``choices`` are the only values that
    the documentation or the source allows, each as source text (``"'valid'"``) or as the path of a constant
    (``"mindspore.GRAPH_MODE"``); empty when the values are not enumerated. A choice restricts values of its own type only:
    a parameter of type ``int | str`` takes any integer beside its strings. ``range`` is the interval of numbers allowed
    (``"[0, 1)"``, ``"[1, inf)"``), or ``""``.
    """

    name: str
    kind: str = POSITIONAL_OR_KEYWORD
    default: str | None = None
    type: str = ""
    choices: tuple[str, ...] = ()
    range: str = ""
    deprecated: Deprecation | None = None

    @property
    def required(self) -> bool:
        """Whether a call without this argument fails."""
        return self.default is None and self.kind not in (VAR_POSITIONAL, VAR_KEYWORD)


class Signature(NamedTuple):
    """One way to call a name, without ``self``.

    ``parameters`` equal the runtime's. ``keywords`` are those that ``**kwargs`` hides and the documentation names
    (``device_target`` of ``set_context``). ``returns`` is a Python type (``"Tensor"``, ``"tuple[Tensor, Tensor]"``,
    ``"int | None"``), or ``""``; classes of MindSpore are written by their path without ``mindspore.`` (``"Tensor"``,
    ``"dataset.Dataset"``).
    """

    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    keywords: tuple[Parameter, ...] = ()

    def parameter(self, name: str) -> Parameter | None:
        """The parameter or hidden keyword of this name, or None."""
        return next((each for each in self.parameters + self.keywords if each.name == name), None)


class Symbol(NamedTuple):
    """One public name.

    ``path`` is the path by which it was asked for, ``canonical`` the preferred path of the same object
    (``mindspore.ops.functional.relu`` → ``mindspore.ops.relu``; an inherited member → the member of its base).
    ``signatures`` are those of a call of the name (several for an overloaded one, none for what cannot be called);
    ``call`` those of a call of its instance (``construct`` of a layer, ``__call__`` of a primitive).
    ``returns`` is the type of a property, constant or instance attribute, and the common return type of the signatures.
    A ``primitive`` is a class too: an operator of ``mindspore.ops`` that is made first and called then.
    ``bases`` are canonical paths in method resolution order, without ``object``. ``file`` is relative to the
    directory that holds the ``mindspore`` package and ``line`` is 1-based; ``""`` and 0 for what is native.
    ``public`` is False for a name that can be reached but is not offered to users (helper modules, re-exported names).
    ``static`` is True for a method that is called on the class.
    ``since`` and ``platforms`` are as documented, for instance ``("Ascend", "GPU", "CPU")``.
    """

    name: str
    path: str
    kind: str
    canonical: str = ""
    signatures: tuple[Signature, ...] = ()
    call: tuple[Signature, ...] = ()
    returns: str = ""
    bases: tuple[str, ...] = ()
    summary: str = ""
    platforms: tuple[str, ...] = ()
    since: str = ""
    deprecated: Deprecation | None = None
    file: str = ""
    line: int = 0
    public: bool = True
    static: bool = False


class ParameterDocumentation(NamedTuple):
    """One documented parameter: ``type`` as written and ``text`` in Markdown."""

    name: str
    type: str
    text: str


class Documentation(NamedTuple):
    """The documentation of a name in Markdown. Formulas are readable plain text in code, examples plain Python.

    ``parameters`` are those of the call, ``inputs`` those of the call of an instance. ``notes`` holds further sections
    (notes, warnings, raises …) as pairs of title and Markdown.
    """

    summary: str = ""
    description: str = ""
    parameters: tuple[ParameterDocumentation, ...] = ()
    inputs: tuple[ParameterDocumentation, ...] = ()
    returns: str = ""
    raises: tuple[ParameterDocumentation, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    examples: str = ""
    url: str = ""
