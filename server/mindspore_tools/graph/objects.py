"""Objects of workspace classes: what ``__init__`` stores, methods, class attributes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.scope import Frame, Scope
from mindspore_tools.graph.values import (
    UNKNOWN,
    Class,
    Function,
    Instance,
    Method,
    Named,
    Scalar,
    Super,
    Tensor,
    Text,
    Transformed,
    Value,
    merge,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

_CELL_ATTRIBUTES: dict[str, Value] = {
    "training": Scalar("bool"),
    "requires_grad": Scalar("bool"),
    "cls_name": Text(),
}


class Objects:
    """The attributes of instances of workspace classes. One set of attributes stands for all instances of a class.

    ``touched`` are the classes that were asked for something.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self._attributes: dict[int, dict[str, Value]] = {}
        self.touched: dict[int, Class] = {}

    # -- instances -------------------------------------------------------------------------------------------------

    def attribute(self, instance: Instance, name: str) -> Value:
        """The value of an attribute of an object."""
        assert instance.defined is not None
        held = self._instance_attributes(instance.defined)
        if name in held:
            return held[name]
        return self._member(instance, self.interpreter.program.ancestors(instance.defined), name)

    def inherited(self, view: Super, name: str) -> Value:
        """The value of ``super().name``."""
        assert view.receiver.defined is not None
        ancestors = self.interpreter.program.ancestors(view.receiver.defined)
        position = next((i for i, cls in enumerate(ancestors) if cls is view.after), -1)
        return self._member(view.receiver, ancestors[position + 1 :], name)

    def class_attribute(self, cls: Class, name: str) -> Value:
        """The value of ``Class.name``: a method is a plain function there."""
        return self._member(None, self.interpreter.program.ancestors(cls), name)

    def _member(self, receiver: Instance | None, classes: tuple[Value, ...], name: str) -> Value:
        for cls in classes:
            if isinstance(cls, Class):
                self.touched[id(cls.node)] = cls
                found = self._own_member(receiver, cls, name)
                if found is not None:
                    return found
            elif isinstance(cls, Named):
                if name in _CELL_ATTRIBUTES:
                    return _CELL_ATTRIBUTES[name]
                return Method(Instance(cls.name), name)
            else:
                return UNKNOWN
        return UNKNOWN

    def _own_member(self, receiver: Instance | None, cls: Class, name: str) -> Value | None:
        found: Value | None = None
        for fragment, statement in self.interpreter.program.members(cls):
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name == name:
                kinds = {
                    dotted_name(d.func if isinstance(d, ast.Call) else d) for d in statement.decorator_list
                }
                if "property" in kinds:
                    function = Function(statement, fragment, cls.source, receiver, cls)
                    return self.interpreter.property_value(function)
                bound = None if "staticmethod" in kinds else receiver
                if "classmethod" in kinds:
                    bound = cls  # type: ignore[assignment]
                function = Function(statement, fragment, cls.source, bound, cls)
                return self.interpreter.decorated(function)
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                    frame = Frame(cls.source, fragment, Scope({}), compiled=False)
                    found = self.interpreter.evaluate(frame, statement.value)
        return found

    # -- what __init__ stores --------------------------------------------------------------------------------------

    def _instance_attributes(self, cls: Class) -> dict[str, Value]:
        self.touched[id(cls.node)] = cls
        known = self._attributes.get(id(cls.node))
        if known is None:
            known = self._attributes[id(cls.node)] = {}
            initializer = self._member(
                Instance(defined=cls), self.interpreter.program.ancestors(cls), "__init__"
            )
            if isinstance(initializer, Function):
                with self.interpreter.noting_for_all():
                    self.interpreter.run_eagerly(initializer)
            self._loosen(cls, known)
        return known

    def store(self, frame: Frame, owner: Value, name: str, value: Value) -> None:
        """``owner.name = value``; only what ``__init__`` and what it calls stores is remembered."""
        if frame.compiled or not isinstance(owner, Instance) or owner.defined is None:
            return
        held = self._attributes.setdefault(id(owner.defined.node), {})
        held[name] = merge(held[name], value) if name in held and self.interpreter.branches else value

    def _loosen(self, cls: Class, held: dict[str, Value]) -> None:
        """Forget the exact value of what other methods store again."""
        for ancestor in self.interpreter.program.ancestors(cls):
            if not isinstance(ancestor, Class):
                continue
            for _, statement in self.interpreter.program.members(ancestor):
                if isinstance(statement, ast.FunctionDef) and statement.name not in ("__init__", "construct"):
                    for name in stored_on_self(statement):
                        if name in held:
                            held[name] = _loose(held[name])


def stored_on_self(function: ast.FunctionDef) -> set[str]:
    """The attributes of ``self`` that a method assigns."""
    return {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def _loose(value: Value) -> Value:
    if isinstance(value, Scalar):
        return Scalar(value.kind)
    if isinstance(value, Text):
        return Text()
    return value if isinstance(value, (Tensor, Instance, Function, Transformed)) else UNKNOWN
