"""Interpreting expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from mindspore_tools.graph import attributes, calls, operators, tensors
from mindspore_tools.graph.flow import decide, joined, note_condition
from mindspore_tools.graph.scope import Frame, Scope
from mindspore_tools.graph.stores import assign, items_of, with_key
from mindspore_tools.graph.values import (
    NONE,
    UNKNOWN,
    Conflict,
    Dict,
    External,
    Function,
    Instance,
    NotConstant,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Value,
    any_item,
    as_variable,
    constant,
    is_variable,
    merge,
    python_value,
    truth,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter


def evaluate(interpreter: Interpreter, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression."""
    handler = _HANDLERS.get(type(node))
    return UNKNOWN if handler is None else handler(interpreter, frame, node)


def _constant(interpreter: Interpreter, frame: Frame, node: ast.Constant) -> Value:
    if node.value is ...:
        return tensors.Unbounded()
    return constant(node.value)


def _name(interpreter: Interpreter, frame: Frame, node: ast.Name) -> Value:
    found = frame.scope.get(node.id) if node.id not in frame.global_names else None
    return interpreter.module_value(frame.source, node.id) if found is None else found


def _attribute(interpreter: Interpreter, frame: Frame, node: ast.Attribute) -> Value:
    owner = interpreter.evaluate(frame, node.value, keep=True)
    if isinstance(owner, Conflict):
        owner = merge(owner.left, owner.right)
    return attributes.read(interpreter, frame, owner, node.attr)


def _call(interpreter: Interpreter, frame: Frame, node: ast.Call) -> Value:
    return calls.evaluate_call(interpreter, frame, node)


def _binary(interpreter: Interpreter, frame: Frame, node: ast.BinOp) -> Value:
    left = interpreter.evaluate(frame, node.left, keep=True)
    return operators.binary(node.op, left, interpreter.evaluate(frame, node.right, keep=True))


def _unary(interpreter: Interpreter, frame: Frame, node: ast.UnaryOp) -> Value:
    operand = interpreter.evaluate(frame, node.operand, keep=True)
    if isinstance(node.op, ast.Not):
        note_condition(frame, node, node.operand, "not", operand)
    return operators.unary(node.op, operand)


def _compare(interpreter: Interpreter, frame: Frame, node: ast.Compare) -> Value:
    left = interpreter.evaluate(frame, node.left, keep=True)
    result: Value | None = None
    for op, comparator in zip(node.ops, node.comparators):
        right = interpreter.evaluate(frame, comparator, keep=True)
        step = operators.compare(op, left, right)
        if result is None:
            result = step
        else:
            known = truth(result)
            result = merge(result, step) if known is None else (step if known else result)
        left = right
    return result or UNKNOWN


def _bool_op(interpreter: Interpreter, frame: Frame, node: ast.BoolOp) -> Value:
    stops_at = isinstance(node.op, ast.Or)
    kind = "or" if stops_at else "and"
    results: list[Value] = []
    variable = False
    for position, operand in enumerate(node.values):
        value = interpreter.evaluate(frame, operand)
        last = position == len(node.values) - 1
        known = truth(value)
        if not last:
            note_condition(frame, node, operand, kind, value)
        if last or known is stops_at:
            results.append(value)
            break
        if known is None:
            results.append(value)
            variable = variable or is_variable(value)
    deciding = [value for value in results if isinstance(value, Tensor)]
    if deciding and all(isinstance(value, Tensor) or _is_flag(value) for value in results):
        return Tensor("bool", _common_shape(deciding), assumed=all(value.assumed for value in deciding))
    result = results[0]
    for value in results[1:]:
        result = merge(result, value)
    return as_variable(result) if variable else result


def _is_flag(value: Value) -> bool:
    return isinstance(value, Scalar) and value.kind == "bool"


def _common_shape(values: list[Tensor]) -> tuple[int | None, ...] | None:
    shapes = {value.shape for value in values}
    return shapes.pop() if len(shapes) == 1 else None


