"""Facts, docstrings and sources of one installation put together as Symbols and Documentation."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from mindspore_tools.api import calls, docstring, documented_types
from mindspore_tools.api.archive import PARAMETER_KINDS
from mindspore_tools.api.calls import Argument
from mindspore_tools.api.choices import documented_choices, documented_range
from mindspore_tools.api.deprecations import deprecation, subject_of, subject_of_parameter
from mindspore_tools.api.docstring import Entry, Part
from mindspore_tools.api.facts import Facts, Listing
from mindspore_tools.api.markdown import examples, inline, markdown
from mindspore_tools.api.model import (
    CLASS,
    CONSTANT,
    FUNCTION,
    METHOD,
    MODULE,
    PRIMITIVE,
    PROPERTY,
    Deprecation,
    Documentation,
    Parameter,
    ParameterDocumentation,
    Signature,
    Symbol,
)
from mindspore_tools.api.sources import Checks, Sources, deprecated_by_decorator

_CELL = "mindspore.nn.cell.Cell"
_PRIMITIVE = "mindspore.ops.primitive.Primitive"
_DTYPES = "mindspore._c_expression.typing"
# What the documentation of a name says in words that no parser should guess at: path → type.
_RETURNS: dict[str, str] = json.loads(
    Path(__file__).with_name("data").joinpath("returns.json").read_text(encoding="utf-8")
)
_HIDDEN_SECTIONS = {
    "Args",
    "Keyword Args",
    "Inputs",
    "Returns",
    "Outputs",
    "Raises",
    "Examples",
    "Supported Platforms",
    "Yields",
}


class Composer:
    """Makes the Symbol and the Documentation of any object of the facts."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.sources = Sources(facts.root)
        self._parts: dict[tuple[int, str], list[Part]] = {}
        self._definitions = {
            f"{record['module']}.{record['qualname']}": number
            for number, record in enumerate(facts.raw["objects"])
            if record["kind"] == "class"
        }
        self._constants = {
            name: f"mindspore.{name}"
            for name in facts.modules["mindspore"].names
            if re.fullmatch(r"[A-Z][A-Z0-9_]+", name)
            and facts.object(facts.modules["mindspore"].names[name])["kind"] == "value"
        }

    # Names

    def resolve_type(self, name: str) -> str | None:
        """The path without ``mindspore.`` of a class by the name in a docstring."""
        simple = name.rsplit(".", 1)[-1]
        path = name if name in self.facts.classes else self.facts.short_names.get(simple)
        if path is None or (name != simple and not path.endswith(simple)):
            return None
        return path[len("mindspore.") :] if path.startswith("mindspore.") else path

    def resolve_path(self, near: str, name: str) -> str | None:
        """The preferred path of a replacement that a docstring near ``near`` names in one of its short forms."""
        prefixes = ["", "mindspore.", near.rsplit(".", 1)[0] + ".", "mindspore.ops.", "mindspore.nn."]
        for prefix in prefixes:
            module, _, last = (prefix + name).rpartition(".")
            listing = self.facts.modules.get(module)
            if listing and last in listing.names:
                return f"{module}.{last}" if listing.seed else self.facts.canonical(module, last)
            number = self.facts.classes.get(module)
            if number is not None and any(
                last in self.facts.object(each)["members"] for each in [number, *self.facts.ancestors(number)]
            ):
                return f"{module}.{last}"
        return None

    def is_a(self, number: int, definition: str) -> bool:
        """Whether a class is or derives from the class defined at this place."""
        target = self._definitions.get(definition)
        return target is not None and (number == target or target in self.facts.ancestors(number))

    def parts(self, number: int, name: str) -> list[Part]:
        """The parsed docstring of an object; what it leaves to another page is taken from there."""
        key = (number, name)
        if key not in self._parts:
            record = self.facts.object(number)
            parts = docstring.parse(record.get("doc", ""), name)
            self._parts[key] = parts
            target = self._referred(parts[0])
            if target is not None and target != number:
                other = self.facts.object(target)
                is_class = record["kind"] == "class" and other["kind"] != "class"
                parts[0] = _completed(parts[0], self.parts(target, other["qualname"])[0], is_class)
        return self._parts[key]

    def reference(self, number: int, name: str) -> str:
        """The path of the page to which the docstring of an object leaves everything, or ""."""
        record = self.facts.object(number)
        doc = record.get("doc", "")
        if not doc and record["kind"] == "instance" and self.facts.is_own(record.get("class", number)):
            return self.reference(record["class"], name) if "class" in record else ""
        part = docstring.parse(doc, name)[0]
        target = self._referred(part)
        if target is None or target == number or not part.description.startswith(_LEAVING):
            return ""
        match = _REFERENCE.search(part.description)
        return match.group(1) if match else ""

    def _referred(self, part: Part) -> int | None:
        """The object whose page says the rest ("For details, please refer to …"), when this one lists no parameters."""
        match = _REFERENCE.search(part.description)
        if not match or part.entries("Args"):
            return None
        module, _, name = match.group(1).rpartition(".")
        if module == "mindspore.Tensor":
            return self._member_of(self.facts.classes[module], name)
        listing = self.facts.modules.get(module)
        number = listing.names.get(name) if listing else None
        return (
            number
            if number is not None and self.facts.object(number)["kind"] in ("class", "function")
            else None
        )

    # Signatures

    def _arguments(self, record: dict[str, Any], drop_self: bool) -> list[Argument] | None:
        """The parameters at run time, or those of the source where a decorator hides them."""
        raw = record.get("signature")
        arguments = None if raw is None else [Argument(*each) for each in raw]
        function = self._function(record)[1]
        written = calls.of_function(function) if function else None
        if calls.vague(arguments) or (drop_self and arguments and calls.vague(arguments[1:])):
            plain = record["qualname"].rsplit(".", 1)[-1] == (function.name if function else "")
            if written and plain and not calls.vague(written[1:] if drop_self else written):
                arguments = written
        if arguments is None:
            return None
        if drop_self and arguments and arguments[0].kind in (0, 1):
            arguments = arguments[1:]
        texts = {each.name: each for each in written or []}
        return [self._readable(each, texts.get(each.name)) for each in arguments]

    @staticmethod
    def _readable(argument: Argument, written: Argument | None) -> Argument:
        """With a default that is source text: the repr if it is one, else what the source says."""
        default = argument.default
        if default is not None and not _is_source(default):
            default = written.default if written and written.default else "..."
        annotation = argument.annotation
        if written and written.annotation and ("<" in annotation or not annotation):
            annotation = written.annotation
        return Argument(argument.name, argument.kind, default, annotation)

    def _function(self, record: dict[str, Any]) -> tuple[str, ast.FunctionDef | None]:
        """(file, definition) of a function; a decorator may have left only the place of its wrapper."""
        file = record.get("file", "")
        home = self.facts.modules.get(record["module"])
        for place in [file, home.file if home else ""]:
            found = (
                self.sources.module(place).definitions.get(record["qualname"])
                if place.endswith(".py")
                else None
            )
            if isinstance(found, ast.FunctionDef):
                return place, found
        if not file.endswith(".py"):
            return file, None
        return file, self.sources.module(file).function(record["qualname"], record.get("line", 0))

    def _checks(self, record: dict[str, Any]) -> Checks:
        file, function = self._function(record)
        if function is None:
            return Checks()
        module = self.sources.module(file)
        checks = module.checks(function)
        return module.setter_checks if function.args.kwarg and not checks.choices else checks

    def _parameter(self, argument: Argument, entry: Entry | None, checks: Checks, near: str) -> Parameter:
        default = argument.default
        kind = entry.type if entry and entry.type else docstring.clean_type(argument.annotation)
        choices: tuple[str, ...] = ()
        range_ = checks.ranges.get(argument.name, "")
        ending = None
        if entry:
            choices = documented_choices(entry.text, entry.type or kind, default, self._constants.get)
            range_ = range_ or documented_range(entry.text, entry.type)
            ending = deprecation(
                re.sub(r"\n\s*[-*]\s(?:.|\n)*", "", entry.text),
                subject_of_parameter(argument.name),
                lambda name: self.resolve_path(near, name),
            )
        if not choices:
            choices = self._enumeration(kind)
        checked = self._checked(checks.choices.get(argument.name, ()))
        if checked:
            choices = tuple(dict.fromkeys((*choices, *checked)))
        return Parameter(
            argument.name, PARAMETER_KINDS[argument.kind], default, kind, choices, range_, ending
        )

    def _checked(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """Values that the source checks against: literals, and names of public constants."""
        found = [self._constants.get(value, value) for value in values]
        return tuple(found) if not any(value.isidentifier() for value in found) else ()

    def _enumeration(self, kind: str) -> tuple[str, ...]:
        """The members of an enumeration that a parameter takes, as paths."""
        path = self.facts.short_names.get(kind.rsplit(".", 1)[-1])
        if path is None or not self.is_a(self.facts.classes[path], "enum.Enum"):
            return ()
        members = self.facts.object(self.facts.classes[path])["members"]
        values = [
            name
            for name, number in members.items()
            if self.facts.object(number)["kind"] in ("value", "instance")
        ]
        return tuple(f"{path}.{name}" for name in values if not name.startswith("_"))

    def _signature(
        self,
        arguments: Iterable[Argument],
        entries: list[Entry],
        checks: Checks,
        returns: str,
        near: str,
    ) -> Signature:
        arguments = list(arguments)
        by_name = {entry.name: entry for entry in reversed(entries)}
        parameters = tuple(self._parameter(each, by_name.get(each.name), checks, near) for each in arguments)
        keywords: tuple[Parameter, ...] = ()
        if any(each.kind == calls.VAR_KEYWORD for each in arguments):
            known = {each.name for each in arguments}
            keywords = tuple(
                self._parameter(
                    Argument(each.name, calls.KEYWORD_ONLY, _default(each), ""), each, checks, near
                )
                for each in _hidden_keywords(entries)
                if each.name not in known
            )
        return Signature(parameters, returns, keywords)

    def _returns(self, part: Part, sections: tuple[str, ...], annotation: str) -> str:
        for section in sections:
            found = documented_types.return_type(part.section(section), self.resolve_type)
            if found:
                return found
        if annotation and annotation not in ("object", "Any"):
            return documented_types.python_type(annotation.rsplit("typing.", 1)[-1], self.resolve_type)
        return ""

    def signatures(self, number: int, path: str, drop_self: bool = False) -> tuple[Signature, ...]:
        """All documented ways to call a function or method, or the one that the runtime gives."""
        record = self.facts.object(number)
        name = path.rsplit(".", 1)[-1]
        arguments = self._arguments(record, drop_self)
        checks = self._checks(record)
        parts = self.parts(number, record["qualname"].rsplit(".", 1)[-1] or name)
        annotation = record.get("returns", "")
        if calls.vague(arguments):
            documented = [(part, _without_self(calls.of_text(part.call))) for part in parts if part.call]
            native = self._native(record, number, path)
            found = [
                self._signature(
                    _typed(written, native),
                    _entries(part),
                    checks,
                    self._part_returns(part, annotation),
                    near=path,
                )
                for part, written in documented
                if written is not None
            ]
            known = {tuple(each.name for each in one.parameters) for one in found}
            for written in native:
                if tuple(each.name for each in written) not in known:
                    known.add(tuple(each.name for each in written))
                    part = parts[0]
                    found.append(
                        self._signature(
                            written,
                            _entries(part),
                            checks,
                            found[0].returns if found else self._part_returns(part, annotation),
                            path,
                        )
                    )
            if found:
                return tuple(found)
        if arguments is None:
            entries = _entries(parts[0])
            if not entries and not parts[0].sections:
                return ()
            arguments = [Argument(each.name, 1, _default(each), "") for each in entries]
        part = parts[0]
        entries = [entry for each in parts for entry in _entries(each)]
        return (self._signature(arguments, entries, checks, self._part_returns(part, annotation), path),)

    def _with_returns(self, signatures: tuple[Signature, ...], path: str) -> tuple[Signature, ...]:
        """With the known return type, else that of the operator of the same name in ``mindspore.ops``."""
        module, _, name = path.rpartition(".")
        twin = ""
        if module in ("mindspore.Tensor", "mindspore._c_expression.TensorPy") or module.startswith(
            "mindspore.mint"
        ):
            number = self.facts.modules["mindspore.ops"].names.get(name)
            if number is not None and self.facts.object(number)["kind"] == "function":
                operator = self.parts(number, name)[0]
                twin = self._part_returns(operator, self.facts.object(number).get("returns", ""))
        return tuple(each._replace(returns=_known_return(path, each.returns or twin)) for each in signatures)

    def _part_returns(self, part: Part, annotation: str) -> str:
        documented = self._returns(part, ("Returns", "Outputs"), "")
        return (
            documented
            or documented_types.python_type(part.returns, self.resolve_type)
            or self._returns(part, (), annotation)
        )

    def _native(self, record: dict[str, Any], number: int, path: str) -> list[list[Argument]]:
        overloads: dict[str, list[str]] = self.facts.raw["overloads"]
        lines = overloads.get(f"{record['module']}.{record['qualname']}") or overloads.get(path, [])
        return [found for found in map(calls.of_error, lines) if found is not None]

    def class_signatures(self, number: int, path: str) -> tuple[Signature, ...]:
        """How a class is called."""
        record = self.facts.object(number)
        raw = record.get("signature")
        part = self.parts(number, record["qualname"])[0]
        init = self._member_of(number, "__init__")
        checks = Checks()
        arguments = None if raw is None else [Argument(*each) for each in raw]
        if init is not None:
            own = self.facts.object(init)
            checks = self._checks(own)
            written = self._arguments(own, drop_self=True)
            if calls.vague(arguments) and not calls.vague(written):
                arguments = written
            elif arguments is not None and written is not None:
                texts = {each.name: each for each in written}
                arguments = [self._readable(each, texts.get(each.name)) for each in arguments]
        entries = part.entries("Args") + part.entries("Keyword Args")
        returns = _short(path)
        if arguments is None:
            if not entries:
                return ()
            arguments = [Argument(each.name, 1, _default(each), "") for each in entries]
        if part.call:
            documented = calls.of_text(part.call)
            if documented and calls.vague(arguments):
                arguments = documented
        return (self._signature(arguments, entries, checks, returns, path),)

    def _member_of(self, number: int, name: str) -> int | None:
        """A member by name along the method resolution order, None at ``object``."""
        for each in [number, *self.facts.ancestors(number)]:
            found = self.facts.object(each).get("members", {}).get(name)
            if found is not None:
                return int(found)
        return None

    def instance_signatures(self, number: int, path: str) -> tuple[Signature, ...]:
        """How an instance of a class is called: ``construct`` of a Cell, ``__call__`` of anything else."""
        record = self.facts.object(number)
        part = self.parts(number, record["qualname"])[0]
        inputs = part.entries("Inputs")
        returns = self._returns(part, ("Outputs", "Returns"), "")
        is_cell, is_primitive = self.is_a(number, _CELL), self.is_a(number, _PRIMITIVE)
        member = self._member_of(number, "construct" if is_cell else "__call__")
        if member is None:
            return ()
        own = self.facts.object(member)
        if own["kind"] != "method":
            return ()
        generic = own["qualname"] in ("Cell.construct", "Primitive.__call__", "PrimitiveWithInfer.__call__")
        if generic and not inputs and not (is_cell or is_primitive):
            return ()
        if generic and own["qualname"].startswith("Cell.") and record["qualname"] == "Cell":
            return ()
        arguments = None if generic and inputs else self._arguments(own, drop_self=True)
        if calls.vague(arguments) and inputs:
            arguments = [Argument(each.name, 1, _default(each), "") for each in inputs]
        if arguments is None:
            return ()
        own_part = self.parts(member, own["qualname"].rsplit(".", 1)[-1])[0]
        entries = inputs + _entries(own_part)
        named = {each.name for each in entries}
        positional = [each for each in arguments if each.kind in (0, 1)]
        if inputs and len(inputs) == len(positional) and not any(each.name in named for each in positional):
            entries = [Entry(each.name, entry.type, entry.text) for each, entry in zip(positional, inputs)]
        returns = returns or self._part_returns(own_part, own.get("returns", ""))
        return (self._signature(arguments, entries, Checks(), returns, path),)

    # Symbols

    def deprecation(self, number: int, path: str, name: str) -> Deprecation | None:
        """What decorator or documentation say about the end of an object."""
        record = self.facts.object(number)
        definition = None
        resolve = lambda found: self.resolve_path(path, found)  # noqa: E731
        if record.get("file"):
            module = self.sources.module(record["file"])
            qualnames = [record["qualname"], f"{record['qualname']}.__init__"]
            for qualname in qualnames if record["kind"] == "class" else qualnames[:1]:
                definition = module.definitions.get(qualname)
                found = deprecated_by_decorator(definition) if definition else None
                if found:
                    target = resolve(found[1]) or ""
                    return Deprecation(found[0], "", target if target != path else "", "")
        part = self.parts(number, name)[0]
        texts = [part.section("Deprecated") and "This interface is deprecated. " + part.section("Deprecated")]
        texts += re.split(r"\n\s*\n", part.description)[:3]
        texts += [part.section("Warning"), part.section("Note")]
        for text in texts:
            found_ending = deprecation(text, subject_of(name), resolve) if text else None
            if found_ending:
                return found_ending._replace(
                    replacement=found_ending.replacement if found_ending.replacement != path else ""
                )
        if re.fullmatch(r"\W*deprecated\W*", part.section("Supported Platforms"), re.IGNORECASE):
            return Deprecation()
        return None

    def symbol(self, number: int, name: str, path: str, public: bool, file: str = "") -> Symbol:
        """The symbol of an object of a module. ``file`` is that of the module that holds it."""
        record = self.facts.object(number)
        kind = record["kind"]
        if kind == "module":
            return Symbol(
                name,
                path,
                MODULE,
                record["qualname"],
                summary=_summary(record.get("doc", "")),
                file=record.get("file", ""),
                line=1,
                public=public,
            )
        part = self.parts(number, record["qualname"].rsplit(".", 1)[-1] or name)[0]
        base = Symbol(
            name,
            path,
            CONSTANT,
            path,
            summary=_summary(part.description),
            platforms=docstring.platforms(part.section("Supported Platforms")),
            deprecated=self.deprecation(number, path, record["qualname"].rsplit(".", 1)[-1] or name),
            public=public,
        )
        if kind == "class":
            return self._class_symbol(number, base)
        if kind == "function":
            place, line = self._function_place(record)
            return base._replace(
                kind=FUNCTION,
                signatures=self._with_returns(self.signatures(number, path), path),
                file=place,
                line=line,
            )
        file, assigned = self._assignment(number, name, file)
        if kind == "instance":
            return self._instance_symbol(number, base, file if assigned else record.get("file", ""), assigned)
        return base._replace(returns=self._value_type(record), file=file if assigned else "", line=assigned)

    def _assignment(self, number: int, name: str, file: str) -> tuple[str, int]:
        """Where a value gets its name: in the module that offers it, else in any other that has it."""
        known = (
            self._places.get(number, []) if self.facts.shared(number) else self._named_places.get(name, [])
        )
        places = [(file, name), *known]
        for place, alias in places:
            line = self.sources.module(place).assignments.get(alias, 0) if place.endswith(".py") else 0
            if line:
                return place, line
        return "", 0

    @cached_property
    def _places(self) -> dict[int, list[tuple[str, str]]]:
        """Value → (file, name) of the modules that have it."""
        found: dict[int, list[tuple[str, str]]] = {}
        for module in self.facts.modules.values():
            for name, number in module.names.items():
                if self.facts.object(number)["kind"] in ("value", "instance"):
                    found.setdefault(number, []).append((module.file, name))
        return found

    @cached_property
    def _named_places(self) -> dict[str, list[tuple[str, str]]]:
        """Name of a plain value → (file, name) of the modules that have it."""
        found: dict[str, list[tuple[str, str]]] = {}
        for module in self.facts.modules.values():
            for name, number in module.names.items():
                if self.facts.object(number)["kind"] == "value" and not self.facts.shared(number):
                    found.setdefault(name, []).append((module.file, name))
        return found

    def module_summary(self, module: Listing) -> str:
        """The summary of a module."""
        return _summary(docstring.parse(module.doc)[0].description) if module.doc else ""

    def _class_symbol(self, number: int, base: Symbol) -> Symbol:
        record = self.facts.object(number)
        line = 0
        if record.get("file"):
            definition = self.sources.module(record["file"]).definitions.get(record["qualname"])
            line = definition.lineno if definition else 0
        return base._replace(
            kind=PRIMITIVE if self.is_a(number, _PRIMITIVE) else CLASS,
            signatures=self.class_signatures(number, base.path),
            call=self.instance_signatures(number, base.path),
            bases=tuple(self.facts.class_paths[each] for each in self.facts.ancestors(number)),
            file=record.get("file", ""),
            line=line,
        )

    def _instance_symbol(self, number: int, base: Symbol, file: str, line: int) -> Symbol:
        record = self.facts.object(number)
        kind = record.get("class")
        signatures = self.signatures(number, base.path)
        if kind is not None and (self.is_a(kind, _PRIMITIVE) or not record.get("doc")):
            called = self.instance_signatures(kind, base.path)
            if called and (
                calls.vague([_argument(each) for each in signatures[0].parameters]) if signatures else True
            ):
                signatures = called
            elif called and signatures:
                signatures = tuple(
                    Signature(
                        _documented(each.parameters, called[0].parameters), each.returns or called[0].returns
                    )
                    for each in signatures
                )
            of_class = self.parts(kind, self.facts.object(kind)["qualname"])[0]
            base = base._replace(
                summary=base.summary or _summary(of_class.description),
                platforms=base.platforms or docstring.platforms(of_class.section("Supported Platforms")),
            )
        return base._replace(
            kind=FUNCTION,
            signatures=signatures,
            file=file,
            line=line or record.get("line", 0),
        )

    def _function_place(self, record: dict[str, Any]) -> tuple[str, int]:
        file, function = self._function(record)
        return file, function.lineno if function else record.get("line", 0)

    def _value_type(self, record: dict[str, Any]) -> str:
        kind = record.get("class")
        if kind is None:
            return "None" if record["type"] == "NoneType" else record["type"]
        if self.facts.object(kind)["module"].startswith(_DTYPES):
            return "dtype"
        return _short(self.facts.class_paths[kind])

    def members(self, number: int, path: str) -> list[Symbol]:
        """What a class itself defines, and what its ``__init__`` assigns to instances."""
        record = self.facts.object(number)
        found = {}
        part = self.parts(number, record["qualname"])[0]
        attributes = {entry.name: entry for entry in part.entries("Attributes")}
        for name, member in record.get("members", {}).items():
            found[name] = self._member(number, member, name, f"{path}.{name}")
        if record.get("file"):
            init = self._member_of(number, "__init__")
            parameters = {}
            if init is not None:
                entries = part.entries("Args") + part.entries("Keyword Args")
                parameters = {entry.name: entry.type for entry in entries}
            for attribute in self.sources.module(record["file"]).attributes(record["qualname"]):
                if attribute.name not in found:
                    entry = attributes.get(attribute.name)
                    documented = entry.type if entry else ""
                    type_ = documented_types.python_type(
                        documented, self.resolve_type
                    ) or self._attribute_type(attribute.value, parameters, path)
                    found[attribute.name] = Symbol(
                        attribute.name,
                        f"{path}.{attribute.name}",
                        PROPERTY,
                        f"{path}.{attribute.name}",
                        returns=type_,
                        summary=_summary(entry.text) if entry else "",
                        file=record["file"],
                        line=attribute.line,
                    )
        return list(found.values())

    def _member(self, owner: int, number: int, name: str, path: str) -> Symbol:
        record = self.facts.object(number)
        public = not name.startswith("_")
        if record["kind"] == "class":
            return self.symbol(number, name, path, public)._replace(canonical=self.facts.class_paths[number])
        place, line = self._function_place(record)
        part = self.parts(number, name)[0]
        base = Symbol(
            name,
            path,
            METHOD,
            path,
            summary=_summary(part.description),
            platforms=docstring.platforms(part.section("Supported Platforms")),
            deprecated=self.deprecation(number, path, name),
            file=place,
            line=line,
            public=public,
        )
        if record["kind"] == "property":
            returns = self._part_returns(part, record.get("returns", ""))
            return base._replace(kind=PROPERTY, returns=_known_return(path, returns))
        if record["kind"] in ("method", "instance"):
            signatures = self.signatures(
                number, path, drop_self=record["kind"] == "method" and not record.get("bound")
            )
            if name == "construct":
                inherited = self.instance_signatures(owner, path)
                signatures = inherited or signatures
            signatures = self._with_returns(signatures, path)
            return base._replace(signatures=signatures, static=bool(record.get("bound")))
        return base._replace(kind=CONSTANT, returns=self._value_type(record), line=0)

    def _attribute_type(self, value: ast.expr, parameters: dict[str, str], path: str) -> str:
        """The type of what ``__init__`` assigns, as far as the expression tells."""
        if isinstance(value, ast.Constant):
            return "" if value.value is None else type(value.value).__name__
        if isinstance(value, ast.Name) and value.id in parameters:
            return documented_types.python_type(parameters[value.id], self.resolve_type)
        if isinstance(value, (ast.List, ast.ListComp)):
            return "list"
        if isinstance(value, (ast.Dict, ast.DictComp)):
            return "dict"
        if isinstance(value, ast.Tuple):
            return "tuple"
        if isinstance(value, ast.Compare):
            return "bool"
        if isinstance(value, ast.Call):
            called = (
                value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
            )
            if re.fullmatch(r"check_(?:positive|non_negative)_int|check_int(?:_range)?", called):
                return "int"
            if re.fullmatch(r"check_(?:positive|non_negative)_float|check_float_range", called):
                return "float"
            if called in ("check_bool", "isinstance", "bool"):
                return "bool"
            if called == "check_string":
                return "str"
            if called == "Parameter":
                return "Parameter"
            if called[:1].isupper():
                for prefix in ("mindspore.ops", "mindspore.nn", "mindspore"):
                    listing = self.facts.modules.get(prefix)
                    if (
                        listing
                        and called in listing.names
                        and self.facts.object(listing.names[called])["kind"] == "class"
                    ):
                        return _short(self.facts.class_paths[listing.names[called]])
        return ""

    # Documentation

    def documentation(self, number: int, name: str) -> Documentation | None:
        """The documentation of an object, or None when it has none."""
        record = self.facts.object(number)
        doc = record.get("doc")
        if not doc:
            if record["kind"] == "instance" and "class" in record and self.facts.is_own(record["class"]):
                return self.documentation(record["class"], name)
            return None
        parts = self.parts(number, record["qualname"].rsplit(".", 1)[-1] or name)
        first = parts[0]
        description = [markdown(first.description)]
        for part in parts[1:]:
            description.append(f"`{name}{part.call}`\n\n{markdown(part.description)}")
        notes = []
        for part in parts:
            for title, text in part.sections:
                if title in _HIDDEN_SECTIONS or not text.strip():
                    continue
                if title == "Attributes":
                    text = (
                        "\n".join(f"- `{e.name}`: {inline(e.text)}" for e in docstring.parse_entries(text))
                        or text
                    )
                notes.append((title, markdown(text)))
        parameters = [
            entry for part in parts for entry in part.entries("Args") + part.entries("Keyword Args")
        ]
        nested = _hidden_keywords(parameters)
        known = {entry.name for entry in parameters}
        parameters += [entry for entry in nested if entry.name not in known]
        inputs = [entry for part in parts for entry in part.entries("Inputs")]
        return Documentation(
            _summary(first.description),
            "\n\n".join(each for each in description if each.strip()),
            _documents(parameters),
            _documents(inputs),
            markdown(first.section("Returns") or first.section("Outputs") or first.section("Yields")),
            tuple(
                ParameterDocumentation(entry.name, "", markdown(entry.text))
                for entry in first.entries("Raises")
            ),
            tuple(dict.fromkeys(notes)),
            "\n\n".join(
                examples(part.section("Examples").split("\n")) for part in parts if part.section("Examples")
            ),
        )


_REFERENCE = re.compile(
    r"(?:refer to|^Alias (?:function )?(?:for|of)) :(?:func|class):`~?(mindspore\.[\w.]+)(?:\(\))?`"
    r"(?: for more details?)?\s*[.,]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)


_LEAVING = (".. code", "Refer to", "For details, please refer", "Alias ")


def _completed(part: Part, other: Part, is_class: bool) -> Part:
    """A part with the sections that only the other has; arguments of a function are the inputs of an operator."""
    titles = {"Args": "Inputs", "Keyword Args": "Inputs", "Returns": "Outputs"} if is_class else {}
    own = {title for title, _ in part.sections}
    mapped = ((titles.get(title, title), text) for title, text in other.sections)
    taken = tuple((title, text) for title, text in mapped if title not in own)
    description = part.description
    if description.startswith(_LEAVING):
        description = f"{other.description}\n\n{description}"
    return part._replace(description=description, sections=part.sections + taken)


def _without_self(arguments: list[Argument] | None) -> list[Argument] | None:
    return arguments[1:] if arguments and arguments[0].name == "self" else arguments


def _known_return(path: str, documented: str) -> str:
    path = path.replace("mindspore._c_expression.TensorPy.", "mindspore.Tensor.")
    return _RETURNS.get(path, documented)


def _documents(entries: list[Entry]) -> tuple[ParameterDocumentation, ...]:
    first = {entry.name: entry for entry in reversed(entries)}
    names = dict.fromkeys(entry.name for entry in entries)
    return tuple(ParameterDocumentation(name, first[name].type, markdown(first[name].text)) for name in names)


def _entries(part: Part) -> list[Entry]:
    return part.entries("Args") + part.entries("Keyword Args") + part.entries("Inputs")


def _hidden_keywords(entries: list[Entry]) -> list[Entry]:
    """Entries that may be keywords, with those that the list below ``kwargs`` explains."""
    found = []
    for entry in entries:
        if entry.name in ("kwargs", "config_kwargs", "args"):
            text = entry.text.split("\n", 1)[1] if "\n" in entry.text else ""
            bulleted = "\n".join(line for line in text.split("\n"))
            found += [
                each
                for each in docstring.parse_entries(bulleted)
                if f"- {each.name}" in text or f"- **{each.name}" in text
            ]
        else:
            found.append(entry)
    return found


def _default(entry: Entry) -> str | None:
    """The default that the text of a parameter names, as source text."""
    match = re.search(r"Defaults?(?: value)?(?: is|:|\s)\s*:?\s*``?([^`]+)``?", entry.text)
    if match and _is_source(match.group(1).strip()):
        return match.group(1).strip()
    return None


def _is_source(text: str) -> bool:
    """Whether a text is a literal or a dotted name of MindSpore that means the same in user code."""
    try:
        ast.literal_eval(text)
        return True
    except (ValueError, SyntaxError, MemoryError):
        return re.fullmatch(r"mindspore(?:\.\w+)+", text) is not None


def _typed(written: list[Argument], native: list[list[Argument]]) -> list[Argument]:
    """Documented parameters with the types of the compiled overload of the same names."""
    names = [each.name for each in written]
    for one in native:
        if [each.name for each in one] == names:
            return [
                Argument(each.name, each.kind, each.default, each.annotation or known.annotation)
                for each, known in zip(written, one)
            ]
    return written


def _documented(parameters: tuple[Parameter, ...], known: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Parameters with types and choices of those known by the same name, or by place when none has the same name."""
    names = {each.name: each for each in known}
    if not any(each.name in names for each in parameters) and len(known) == len(parameters):
        return tuple(each._replace(type=each.type or other.type) for each, other in zip(parameters, known))
    return tuple(
        each._replace(type=names[each.name].type, choices=names[each.name].choices)
        if each.name in names
        else each
        for each in parameters
    )


def _argument(parameter: Parameter) -> Argument:
    return Argument(parameter.name, PARAMETER_KINDS.index(parameter.kind), parameter.default, parameter.type)


def _summary(description: str) -> str:
    text = inline(docstring.summary(description))
    return text if len(text) <= 300 else text[:297].rsplit(" ", 1)[0] + " …"


def _short(path: str) -> str:
    return path[len("mindspore.") :] if path.startswith("mindspore.") else path
