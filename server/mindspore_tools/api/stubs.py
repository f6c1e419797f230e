"""Type stubs of MindSpore made from an index: a PEP 561 package ``mindspore-stubs`` for any type checker, and for jedi.

Every public name is declared once, where its preferred path is, and imported elsewhere. Types are what the documentation
says; what it does not say is ``Any``.
"""

from __future__ import annotations

import ast
import hashlib
import keyword
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mindspore_tools.api.archive import PARAMETER_KINDS
from mindspore_tools.api.cache import cache_directory
from mindspore_tools.api.documented_types import python_type, split_union
from mindspore_tools.api.index import Index
from mindspore_tools.api.model import (
    CLASS,
    CONSTANT,
    FUNCTION,
    KEYWORD_ONLY,
    METHOD,
    MODULE,
    POSITIONAL_ONLY,
    PRIMITIVE,
    PROPERTY,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Parameter,
    Signature,
    Symbol,
)

_HEADER = """\
# Generated from the API index of MindSpore {version}.
# mypy: ignore-errors
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false, reportInconsistentOverload=false, reportIndexIssue=false
"""
_BUILTINS = {
    "int",
    "float",
    "bool",
    "str",
    "bytes",
    "complex",
    "list",
    "tuple",
    "dict",
    "set",
    "object",
    "type",
    "slice",
}
_TYPING = {"Any", "Callable", "Sequence", "Iterable", "Iterator"}
_FOREIGN_BASES = {"dict", "list", "tuple", "str", "int", "float", "set", "Exception", "BaseException"}
_CELL = "mindspore.nn.Cell"
_DTYPE = "mindspore.common.dtype.Type"
_DECORATORS = {
    f"mindspore.{name}"
    for name in ("jit", "ms_function", "jit_class", "ms_class", "lazy_inline", "no_inline")
}
_VERSION = 1


def export_stubs(index: Index, directory: Path, lean: bool = False) -> Path:
    """Write ``mindspore-stubs`` into the directory, replacing an older one; returns its path.

    ``lean`` leaves out the types and defaults of parameters, which inference of results does not need.
    """
    target = directory / "mindspore-stubs"
    if target.exists():
        shutil.rmtree(target)
    classes = _Classes(index)
    for module in sorted(index.modules):
        text = _Module(index, module, classes, lean).render()
        _write(target, module, text)
    for module, names in sorted(index.alias_modules().items()):
        if names and module not in index.modules:
            _write(target, module, _render_aliases(index, names))
    (target / "py.typed").write_text("partial\n", encoding="utf-8")
    return target


def stub_path(index: Index) -> Path:
    """A directory for the search path of jedi that holds the stubs of this index; written once to the user's cache.

    Raises OSError when the cache cannot be written.
    """
    digest = hashlib.sha256(index.path.read_bytes() + bytes([_VERSION])).hexdigest()[:12]
    directory = cache_directory() / "stubs" / f"{index.version}-{digest}"
    if not directory.exists():
        directory.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(dir=directory.parent))
        export_stubs(index, unfinished, lean=True)
        try:
            unfinished.replace(directory)
        except OSError:
            # Another process was first.
            shutil.rmtree(unfinished, ignore_errors=True)
            if not directory.exists():
                raise
    return directory


def _write(target: Path, module: str, text: str) -> None:
    folder = target.joinpath(*module.split(".")[1:])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.pyi").write_text(text, encoding="utf-8")


def _render_aliases(index: Index, names: dict[str, str]) -> str:
    lines = [_HEADER.format(version=index.version), "import typing as _t"]
    for name, path in sorted(names.items()):
        found = index.get(path)
        if found is not None and _declares(index, path.rpartition(".")[0], found):
            lines.append(_import(path, name))
    lines += ["", "def __getattr__(name: str) -> _t.Any: ...", ""]
    return "\n".join(lines)


def _import(path: str, name: str) -> str:
    module, _, last = path.rpartition(".")
    if not module:
        return f"import {last} as {name}"
    return f"from {module} import {last} as {name}"