def _if_exp(interpreter: Interpreter, frame: Frame, node: ast.IfExp) -> Value:
    test = decide(interpreter, frame, node, node.test, "ternary")
    known = truth(test)
    if known is not None:
        return interpreter.evaluate(frame, node.body if known else node.orelse)
    left = interpreter.evaluate(frame, node.body)
    right = interpreter.evaluate(frame, node.orelse)
    if frame.compiled and is_variable(test):
        return joined(frame, node, "ternary", "", left, right)
    return merge(left, right)


def _items(interpreter: Interpreter, frame: Frame, elements: list[ast.expr]) -> tuple[Value, ...] | None:
    """The values of the elements of a display, None when a starred one has unknown length."""
    items: list[Value] = []
    complete = True
    for element in elements:
        if isinstance(element, ast.Starred):
            inner = interpreter.evaluate(frame, element.value)
            if isinstance(inner, Sequence) and inner.items is not None:
                items.extend(inner.items)
            else:
                complete = False
        else:
            items.append(interpreter.evaluate(frame, element, keep=True))
    return tuple(items) if complete else None


def _tuple(interpreter: Interpreter, frame: Frame, node: ast.Tuple) -> Value:
    return Sequence("tuple", _items(interpreter, frame, node.elts))


def _list(interpreter: Interpreter, frame: Frame, node: ast.List) -> Value:
    return Sequence("list", _items(interpreter, frame, node.elts))


def _set(interpreter: Interpreter, frame: Frame, node: ast.Set) -> Value:
    _items(interpreter, frame, node.elts)
    return External("builtins.set")


def _dict(interpreter: Interpreter, frame: Frame, node: ast.Dict) -> Value:
    items: list[tuple] = []
    complete = True
    for key, value in zip(node.keys, node.values):
        held = interpreter.evaluate(frame, value, keep=True)
        if key is None:
            if isinstance(held, Dict) and held.items is not None:
                items.extend(held.items)
            else:
                complete = False
            continue
        try:
            known = python_value(interpreter.evaluate(frame, key))
            hash(known)
            items = [entry for entry in items if entry[0] != known]
            items.append((known, held))
        except (NotConstant, TypeError):
            complete = False
    return Dict(tuple(items) if complete else None)


def _subscript(interpreter: Interpreter, frame: Frame, node: ast.Subscript) -> Value:
    owner = interpreter.evaluate(frame, node.value)
    index = interpreter.evaluate(frame, node.slice)
    return item(interpreter, owner, index)


def item(interpreter: Interpreter, owner: Value, index: Value) -> Value:
    """``owner[index]``."""
    if isinstance(owner, Tensor):
        return tensors.indexed(owner, index) if not owner.assumed else owner.derived(owner.dtype, None, True)
    if isinstance(owner, Sequence):
        if isinstance(index, tensors.Slice):
            return _slice_of(owner, index)
        if isinstance(index, Scalar) and isinstance(index.value, int):
            return owner.item(index.value)
        if isinstance(index, Tensor) or is_variable(index):
            return any_item(owner) if isinstance(any_item(owner), Tensor) else UNKNOWN
        return any_item(owner)
    if isinstance(owner, Dict):
        try:
            return owner.get(python_value(index)) or UNKNOWN  # type: ignore[arg-type]
        except NotConstant:
            return UNKNOWN
    if isinstance(owner, Text):
        return Text(None, owner.constant)
    if isinstance(owner, Instance):
        return interpreter.item_of_instance(owner, index)
    if isinstance(owner, External):
        return External()
    return UNKNOWN


def _slice_of(owner: Sequence, index: tensors.Slice) -> Value:
    if owner.items is None:
        return owner
    bounds: list[int | None] = []
    for bound in index.bounds:
        if bound is None:
            bounds.append(None)
        elif isinstance(bound, Scalar) and isinstance(bound.value, int):
            bounds.append(bound.value)
        else:
            return Sequence(owner.kind, None, any_item(owner))
    if bounds[2] == 0:
        return UNKNOWN
    return Sequence(owner.kind, owner.items[slice(*bounds)])


