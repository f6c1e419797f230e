"""The parameters of functions: binding arguments to them, and what a graph function is usually given."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.scope import Frame, Scope
from mindspore_tools.graph.values import (
    UNKNOWN,
    Class,
    Dict,
    Function,
    Instance,
    Named,
    NoneValue,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

# Attributes that only a tensor has; a parameter that is asked for one of them is a tensor.
_TENSOR_ATTRIBUTES = frozenset(
    [
        "dtype",
        "ndim",
        "astype",
        "asnumpy",
        "sum",
        "mean",
        "reshape",
        "view",
        "transpose",
        "permute",
        "expand_dims",
        "squeeze",
        "unsqueeze",
        "flatten",
        "max",
        "min",
        "argmax",
        "argmin",
        "abs",
        "sqrt",
        "exp",
        "log",
        "pow",
        "matmul",
        "mul",
        "sub",
        "add",
        "div",
        "masked_fill",
        "broadcast_to",
        "expand_as",
        "sigmoid",
        "tanh",
        "relu",
        "softmax",
        "item",
        "swapaxes",
        "any",
        "all",
        "std",
        "var",
        "norm",
        "clamp",
        "clip",
        "flip",
        "cumsum",
        "topk",
        "sort",
        "gather",
        "repeat_interleave",
        "tile",
        "to",
        "float",
        "half",
        "int",
        "long",
        "bool",
        "T",
        "is_floating_point",
        "chunk",
        "unbind",
        "split_with_sizes",
        "contiguous",
        "numel",
        "dim",
        "size",
        "shape",
        "itemsize",
        "nonzero",
        "prod",
        "value",
        "set_data",
        "requires_grad",
    ]
)
# Where layers and operators are usually found, and those whose first argument is a list of tensors, or anything.
_HOLDERS = frozenset(("self", "ops", "P", "F", "mint", "nn"))
_TAKES_OTHERS = frozenset(
    ["concat", "cat", "stack", "addn", "append", "extend", "meshgrid", "map", "depend", "print"]
)


class Rest(Value):
    """Any number of further arguments."""


REST = Rest()
_ANNOTATIONS = {"int": Scalar("int"), "float": Scalar("float"), "bool": Scalar("bool"), "str": Text()}


def positional_parameters(function: Function) -> list[ast.arg]:
    """The parameters that positional arguments fill, without the receiver's."""
    arguments = function.node.args
    found = [*arguments.posonlyargs, *arguments.args]
    return found[1:] if function.receiver is not None and found else found


def bind(
    interpreter: Interpreter, function: Function, arguments: list[Value], keywords: dict[str, Value]
) -> dict[str, Value]:
    """The local names at the start of a call."""
    spec = function.node.args
    names: dict[str, Value] = {}
    everything = [*spec.posonlyargs, *spec.args]
    if function.receiver is not None and everything:
        names[everything[0].arg] = function.receiver
    parameters = positional_parameters(function)
    rest: list[Value] = []
    unknown_rest = False
    for position, argument in enumerate(arguments):
        if isinstance(argument, Rest):
            unknown_rest = True
            break
        if position < len(parameters):
            names[parameters[position].arg] = argument
        else:
            rest.append(argument)
    extra = dict(keywords)
    for parameter in (*parameters, *spec.kwonlyargs):
        if parameter.arg in extra:
            names[parameter.arg] = extra.pop(parameter.arg)
    for parameter, default in defaults(function):
        if parameter.arg not in names:
            names[parameter.arg] = UNKNOWN if unknown_rest else _default_value(interpreter, function, default)
    for parameter in (*parameters, *spec.kwonlyargs):
        names.setdefault(parameter.arg, UNKNOWN)
    if spec.vararg is not None:
        names[spec.vararg.arg] = Sequence("tuple", None if unknown_rest else tuple(rest))
    if spec.kwarg is not None:
        names[spec.kwarg.arg] = Dict(tuple(extra.items()))
    return names


def defaults(function: Function) -> list[tuple[ast.arg, ast.expr]]:
    """The parameters that have a default, with it."""
    spec = function.node.args
    everything = [*spec.posonlyargs, *spec.args]
    pairs = list(zip(everything[len(everything) - len(spec.defaults) :], spec.defaults))
    pairs += [
        (parameter, value) for parameter, value in zip(spec.kwonlyargs, spec.kw_defaults) if value is not None
    ]
    return pairs


def _default_value(interpreter: Interpreter, function: Function, default: ast.expr) -> Value:
    frame = Frame(function.source, function.fragment, Scope({}, function.scope), compiled=False)
    return interpreter.evaluate(frame, default)


