"""The abstract interpreter: runs graph functions on abstract values, as the graph compiler does while it infers types."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from mindspore_tools.graph import expressions, statements
from mindspore_tools.graph.attributes import read
from mindspore_tools.graph.binding import bound_names
from mindspore_tools.graph.calls import call_value
from mindspore_tools.graph.events import Join
from mindspore_tools.graph.fragments import Fragment
from mindspore_tools.graph.joins import conflict
from mindspore_tools.graph.names import Assignment, Definition, Import, dotted_name
from mindspore_tools.graph.objects import Objects
from mindspore_tools.graph.parameters import bind, root_arguments
from mindspore_tools.graph.program import Program
from mindspore_tools.graph.roots import is_jit
from mindspore_tools.graph.scope import Decision, Frame, Record, Scope
from mindspore_tools.graph.source import SourceFile
from mindspore_tools.graph.values import (
    NONE,
    UNKNOWN,
    Class,
    Conflict,
    Function,
    Instance,
    Named,
    Sequence,
    Transformed,
    Unknown,
    Value,
    as_variable,
    merge,
)

_MAXIMUM_DEPTH = 24
_BUDGET = 60_000  # expressions evaluated for one root
_BUILTINS = frozenset(dir(builtins))
_SILENT_DECORATORS = frozenset(
    ("staticmethod", "classmethod", "property", "abstractmethod", "abc.abstractmethod", "override")
)


class Interpreter:
    """Runs functions of a program on abstract values and writes down what it learns about those of the program's own file.

    ``records`` holds the Record of every function that was run as compiled code, in the order in which they were reached;
    ``callers`` how a function that is no root was reached first. ``touched`` are the fragments that were run,
    ``always_touched`` those run for values of the module, which every function may see.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.objects = Objects(self)
        self.records: dict[int, Record] = {}
        self.reached: dict[int, Record] = {}
        self.callers: dict[int, tuple[Record, ast.Call]] = {}
        self.touched: set[Fragment] = set()
        self.always_touched: set[Fragment] = set()
        self.branches = 0
        self._budget = _BUDGET
        self._depth = 0
        self._results: dict[tuple, Value] = {}
        self._modules: dict[tuple[int, str], Value] = {}

    # -- running ---------------------------------------------------------------------------------------------------

    def run_root(self, function: Function, enclosing: tuple[Function, ...] = ()) -> Value:
        """Run a function as the outermost one, with what callers usually give it; a nested one sees the names around it."""
        self._budget = _BUDGET
        self._results.clear()
        scope = None
        for outer in enclosing:
            scope = Scope(self.run_eagerly(replace(outer, scope=scope)), scope)
        if scope is not None:
            function = replace(function, scope=scope)
        positional, keywords = root_arguments(self, function)
        return self._run(None, function, positional, keywords, None)

    def run_eagerly(self, function: Function) -> dict[str, Value]:
        """Run a function as Python would, with unknown arguments, for what it stores; gives its local names at the end."""
        positional, keywords = root_arguments(self, function, eager=True)
        frame = self._frame(function, compiled=False)
        frame.scope.names.update(bind(self, function, positional, keywords))
        self._execute(frame)
        body = function.node.body
        return {
            **dict.fromkeys(bound_names(body) if isinstance(body, list) else (), UNKNOWN),
            **frame.scope.names,
        }

    def call_function(
        self,
        frame: Frame,
        function: Function,
        arguments: list[Value],
        keywords: dict[str, Value],
        node: ast.Call | None,
    ) -> Value:
        """Call a function of the workspace."""
        if not frame.compiled:
            return self._call_eagerly(function, arguments, keywords)
        return self._run(frame, function, arguments, keywords, node)

    def _run(
        self,
        caller: Frame | None,
        function: Function,
        arguments: list[Value],
        keywords: dict[str, Value],
        node: ast.Call | None,
    ) -> Value:
        key = (function, tuple(arguments), tuple(sorted(keywords.items(), key=lambda item: item[0])))
        if key in self._results:
            return self._results[key]
        if self._depth >= _MAXIMUM_DEPTH or self._budget <= 0:
            return UNKNOWN
        self._results[key] = UNKNOWN
        record = self._record(function)
        if record is not None and caller is not None and caller.record is not None and node is not None:
            self.callers.setdefault(id(function.node), (caller.record, node))
        frame = self._frame(function, compiled=True, record=record)
        frame.scope.names.update(bind(self, function, arguments, keywords))
        result = self._results[key] = self._execute(frame)
        return result

    def _call_eagerly(self, function: Function, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        if self._depth >= 8 or self._budget <= 0:
            return UNKNOWN
        frame = self._frame(function, compiled=False)
        frame.scope.names.update(bind(self, function, arguments, keywords))
        return self._execute(frame)

    def _record(self, function: Function) -> Record | None:
        if function.source is not self.program.source:
            return None
        record = self.records.setdefault(id(function.node), Record(function))
        self.reached[id(function.node)] = record
        return record

    def _frame(self, function: Function, compiled: bool, record: Record | None = None) -> Frame:
        self.touched.add(function.fragment)
        return Frame(
            function.source, function.fragment, Scope({}, function.scope), function, record, compiled
        )

    def _execute(self, frame: Frame) -> Value:
        assert frame.function is not None
        node = frame.function.node
        self._depth += 1
        branches, self.branches = self.branches, 0 if frame.compiled else self.branches
        try:
            if isinstance(node, ast.Lambda):
                return self.evaluate(frame, node.body, result=True)
            if statements.execute(self, frame, node.body):
                frame.returns.append((NONE, frame.path))
            return self._result(frame)
        finally:
            self._depth -= 1
            self.branches = branches

    def _result(self, frame: Frame) -> Value:
        """One value for all that the function may return."""
        if not frame.returns:
            return UNKNOWN
        result, _ = frame.returns[0]
        chosen = False
        for number, (value, path) in enumerate(frame.returns[1:], 1):
            for other, other_path in frame.returns[:number]:
                decision = _parting(path, other_path)
                if decision is None:
                    continue
                chosen = True
                kind = conflict(other, value)
                if kind is not None and frame.record is not None:
                    frame.record.event(Join(decision, "return", kind, "", other, value))
            result = merge(result, value)
        return as_variable(result) if chosen else result

    # -- expressions -----------------------------------------------------------------------------------------------

    def evaluate(
        self, frame: Frame, node: ast.expr, keep: bool = False, hand_on: bool = False, result: bool = False
    ) -> Value:
        """The value of an expression, noted in the record of the frame.

        Values that clash are told of when they are read. ``keep`` leaves two values that may live on side by side as they
        are, ``hand_on`` all of them; ``result``: the expression is the result of the function.
        """
        self._budget -= 1
        if self._budget <= 0:
            return UNKNOWN
        value = expressions.evaluate(self, frame, node)
        if isinstance(value, Conflict):
            if not hand_on and not (keep and value.deferred):
                value.report(value.left, value.right, result or not value.deferred)
                value = merge(value.left, value.right)
        elif result and isinstance(value, Sequence) and value.items is not None:
            value = self._settled(value)
        self.note(frame, node, value)
        return value

    def _settled(self, value: Sequence) -> Value:
        items = []
        for item in value.items or ():
            if isinstance(item, Conflict):
                item.report(item.left, item.right, True)
                item = merge(item.left, item.right)
            items.append(item)
        return Sequence(value.kind, tuple(items))

    def note(self, frame: Frame, node: ast.expr, value: Value) -> None:
        """Write down the value of an expression."""
        if frame.record is not None:
            frame.record.value(node, merge(value.left, value.right) if isinstance(value, Conflict) else value)

    @contextmanager
    def noting_for_all(self) -> Iterator[None]:
        """What is run inside is remembered and not run again for the next root, so every root depends on it."""
        outside, self.touched = self.touched, set()
        try:
            yield
        finally:
            self.always_touched |= self.touched
            self.touched = outside

    # -- names of modules ------------------------------------------------------------------------------------------

    def module_value(self, source: SourceFile, name: str) -> Value:
        """What a name holds at the top level of a file once it has run; builtins included."""
        key = (id(source), name)
        if key not in self._modules:
            self._modules[key] = UNKNOWN
            with self.noting_for_all():
                self._modules[key] = self._module_value(source, name)
        return self._modules[key]

    def is_known(self, source: SourceFile, name: str) -> bool:
        """Whether a name means something at the top level of a file. After a star import every name may."""
        return (
            name in source.names.bindings
            or name in _BUILTINS
            or bool(source.names.stars)
            or name.startswith("__")
        )

    def _module_value(self, source: SourceFile, name: str) -> Value:
        bindings = source.names.bindings.get(name)
        if not bindings:
            if name in _BUILTINS:
                return Named(f"builtins.{name}")
            return self.program.definition(source, name)
        values = [self._binding_value(source, binding) for binding in bindings]
        result = values[-1]
        for value in values[:-1]:
            if not isinstance(value, Unknown) and not isinstance(result, (Function, Class)):
                result = merge(result, value)
        return result

    def _binding_value(self, source: SourceFile, binding: Import | Definition | Assignment) -> Value:
        if isinstance(binding, Import):
            found = self.program.imported(source, binding.path)
            return self.decorated(found) if isinstance(found, Function) else found
        if isinstance(binding, Definition):
            if isinstance(binding.node, ast.ClassDef):
                return self.program.class_of(binding.node, binding.fragment, source)
            return self.decorated(Function(binding.node, binding.fragment, source))
        if binding.value is None:
            return UNKNOWN
        frame = Frame(source, binding.fragment, Scope({}), compiled=False)
        depth, self._depth = self._depth, max(self._depth, 1)
        budget = self._budget
        self._budget = min(budget, 2000)
        try:
            return self.evaluate(frame, binding.value)
        finally:
            self._depth = depth
            self._budget = budget

    def decorated(self, function: Function) -> Value:
        """What a decorated function is: itself under ``jit`` and the like, something else that wraps it otherwise."""
        for decorator in getattr(function.node, "decorator_list", ()):
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = dotted_name(target) or ""
            if name in _SILENT_DECORATORS or is_jit(self.program, function.source, target):
                continue
            if function.receiver is not None and "constexpr" not in name and "primexpr" not in name:
                continue  # the compiler takes a method's own code and drops the decorator
            return Transformed(name.rpartition(".")[2], NONE)
        return function

    # -- objects ---------------------------------------------------------------------------------------------------

    def instantiate(self, cls: Class) -> Value:
        """An object of a workspace class."""
        return Instance(defined=cls)

    def call_name(self, instance: Instance) -> str:
        """The method that runs when an object is called."""
        assert instance.defined is not None
        return "construct" if self.program.is_cell(instance.defined) else "__call__"

    def call_method(
        self,
        frame: Frame,
        owner: Value,
        name: str,
        arguments: list[Value],
        keywords: dict[str, Value] | None = None,
        node: ast.Call | None = None,
    ) -> Value:
        """Call a method of an object."""
        callee = read(self, frame, owner, name)
        return call_value(self, frame, callee, arguments, keywords or {}, node)

    def property_value(self, function: Function) -> Value:
        """The value of a property."""
        return self._call_eagerly(function, [], {})

    def store_attribute(self, frame: Frame, owner: Value, name: str, value: Value) -> None:
        """``owner.name = value``."""
        self.objects.store(frame, owner, name, value)

    def item_of_instance(self, owner: Instance, index: Value) -> Value:
        """``owner[index]`` of an object."""
        return UNKNOWN


def _parting(path: tuple[Decision, ...], other: tuple[Decision, ...]) -> ast.AST | None:
    """The node at which two ways through a function part, None when they do not part at run time."""
    for (node, way), (other_node, other_way) in zip(path, other):
        if node is not other_node:
            return None
        if way is not other_way:
            return node
    return None
