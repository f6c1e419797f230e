"""Which code the compiler surely comes by when it compiles a file's graph functions.

A branch on something known while compiling (a shape, a flag, None) is compiled on one side only. Where it is not known here
which side that is, the code in it may never be evaluated, and neither may a function that is called only there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from weakref import WeakKeyDictionary

from mindspore_tools.graph.analysis import Analysis, GraphFunction
from mindspore_tools.graph.values import Function, is_variable, truth

_DOUBTFUL: WeakKeyDictionary[Analysis, set[ast.AST]] = WeakKeyDictionary()


def is_certain(analysis: Analysis, node: ast.AST) -> bool:
    """Whether the compiler surely evaluates a node of a graph function."""
    known = _DOUBTFUL.get(analysis)
    if known is None:
        known = _DOUBTFUL[analysis] = _doubtful(analysis)
    return node not in known


def _doubtful(analysis: Analysis) -> set[ast.AST]:
    inside = {function: _Walk(function).doubtful() for function in analysis.functions}
    by_node = {function.node: function for function in analysis.functions}
    certain = {function for function in analysis.functions if function.reason != "called"}
    waiting = list(certain)
    while waiting:
        function = waiting.pop()
        for node, value in function.values.items():
            callee = by_node.get(value.node) if isinstance(value, Function) else None
            if callee is not None and callee not in certain and node not in inside[function]:
                certain.add(callee)
                waiting.append(callee)
    found: set[ast.AST] = set()
    for function in analysis.functions:
        found |= inside[function] if function in certain else set(ast.walk(function.node))
    return found


class _Walk:
    """Collects what is doubtful in one function."""

    def __init__(self, function: GraphFunction) -> None:
        self.function = function
        self.found: set[ast.AST] = set()

    def doubtful(self) -> set[ast.AST]:
        """The nodes that the compiler may never evaluate though it compiles the function."""
        body = self.function.node.body
        if isinstance(body, list):
            self.block(body, True)
        else:
            self.expression(body, True)
        return self.found

    def block(self, statements: Iterable[ast.stmt], certain: bool) -> None:
        for statement in statements:
            if not certain:
                self.found.update(ast.walk(statement))
                continue
            if isinstance(statement, (ast.If, ast.While)):
                self.expression(statement.test, True)
                taken = self.decision(statement.test)
                self.block(statement.body, taken in (True, "both"))
                self.block(statement.orelse, taken in (False, "both"))
                if isinstance(statement, ast.If) and taken != "both":
                    leaves = [arm for arm in (statement.body, statement.orelse) if _leaves(arm)]
                    skipped = taken is True and statement.orelse or taken is False and statement.body
                    certain = not leaves or leaves == [skipped]
            elif isinstance(statement, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)):
                for child in ast.iter_child_nodes(statement):
                    if isinstance(child, ast.expr):
                        self.expression(child, True)
                self.block(statement.body, True)
                self.block(getattr(statement, "orelse", ()), True)
            elif isinstance(statement, ast.FunctionDef):
                self.block(statement.body, True)
            else:
                for child in ast.iter_child_nodes(statement):
                    if isinstance(child, ast.expr):
                        self.expression(child, True)

    def expression(self, node: ast.expr, certain: bool) -> None:
        if not certain:
            self.found.update(ast.walk(node))
        elif isinstance(node, ast.IfExp):
            self.expression(node.test, True)
            taken = self.decision(node.test)
            self.expression(node.body, taken in (True, "both"))
            self.expression(node.orelse, taken in (False, "both"))
        elif isinstance(node, ast.BoolOp):
            goes_on: object = True
            for operand in node.values:
                self.expression(operand, goes_on in (True, "both"))
                taken = self.decision(operand)
                goes_on = taken if taken == "both" else taken is isinstance(node.op, ast.And)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.expression(child, True)
                elif isinstance(child, ast.keyword):
                    self.expression(child.value, True)

    def decision(self, test: ast.expr) -> bool | str | None:
        """The side that is compiled: True, False, ``"both"`` for a tensor's data, None when not known."""
        value = self.function.value(test)
        return "both" if is_variable(value) else truth(value)


def _leaves(block: list[ast.stmt]) -> bool:
    """Whether a block ends by leaving the function or the turn of the loop."""
    return bool(block) and isinstance(block[-1], (ast.Return, ast.Raise, ast.Break, ast.Continue))
