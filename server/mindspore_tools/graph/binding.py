"""Which names are bound where they are read, as the compiler's parser sees it.

The parser looks at every statement, whether it will ever run or not: a name must be bound on all ways that lead to where it is
read, also when a condition is a constant. Only conditions on attributes of ``self`` (and on local flags) are decided
while parsing, by the newer compilers. A nested function sees the names as they are where it is defined.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from mindspore_tools.graph.events import Unbound


@dataclass(frozen=True)
class Missing:
    """Why a name may not be bound: ``statement`` binds it on one way only."""

    statement: ast.AST
    reason: str
    foldable: bool


# What a name is at a point: True when bound, Missing otherwise; an unlisted name is not bound on any way.
Names = dict[str, "bool | Missing"]


@dataclass
class _Loop:
    breaks: list[Names]
    continues: list[Names]


class Folded:
    """A condition that the newer compilers decide while parsing; ``outcome`` is None when it is not known which way."""

    def __init__(self, outcome: bool | None) -> None:
        self.outcome = outcome


class Binder:
    """Walks one function with all that is nested in it; ``events`` are the names read without being bound for sure.

    ``known`` says whether a name means something outside the function; ``fold`` how the parser decides a condition,
    None when it does not. ``skipped`` are the statements that the newer compilers leave out: branches
    found false while parsing, and what follows a ``return``.
    """

    def __init__(self, known: Callable[[str], bool], fold: Callable[[ast.expr], Folded | None]) -> None:
        self.known = known
        self.fold = fold
        self.events: list[Unbound] = []
        self.skipped: list[ast.stmt] = []
        self._locals: set[str] = set()
        self._loops: list[_Loop] = []
        self._foldable = False

    def run(
        self, function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, outer: Names | None = None
    ) -> None:
        """Check a function; ``outer`` are the names around a nested one where it is defined."""
        names: Names = dict(outer or {})
        names.update(dict.fromkeys(parameter_names(function.args), True))
        if isinstance(function, ast.Lambda):
            self._read(function.body, names)
            return
        outside, loops = self._locals, self._loops
        self._locals = outside | bound_names(function.body)
        self._loops = []
        for name in bound_names(function.body) - set(parameter_names(function.args)):
            names.pop(name, None)  # its own names hide those around it
        self._block(function.body, names)
        self._locals, self._loops = outside, loops

    # -- statements ------------------------------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt], names: Names) -> Names | None:
        """The names after the statements, None when control does not get there."""
        current: Names | None = names
        for number, statement in enumerate(body):
            if current is None:
                self.skipped.extend(body[number:])
                break
            current = self._statement(statement, current)
        return current

    def _statement(self, node: ast.stmt, names: Names) -> Names | None:
        if isinstance(node, ast.If):
            return self._if(node, names)
        if isinstance(node, (ast.For, ast.While)):
            return self._loop(node, names)
        if isinstance(node, (ast.Return, ast.Raise)):
            for part in ast.iter_child_nodes(node):
                self._read(part, names)
            return None
        if isinstance(node, (ast.Break, ast.Continue)):
            if self._loops:
                loop = self._loops[-1]
                (loop.breaks if isinstance(node, ast.Break) else loop.continues).append(names)
            return None
        if isinstance(node, ast.FunctionDef):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    self._read(default, names)
            self.run(node, {**names, node.name: True})
            return {**names, node.name: True}
        if isinstance(node, ast.With):
            for item in node.items:
                self._read(item.context_expr, names)
                if item.optional_vars is not None:
                    names = self._bind(item.optional_vars, names)
            return self._block(node.body, names)
        if isinstance(node, ast.Assign):
            self._read(node.value, names)
            for target in node.targets:
                names = self._bind(target, names)
            return names
        if isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name):
                self._name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target), names)
            self._read(node.value, names)
            return self._bind(node.target, names)
        if isinstance(node, ast.AnnAssign):
            if node.value is None:
                return names
            self._read(node.value, names)
            return self._bind(node.target, names)
        if isinstance(node, (ast.Expr, ast.Assert)):
            for part in ast.iter_child_nodes(node):
                self._read(part, names)
            return names
        return {**names, **dict.fromkeys(bound_names([node]), True)}

    def _if(self, node: ast.If, names: Names) -> Names | None:
        folded = self.fold(node.test)
        self._read(node.test, names)
        ends = []
        for way, body in ((True, node.body), (False, node.orelse)):
            left_out = folded is not None and folded.outcome is not way
            if folded is not None and folded.outcome is (not way):
                self.skipped.extend(body)
            before, self._foldable = self._foldable, self._foldable or left_out
            ends.append(self._block(body, dict(names)))
            self._foldable = before
        if_true, if_false = ends
        if if_true is None or if_false is None:
            return if_false if if_true is None else if_true
        return self._meet(node, if_true, if_false, ("false branch", "true branch"), folded is not None)

    def _meet(
        self, node: ast.If, left: Names, right: Names, reasons: tuple[str, str], foldable: bool
    ) -> Names:
        met: Names = {}
        for name in {**left, **right}:
            one, two = left.get(name), right.get(name)
            if one is True and two is True:
                met[name] = True
            elif isinstance(one, Missing) or isinstance(two, Missing):
                missing = one if isinstance(one, Missing) else two
                assert isinstance(missing, Missing)
                statement = node if node.orelse == [missing.statement] else missing.statement
                met[name] = Missing(statement, missing.reason, missing.foldable or foldable)
            else:
                met[name] = Missing(node, reasons[0] if two is None else reasons[1], foldable)
        return met

    def _loop(self, node: ast.For | ast.While, names: Names) -> Names | None:
        kind = "for" if isinstance(node, ast.For) else "while"
        self._read(node.iter if isinstance(node, ast.For) else node.test, names)
        loop = _Loop([], [])
        self._loops.append(loop)
        inside = self._bind(node.target, dict(names)) if isinstance(node, ast.For) else dict(names)
        end = self._block(node.body, inside)
        self._loops.pop()
        after: Names = dict(names)
        for state in [*loop.continues, *([end] if end is not None else []), *loop.breaks]:
            for name in state:
                if name not in after:
                    after[name] = Missing(node, kind, False)
        return after

    def _bind(self, target: ast.expr, names: Names) -> Names:
        if isinstance(target, ast.Name):
            return {**names, target.id: True}
        if isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                names = self._bind(part, names)
        elif isinstance(target, ast.Starred):
            names = self._bind(target.value, names)
        elif isinstance(target, (ast.Attribute, ast.Subscript)):
            self._read(target, names)
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                return {**names, target.value.id: True}
        return names

    # -- expressions -----------------------------------------------------------------------------------------------

    def _read(self, node: ast.AST, names: Names) -> None:
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self._name(node, names)
        elif isinstance(node, ast.Lambda):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    self._read(default, names)
            self.run(node, names)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            inner = dict(names)
            for generator in node.generators:
                self._read(generator.iter, inner)
                inner = self._bind(generator.target, inner)
                for condition in generator.ifs:
                    self._read(condition, inner)
            for part in [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]:
                self._read(part, inner)
        elif isinstance(node, ast.NamedExpr):
            self._read(node.value, names)
            names[node.target.id] = True
        else:
            for child in ast.iter_child_nodes(node):
                self._read(child, names)

    def _name(self, node: ast.Name, names: Names) -> None:
        state = names.get(node.id)
        if state is True or self.known(node.id):
            return
        if isinstance(state, Missing):
            foldable = state.foldable or self._foldable
            self.events.append(Unbound(node.id, node, state.statement, state.reason, foldable))
        else:
            reason = "later" if node.id in self._locals else "nowhere"
            self.events.append(Unbound(node.id, node, node, reason, self._foldable))
        names[node.id] = True


def parameter_names(arguments: ast.arguments) -> Iterator[str]:
    """The names of all parameters."""
    for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        yield parameter.arg
    for rest in (arguments.vararg, arguments.kwarg):
        if rest is not None:
            yield rest.arg


def bound_names(body: Iterable[ast.stmt]) -> set[str]:
    """The names that statements bind in their own scope; names declared global are left out."""
    found: set[str] = set()
    free: set[str] = set()
    stack: list[ast.AST] = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
            continue
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((alias.asname or alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            free.update(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        stack.extend(ast.iter_child_nodes(node))
    return found - free
