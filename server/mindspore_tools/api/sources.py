"""Facts that only the source of MindSpore tells: where names are defined, what a layer stores on itself, which values a
validator lets through.

Files are parsed, never imported.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Union

Definition = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef]


@dataclass(frozen=True)
class Attribute:
    """A public attribute that a class assigns to its instances. ``value`` is the expression assigned."""

    name: str
    line: int
    value: ast.expr


@dataclass(frozen=True)
class Checks:
    """What the body of a function demands of its parameters: allowed values as source text, intervals of numbers."""

    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: dict[str, str] = field(default_factory=dict)


class SourceModule:
    """One parsed file; an unreadable one is empty."""

    def __init__(self, path: Path) -> None:
        try:
            self.tree = ast.parse(path.read_bytes())
        except (OSError, SyntaxError, ValueError):
            self.tree = ast.Module(body=[], type_ignores=[])

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """Functions and classes by qualified name; the last one of a name wins, as at run time."""
        found: dict[str, Definition] = {}

        def visit(body: list[ast.stmt], prefix: str) -> None:
            for node in body:
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    found[prefix + node.name] = node
                    visit(
                        node.body,
                        f"{prefix}{node.name}."
                        if isinstance(node, ast.ClassDef)
                        else f"{prefix}{node.name}.<locals>.",
                    )
                elif isinstance(node, (ast.If, ast.Try, ast.With, ast.For)):
                    visit(node.body, prefix)
                    visit(getattr(node, "orelse", []), prefix)

        visit(self.tree.body, "")
        return found

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        """What names are assigned at the top of the module."""
        found: dict[str, ast.expr] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found[target.id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
                found[node.target.id] = node.value
        return found

    @cached_property
    def assignments(self) -> dict[str, int]:
        """The first line on which a name of the module is assigned or imported."""
        found: dict[str, int] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, node.lineno)
        return found

    def function(self, qualname: str, line: int = 0) -> ast.FunctionDef | None:
        """A function by its qualified name or, when decorators hide that, by the line of its code."""
        node = self.definitions.get(qualname)
        if isinstance(node, ast.FunctionDef):
            return node
        for each in self.definitions.values():
            if isinstance(each, ast.FunctionDef) and line:
                first = min([each.lineno] + [decorator.lineno for decorator in each.decorator_list])
                if first <= line <= each.body[0].lineno and qualname.rsplit(".", 1)[-1] == each.name:
                    return each
        return None

    def attributes(self, class_qualname: str) -> list[Attribute]:
        """Public attributes assigned to ``self`` in ``__init__``, in order, each once."""
        node = self.definitions.get(f"{class_qualname}.__init__")
        if not isinstance(node, ast.FunctionDef) or not node.args.args:
            return []
        own = node.args.args[0].arg
        found: dict[str, Attribute] = {}
        for statement in ast.walk(node):
            targets: list[ast.expr] = []
            value: ast.expr | None = None
            if isinstance(statement, ast.Assign):
                targets, value = statement.targets, statement.value
            elif isinstance(statement, ast.AnnAssign):
                targets, value = [statement.target], statement.value
            for target in targets:
                if (
                    isinstance(target, ast.Attribute)
                    and isinstance(target.value, ast.Name)
                    and target.value.id == own
                    and not target.attr.startswith("_")
                    and value is not None
                ):
                    known = found.get(target.attr)
                    if (
                        known is None
                        or _is_none(known.value)
                        or (known.line > target.lineno and not _is_none(value))
                    ):
                        found[target.attr] = Attribute(target.attr, target.lineno, value)
        return list(found.values())

    def checks(self, function: ast.FunctionDef) -> Checks:
        """The choices and ranges that the statements of a function check its own parameters against."""
        arguments = function.args
        names = {each.arg for each in arguments.posonlyargs + arguments.args + arguments.kwonlyargs}
        choices: dict[str, list[str]] = {}
        ranges: dict[str, str] = {}
        local: dict[str, ast.expr] = {
            target.id: statement.value
            for statement in function.body
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Name) and isinstance(statement.value, (ast.List, ast.Tuple, ast.Set))
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                self._checked_by_validator(node, names, local, choices, ranges)
            elif isinstance(node, ast.If) and any(isinstance(each, ast.Raise) for each in node.body):
                self._checked_by_test(node.test, names, local, choices)
        return Checks({name: tuple(dict.fromkeys(values)) for name, values in choices.items()}, ranges)

    @cached_property
    def setter_checks(self) -> Checks:
        """What methods ``set_x(self, x)`` of this file demand, by ``x``: they take the keywords of a ``set_context``."""
        choices: dict[str, tuple[str, ...]] = {}
        ranges: dict[str, str] = {}
        for name, node in self.definitions.items():
            last = name.rsplit(".", 1)[-1]
            if (
                not last.startswith("set_")
                or not isinstance(node, ast.FunctionDef)
                or len(node.args.args) != 2
            ):
                continue
            checks = self.checks(node)
            for found in checks.choices.values():
                choices[last[len("set_") :]] = found
            for interval in checks.ranges.values():
                ranges[last[len("set_") :]] = interval
        return Checks(choices, ranges)

    def _values(self, node: ast.expr, local: dict[str, ast.expr]) -> list[str] | None:
        """The literals of a list, tuple or set, also by the name of a constant; None if there is anything else."""
        if isinstance(node, ast.Name):
            node = local.get(node.id) or self.constants.get(node.id) or node
        if not isinstance(node, (ast.List, ast.Tuple, ast.Set)) or not node.elts:
            return None
        found = []
        for element in node.elts:
            if not isinstance(element, ast.Constant) or not isinstance(element.value, (str, int)):
                return None
            found.append(repr(element.value))
        return found

    def _checked_by_validator(
        self,
        node: ast.Call,
        names: set[str],
        local: dict[str, ast.expr],
        choices: dict[str, list[str]],
        ranges: dict[str, str],
    ) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id not in names:
            return
        name = node.args[0].id
        if called == "check_string" and len(node.args) > 1:
            values = self._values(node.args[1], local)
            if values:
                choices.setdefault(name, []).extend(values)
        elif called in _RANGES:
            ranges[name] = _RANGES[called]
        elif called in ("check_float_range", "check_int_range") and len(node.args) > 3:
            low, high = _number(node.args[1]), _number(node.args[2])
            sides = _SIDES.get(getattr(node.args[3], "attr", getattr(node.args[3], "id", "")))
            if low and high and sides:
                ranges[name] = f"{sides[0]}{low}, {high}{sides[1]}"

    def _checked_by_test(
        self, test: ast.expr, names: set[str], local: dict[str, ast.expr], choices: dict[str, list[str]]
    ) -> None:
        unequal = _unequal(test)
        if unequal and unequal[0] in names:
            choices.setdefault(unequal[0], []).extend(unequal[1])
        elif (
            isinstance(test, ast.Compare)
            and len(test.ops) == 1
            and isinstance(test.ops[0], ast.NotIn)
            and isinstance(test.left, ast.Name)
            and test.left.id in names
        ):
            values = self._values(test.comparators[0], local)
            if values:
                choices.setdefault(test.left.id, []).extend(values)


_RANGES = {
    "check_positive_int": "[1, inf)",
    "check_non_negative_int": "[0, inf)",
    "check_positive_float": "(0, inf)",
    "check_non_negative_float": "[0, inf)",
}
_SIDES = {"INC_NEITHER": "()", "INC_LEFT": "[)", "INC_RIGHT": "(]", "INC_BOTH": "[]"}


def _unequal(test: ast.expr) -> tuple[str, list[str]] | None:
    """(name, values) of ``name != A and name != "b"``; values are literals or names of constants as source text."""
    if not isinstance(test, ast.BoolOp) or not isinstance(test.op, ast.And):
        return None
    name, values = "", []
    for part in test.values:
        if (
            not isinstance(part, ast.Compare)
            or not isinstance(part.left, ast.Name)
            or len(part.ops) != 1
            or not isinstance(part.ops[0], ast.NotEq)
            or name not in ("", part.left.id)
        ):
            return None
        name, value = part.left.id, part.comparators[0]
        if isinstance(value, ast.Constant) and isinstance(value.value, (str, int)):
            values.append(repr(value.value))
        elif isinstance(value, ast.Name) and value.id.isupper():
            values.append(value.id)
        else:
            return None
    return name, values


def _number(node: ast.expr) -> str:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return ""
    return repr(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def deprecated_by_decorator(node: Definition) -> tuple[str, str] | None:
    """(version, replacement) of a ``@deprecated("2.0", "ops.X", ...)`` decorator, or None."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call):
            name = (
                decorator.func.attr
                if isinstance(decorator.func, ast.Attribute)
                else getattr(decorator.func, "id", "")
            )
            if name == "deprecated":
                values = [
                    each.value if isinstance(each, ast.Constant) else None for each in decorator.args[:2]
                ]
                values += [None] * (2 - len(values))
                return str(values[0] or ""), str(values[1] or "")
    return None


class Sources:
    """The files of one installed package, each parsed once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, SourceModule] = {}

    def module(self, file: str) -> SourceModule:
        """The parsed file; ``file`` is relative to the directory that holds the package."""
        if file not in self._modules:
            self._modules[file] = SourceModule(self.root / file)
        return self._modules[file]
