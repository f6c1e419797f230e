"""Makes the classes of lsprotocol cheap to import.

lsprotocol generates the methods of its 554 classes with attrs when it is imported, which takes two thirds of the server's
start. Of these classes a session uses about a tenth; here each is finished when it is first used.
"""

from __future__ import annotations

import importlib
import sys
import threading
from typing import Any

import attrs

_define = attrs.define
_lock = threading.RLock()


class _Unfinished:
    """Stands for the ``__attrs_attrs__`` of a class until somebody asks for it."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def __get__(self, _: object, cls: type) -> Any:
        _finish(cls)
        return cls.__attrs_attrs__  # type: ignore[attr-defined]


def _finish(cls: type) -> None:
    with _lock:
        unfinished = cls.__dict__.get("__attrs_attrs__")
        if isinstance(unfinished, _Unfinished):
            del cls.__attrs_attrs__  # type: ignore[attr-defined]
            del cls.__init__  # type: ignore[misc]
            _define(cls, slots=False, **unfinished.options)
            attrs.resolve_types(cls)


def _initialise(self: Any, *arguments: Any, **keywords: Any) -> None:
    _finish(type(self))
    type(self).__init__(self, *arguments, **keywords)


def _define_later(cls: type | None = None, **options: Any) -> Any:
    def decorate(decorated: type) -> type:
        decorated.__init__ = _initialise  # type: ignore[misc]
        decorated.__attrs_attrs__ = _Unfinished(options)  # type: ignore[attr-defined]
        return decorated

    return decorate if cls is None else decorate(cls)


def prepare() -> None:
    """Import lsprotocol with classes that are finished on first use; does nothing when it is imported already."""
    if "lsprotocol.types" in sys.modules:
        return
    attrs.define = _define_later  # type: ignore[assignment]
    try:
        importlib.import_module("lsprotocol.types")
    finally:
        attrs.define = _define
    # The converters resolve the annotations of every class at once, unless they believe that it is done.
    hooks = importlib.import_module("lsprotocol._hooks")
    hooks._resolved_forward_references = True  # type: ignore[attr-defined]
