"""Interpreting statements: branches, loops, assignments, as the graph compiler takes them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from mindspore_tools.graph.events import RaiseAtRunTime
from mindspore_tools.graph.flow import Names, decide, joined, meet, merged
from mindspore_tools.graph.names import imported
from mindspore_tools.graph.operators import binary
from mindspore_tools.graph.scope import Frame, Loop
from mindspore_tools.graph.stores import UNROLLED_ITEMS, assign, items_of
from mindspore_tools.graph.values import (
    NONE,
    UNKNOWN,
    Conflict,
    External,
    Function,
    Instance,
    Named,
    Sequence,
    Value,
    any_item,
    is_variable,
    merge,
    truth,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.interpreter import Interpreter

_UNROLLED_ROUNDS = 12


def execute(interpreter: Interpreter, frame: Frame, body: Iterable[ast.stmt]) -> bool:
    """Run statements one after the other; False when control does not reach the end."""
    for statement in body:
        handler = _HANDLERS.get(type(statement))
        if handler is not None and not handler(interpreter, frame, statement):
            return False
    return True


# -- branches ----------------------------------------------------------------------------------------------------------


def _if(interpreter: Interpreter, frame: Frame, node: ast.If) -> bool:
    value = decide(interpreter, frame, node, node.test, "if")
    known = truth(value)
    if known is not None:
        return execute(interpreter, frame, node.body if known else node.orelse)
    at_run_time = frame.compiled and is_variable(value)
    return branch(
        interpreter,
        frame,
        node,
        at_run_time,
        lambda: execute(interpreter, frame, node.body),
        lambda: execute(interpreter, frame, node.orelse),
    )


def branch(
    interpreter: Interpreter,
    frame: Frame,
    node: ast.AST,
    at_run_time: bool,
    if_true: Callable[[], bool],
    if_false: Callable[[], bool],
) -> bool:
    """Run both ways and let them meet; False when neither reaches the end."""
    before, path = frame.scope.names, frame.path
    interpreter.branches += 1
    ends: list[tuple[Names, bool]] = []
    for way, run in ((True, if_true), (False, if_false)):
        frame.scope.names = dict(before)
        frame.path = (*path, (node, way)) if at_run_time else path
        alive = run()
        ends.append((frame.scope.names, alive))
    interpreter.branches -= 1
    (left, left_alive), (right, right_alive) = ends
    if left_alive and right_alive:
        frame.path = path
        frame.scope.names = meet(frame, node, "if", left, right) if at_run_time else merged(left, right)
        return True
    frame.scope.names = left if left_alive else right
    if left_alive or right_alive:
        frame.path = (*path, (node, left_alive)) if at_run_time else path
    else:
        frame.path = path
    return left_alive or right_alive


# -- loops -------------------------------------------------------------------------------------------------------------


def _for(interpreter: Interpreter, frame: Frame, node: ast.For) -> bool:
    iterable = interpreter.evaluate(frame, node.iter)
    items, element = items_of(iterable)
    if items is not None and len(items) <= UNROLLED_ITEMS:
        return _rounds(
            interpreter, frame, node, [partial(_bind_item, interpreter, frame, node, item) for item in items]
        )
    if items:
        element = any_item(Sequence("tuple", tuple(items)))
    bind = partial(_bind_item, interpreter, frame, node, element)
    return _until_stable(interpreter, frame, node, bind, at_run_time=False)


def _bind_item(interpreter: Interpreter, frame: Frame, node: ast.For, item: Value) -> None:
    assign(interpreter, frame, node.target, item)


def _rounds(interpreter: Interpreter, frame: Frame, node: ast.For, binders: list[Callable[[], None]]) -> bool:
    """Unrolled rounds of a loop over known items."""
    loop = Loop()
    frame.loops.append(loop)
    alive = True
    for bind in binders:
        bind()
        loop.continues.clear()
        alive = execute(interpreter, frame, node.body)
        alive = _resume(frame, node, loop.continues, alive)
        if not alive:
            break
    frame.loops.pop()
    if alive and node.orelse:
        alive = execute(interpreter, frame, node.orelse)
    return _resume(frame, node, loop.breaks, alive)


def _resume(frame: Frame, node: ast.AST, states: list[Names], alive: bool) -> bool:
    """Let early exits meet the state at the end; whether anything goes on from there."""
    for state in states:
        frame.scope.names = merged(frame.scope.names, state) if alive else state
        alive = True
    return alive


def _while(interpreter: Interpreter, frame: Frame, node: ast.While) -> bool:
    loop = Loop()
    frame.loops.append(loop)
    try:
        for _ in range(_UNROLLED_ROUNDS):
            value = decide(interpreter, frame, node, node.test, "while")
            known = truth(value)
            if known is False:
                break
            if known is None or loop.breaks:
                at_run_time = frame.compiled and is_variable(value)
                return _until_stable(interpreter, frame, node, None, at_run_time, loop)
            loop.continues.clear()
            alive = execute(interpreter, frame, node.body)
            if not _resume(frame, node, loop.continues, alive):
                return _resume(frame, node, loop.breaks, alive=False)
        else:
            goes_on = _until_stable(interpreter, frame, node, None, at_run_time=False, loop=loop)
            return goes_on and not (isinstance(node.test, ast.Constant) and not loop.breaks)
        return _resume(frame, node, loop.breaks, alive=True)
    finally:
        frame.loops.pop()


def _until_stable(
    interpreter: Interpreter,
    frame: Frame,
    node: ast.For | ast.While,
    bind: Callable[[], None] | None,
    at_run_time: bool,
    loop: Loop | None = None,
) -> bool:
    """A loop whose number of rounds is not known: run the body until what holds at its head no longer changes."""
    own = loop is None
    loop = loop or Loop()
    if own:
        frame.loops.append(loop)
    path = frame.path
    interpreter.branches += 1
    head = dict(frame.scope.names)
    for _ in range(3):
        frame.scope.names = dict(head)
        frame.path = (*path, (node, True)) if at_run_time else path
        if bind is not None:
            bind()
        elif isinstance(node, ast.While):
            decide(interpreter, frame, node, node.test, "while")
        loop.continues.clear()
        alive = execute(interpreter, frame, node.body)
        alive = _resume(frame, node, loop.continues, alive)
        if not alive:
            break
        after = frame.scope.names
        again = {
            name: (
                joined(frame, node, "while", name, value, after[name])
                if at_run_time
                else merge(value, after[name])
            )
            if name in after
            else value
            for name, value in head.items()
        }
        stable = all(_same(again[name], head[name]) for name in head)
        head = (
            {**after, **again}
            if bind is not None
            else {**{k: v for k, v in after.items() if k not in head}, **again}
        )
        if stable:
            break
    interpreter.branches -= 1
    if own:
        frame.loops.pop()
    frame.path = path
    frame.scope.names = head
    return _resume(frame, node, loop.breaks, alive=True)


def _same(one: Value, two: Value) -> bool:
    if isinstance(one, Conflict) and isinstance(two, Conflict):
        return one.left == two.left and one.right == two.right
    return one == two


def _break(interpreter: Interpreter, frame: Frame, node: ast.Break) -> bool:
    if frame.loops:
        frame.loops[-1].breaks.append(frame.scope.names)
    return False


def _continue(interpreter: Interpreter, frame: Frame, node: ast.Continue) -> bool:
    if frame.loops:
        frame.loops[-1].continues.append(frame.scope.names)
    return False


# -- assignments -------------------------------------------------------------------------------------------------------


def _assign(interpreter: Interpreter, frame: Frame, node: ast.Assign) -> bool:
    value = interpreter.evaluate(frame, node.value)
    for target in node.targets:
        assign(interpreter, frame, target, value)
    return True


def _annotated(interpreter: Interpreter, frame: Frame, node: ast.AnnAssign) -> bool:
    if node.value is not None:
        assign(interpreter, frame, node.target, interpreter.evaluate(frame, node.value))
    return True


def _augmented(interpreter: Interpreter, frame: Frame, node: ast.AugAssign) -> bool:
    held = interpreter.evaluate(frame, node.target)
    value = binary(node.op, held, interpreter.evaluate(frame, node.value))
    assign(interpreter, frame, node.target, value)
    return True


# -- the rest ----------------------------------------------------------------------------------------------------------


def _expression(interpreter: Interpreter, frame: Frame, node: ast.Expr) -> bool:
    interpreter.evaluate(frame, node.value)
    return True


def _return(interpreter: Interpreter, frame: Frame, node: ast.Return) -> bool:
    value = NONE if node.value is None else interpreter.evaluate(frame, node.value, result=True)
    frame.returns.append((value, frame.path))
    return False


def _raise(interpreter: Interpreter, frame: Frame, node: ast.Raise) -> bool:
    if frame.record is not None and frame.path:
        frame.record.event(RaiseAtRunTime(node, *frame.path[-1]))
    if node.exc is not None:
        interpreter.evaluate(frame, node.exc)
    return False


def _assert(interpreter: Interpreter, frame: Frame, node: ast.Assert) -> bool:
    return truth(decide(interpreter, frame, node, node.test, "assert")) is not False


def _define(interpreter: Interpreter, frame: Frame, node: ast.FunctionDef) -> bool:
    scope = frame.scope.frozen()
    function = Function(node, frame.fragment, frame.source, scope=scope)
    scope.names[node.name] = function
    frame.scope.names[node.name] = function
    return True


def _with(interpreter: Interpreter, frame: Frame, node: ast.With) -> bool:
    for item in node.items:
        value = interpreter.evaluate(frame, item.context_expr)
        if item.optional_vars is not None:
            entered = (
                interpreter.call_method(frame, value, "__enter__", [])
                if isinstance(value, Instance)
                else UNKNOWN
            )
            assign(interpreter, frame, item.optional_vars, entered)
    return execute(interpreter, frame, node.body)


def _try(interpreter: Interpreter, frame: Frame, node: ast.Try) -> bool:
    """In eager code only; the compiler refuses it. Both the body and the handlers may have run."""
    alive = execute(interpreter, frame, node.body)
    end = dict(frame.scope.names)
    for handler in node.handlers:
        if handler.name:
            frame.scope.names[handler.name] = External()
        if execute(interpreter, frame, handler.body):
            end = merged(end, frame.scope.names) if alive else dict(frame.scope.names)
            alive = True
    frame.scope.names = end
    return execute(interpreter, frame, node.finalbody) and alive


def _import(interpreter: Interpreter, frame: Frame, node: ast.Import | ast.ImportFrom) -> bool:
    for name, path in imported(node):
        frame.scope.names[name] = UNKNOWN if path.startswith(".") else Named(path)
    return True


def _global(interpreter: Interpreter, frame: Frame, node: ast.Global) -> bool:
    frame.global_names.update(node.names)
    return True


def _delete(interpreter: Interpreter, frame: Frame, node: ast.Delete) -> bool:
    return True


_HANDLERS: dict[type, Callable] = {
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Expr: _expression,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.FunctionDef: _define,
    ast.With: _with,
    ast.Try: _try,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Global: _global,
    ast.Delete: _delete,
}
