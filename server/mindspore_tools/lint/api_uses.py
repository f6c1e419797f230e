"""Names and calls of the MindSpore API in a file, resolved against the index of the analysis; the subject of the MS6xx rules.

A name counts only when every binding of it leads to the same place. What a variable holds is followed through single
assignments, inside graph functions through the values of the analysis.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import CLASS, METHOD, PRIMITIVE, PROPERTY, Parameter, Signature, Symbol
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.fragments import Fragment
from mindspore_tools.graph.names import Assignment, Import, dotted_name
from mindspore_tools.graph.values import Instance, Method, Tensor, Value
from mindspore_tools.lint.api_sites import Bound, Call, LocalScope, sites_of
from mindspore_tools.lint.finding import Severity

_DEPTH = 6


def shown(path: str) -> str:
    """A path as messages write it: without the ``mindspore.`` in front of a module."""
    short = path[len("mindspore.") :]
    return short if "." in short or short[:1].isupper() else path


@dataclass(frozen=True, eq=False)
class ApiName:
    """A name of MindSpore as it is read or imported: ``path`` in full, also when the index does not know it.

    ``guarded`` when the code provides for the name not being there.
    """

    path: str
    node: ast.expr | ast.alias
    fragment: Fragment
    guarded: bool


@dataclass(frozen=True, eq=False)
class ApiCall:
    """A call of what the index knows. ``of_instance``: an object of the class ``symbol`` is called.

    ``signatures`` are those of this call, empty when the index has none. ``guarded`` as for a name.
    """

    node: ast.Call
    fragment: Fragment
    guarded: bool
    symbol: Symbol
    of_instance: bool = False
    scope: LocalScope | None = None

    @property
    def path(self) -> str:
        """The preferred path of what is called."""
        return self.symbol.canonical or self.symbol.path

    @property
    def shown(self) -> str:
        """The name for messages."""
        return shown(self.path)

    @property
    def counted(self) -> bool:
        """Whether the number of arguments can be held against the index: operators take some that no page tells of."""
        return not self.of_instance or "mindspore.nn.Cell" in self.symbol.bases

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The ways to call it."""
        return self.symbol.call if self.of_instance else self.symbol.signatures

    def arguments(self) -> Iterable[tuple[Parameter, ast.expr]]:
        """The arguments with the parameters that they are for, as far as that is sure."""
        if len(self.signatures) != 1:
            return
        signature = self.signatures[0]
        for parameter, argument in zip(signature.parameters, self.node.args):
            if isinstance(argument, ast.Starred) or parameter.kind not in (
                "positional-only",
                "positional-or-keyword",
            ):
                break
            yield parameter, argument
        for keyword in self.node.keywords:
            found = signature.parameter(keyword.arg) if keyword.arg else None
            if found is not None:
                yield found, keyword.value


