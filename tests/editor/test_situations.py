"""The editor's features in many situations, on the shipped index of MindSpore 2.10.0."""

from __future__ import annotations

import re

import pytest

from editor import situations
from editor.situations import MARK
from mindspore_tools.api.index import load_index
from mindspore_tools.common.position import Position
from mindspore_tools.common.version import Version
from mindspore_tools.editor.completion import complete
from mindspore_tools.editor.definition import definitions, symbol_of
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.hover import hover
from mindspore_tools.editor.signature import signature_help
from mindspore_tools.graph.analysis import Target
from mindspore_tools.graph.source import SourceFile

VERSION = Version(2, 10)
INDEX = load_index(VERSION)


def opened(marked: str) -> tuple[Document, Position]:
    """The document of a marked text and the position of the mark."""
    text = marked.replace(MARK, "")
    before = re.split("\r\n|\n", marked[: marked.index(MARK)])
    document = Document(SourceFile(text, "model.py"), INDEX, lambda: Target(VERSION))
    return document, Position(len(before) - 1, len(before[-1]))


def by_id(cases):
    assert len({case.id for case in cases}) == len(cases)
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.id)


@by_id(situations.COMPLETIONS)
def test_completion(case):
    found = complete(*opened(case.text))
    labels = [item.label for item in found.items] if found else []
    missing = [name for name in case.offers if name not in labels]
    assert not missing, f"not offered: {missing}; offered: {labels[:20]}"
    assert not set(case.without) & set(labels)
    if case.first:
        assert labels[0] == case.first
    if not (case.offers or case.first or case.without):
        assert not labels or case.id == "parallel"


@by_id(situations.SIGNATURES)
def test_signature(case):
    document, position = opened(case.text)
    found = signature_help(document, position, "en")
    assert found is not None
    signature = found.signatures[found.active]
    names = [
        re.match(r"\*{0,2}(\w+)", signature.label[p.start : p.end]).group(1) for p in signature.parameters
    ]
    wanted = case.parameters
    if wanted[-1:] == ("...",):
        wanted = wanted[:-1]
        assert tuple(names[: len(wanted)]) == wanted
    else:
        assert tuple(names) == wanted
    assert (None if signature.active is None else names[signature.active]) == case.active


@by_id(situations.HOVERS)
def test_hover(case):
    document, position = opened(case.text)
    found = hover(document, position, "en")
    if not case.phrases:
        assert found is None
        return
    assert found is not None
    missing = [phrase for phrase in case.phrases if phrase not in found.markdown]
    assert not missing, f"not in the hover: {missing}; it says: {found.markdown[:400]}"


@by_id(situations.DEFINITIONS)
def test_definition(case):
    document, position = opened(case.text)
    if case.symbol:
        symbol = symbol_of(document, position)
        assert symbol is not None
        assert symbol.path == case.symbol
        return
    found = definitions(document, position, None)
    assert [document.source.lines[each.range.start.line].strip() for each in found] == [case.line]
