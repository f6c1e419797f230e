"""The file of one index: a zip of JSON parts, each read when it is first needed.

======================  ==============================================================================================
``index.json``          format, version, module → part that holds it, first path of every part of documentation
``modules/N.json``      module → {name: row} of its members, in the order of members
``classes/N.json``      canonical class path → {name: row} of own members
``aliases.json``        module that is no part of the public API → {name: canonical path}
``docs/N.json``         canonical path → documentation
``search.json``         [[name, canonical path]], best first among equal names
======================  ==============================================================================================

A row is a Symbol without the paths, shortened at its end; see ``encode_symbol``. The same facts give the same bytes.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from mindspore_tools.api.model import (
    KEYWORD_ONLY,
    POSITIONAL_ONLY,
    POSITIONAL_OR_KEYWORD,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Deprecation,
    Documentation,
    Parameter,
    ParameterDocumentation,
    Signature,
    Symbol,
)

FORMAT = 1
PARAMETER_KINDS = (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD)
_KIND_NUMBERS = {kind: number for number, kind in enumerate(PARAMETER_KINDS)}


def _trim(row: list[Any], empty: tuple[Any, ...]) -> list[Any]:
    """The row without the fields at its end that are as in ``empty``."""
    end = len(row)
    while end and row[end - 1] == empty[end - 1]:
        end -= 1
    return row[:end]


_PARAMETER: tuple[Any, ...] = ("", 1, None, "", [], "", None)
_SIGNATURE: tuple[Any, ...] = ([], "", [])
_SYMBOL: tuple[Any, ...] = ("", "", [], [], "", [], "", [], "", None, "", 0, 1, 0)


def _encode_parameter(parameter: Parameter) -> list[Any]:
    name, kind, default, type_, choices, range_, deprecated = parameter
    row = [name, _KIND_NUMBERS[kind], default, type_, list(choices), range_, deprecated and list(deprecated)]
    return _trim(row, _PARAMETER)


def _encode_signature(signature: Signature) -> list[Any]:
    row = [
        [_encode_parameter(each) for each in signature.parameters],
        signature.returns,
        [_encode_parameter(each) for each in signature.keywords],
    ]
    return _trim(row, _SIGNATURE)


def encode_symbol(symbol: Symbol) -> list[Any]:
    """A symbol as a row; ``canonical`` is "" where it follows from where the row stands."""
    row = [
        symbol.kind,
        symbol.canonical,
        [_encode_signature(each) for each in symbol.signatures],
        [_encode_signature(each) for each in symbol.call],
        symbol.returns,
        list(symbol.bases),
        symbol.summary,
        list(symbol.platforms),
        symbol.since,
        symbol.deprecated and list(symbol.deprecated),
        symbol.file,
        symbol.line,
        int(symbol.public),
        int(symbol.static),
    ]
    return _trim(row, _SYMBOL)


def _decode_parameter(row: list[Any]) -> Parameter:
    size = len(row)
    return Parameter(
        row[0],
        PARAMETER_KINDS[row[1]] if size > 1 else POSITIONAL_OR_KEYWORD,
        row[2] if size > 2 else None,
        row[3] if size > 3 else "",
        tuple(row[4]) if size > 4 else (),
        row[5] if size > 5 else "",
        Deprecation(*row[6]) if size > 6 else None,
    )


def _decode_signature(row: list[Any]) -> Signature:
    return Signature(
        tuple(map(_decode_parameter, row[0])) if row else (),
        row[1] if len(row) > 1 else "",
        tuple(map(_decode_parameter, row[2])) if len(row) > 2 else (),
    )


def decode_symbol(name: str, path: str, row: list[Any]) -> Symbol:
    """The symbol of a row that stands under this path."""
    (
        kind,
        canonical,
        signatures,
        call,
        returns,
        bases,
        summary,
        platforms,
        since,
        deprecated,
        file,
        line,
        public,
        static,
    ) = row + list(_SYMBOL[len(row) :])
    return Symbol(
        name,
        path,
        kind,
        canonical or path,
        tuple(map(_decode_signature, signatures)),
        tuple(map(_decode_signature, call)),
        returns,
        tuple(bases),
        summary,
        tuple(platforms),
        since,
        Deprecation(*deprecated) if deprecated else None,
        file,
        line,
        bool(public),
        bool(static),
    )


_DOCUMENTATION: tuple[Any, ...] = ("", "", [], [], "", [], [], "", "")


def encode_documentation(documentation: Documentation) -> list[Any]:
    """A documentation as a row."""
    row = [
        documentation.summary,
        documentation.description,
        [list(each) for each in documentation.parameters],
        [list(each) for each in documentation.inputs],
        documentation.returns,
        [list(each) for each in documentation.raises],
        [list(each) for each in documentation.notes],
        documentation.examples,
        documentation.url,
    ]
    return _trim(row, _DOCUMENTATION)


def decode_documentation(row: list[Any]) -> Documentation:
    """The documentation of a row."""
    summary, description, parameters, inputs, returns, raises, notes, examples, url = (
        *row,
        *_DOCUMENTATION[len(row) :],
    )
    return Documentation(
        summary,
        description,
        tuple(ParameterDocumentation(*each) for each in parameters),
        tuple(ParameterDocumentation(*each) for each in inputs),
        returns,
        tuple(ParameterDocumentation(*each) for each in raises),
        tuple((title, text) for title, text in notes),
        examples,
        url,
    )


def write(path: Path, parts: dict[str, Any]) -> None:
    """Write the parts (name without ``.json`` → JSON value) as one file, replacing it at once when complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(parts):
            entry = zipfile.ZipInfo(f"{name}.json", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(
                entry, json.dumps(parts[name], ensure_ascii=False, separators=(",", ":")).encode()
            )
    unfinished.replace(path)


class Archive:
    """Reads the parts of a file. Raises OSError or ValueError when it is no index of this format."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
            self.head: dict[str, Any] = self.part("index")
        except (zipfile.BadZipFile, KeyError, json.JSONDecodeError) as error:
            raise ValueError(f"not an API index: {path}") from error
        if self.head.get("format") != FORMAT:
            raise ValueError(f"an API index of another format: {path}")

    def part(self, name: str) -> Any:
        """One part by its name without ``.json``; KeyError when there is none."""
        return json.loads(self._zip.read(f"{name}.json"))