class ApiUses:
    """All uses in one snapshot. ``exact`` when the index describes the minor version that the code is for."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.source = analysis.source
        self.index = analysis.index if isinstance(analysis.index, Index) else None
        self.exact = self.index is not None and self.index.version[:2] == analysis.target.version[:2]
        self._types: dict[tuple[int, int], str | None] = {}

    @cached_property
    def names(self) -> list[ApiName]:
        """The names in source order of the fragments, imports included."""
        found: list[ApiName] = []
        roots = self._roots
        for _, fragment in self.source.fragments:
            sites = sites_of(fragment)
            for each in sites.imports:
                if each.path.startswith("mindspore."):
                    found.append(ApiName(each.path, each.node, fragment, each.guarded or each.scope.guarded))
            for root in sites.names.keys() & (roots | sites.local_imports):
                for name in sites.names[root]:
                    path = self._path(name.dotted, name.scope)
                    if path is not None and path.startswith("mindspore"):
                        found.append(ApiName(path, name.node, fragment, name.guarded or name.scope.guarded))
        return found

    @cached_property
    def calls(self) -> list[ApiCall]:
        """The calls of what the index knows."""
        if self.index is None:
            return []
        found: list[ApiCall] = []
        roots = self._roots | self._variables
        values = self._values
        for _, fragment in self.source.fragments:
            sites = sites_of(fragment)
            inferred = values.get(id(fragment))
            for root, calls in sites.calls.items():
                if (
                    root not in roots
                    and root not in sites.local_imports
                    and inferred is None
                    and not self._local(calls)
                ):
                    continue
                for call in calls:
                    resolved = self._callee(call.node.func, call.scope)
                    if resolved is None and inferred is not None:
                        resolved = self._of_value(inferred.get(call.node.func))
                    if resolved is not None:
                        symbol, of_instance = resolved
                        guarded = call.guarded or call.scope.guarded
                        found.append(ApiCall(call.node, fragment, guarded, symbol, of_instance, call.scope))
        return found

    def severity(self, call: ApiCall) -> Severity:
        """How much weighs what makes a call fail: in a branch of a graph function it may never be compiled."""
        for function in self.analysis.functions:
            if function.fragment is call.fragment:
                for node in ast.walk(function.node):
                    if isinstance(node, (ast.If, ast.IfExp, ast.While, ast.For)) and any(
                        inner is call.node for inner in ast.walk(node)
                    ):
                        return Severity.WARNING
        return Severity.ERROR

    # -- names -----------------------------------------------------------------------------------------------------

    @cached_property
    def _roots(self) -> set[str]:
        """Names of the file's top level behind which MindSpore may be."""
        found = set()
        for name, bindings in self.source.names.bindings.items():
            if any(
                isinstance(each, Import) and each.path.partition(".")[0] == "mindspore" for each in bindings
            ):
                found.add(name)
        for name, bindings in self.source.names.bindings.items():
            if len(bindings) == 1 and isinstance(bindings[0], Assignment) and bindings[0].value is not None:
                alias = dotted_name(bindings[0].value)
                if alias and alias.partition(".")[0] in found:
                    found.add(name)
        if any(star.partition(".")[0] == "mindspore" for star in self.source.names.stars):
            bound = self.source.names.bindings
            for _, fragment in self.source.fragments:
                found.update(name for name in sites_of(fragment).names if name not in bound)
        return found

    @cached_property
    def _variables(self) -> set[str]:
        """Names of the file's top level that are assigned once, from a call."""
        return {
            name
            for name, bindings in self.source.names.bindings.items()
            if len(bindings) == 1
            and isinstance(bindings[0], Assignment)
            and isinstance(bindings[0].value, ast.Call)
        }

    @staticmethod
    def _local(calls: list[Call]) -> bool:
        """Whether a call begins with a local variable whose one assignment can be followed."""
        for call in calls:
            node: ast.expr = call.node
            while isinstance(node, (ast.Attribute, ast.Call)):
                node = node.value if isinstance(node, ast.Attribute) else node.func
            found = call.scope.lookup(node.id) if isinstance(node, ast.Name) else None
            if found and len(found[0]) == 1 and isinstance(found[0][0], (ast.Call, ast.Attribute, ast.Name)):
                return True
        return False

    def _path(self, dotted: str, scope: LocalScope) -> str | None:
        """The full name behind a dotted name where it stands; None unless all its bindings agree."""
        first, _, rest = dotted.partition(".")
        local = scope.lookup(first)
        if local is not None:
            bound: set[Bound] = set(local[0])
            path = bound.pop() if len(bound) == 1 else None
            if not isinstance(path, str):
                alias = dotted_name(path) if isinstance(path, ast.expr) else None
                if alias is None or alias.partition(".")[0] == first:
                    return None
                path = self._path(alias, local[1])
            if path is None:
                return None
            return f"{path}.{rest}" if rest else path
        bindings = self.source.names.bindings.get(first)
        if bindings and (len(bindings) > 1 and len(set(bindings)) > 1):
            return None
        return self.source.resolve(dotted, self.index)

    # -- what is called --------------------------------------------------------------------------------------------

    def _callee(self, node: ast.expr, scope: LocalScope, depth: int = 0) -> tuple[Symbol, bool] | None:
        """What an expression that is called stands for, and whether it is an object of it."""
        assert self.index is not None
        dotted = dotted_name(node)
        if dotted is not None:
            path = self._path(dotted, scope)
            if path is not None:
                symbol = self.index.get(path) if path.startswith("mindspore.") else None
                if symbol is None or (symbol.kind == METHOD and not symbol.static):
                    return None
                return symbol, False
        if isinstance(node, ast.Attribute):
            owner = self._type(node.value, scope, depth)
            member = self.index.get(f"{owner}.{node.attr}") if owner else None
            return (member, False) if member is not None else None
        owner = self._type(node, scope, depth)
        symbol = self.index.get(owner) if owner else None
        return (symbol, True) if symbol is not None else None

    def _type(self, node: ast.expr, scope: LocalScope, depth: int = 0) -> str | None:
        """The path of the class that an expression is an object of, where that is sure."""
        assert self.index is not None
        if depth > _DEPTH:
            return None
        if isinstance(node, ast.Name):
            local = scope.lookup(node.id)
            if local is not None:
                bound, where = local
                value = bound[0] if len(bound) == 1 else None
                return self._type(value, where, depth + 1) if isinstance(value, ast.Call) else None
            bindings = self.source.names.bindings.get(node.id, [])
            if len(bindings) == 1 and isinstance(bindings[0], Assignment):
                made = bindings[0].value
                return self._type(made, LocalScope(None), depth + 1) if isinstance(made, ast.Call) else None
            return None
        if not isinstance(node, ast.Call):
            return None
        callee = self._callee(node.func, scope, depth + 1)
        if callee is None:
            return None
        symbol, of_instance = callee
        if of_instance:
            returns = {signature.returns for signature in symbol.call}
            return self._class(returns.pop()) if len(returns) == 1 else None
        if symbol.kind in (CLASS, PRIMITIVE):
            return symbol.canonical or symbol.path
        return self._class(symbol.returns) if symbol.kind != PROPERTY else None

    def _class(self, returns: str) -> str | None:
        return f"mindspore.{returns}" if returns == "Tensor" else None

    @cached_property
    def _values(self) -> dict[int, dict[ast.expr, Value]]:
        """The values of the expressions of graph functions, by fragment."""
        found: dict[int, dict[ast.expr, Value]] = {}
        for function in self.analysis.functions:
            found.setdefault(id(function.fragment), {}).update(function.values)
        return found

    def _of_value(self, value: Value | None) -> tuple[Symbol, bool] | None:
        assert self.index is not None
        if isinstance(value, Method):
            owner = value.owner
            if isinstance(owner, Tensor) and owner.assumed:
                return None
            symbol = self.index.get(value.path) if value.path else None
            return (symbol, False) if symbol is not None else None
        if isinstance(value, Instance) and value.class_name:
            symbol = self.index.get(value.class_name)
            return (symbol, True) if symbol is not None else None
        return None


_known: WeakKeyDictionary[Analysis, ApiUses] = WeakKeyDictionary()


def uses_of(analysis: Analysis) -> ApiUses:
    """The uses in the snapshot of an analysis, found once."""
    found = _known.get(analysis)
    if found is None:
        found = _known[analysis] = ApiUses(analysis)
    return found