def root_arguments(
    interpreter: Interpreter, function: Function, eager: bool = False
) -> tuple[list[Value], dict[str, Value]]:
    """What the outermost function is given: a tensor where nothing says otherwise, unknown values in eager code."""
    with_default = {parameter.arg: default for parameter, default in defaults(function)}
    evidence = None if eager else Evidence(function)

    def expected(parameter: ast.arg) -> Value:
        return _expected(interpreter, function, parameter, with_default.get(parameter.arg), evidence)

    values = [expected(parameter) for parameter in positional_parameters(function)]
    if function.node.args.vararg is not None:
        values.append(REST)
    return values, {parameter.arg: expected(parameter) for parameter in function.node.args.kwonlyargs}


def _expected(
    interpreter: Interpreter,
    function: Function,
    parameter: ast.arg,
    default: ast.expr | None,
    evidence: Evidence | None,
) -> Value:
    name = parameter.arg
    if parameter.annotation is not None:
        annotated = annotation_value(interpreter, function, parameter, parameter.annotation)
        if annotated is not None:
            return annotated
    if default is not None:
        value = _default_value(interpreter, function, default)
        if evidence is None or isinstance(value, NoneValue):
            return UNKNOWN
        if isinstance(value, Scalar):
            return Scalar(value.kind)
        return Text() if isinstance(value, Text) else UNKNOWN
    if evidence is None:
        return UNKNOWN
    used = evidence.attributes.get(name, set())
    if used & _TENSOR_ATTRIBUTES:
        return Tensor(like=name)
    if used or name in evidence.called or name in evidence.tested:
        return UNKNOWN
    everything = positional_parameters(function)
    if name in evidence.given_to_layers or (
        everything[:1] == [parameter] and (len(everything) == 1 or name in evidence.operands)
    ):
        return Tensor(like=name)
    return Tensor(assumed=True, like=name)


class Evidence:
    """What a function does with its names: ``attributes`` read of each, those ``called``, ``operands`` of arithmetic.

    ``given_to_layers`` are first arguments of a layer of ``self`` or of a function of MindSpore; ``tested`` are asked for
    their type or a string key. What a graph function computes with as its first parameter is a tensor, or it would not
    be one; so is its only parameter, or made of tensors.
    """

    def __init__(self, function: Function) -> None:
        self.attributes: dict[str, set[str]] = {}
        self.called: set[str] = set()
        self.operands: set[str] = set()
        self.tested: set[str] = set()
        self.given_to_layers: set[str] = set()
        for node in ast.walk(function.node):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                self.attributes.setdefault(node.value.id, set()).add(node.attr)
            elif isinstance(node, ast.Call):
                self._call(node)
            elif isinstance(node, (ast.BinOp, ast.UnaryOp, ast.AugAssign)):
                self.operands.update(
                    part.id for part in ast.iter_child_nodes(node) if isinstance(part, ast.Name)
                )

            elif (
                isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and _is_text(node.slice)
            ):
                self.tested.add(node.value.id)

    def _call(self, node: ast.Call) -> None:
        callee = node.func
        if isinstance(callee, ast.Name):
            self.called.add(callee.id)
            if (
                callee.id in ("isinstance", "type", "callable")
                and node.args
                and isinstance(node.args[0], ast.Name)
            ):
                self.tested.add(node.args[0].id)
        elif (
            isinstance(callee, ast.Attribute)
            and isinstance(callee.value, ast.Name)
            and callee.value.id in _HOLDERS
            and callee.attr.lower() not in _TAKES_OTHERS
            and node.args
            and isinstance(node.args[0], ast.Name)
        ):
            self.given_to_layers.add(node.args[0].id)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def annotation_value(
    interpreter: Interpreter, function: Function, parameter: ast.arg, annotation: ast.expr
) -> Value | None:
    """The value that an annotation promises: UNKNOWN for one that says nothing sure, None for one we cannot read."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except (SyntaxError, ValueError):
            return UNKNOWN
    name = dotted_name(annotation)
    if name is None:
        return UNKNOWN
    if name in _ANNOTATIONS:
        return _ANNOTATIONS[name]
    found = interpreter.program.definition(function.source, name)
    if isinstance(found, Named) and found.name.rpartition(".")[2] in ("Tensor", "Parameter"):
        return Tensor(parameter=found.name.endswith("Parameter"), like=parameter.arg)
    if isinstance(found, Class) and interpreter.program.is_cell(found):
        return Instance(defined=found)
    return UNKNOWN