class _Classes:
    """Which classes the stubs declare, and from which they derive there."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.declared = {
            symbol.canonical
            for module in index.modules
            for symbol in index.members(module)
            if symbol.kind in (CLASS, PRIMITIVE) and _declares(index, module, symbol)
        }

    def bases(self, symbol: Symbol) -> list[str]:
        """The nearest declared bases, none an ancestor of another."""
        candidates = [base for base in symbol.bases if base in self.declared]
        inherited: set[str] = set()
        for base in candidates:
            found = self.index.get(base)
            inherited.update(found.bases if found else ())
        return [base for base in candidates if base not in inherited]


def _declares(index: Index, module: str, symbol: Symbol) -> bool:
    """Whether the stub of this module declares the symbol itself."""
    if keyword.iskeyword(symbol.name) or symbol.kind == MODULE:
        return False
    if symbol.canonical != symbol.path:
        is_class = symbol.kind in (CLASS, PRIMITIVE)
        return is_class and not symbol.canonical.startswith("mindspore.") and symbol.public
    return symbol.kind != CONSTANT or symbol.public or bool(symbol.returns)


class _Module:
    """The stub of one module."""

    def __init__(self, index: Index, module: str, classes: _Classes, lean: bool) -> None:
        self.index = index
        self.module = module
        self.classes = classes
        self.lean = lean
        self.imports: set[str] = set()
        self.declared = {symbol.name for symbol in index.members(module)}

    def render(self) -> str:
        body: list[str] = []
        reexports: list[str] = []
        if self.module == "mindspore.common.dtype":
            body.append("class Type: ...")
        for symbol in self.index.members(self.module):
            name = symbol.name
            if keyword.iskeyword(name) or (self.module == "mindspore.common.dtype" and name == "Type"):
                continue
            if symbol.kind == MODULE:
                target = symbol.canonical if symbol.canonical in self.index.modules else ""
                if target:
                    reexports.append(_import(target, name))
            elif not _declares(self.index, self.module, symbol):
                if self._declared_elsewhere(symbol.canonical):
                    reexports.append(_import(symbol.canonical, name))
                elif symbol.public:
                    body.append(f"{name}: _t.Any")
            elif symbol.kind in (CLASS, PRIMITIVE):
                body += self.render_class(symbol)
            elif symbol.kind == FUNCTION and symbol.canonical in _DECORATORS and symbol.signatures:
                body += self.render_decorator(symbol)
            elif symbol.kind == FUNCTION:
                body += self.render_functions(name, symbol.signatures, "", ())
            elif symbol.kind == CONSTANT:
                body.append(f"{name}: {self.type(symbol.returns)}")
        lines = [_HEADER.format(version=self.index.version), "import builtins as _b", "import typing as _t"]
        lines += sorted(self.imports) + sorted(set(reexports)) + [""] + body + [""]
        return "\n".join(lines)

    def _declared_elsewhere(self, path: str) -> bool:
        module, _, name = path.rpartition(".")
        if module == self.module or module not in self.index.modules:
            return False
        found = self.index.get(path)
        return found is not None and _declares(self.index, module, found)

    def render_decorator(self, symbol: Symbol) -> list[str]:
        """A function that gives back what it decorates, with or without arguments of its own."""
        first, *others = symbol.signatures[0].parameters
        options = Signature(
            tuple(each._replace(kind=max(each.kind, KEYWORD_ONLY, key=_later)) for each in others)
        )
        rest = self.parameters(options, ())
        bare = f"{first.name}: _F" + (f", {rest}" if rest else "")
        return [
            '_F = _t.TypeVar("_F", bound=_t.Callable[..., _t.Any])',
            "@_t.overload",
            f"def {symbol.name}({bare}) -> _F: ...",
            "@_t.overload",
            f"def {symbol.name}({first.name}: None = None{', ' + rest if rest else ''}) -> _t.Callable[[_F], _F]: ...",
        ]

    def render_class(self, symbol: Symbol) -> list[str]:
        bases = [self.reference(base) for base in self.classes.bases(symbol)]
        enumeration = "enum.Enum" in symbol.bases
        foreign = [base.rpartition(".")[2] for base in symbol.bases if base.startswith("builtins.")]
        if enumeration:
            self.imports.add("import enum as _enum")
            bases.append("_enum.Enum")
        elif not bases:
            bases += [f"_b.{base}" for base in foreign if base in _FOREIGN_BASES][:1]
        lines = [f"class {symbol.name}({', '.join(bases)}):" if bases else f"class {symbol.name}:"]
        members = self._own_members(symbol)
        names = {member.name for member in members}
        if not enumeration:
            lines += self.render_functions("__init__", symbol.signatures, "    ", ("self",), returns="None")
        if symbol.call and "__call__" not in names:
            lines += self.render_functions("__call__", symbol.call, "    ", ("self",))
        for member in members:
            lines += self.render_member(symbol, member, enumeration)
        if len(lines) == 1:
            lines[0] += " ..."
        return lines

    def _own_members(self, symbol: Symbol) -> list[Symbol]:
        """Members that no declared base has: the class's own and those of bases that the stubs hide."""
        inherited = {
            path
            for base in self.classes.bases(symbol)
            if (found := self.index.get(base)) is not None
            for path in (base, *found.bases)
        }
        hidden = {symbol.canonical, *symbol.bases} - inherited
        own = []
        for member in self.index.members(symbol.path):
            owner = member.canonical.rpartition(".")[0]
            foreign = owner.split(".")[0] != "mindspore"
            if owner in hidden and not foreign and member.name not in ("__init__", "__new__", "mro"):
                own.append(member)
        return own

    def render_member(self, owner: Symbol, member: Symbol, enumeration: bool) -> list[str]:
        name = member.name
        if keyword.iskeyword(name) or not name.isidentifier():
            return []
        if owner.path == _CELL and name == "construct":
            return ["    construct: _t.Callable[..., _t.Any]"]
        if member.kind == METHOD:
            signatures = owner.call if name == "__call__" and owner.call else member.signatures
            if name == "__getattr__":
                signatures = (Signature((Parameter("name", POSITIONAL_ONLY),), ""),)
            if name == "__hash__":
                return ["    def __hash__(self) -> _b.int: ..."]
            if name in ("__eq__", "__ne__") and not owner.canonical.endswith("Tensor"):
                return [f"    def {name}(self, other: _b.object, /) -> _b.bool: ..."]
            returns = _SPECIAL_RETURNS.get(name, "")
            if owner.path == "mindspore.Tensor" and name in _OPERATORS:
                returns = "Tensor"
            return self.render_functions(
                name,
                signatures,
                "    ",
                () if member.static else ("self",),
                static=member.static,
                default_return=returns,
            )
        if enumeration and member.kind in (CONSTANT, FUNCTION) and member.public:
            return [f"    {name} = ..."]
        if member.kind == PROPERTY and not member.file:
            return [f"    {name}: {self.type(member.returns)}"]
        if member.kind in (PROPERTY, CONSTANT):
            return [f"    {name}: {self.type(member.returns)}"]
        return [f"    {name}: _t.Any"]

    def render_functions(
        self,
        name: str,
        signatures: Iterable[Signature],
        indent: str,
        first: tuple[str, ...],
        static: bool = False,
        returns: str = "",
        default_return: str = "",
    ) -> list[str]:
        signatures = list(signatures)
        if not signatures:
            result = returns or self.type(default_return)
            signatures = [
                Signature((Parameter("args", VAR_POSITIONAL), Parameter("kwargs", VAR_KEYWORD)), "")
            ]
            if name == "__init__":
                return []
        else:
            result = returns
        lines = []
        for signature in signatures:
            if len(signatures) > 1:
                lines.append(f"{indent}@_t.overload")
            if static:
                lines.append(f"{indent}@_b.staticmethod")
            given = result or self.type(signature.returns or default_return)
            lines.append(f"{indent}def {name}({self.parameters(signature, first)}) -> {given}: ...")
        return lines

    def parameters(self, signature: Signature, first: tuple[str, ...]) -> str:
        parts = list(first)
        optional = False
        starred = False
        positional_only = False
        keywords = [
            each._replace(kind=KEYWORD_ONLY, default=each.default or "...") for each in signature.keywords
        ]
        ordinary = [each for each in signature.parameters if each.kind != VAR_KEYWORD]
        last = [each for each in signature.parameters if each.kind == VAR_KEYWORD]
        used = set(first)
        for each in [*ordinary, *keywords]:
            if not each.name.isidentifier() or each.name in used:
                continue
            used.add(each.name)
            if positional_only and each.kind != POSITIONAL_ONLY:
                parts.append("/")
                positional_only = False
            if each.kind == POSITIONAL_ONLY:
                positional_only = True
            if each.kind == VAR_POSITIONAL:
                parts.append(f"*{each.name}{self.annotation(each)}")
                starred = True
                continue
            if each.kind == KEYWORD_ONLY and not starred:
                parts.append("*")
                starred = True
            name = f"{each.name}_" if keyword.iskeyword(each.name) else each.name
            text = f"{name}{self.annotation(each)}"
            if each.default is not None or (optional and not starred):
                optional = optional or not starred
                text += "=..." if self.lean else f" = {_default(each.default)}"
            parts.append(text)
        if positional_only:
            parts.append("/")
        parts += [f"**{each.name}" if self.lean else f"**{each.name}: _t.Any" for each in last]
        return ", ".join(parts)

    def annotation(self, parameter: Parameter) -> str:
        return "" if self.lean else f": {self.argument_type(parameter)}"

    def argument_type(self, parameter: Parameter) -> str:
        """The type of an argument: what is documented, its default, lists where tuples are documented and back."""
        documented = python_type(parameter.type, self._resolve)
        if not documented:
            return "_t.Any"
        strings = [each for each in parameter.choices if each[:1] in "'\""]
        parts = split_union(documented)
        if strings and len(strings) == len(parameter.choices) and "str" in parts:
            parts = [each for each in parts if each != "str"] + [f"_t.Literal[{', '.join(strings)}]"]
        parts += [
            f"list{each[5:].replace(', ...', '')}"
            for each in parts
            if re.fullmatch(r"tuple\[[^,]+, \.\.\.\]", each)
        ]
        parts += [
            f"tuple[{each[5:-1]}, ...]" for each in parts if each.startswith("list[") and each.endswith("]")
        ]
        if any(re.search(r"\b(?:list|tuple|dict|Sequence|Iterable|Callable)\b", each) for each in parts):
            # Documented containers are rarely all that is accepted.
            parts.append("Any")
        if parameter.default == "None":
            parts.append("None")
        elif parameter.default:
            parts += _type_of_default(parameter.default, parts)
        return " | ".join(dict.fromkeys(self.type(each) for each in parts))

    def type(self, text: str) -> str:
        """A type of the index as an expression of the stub."""
        if not text:
            return "_t.Any"
        if text.startswith("_t."):
            return text
        return re.sub(r"[A-Za-z_][\w.]*", lambda match: self._name(match.group()), text)

    def _name(self, name: str) -> str:
        if name in _BUILTINS:
            return f"_b.{name}"
        if name == "Callable":
            return "_t.Callable[..., _t.Any]"
        if name in ("Sequence", "Iterable", "Iterator"):
            return f"_t.{name}"
        if name in ("None", "Any"):
            return name if name == "None" else "_t.Any"
        if name == "dtype":
            return self.reference(_DTYPE)
        if name == "numpy.ndarray":
            self.imports.add("import numpy as _np")
            return "_np.ndarray"
        path = f"mindspore.{name}"
        symbol = self.index.get(path)
        if symbol is not None and symbol.canonical in self.classes.declared:
            return self.reference(symbol.canonical)
        return "_t.Any"

    def reference(self, path: str) -> str:
        """A class by its path, imported when it is declared elsewhere."""
        module, _, name = path.rpartition(".")
        if module == self.module:
            return name
        alias = "_" + path[len("mindspore.") :].replace(".", "_")
        self.imports.add(f"from {module} import {name} as {alias}")
        return alias

    def _resolve(self, name: str) -> str | None:
        """The type of a documented class name: a class of this module first, then one of ``mindspore``."""
        simple = name.rpartition(".")[2]
        for prefix in (self.module, "mindspore", "mindspore.nn", "mindspore.dataset", "mindspore.ops"):
            symbol = self.index.get(f"{prefix}.{simple}")
            if symbol is not None and symbol.canonical in self.classes.declared:
                return symbol.canonical[len("mindspore.") :]
        return None


_SPECIAL_RETURNS = {
    "__len__": "int",
    "__bool__": "bool",
    "__int__": "int",
    "__float__": "float",
    "__index__": "int",
}
_OPERATORS = frozenset(
    f"__{side}{name}__"
    for name in (
        "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift"
    )
    for side in ("", "r", "i")
) | {"__neg__", "__pos__", "__abs__", "__invert__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__getitem__"}  # fmt: skip


def _later(kind: str) -> int:
    return PARAMETER_KINDS.index(kind)


def _default(text: str | None) -> str:
    try:
        value = ast.literal_eval(text or "...")
    except (ValueError, SyntaxError):
        return "..."
    return (
        repr(value)
        if isinstance(value, (int, float, str, bool, type(None))) and repr(value) not in ("inf", "nan")
        else "..."
    )


def _type_of_default(text: str, parts: list[str]) -> list[str]:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return []
    name = type(value).__name__
    if value is ... or name not in _BUILTINS:
        return []
    literal = any(each.startswith("_t.Literal") for each in parts)
    covered = (
        name in parts or (name == "str" and literal) or any(each.startswith(f"{name}[") for each in parts)
    )
    return [] if covered or (name == "int" and "float" in parts) else [name]
