"""Interpreting calls."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindspore_tools.graph import api_calls
from mindspore_tools.graph.parameters import REST
from mindspore_tools.graph.python_calls import method
from mindspore_tools.graph.scope import Frame
from mindspore_tools.graph.values import (
    UNKNOWN,
    Class,
    Dict,
    External,
    Function,
    Instance,
    Method,
    Named,
    Sequence,
    Super,
    Tensor,
    Text,
    Transformed,
    Value,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

# Functions that call the function they are given.
_CALL_FIRST = frozenset(("map", "filter", "mindspore.ops.map", "mindspore.ops.Map", "functools.reduce"))


def evaluate_call(interpreter: Interpreter, frame: Frame, node: ast.Call) -> Value:
    """The result of a call expression."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and frame.scope.get("super") is None:
        return _super(interpreter, frame, node)
    callee = interpreter.evaluate(frame, node.func)
    to_workspace = isinstance(callee, (Function, Class))
    arguments, keywords, complete = _arguments(interpreter, frame, node, to_workspace)
    if isinstance(callee, Method) and not isinstance(callee.owner, (Tensor, Instance)):
        result, changed = method(callee.owner, callee.name, arguments)
        if changed is not None and isinstance(node.func, ast.Attribute):
            _renew(interpreter, frame, node.func.value, changed)
        return result
    if not complete:
        arguments = [*arguments, REST]
    return call_value(interpreter, frame, callee, arguments, keywords, node)


def _arguments(
    interpreter: Interpreter, frame: Frame, node: ast.Call, hand_on: bool
) -> tuple[list[Value], dict[str, Value], bool]:
    """The arguments of a call; the flag is False when a starred one hides how many there are."""
    arguments: list[Value] = []
    keywords: dict[str, Value] = {}
    complete = True
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            value = interpreter.evaluate(frame, argument.value)
            if isinstance(value, Sequence) and value.items is not None:
                arguments.extend(value.items)
            else:
                complete = False
                break
        else:
            arguments.append(interpreter.evaluate(frame, argument, hand_on=hand_on))
    for keyword in node.keywords:
        value = interpreter.evaluate(frame, keyword.value, hand_on=hand_on)
        if keyword.arg is not None:
            keywords[keyword.arg] = value
        elif isinstance(value, Dict) and value.items is not None:
            keywords.update({str(key): held for key, held in value.items})
        else:
            complete = False
    return arguments, keywords, complete


def call_value(
    interpreter: Interpreter,
    frame: Frame,
    callee: Value,
    arguments: list[Value],
    keywords: dict[str, Value],
    node: ast.Call | None = None,
) -> Value:
    """The result of calling a value."""
    if isinstance(callee, Function):
        return interpreter.call_function(frame, callee, arguments, keywords, node)
    if isinstance(callee, Class):
        return interpreter.instantiate(callee)
    if isinstance(callee, Instance):
        return _call_instance(interpreter, frame, callee, arguments, keywords, node)
    if REST in arguments:
        arguments = arguments[: arguments.index(REST)]
    if isinstance(callee, Transformed):
        return _call_transformed(interpreter, frame, callee, arguments, keywords, node)
    if isinstance(callee, Named):
        return _call_named(interpreter, frame, callee, arguments, keywords, node)
    if isinstance(callee, Method):
        return _call_method(interpreter, callee, arguments, keywords)
    if isinstance(callee, External):
        return External()
    return UNKNOWN


def _call_named(
    interpreter: Interpreter,
    frame: Frame,
    callee: Named,
    arguments: list[Value],
    keywords: dict[str, Value],
    node: ast.Call | None,
) -> Value:
    name = callee.name
    short = name[len("builtins.") :] if name.startswith("builtins.") else name
    if short in _CALL_FIRST and arguments and isinstance(arguments[0], Function):
        call_value(interpreter, frame, arguments[0], [UNKNOWN] * (len(arguments) - 1), {}, node)
        return UNKNOWN
    if short == "getattr" and len(arguments) >= 2:
        return _getattr(interpreter, frame, arguments)
    if short == "functools.partial":
        return UNKNOWN
    return api_calls.call(interpreter, name, arguments, keywords)


