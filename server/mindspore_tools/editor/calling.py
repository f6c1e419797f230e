"""What a call calls: its signatures, and which parameter an argument belongs to."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mindspore_tools.api.model import (
    CLASS,
    KEYWORD_ONLY,
    POSITIONAL_ONLY,
    POSITIONAL_OR_KEYWORD,
    PRIMITIVE,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Parameter,
    Signature,
)
from mindspore_tools.editor.context import Argument, Call
from mindspore_tools.editor.document import Document
from mindspore_tools.editor.inference import CELL
from mindspore_tools.graph.values import Class, Function, Instance, Method, Named, Tensor, Transformed, Value


class CalledSignature(NamedTuple):
    """One way to make a call. ``name`` is what is called; ``path`` is the symbol that documents it, ``""`` for the user's own code.

    ``instance`` is set when an object of a class is called, so that the parameters are those of ``construct``.
    """

    name: str
    signature: Signature
    path: str = ""
    instance: bool = False
    documentation: str = ""


def called(document: Document, call: Call) -> list[CalledSignature]:
    """The signatures of what a call calls; empty when it is not known."""
    if call.defines:
        return []
    value = document.inference.value_of(call.callee, call.callee_end, call.callee_end)
    return signatures_of(document, value)


def signatures_of(document: Document, value: Value, depth: int = 0) -> list[CalledSignature]:
    """The signatures of a call of a value."""
    if isinstance(value, Transformed) and depth < 4:
        return signatures_of(document, value.function, depth + 1)
    if isinstance(value, Function):
        return [_own(value)]
    if isinstance(value, Class):
        return _constructor(document, value)
    if isinstance(value, Instance) and value.defined is not None:
        for name in ("construct", "__call__"):
            found = document.inference.attribute(value, name)
            if isinstance(found, (Function, Method)):
                return signatures_of(document, found)
        return []
    if isinstance(value, Instance):
        return _instance(document, value)
    if isinstance(value, (Named, Method)) and value.path:
        path = value.path
        symbol = document.index.get(path)
        if symbol is None and isinstance(value, Method) and isinstance(value.owner, Tensor):
            symbol = document.index.get(f"mindspore.Tensor.{value.name}")
        if symbol is None:
            return []
        return [
            CalledSignature(symbol.name, shown, symbol.path)
            for each in symbol.signatures
            for shown in _unfolded(each)
        ]
    return []


def _unfolded(signature: Signature) -> list[Signature]:
    """A signature with the documented keywords in the place of the ``**kwargs`` that hides them, and as it is."""
    if not signature.keywords:
        return [signature]
    hiding = {VAR_POSITIONAL, VAR_KEYWORD}
    visible = tuple(each for each in signature.parameters if each.kind not in hiding)
    positional = any(each.kind == VAR_POSITIONAL for each in signature.parameters)
    kind = POSITIONAL_OR_KEYWORD if positional else KEYWORD_ONLY
    documented = tuple(each._replace(kind=kind) for each in signature.keywords)
    return [signature._replace(parameters=visible + documented, keywords=()), signature]


def _instance(document: Document, value: Instance) -> list[CalledSignature]:
    symbol = document.index.get(value.class_name) if value.class_name else None
    if symbol is None or symbol.kind not in (CLASS, PRIMITIVE):
        return []
    return [CalledSignature(symbol.name, each, symbol.path, instance=True) for each in symbol.call]


def _constructor(document: Document, cls: Class) -> list[CalledSignature]:
    initializer = document.program.method(cls, "__init__")
    if initializer is not None:
        own = _own(
            Function(initializer.node, initializer.fragment, initializer.source, Instance(defined=cls))
        )
        return [own._replace(name=cls.name, documentation=ast.get_docstring(cls.node) or own.documentation)]
    for ancestor in document.program.ancestors(cls)[1:]:
        if isinstance(ancestor, Named) and ancestor.name != CELL:
            found = signatures_of(document, ancestor)
            if found:
                return [each._replace(name=cls.name) for each in found]
    return [CalledSignature(cls.name, Signature(), documentation=ast.get_docstring(cls.node) or "")]


def _own(function: Function) -> CalledSignature:
    """The signature of a function of the workspace, without its receiver."""
    arguments = function.node.args
    found: list[Parameter] = []
    positional = [*arguments.posonlyargs, *arguments.args]
    without_default = len(positional) - len(arguments.defaults)
    for number, each in enumerate(positional):
        kind = POSITIONAL_ONLY if number < len(arguments.posonlyargs) else POSITIONAL_OR_KEYWORD
        default = arguments.defaults[number - without_default] if number >= without_default else None
        found.append(_parameter(each, kind, default))
    if function.receiver is not None and found:
        found = found[1:]
    if arguments.vararg is not None:
        found.append(_parameter(arguments.vararg, VAR_POSITIONAL, None))
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        found.append(_parameter(each, KEYWORD_ONLY, default))
    if arguments.kwarg is not None:
        found.append(_parameter(arguments.kwarg, VAR_KEYWORD, None))
    node = function.node
    returns = "" if isinstance(node, ast.Lambda) or node.returns is None else _source(node.returns)
    documentation = "" if isinstance(node, ast.Lambda) else ast.get_docstring(node) or ""
    return CalledSignature(function.name, Signature(tuple(found), returns), documentation=documentation)


def _parameter(argument: ast.arg, kind: str, default: ast.expr | None) -> Parameter:
    annotation = _source(argument.annotation) if argument.annotation is not None else ""
    return Parameter(argument.arg, kind, None if default is None else _source(default), annotation)


def _source(node: ast.expr) -> str:
    try:
        return ast.unparse(node)
    except (ValueError, RecursionError, AttributeError):
        return "…"


def positional_count(call: Call) -> int:
    """How many positional arguments stand before the cursor's."""
    return sum(1 for each in call.arguments if not each.keyword and not each.star)


