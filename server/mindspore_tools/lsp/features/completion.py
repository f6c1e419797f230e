"""textDocument/completion and completionItem/resolve."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from mindspore_tools.editor.completion import Completions, Item, complete
from mindspore_tools.editor.completion.documentation import document_item
from mindspore_tools.lsp.documents import Snapshot
from mindspore_tools.lsp.protocol import Json
from mindspore_tools.lsp.scheduler import QUICK

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

_KINDS = {
    "module": types.CompletionItemKind.Module,
    "class": types.CompletionItemKind.Class,
    "function": types.CompletionItemKind.Function,
    "primitive": types.CompletionItemKind.Class,
    "method": types.CompletionItemKind.Method,
    "property": types.CompletionItemKind.Property,
    "constant": types.CompletionItemKind.Constant,
    "field": types.CompletionItemKind.Field,
    "variable": types.CompletionItemKind.Variable,
    "keyword argument": types.CompletionItemKind.Field,
    "value": types.CompletionItemKind.EnumMember,
    "parameter": types.CompletionItemKind.Variable,
    "keyword": types.CompletionItemKind.Keyword,
}
_LISTS_KEPT = 64


class Abilities:
    """What the client can do with a completion item."""

    def __init__(self, capabilities: types.ClientCapabilities) -> None:
        text = capabilities.text_document
        completion = text.completion if text else None
        item = completion.completion_item if completion else None
        lists = completion.completion_list if completion else None
        self.snippets = bool(item and item.snippet_support)
        self.tags = bool(item and item.tag_support)
        self.details = bool(item and item.label_details_support)
        self.defaults = frozenset((lists.item_defaults if lists else None) or ())


class Serializer:
    """Completion lists as JSON text. The items of a list that is offered again are not serialised again."""

    def __init__(self, abilities: Abilities) -> None:
        self.abilities = abilities
        self._kept: OrderedDict[tuple[int, bool], tuple[tuple[Item, ...], str]] = OrderedDict()

    def list(self, snapshot: Snapshot, found: Completions, snippets: bool) -> Json:
        """The answer to a completion request."""
        items = self._items(snapshot, found, snippets and self.abilities.snippets)
        parts = [f'"isIncomplete": {json.dumps(found.incomplete)}']
        defaults: dict[str, Any] = {}
        if "editRange" in self.abilities.defaults:
            place = snapshot.to_range(found.replaces)
            defaults["editRange"] = {
                "start": {"line": place.start.line, "character": place.start.character},
                "end": {"line": place.end.line, "character": place.end.character},
            }
        if defaults:
            parts.append(f'"itemDefaults": {json.dumps(defaults)}')
        parts.append(f'"items": {items}')
        return Json(f"{{{', '.join(parts)}}}")

    def _items(self, snapshot: Snapshot, found: Completions, snippets: bool) -> str:
        key = (id(found.items), snippets)
        kept = self._kept.get(key)
        if kept is not None and kept[0] is found.items:
            self._kept.move_to_end(key)
            return kept[1]
        width = len(str(len(found.items)))
        text = json.dumps(
            [
                self._item(snapshot, item, f"{number:0{width}}", snippets)
                for number, item in enumerate(found.items)
            ],
            separators=(",", ":"),
        )
        self._kept[key] = (found.items, text)
        if len(self._kept) > _LISTS_KEPT:
            self._kept.popitem(last=False)
        return text

    def _item(self, snapshot: Snapshot, item: Item, order: str, snippets: bool) -> dict[str, Any]:
        made: dict[str, Any] = {"label": item.label, "kind": _KINDS[item.kind].value, "sortText": order}
        if snippets and item.snippet:
            made["insertText"] = item.snippet
            made["insertTextFormat"] = 2
        elif item.insert:
            made["insertText"] = item.insert
        if "insertText" in made and "editRange" in self.abilities.defaults:
            made["textEditText"] = made["insertText"]
        if item.source and self.abilities.details:
            made["labelDetails"] = {"description": item.source}
        elif item.source:
            made["detail"] = item.source
        if item.deprecated:
            made["tags" if self.abilities.tags else "deprecated"] = [1] if self.abilities.tags else True
        if item.path:
            made["data"] = [item.path, item.parameter] if item.parameter else item.path
        if item.edits:
            made["additionalTextEdits"] = [
                {"range": _plain(snapshot.to_range(edit.range)), "newText": edit.text} for edit in item.edits
            ]
        return made


def _plain(place: types.Range) -> dict[str, Any]:
    return {
        "start": {"line": place.start.line, "character": place.start.character},
        "end": {"line": place.end.line, "character": place.end.character},
    }


def register(server: Server) -> None:
    """Offer completion."""
    serializers: list[Serializer] = []

    def serializer() -> Serializer:
        if not serializers:
            serializers.append(Serializer(Abilities(server.client_capabilities)))
        return serializers[0]

    options = types.CompletionOptions(trigger_characters=[".", '"', "'", "=", "("], resolve_provider=True)

    def user_code(snapshot: Snapshot, params: types.CompletionParams) -> Json | None:
        found = snapshot.project.user_code.complete(snapshot.document, snapshot.position(params.position))
        return serializer().list(snapshot, found, False) if found else None

    @server.answers(types.TEXT_DOCUMENT_COMPLETION, options, otherwise=user_code)
    def completion(snapshot: Snapshot, params: types.CompletionParams) -> Json | None:
        found = complete(snapshot.document, snapshot.position(params.position))
        if found is None:
            return None
        return serializer().list(snapshot, found, snapshot.project.settings.call_snippets)

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolve(item: types.CompletionItem) -> types.CompletionItem:
        data = item.data
        path, parameter = (data, "") if isinstance(data, str) else tuple(data) if data else ("", "")
        if path:
            project, language = server.project, server.language
            found = await server.guarded(
                lambda: document_item(project.index, path, parameter, language), QUICK, None
            )
            if found is not None:
                item.detail = found.detail or item.detail
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, found.documentation)
        return item
