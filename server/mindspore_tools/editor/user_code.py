"""What jedi knows about code that neither the index nor our own inference knows: numpy, other packages, the standard library.

jedi is imported when it is first needed and asked last. It reads sources and runs nothing of the project: extension modules
outside of the server's own Python are not loaded.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mindspore_tools.api.model import CLASS, FUNCTION, MODULE, PROPERTY
from mindspore_tools.common.position import Position, Range
from mindspore_tools.editor.completion.items import FIELD, KEYWORD, VARIABLE, Completions, Item
from mindspore_tools.editor.context import context_at
from mindspore_tools.editor.definition import Location
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.hover import Hover
from mindspore_tools.editor.markdown import code

if TYPE_CHECKING:
    import jedi

_KINDS = {
    "module": MODULE,
    "class": CLASS,
    "function": FUNCTION,
    "property": PROPERTY,
    "instance": FIELD,
    "statement": VARIABLE,
    "param": VARIABLE,
    "keyword": KEYWORD,
    "path": VARIABLE,
}
_MOST_ITEMS = 500


class UserCode(NamedTuple):
    """Where jedi looks: the folder of the project and the packages of its interpreter."""

    folder: Path | None
    packages: Path | None

    def complete(self, document: Document, position: Position) -> Completions | None:
        """The members after a dot; None for everything else, which is answered without jedi."""
        context = context_at(document.source, position)
        if context.receiver is None or context.in_comment or context.string is not None:
            return None
        with _lock:
            found = self._script(document).complete(position.line + 1, position.column)[:_MOST_ITEMS]
            items = tuple(
                Item(each.name, _KINDS.get(each.type, VARIABLE), source=each.module_name or "")
                for each in found
                if not (each.name.startswith("_") and not context.prefix.startswith("_"))
            )
        return Completions(items, context.word) if items else None

    def hover(self, document: Document, position: Position) -> Hover | None:
        """Signature and documentation of a name."""
        with _lock:
            found = self._script(document).help(position.line + 1, position.column)
            if not found or found[0].type == "keyword":
                return None
            each = found[0]
            signatures = [signature.to_string() for signature in each.get_signatures()]
            text = each.docstring(raw=True)
        shown = "\n".join(signatures) or f"({each.type}) {each.full_name or each.name}"
        place = Range(position, position)
        return Hover("\n\n".join(part for part in (code(shown), _indented(text)) if part), place)

    def definitions(self, document: Document, position: Position) -> list[Location]:
        """Where a name is defined."""
        with _lock:
            script = self._script(document)
            found = script.goto(
                position.line + 1, position.column, follow_imports=True, follow_builtin_imports=True
            )
            places = [(each.module_path, each.line, each.column) for each in found]
        locations = []
        for path, line, column in places:
            if path is not None and line is not None:
                place = Position(line - 1, column or 0)
                own = str(path) == document.source.path
                locations.append(Location("" if own else str(path), Range(place, place)))
        return locations

    def _script(self, document: Document) -> jedi.Script:
        import jedi

        path = document.source.path
        return jedi.Script(
            "\n".join(document.source.lines),
            path=path or None,
            environment=_environment(),
            project=_project(self),
        )


_lock = threading.Lock()
_projects: dict[UserCode, Any] = {}
_environments: list[Any] = []


def _environment() -> Any:
    """The server's own Python: its grammar serves, and no other interpreter is run."""
    from jedi.api.environment import InterpreterEnvironment

    if not _environments:
        _environments.append(InterpreterEnvironment())
    return _environments[0]


def _project(places: UserCode) -> Any:
    import sysconfig

    import jedi

    if places not in _projects:
        paths = [sysconfig.get_paths()["stdlib"]]
        if places.packages is not None:
            paths.insert(0, str(places.packages))
        folder = places.folder or Path.cwd()
        _projects[places] = jedi.Project(
            folder, sys_path=paths, smart_sys_path=places.folder is not None, load_unsafe_extensions=False
        )
    return _projects[places]


def _indented(text: str) -> str:
    """A docstring as Markdown keeps its lines."""
    return f"```text\n{text.strip()}\n```" if text.strip() else ""