def argument_parameter(signature: Signature, call: Call) -> Parameter | None:
    """The parameter that the cursor's argument belongs to, or None."""
    hidden = next((each for each in signature.keywords if each.name == call.current.keyword), None)
    if hidden is not None:
        return hidden
    number = active_parameter(signature, call.arguments, call.current)
    return signature.parameters[number] if number is not None else None


def active_parameter(signature: Signature, arguments: tuple[Argument, ...], current: Argument) -> int | None:
    """The number of the parameter that the current argument belongs to: by its keyword, else by its position."""
    parameters = signature.parameters
    if current.keyword:
        for number, parameter in enumerate(parameters):
            if parameter.name == current.keyword and parameter.kind not in (VAR_POSITIONAL, VAR_KEYWORD):
                return number
        return next((n for n, each in enumerate(parameters) if each.kind == VAR_KEYWORD), None)
    if current.star == "**":
        return next((n for n, each in enumerate(parameters) if each.kind == VAR_KEYWORD), None)
    if any(each.keyword for each in arguments):
        return _next_keyword(parameters, arguments)
    position = sum(1 for each in arguments if not each.keyword and not each.star)
    for number, parameter in enumerate(parameters):
        if parameter.kind == VAR_POSITIONAL:
            return number
        if parameter.kind in (KEYWORD_ONLY, VAR_KEYWORD):
            return number if position == number and not any(a.star for a in arguments) else None
        if number == position:
            return number
    return None


def _next_keyword(parameters: tuple[Parameter, ...], arguments: tuple[Argument, ...]) -> int | None:
    """After a keyword argument only keywords may follow: the first parameter that is not given yet."""
    position = sum(1 for each in arguments if not each.keyword and not each.star)
    given = {each.keyword for each in arguments}
    for number, parameter in enumerate(parameters):
        if number < position and parameter.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD):
            continue
        if (
            parameter.kind not in (VAR_POSITIONAL, VAR_KEYWORD, POSITIONAL_ONLY)
            and parameter.name not in given
        ):
            return number
    return None