def _slice(interpreter: Interpreter, frame: Frame, node: ast.Slice) -> Value:
    parts = (node.lower, node.upper, node.step)
    return tensors.Slice(*(None if part is None else interpreter.evaluate(frame, part) for part in parts))


def _lambda(interpreter: Interpreter, frame: Frame, node: ast.Lambda) -> Value:
    return Function(node, frame.fragment, frame.source, scope=frame.scope.frozen())


def _comprehension(
    interpreter: Interpreter, frame: Frame, node: ast.ListComp | ast.GeneratorExp | ast.SetComp
) -> Value:
    kind = {ast.ListComp: "list", ast.GeneratorExp: "list"}.get(type(node))
    results = _generate(interpreter, frame, node.generators, lambda: interpreter.evaluate(frame, node.elt))
    if kind is None:
        return External("builtins.set")
    items, element = results
    return Sequence(kind, tuple(items) if items is not None else None, element)


def _generate(
    interpreter: Interpreter, frame: Frame, generators: list[ast.comprehension], produce: Callable[[], Value]
) -> tuple[list[Value] | None, Value]:
    """The values a comprehension makes, or None and what each is when their number is unknown."""
    if not generators:
        return [produce()], UNKNOWN
    first, *rest = generators
    items, element = items_of(interpreter.evaluate(frame, first.iter))
    outer = frame.scope
    known = items is not None and len(items) <= 16
    results: list[Value] = []
    complete = known
    for value in (
        items
        if known and items is not None
        else [any_item(Sequence("list", tuple(items))) if items else element]
    ):
        frame.scope = Scope({}, outer)
        assign(interpreter, frame, first.target, value)
        passes = True
        for condition in first.ifs:
            truth_value = truth(decide(interpreter, frame, first, condition, "comprehension"))
            if truth_value is False:
                passes = False
                break
            if truth_value is None:
                complete = False
        if passes:
            inner, single = _generate(interpreter, frame, rest, produce)
            if inner is None:
                complete = False
                results.append(single)
            else:
                results.extend(inner)
        frame.scope = outer
    if complete:
        return results, UNKNOWN
    return None, any_item(Sequence("list", tuple(results)))


def _dict_comprehension(interpreter: Interpreter, frame: Frame, node: ast.DictComp) -> Value:
    pairs: list[tuple[Value, Value]] = []

    def produce() -> Value:
        pairs.append((interpreter.evaluate(frame, node.key), interpreter.evaluate(frame, node.value)))
        return NONE

    items, _ = _generate(interpreter, frame, node.generators, produce)
    result = Dict(()) if items is not None else Dict()
    for key, value in pairs if items is not None else ():
        result = with_key(result, key, value)
    return result


def _joined_string(interpreter: Interpreter, frame: Frame, node: ast.JoinedStr) -> Value:
    text = ""
    known: bool = True
    variable = False
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
            continue
        value = interpreter.evaluate(frame, part)
        variable = variable or is_variable(value)
        if isinstance(value, Text) and value.value is not None:
            text += value.value
        else:
            known = False
    return Text(text if known else None, not variable)


def _formatted(interpreter: Interpreter, frame: Frame, node: ast.FormattedValue) -> Value:
    value = interpreter.evaluate(frame, node.value)
    try:
        known = python_value(value)
        return Text(str(known)) if node.format_spec is None and node.conversion == -1 else Text()
    except NotConstant:
        return Text(None, not is_variable(value))


def _named(interpreter: Interpreter, frame: Frame, node: ast.NamedExpr) -> Value:
    value = interpreter.evaluate(frame, node.value)
    assign(interpreter, frame, node.target, value)
    return value


def _starred(interpreter: Interpreter, frame: Frame, node: ast.Starred) -> Value:
    return interpreter.evaluate(frame, node.value)


_HANDLERS: dict[type, Callable] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
    ast.IfExp: _if_exp,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Lambda: _lambda,
    ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.SetComp: _comprehension,
    ast.DictComp: _dict_comprehension,
    ast.JoinedStr: _joined_string,
    ast.FormattedValue: _formatted,
    ast.NamedExpr: _named,
    ast.Starred: _starred,
}
