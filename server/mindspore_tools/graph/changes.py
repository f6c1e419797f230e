"""Changes of objects, and bindings of names, that the compiled program does not see as Python would.

In Python a name is a label on an object: a list appended to, a tensor written to through one name is seen changed through
every other. The compiler gives each change a new value and puts it under the one name that the change was written with.
So it is lost to other names of the same object, to a caller, and to objects that outlive the call. And a nested function sees
its enclosing names as they were when it was defined.

Functions are followed in execution order, into the functions of the workspace that they call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from mindspore_tools.graph.places import (
    NOTHING,
    Bound,
    Closure,
    Heap,
    LateBinding,
    LostChange,
    Place,
    Reason,
    State,
    free_names,
    overlap,
    root_name,
)
from mindspore_tools.graph.values import UNKNOWN, Dict, Function, Instance, Sequence, Tensor, Unknown, Value

if TYPE_CHECKING:
    from mindspore_tools.graph.analysis import Analysis

MAX_DEPTH = 6
MAX_STEPS = 5_000

LIST_METHODS = frozenset({"append", "extend", "insert", "reverse", "clear", "pop", "remove", "sort"})
DICT_METHODS = frozenset({"update", "setdefault", "pop", "popitem", "clear"})
# Expression statements that the compiler turns into assignments (parse_expr_statement_white_list); and `pop`.
REBOUND = frozenset({"append", "insert", "clear", "reverse", "extend", "update", "pop"})
VIEWS = frozenset(
    (
        *(
            "T",
            "mT",
            "t",
            "view",
            "view_as",
            "reshape",
            "reshape_as",
            "ravel",
            "flatten",
            "transpose",
            "permute",
        ),
        *("swapaxes", "swapdims", "squeeze", "unsqueeze", "expand_dims", "narrow", "select", "diagonal"),
        *("expand", "expand_as", "broadcast_to", "chunk", "split", "unbind"),
    )
)
_followed: WeakKeyDictionary[Analysis, Tracker] = WeakKeyDictionary()
IN_PLACE_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)


def followed(analysis: Analysis) -> Tracker:
    """All graph functions of an analysis, followed; done once for each analysis."""
    known = _followed.get(analysis)
    if known is None:
        values: dict[ast.expr, Value] = {}
        for function in analysis.functions:
            values.update(function.values)
        known = _followed[analysis] = Tracker(lambda node: values.get(node, UNKNOWN))
        for function in analysis.functions:
            if function.reason != "called" and function.capture_mode == "ast":
                receiver = Instance() if "." in function.name else None
                known.follow(Function(function.node, function.fragment, analysis.source, receiver))
    return known


class Tracker:
    """Follows graph functions. ``changes`` and ``late`` are what it found."""

    def __init__(self, value_of: Callable[[ast.expr], Value]) -> None:
        self.value_of = value_of
        self.heap = Heap()
        self.numbers = count()
        self.steps = 0
        self._changes: dict[tuple[ast.AST, Reason], LostChange] = {}
        self._late: dict[ast.Name, LateBinding] = {}

    @property
    def changes(self) -> list[LostChange]:
        """Each lost change, once for each reason."""
        return list(self._changes.values())

    @property
    def late(self) -> list[LateBinding]:
        """The names that nested functions see too old."""
        return list(self._late.values())

    def follow(self, function: Function) -> None:
        """Follow a function that is compiled by itself."""
        self.steps = 0
        arguments = function.node.args
        parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        names = {name: Bound(frozenset({(f"argument {name}",)})) for name in parameters}
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                names[rest.arg] = NOTHING
        if function.receiver is not None and parameters:
            names[parameters[0]] = Bound(frozenset({("self",)}))
        Run(self, function, State(names), ()).body()

    def report_change(self, change: LostChange) -> None:
        """Keep a change, once for each reason."""
        self._changes.setdefault((change.node, change.reason), change)

    def report_late(self, closure: Closure) -> None:
        """A nested function is called now: keep the names that were bound anew since it was defined."""
        function = closure.run.function
        for read in free_names(closure.node):
            if closure.is_late(read.id):
                self._late.setdefault(read, LateBinding(read, function.fragment, function.source))


class Run:
    """One pass through a function's body: ``callers`` are the runs that led here, ``around`` the one that defined it."""

    def __init__(
        self,
        tracker: Tracker,
        function: Function,
        state: State,
        callers: tuple[Run, ...],
        around: Run | None = None,
    ) -> None:
        self.tracker = tracker
        self.heap = tracker.heap
        self.function = function
        self.state = state
        self.callers = callers
        self.around = around
        self.number = next(tracker.numbers)
        self.turns: list[int] = []
        self.iterated: list[tuple[ast.AST, frozenset[Place]]] = []
        self.globals: set[str] = set()
        self.returned = NOTHING
        self.alive = True

    def body(self) -> Bound:
        """Run the whole function; gives what it returns."""
        node = self.function.node
        if isinstance(node, ast.Lambda):
            return self.evaluate(node.body)
        self.run(node.body)
        return self.returned

    # -- statements ------------------------------------------------------------------------------------------------

    def run(self, statements: Iterable[ast.stmt]) -> None:
        """Run statements until one leaves."""
        for statement in statements:
            self.tracker.steps += 1
            if not self.alive or self.tracker.steps > MAX_STEPS:
                return
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Run one statement."""
        if isinstance(node, ast.Assign):
            value = self.evaluate(node.value, statement=node)
            for target in node.targets:
                self.assign(target, node.value, value, node)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.assign(node.target, node.value, self.evaluate(node.value), node)
        elif isinstance(node, ast.AugAssign):
            self.augmented(node)
        elif isinstance(node, ast.Expr):
            self.evaluate(node.value, statement=node)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self.returned |= self.evaluate(node.value)
            self.alive = False
        elif isinstance(node, ast.If):
            self.evaluate(node.test)
            self.either(node.body, node.orelse)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            self.loop(node)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                value = self.evaluate(item.context_expr)
                if item.optional_vars is not None:
                    self.assign(item.optional_vars, item.context_expr, value, node)
            self.run(node.body)
        elif isinstance(node, ast.FunctionDef):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    self.evaluate(default)
            self.bind(node.name, self.closure(node))
        elif isinstance(node, ast.Global):
            self.globals.update(node.names)
        elif isinstance(node, (ast.Break, ast.Continue, ast.Raise)):
            self.alive = False
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.evaluate(child)

    def either(self, first: list[ast.stmt], second: list[ast.stmt]) -> None:
        """Run both arms of a branch."""
        start = self.state
        ends = []
        for block in (first, second):
            self.state, self.alive = start.copy(), True
            self.run(block)
            if self.alive:
                ends.append(self.state)
        self.alive = bool(ends)
        self.state = ends[0] if ends else start
        for other in ends[1:]:
            self.state.join(other)

    def loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        """Run a loop's body twice: the second turn sees what the first has done."""
        iterated = NOTHING if isinstance(node, ast.While) else self.evaluate(node.iter)
        before = self.state.copy()
        self.iterated.append((node, iterated.places))
        for turn in (1, 2):
            self.turns.append(turn)
            if isinstance(node, ast.While):
                self.evaluate(node.test)
            else:
                self.assign(node.target, None, self.heap.part(iterated, "[]"), node)
            self.run(node.body)
            self.alive = True
            self.turns.pop()
        self.iterated.pop()
        self.state.join(before)
        self.run(node.orelse)

    # -- binding ---------------------------------------------------------------------------------------------------

    def bind(self, name: str, value: Bound) -> None:
        """A name is given a value."""
        if name not in self.globals:
            self.state.names[name] = value
            self.state.versions[name] = frozenset({next(self.tracker.numbers)})

    def assign(self, target: ast.expr, value_node: ast.expr | None, value: Bound, statement: ast.AST) -> None:
        """A target of an assignment, loop or ``with`` is given a value."""
        if isinstance(target, ast.Name):
            if value_node is not None and self.kind(value_node) == "parameter":
                self.heap.kinds.update(dict.fromkeys(value.places, "parameter"))
            self.bind(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            literal = isinstance(value_node, (ast.Tuple, ast.List)) and len(value_node.elts) == len(
                target.elts
            )
            for number, element in enumerate(target.elts):
                part = value_node.elts[number] if literal else None  # type: ignore[union-attr]
                bound = (
                    self.heap.part(value, f"[{number}]") if part is None else self.evaluate(part, quiet=True)
                )
                self.assign(element, part, bound, statement)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, None, NOTHING, statement)
        elif isinstance(target, ast.Subscript):
            self.evaluate(target.slice)
            kind = self.kind(target.value)
            if not kind and isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str):
                kind = "dict"
            self.change(statement, target.value, "setitem", kind, value_node)
            self.heap.hold(self.evaluate(target.value, quiet=True), value)

    def augmented(self, node: ast.AugAssign) -> None:
        """``x += y``: changes a list in place, and in the compiled program a tensor too."""
        target = node.target
        self.evaluate(node.value)
        if isinstance(target, ast.Subscript):
            self.evaluate(target.slice)
            self.change(node, target.value, "setitem", self.kind(target.value), node.value)
        elif isinstance(target, ast.Name) and target.id not in self.globals:
            kind = self.kind(target) or self.kind(node.value)
            if kind == "list":
                self.change(node, target, "+=", kind, node.value)
                self.bind(target.id, self.evaluate(target, quiet=True))
            elif kind in ("tensor", "parameter") and isinstance(node.op, IN_PLACE_OPERATORS):
                held = {self.heap.kinds.get(place) for place in self.lookup(target.id).places}
                self.change_in_place(node, target, "+=", "parameter" if "parameter" in held else kind)
                self.bind(target.id, self.made(node, "tensor"))
            else:
                self.bind(target.id, self.joined(node, target, node.value))

    # -- changes ---------------------------------------------------------------------------------------------------

    def change(
        self,
        node: ast.AST,
        target: ast.expr,
        operation: str,
        kind: str,
        value: ast.expr | None,
        reason: Reason = Reason.OTHER_NAME,
    ) -> None:
        """An object is changed: other names do not see it, and with a reason of its own nor does the name itself."""
        bound = self.evaluate(target, quiet=True)
        name = root_name(target)
        change = self.lost(node, target, operation, kind, reason, value)
        for place in bound.places:
            owner, _, owned = place[0].partition(" ")
            if owner == "self" and len(place) > 1:
                owned = "self." + place[1]
            elif owner not in ("global", "argument", "default"):
                continue
            outer = Reason.DEFAULT if owner == "default" else Reason.OUTLIVES
            self.tracker.report_change(replace(change, reason=outer, owner=owner, name=owned))
        repeated = any(len(place) > 1 and place[:1] in self.heap.repeated for place in bound.places)
        self.mark(change, bound.places, name if reason is Reason.OTHER_NAME and not repeated else "")
        if self.around is not None:
            why = Reason.NESTED if reason is Reason.OTHER_NAME else reason
            self.around.mark(replace(change, reason=why), bound.places, "")
        for caller in self.callers:
            if caller is not self.around:
                why = Reason.CALLER if reason is Reason.OTHER_NAME else reason
                caller.mark(replace(change, reason=why), bound.places, "")
        for loop, places in self.iterated:
            if any(len(a) == len(b) and overlap(a, b) for a in places for b in bound.places):
                self.tracker.report_change(replace(change, node=loop, reason=Reason.ITERATED))

    def change_in_place(self, node: ast.AST, target: ast.expr, operation: str, kind: str) -> None:
        """A tensor is changed by the compiled program and not in eager mode: other names see what they should not."""
        places = frozenset(place for place in self.evaluate(target, quiet=True).places if len(place) == 1)
        change = self.lost(node, target, operation, kind, Reason.IN_PLACE, None)
        if kind == "parameter":
            self.tracker.report_change(change)
        self.mark(change, places, change.name if isinstance(node, ast.AugAssign) else "", whole=True)
        for run in self.callers:
            run.mark(change, places, "", whole=True)

    def lost(
        self,
        node: ast.AST,
        target: ast.expr,
        operation: str,
        kind: str,
        reason: Reason,
        value: ast.expr | None,
    ) -> LostChange:
        function = self.function
        return LostChange(
            node,
            function.fragment,
            function.source,
            reason,
            operation,
            kind,
            root_name(target),
            target,
            value,
        )

    def mark(
        self, change: LostChange, places: frozenset[Place], except_for: str, whole: bool = False
    ) -> None:
        """Let every name that shares the object know; with ``whole``, not those of its parts or holders."""
        for name, bound in self.state.names.items():
            if name == except_for:
                continue
            if whole:
                shares = not places.isdisjoint(bound.places)
            else:
                reach = self.heap.reachable(bound.places)
                inside = change.kind in ("tensor", "")  # a part of a tensor is a view of it
                shares = any(
                    overlap(place, other) and (inside or len(other) <= len(place))
                    for place in places
                    for other in reach
                )
            if shares:
                self.state.names[name] = Bound(bound.places, bound.stale | {change})

    # -- expressions -----------------------------------------------------------------------------------------------

    def evaluate(self, node: ast.expr, statement: ast.stmt | None = None, quiet: bool = False) -> Bound:
        """What an expression stands for; ``statement`` is what it is the whole of.

        A name read that should show a change is reported, unless ``quiet``.
        """
        if isinstance(node, ast.Name):
            bound = self.lookup(node.id)
            if not quiet:
                for change in bound.stale:
                    self.tracker.report_change(replace(change, read=node))
            return bound
        if isinstance(node, ast.Attribute):
            bound = self.evaluate(node.value, quiet=quiet)
            if node.attr in VIEWS:
                return bound if self.kind(node.value) == "tensor" else NOTHING
            return self.heap.part(bound, node.attr)
        if isinstance(node, ast.Subscript):
            return self.subscript(node, quiet)
        if isinstance(node, ast.Call):
            return self.call(node, statement, quiet)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            made = self.made(node, type(node).__name__.lower())
            for element in ast.iter_child_nodes(node):
                if isinstance(element, ast.expr):
                    self.heap.hold(made, self.evaluate(element, quiet=quiet))
            return made
        if isinstance(node, ast.IfExp):
            self.evaluate(node.test, quiet=quiet)
            return self.evaluate(node.body, quiet=quiet) | self.evaluate(node.orelse, quiet=quiet)
        if isinstance(node, ast.BoolOp):
            result = NOTHING
            for operand in node.values:
                result |= self.evaluate(operand, quiet=quiet)
            return result
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            return self.comprehension(node)
        if isinstance(node, ast.Lambda):
            return self.closure(node)
        if isinstance(node, ast.Starred):
            return self.evaluate(node.value, quiet=quiet)
        if isinstance(node, ast.NamedExpr):
            bound = self.evaluate(node.value, quiet=quiet)
            self.assign(node.target, node.value, bound, node)
            return bound
        if isinstance(node, ast.BinOp):
            if not quiet:
                self.evaluate(node.left)
                self.evaluate(node.right)
            return self.joined(node, node.left, node.right)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.evaluate(child, quiet=quiet)
        return self.made(node, "")

    def subscript(self, node: ast.Subscript, quiet: bool) -> Bound:
        """An item: part of its object; a slice of a list or an indexed copy of a tensor is a new object."""
        bound = self.evaluate(node.value, quiet=quiet)
        if not quiet:
            self.evaluate(node.slice)
        kind = self.kind(node.value)
        if kind == "tensor":
            return self.heap.part(bound, "[]") if is_view_index(node.slice) else self.made(node, kind)
        if isinstance(node.slice, ast.Slice):
            made = self.made(node, kind)
            self.heap.hold(made, self.heap.held(bound))
            return made
        index = node.slice
        return self.heap.part(bound, f"[{index.value!r}]" if isinstance(index, ast.Constant) else "[]")

    def joined(self, node: ast.AST, left: ast.expr, right: ast.expr) -> Bound:
        """The result of an operator: a new object, that holds what added or repeated sequences hold."""
        made = self.made(node, literal_kind(left) or literal_kind(right))
        for part in (left, right):
            self.heap.hold(made, self.heap.held(self.evaluate(part, quiet=True)))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            self.heap.repeated |= made.places
        return made

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Bound:
        """A comprehension, run twice as a loop is; its variables end with it."""
        before = self.state.copy()
        own = {name.id for g in node.generators for name in ast.walk(g.target) if isinstance(name, ast.Name)}
        made = self.made(node, "list" if isinstance(node, ast.ListComp) else "")
        for turn in (1, 2):
            self.turns.append(turn)
            for generator in node.generators:
                iterated = self.evaluate(generator.iter)
                self.assign(generator.target, None, self.heap.part(iterated, "[]"), node)
                for condition in generator.ifs:
                    self.evaluate(condition)
            for element in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
                self.heap.hold(made, self.evaluate(element))
            self.turns.pop()
        for closure in self.heap.closures_in(self.heap.held(made)):
            closure.late |= {name for name in own if closure.is_late(name)}
        for name in own:
            self.state.names.pop(name, None)
            self.state.versions.pop(name, None)
            if name in before.names:
                self.state.names[name] = before.names[name]
                self.state.versions[name] = before.versions.get(name, frozenset())
        return made

    # -- calls -----------------------------------------------------------------------------------------------------

    def call(self, node: ast.Call, statement: ast.stmt | None, quiet: bool) -> Bound:
        """A call: a method that changes its object, a function to enter, or something that makes a new object."""
        func = node.func
        arguments = (*node.args, *(keyword.value for keyword in node.keywords))
        for argument in arguments:
            self.evaluate(argument, quiet=quiet)
        if isinstance(func, ast.Attribute):
            kind = self.kind(func.value)
            if kind == "tensor" and func.attr in VIEWS:
                return self.evaluate(func.value, quiet=quiet)
            if kind in ("tensor", "parameter") and func.attr.endswith("_") and func.attr[0] != "_":
                bound = self.evaluate(func.value, quiet=quiet)
                if isinstance(statement, ast.Expr):
                    self.change_in_place(statement, func.value, func.attr, kind)
                return bound
            if not quiet and changes(func.attr, kind):
                return self.changing_method(node, func, statement, kind)
        if quiet:
            return self.made(node, "")
        closures = self.heap.closures_in(self.evaluate(func))
        result = NOTHING
        for closure in closures:
            self.tracker.report_late(closure)
            outer = closure.run.function
            result |= self.enter(node, Function(closure.node, outer.fragment, outer.source), closure.run)
        value = self.tracker.value_of(func)
        if not closures and isinstance(value, Function):
            return self.enter(node, value, None)
        if not closures:
            for argument in arguments:
                for closure in self.heap.closures_in(self.evaluate(argument, quiet=True)):
                    self.tracker.report_late(closure)
            return self.made(
                node, func.id if isinstance(func, ast.Name) and func.id in ("list", "dict") else ""
            )
        return result

    def changing_method(
        self, node: ast.Call, func: ast.Attribute, statement: ast.stmt | None, kind: str
    ) -> Bound:
        """A method that changes a list or dict."""
        name = func.attr
        if name in REBOUND:
            in_statement = isinstance(statement, ast.stmt if name == "pop" else ast.Expr)
            reason = Reason.OTHER_NAME if in_statement else Reason.EXPRESSION
        else:
            reason = Reason.IGNORED
        kind = kind or ("list" if name in ("append", "extend", "insert") else "")
        self.change(statement or node, func.value, name, kind, node.args[-1] if node.args else None, reason)
        target = self.evaluate(func.value)
        for argument in node.args:
            self.heap.hold(target, self.evaluate(argument, quiet=True))
        return self.heap.part(target, "[]") if name in ("pop", "setdefault") else NOTHING

    def enter(self, call: ast.Call, callee: Function, around: Run | None) -> Bound:
        """Run the function called; gives what it returns."""
        running = [run.function.node for run in (*self.callers, self)]
        if len(running) > MAX_DEPTH or callee.node in running:
            return NOTHING
        arguments = callee.node.args
        parameters = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        names = {a.arg: NOTHING for a in arguments.kwonlyargs}
        for argument in (arguments.vararg, arguments.kwarg):
            if argument is not None:
                names[argument.arg] = NOTHING
        defaults = (
            *arguments.defaults,
            *(default for default in arguments.kw_defaults if default is not None),
        )
        optional = [
            *parameters[len(parameters) - len(arguments.defaults) :],
            *(
                a.arg
                for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults)
                if default is not None
            ),
        ]
        for name, default in zip(optional, defaults):
            place = (f"default {name}",)
            names[name] = Bound(frozenset({place})) if isinstance(default, (ast.List, ast.Dict)) else NOTHING
            self.heap.kinds[place] = literal_kind(default)
        if callee.receiver is not None and parameters and isinstance(call.func, ast.Attribute):
            names[parameters.pop(0)] = self.evaluate(call.func.value, quiet=True)
        for name, given in zip(parameters, call.args):
            if isinstance(given, ast.Starred):
                break
            names[name] = self.evaluate(given, quiet=True)
        for keyword in call.keywords:
            if keyword.arg:
                names[keyword.arg] = self.evaluate(keyword.value, quiet=True)
        for name in parameters:
            names.setdefault(name, NOTHING)
        return Run(self.tracker, callee, State(names), (*self.callers, self), around).body()

    # -- nested functions ------------------------------------------------------------------------------------------

    def closure(self, node: ast.FunctionDef | ast.Lambda) -> Bound:
        """A nested function is made."""
        made = self.made(node, "")
        captured = {name.id: self.versions_of(name.id) for name in free_names(node)}
        for place in made.places:
            self.heap.closures[place] = Closure(node, self, captured)
        return made

    def versions_of(self, name: str) -> frozenset[int]:
        """The bindings that a name may have here; empty when it is not local to this function or those around."""
        run: Run | None = self
        while run is not None:
            if name in run.state.names:
                return run.state.versions.get(name, frozenset({-1}))
            run = run.around
        return frozenset()

    # -- objects ---------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Bound:
        """What a name stands for."""
        run: Run | None = self
        while run is not None and name not in run.globals:
            if name in run.state.names:
                return run.state.names[name]
            run = run.around
        return Bound(frozenset({(f"global {name}",)}))

    def made(self, node: ast.AST, kind: str) -> Bound:
        """A new object, one for each turn of the loops around."""
        place = (f"made {id(node)} {self.number} {self.turns}",)
        self.heap.kinds[place] = kind
        return Bound(frozenset({place}))

    def kind(self, node: ast.expr) -> str:
        """The kind of object: see LostChange."""
        value = self.tracker.value_of(node)
        if isinstance(value, Tensor):
            return "" if value.assumed else "parameter" if value.parameter else "tensor"
        if isinstance(value, Sequence):
            return value.kind
        if isinstance(value, Dict):
            return "dict"
        if not isinstance(value, Unknown):
            return "other"
        kinds = {self.heap.kinds.get(place, "") for place in self.evaluate(node, quiet=True).places}
        return kinds.pop() if len(kinds) == 1 else ""


def changes(method: str, kind: str) -> bool:
    """Whether a method changes an object of this kind, or, of an object of unknown kind, surely a list or dict."""
    if not kind:
        return method in ("append", "extend", "insert", "setdefault", "popitem")
    return method in {"list": LIST_METHODS, "dict": DICT_METHODS}.get(kind, ())


def literal_kind(node: ast.expr) -> str:
    """``"list"``, ``"tuple"`` or ``"dict"`` of a literal."""
    return {ast.List: "list", ast.Tuple: "tuple", ast.Dict: "dict"}.get(type(node), "")


def is_view_index(node: ast.expr) -> bool:
    """Whether a tensor index gives a view: numbers, slices, ``...`` and None, not tensors or lists."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return all(isinstance(part, (ast.Constant, ast.Slice, ast.UnaryOp)) for part in parts)
