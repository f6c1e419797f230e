"""Modules and names inside import statements."""

from __future__ import annotations

from mindspore_tools.api.model import MODULE
from mindspore_tools.editor.completion.items import Item
from mindspore_tools.editor.completion.members import symbol_items
from mindspore_tools.editor.context import Import
from mindspore_tools.editor.document import Document

_ROOT = Item("mindspore", MODULE, path="mindspore", source="MindSpore")


def import_items(document: Document, importing: Import) -> tuple[Item, ...]:
    """What can be imported here from MindSpore; empty for other packages."""
    if importing.names:
        if not _is_mindspore(importing.module):
            return ()
        items = symbol_items(document.index, importing.module)
        return tuple(item._replace(snippet="") for item in items if item.label not in importing.taken)
    parent = importing.module.rstrip(".")
    if not importing.module or "." not in importing.module and not importing.module.endswith("."):
        return (_ROOT,) if "mindspore".startswith(importing.module) else ()
    if not importing.module.endswith("."):
        parent = parent.rpartition(".")[0]
    if not _is_mindspore(parent):
        return ()
    return tuple(item for item in symbol_items(document.index, parent) if item.kind == MODULE)


def _is_mindspore(module: str) -> bool:
    return module == "mindspore" or module.startswith("mindspore.")