def _getattr(interpreter: Interpreter, frame: Frame, arguments: list[Value]) -> Value:
    from mindspore_tools.graph.attributes import read

    owner, name = arguments[0], arguments[1]
    if isinstance(name, Text) and name.value is not None and len(arguments) == 2:
        return read(interpreter, frame, owner, name.value)
    return UNKNOWN


def _call_instance(
    interpreter: Interpreter,
    frame: Frame,
    callee: Instance,
    arguments: list[Value],
    keywords: dict[str, Value],
    node: ast.Call | None,
) -> Value:
    if callee.defined is not None:
        return interpreter.call_method(
            frame, callee, interpreter.call_name(callee), arguments, keywords, node
        )
    name = callee.class_name or ""
    last = name.rpartition(".")[2]
    if last == "GradOperation":
        return Transformed("grad", arguments[0]) if arguments else UNKNOWN
    if last in ("Cast",) and len(arguments) == 2 and isinstance(arguments[0], Tensor):
        return api_calls.tensor_result(arguments[0], "cast", arguments[1:], keywords) or UNKNOWN
    if last in _LAYERS_LIKE_FUNCTIONS and arguments and isinstance(arguments[0], Tensor):
        return api_calls.tensor_result(arguments[0], _LAYERS_LIKE_FUNCTIONS[last], [], {}) or Tensor()
    if last == "SequentialCell":
        return UNKNOWN
    return api_calls.from_index(interpreter, name, of_instance=True)


_LAYERS_LIKE_FUNCTIONS = {
    "ReLU": "relu",
    "ReLU6": "relu6",
    "Tanh": "tanh",
    "Sigmoid": "sigmoid",
    "GELU": "gelu",
    "GeLU": "gelu",
    "SiLU": "silu",
    "Softmax": "softmax",
    "Dropout": "dropout",
    "Identity": "identity",
    "LayerNorm": "layer_norm",
    "Abs": "abs",
    "Square": "square",
    "Neg": "neg",
    "Exp": "exp",
    "Sqrt": "sqrt",
    "ZerosLike": "zeros_like",
    "OnesLike": "ones_like",
}


def _call_transformed(
    interpreter: Interpreter,
    frame: Frame,
    callee: Transformed,
    arguments: list[Value],
    keywords: dict[str, Value],
    node: ast.Call | None,
) -> Value:
    result = call_value(interpreter, frame, callee.function, arguments, keywords, node)
    if callee.name == "value_and_grad":
        return Sequence("tuple", (result, UNKNOWN))
    return UNKNOWN


def _call_method(
    interpreter: Interpreter, callee: Method, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    owner = callee.owner
    if isinstance(owner, Tensor):
        known = api_calls.tensor_result(owner, callee.name, arguments, keywords)
        if known is not None:
            return known
        return api_calls.from_index(interpreter, f"mindspore.Tensor.{callee.name}")
    if isinstance(owner, Instance) and owner.class_name:
        if callee.name == "construct":
            return api_calls.from_index(interpreter, owner.class_name, of_instance=True)
        return api_calls.from_index(interpreter, f"{owner.class_name}.{callee.name}")
    return UNKNOWN


def _renew(interpreter: Interpreter, frame: Frame, place: ast.expr, changed: Value) -> None:
    """The compiler turns ``a.append(v)`` into ``a = a + [v]``: only the name sees the change."""
    root = place
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if not isinstance(root, ast.Name) or root.id not in frame.scope.names:
        return
    if root is place:
        frame.scope.names[root.id] = changed
    elif isinstance(place, ast.Subscript):
        held = frame.scope.names[root.id]
        if isinstance(held, Sequence):
            frame.scope.names[root.id] = Sequence(held.kind, None)
        elif isinstance(held, Dict):
            frame.scope.names[root.id] = Dict()


def _super(interpreter: Interpreter, frame: Frame, node: ast.Call) -> Value:
    function = frame.function
    if function is None or function.owner is None or not isinstance(function.receiver, Instance):
        return UNKNOWN
    return Super(function.receiver, function.owner)
