"""Where names get their values: every binding in a block of statements, in the order of the text."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

VALUE, ITEM_OF, ENTERED, DEFINITION, IMPORT, PARAMETER, ANNOTATION = (
    "value",
    "item of",
    "entered",
    "definition",
    "import",
    "parameter",
    "annotation",
)


class Binding(NamedTuple):
    """One binding of a name.

    ``node`` says how: the assigned expression (``value``), what is iterated over (``item of``), the context manager
    (``entered``), the definition, the import, the ``ast.arg`` or the annotation. ``path`` are the positions inside nested tuple
    targets, outermost first; None in it stands for a starred target. ``line`` and ``column`` (bytes) are where the name is bound.
    """

    name: str
    kind: str
    node: ast.AST
    path: tuple[int | None, ...]
    line: int
    column: int


def bindings_of(statements: Iterable[ast.stmt]) -> Iterator[Binding]:
    """Every binding in statements and the blocks inside them, without what nested functions and classes bind."""
    for statement in statements:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield Binding(statement.name, DEFINITION, statement, (), statement.lineno, statement.col_offset)
            continue
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            for alias in statement.names:
                name = alias.asname or alias.name
                if isinstance(statement, ast.Import) and not alias.asname:
                    name = name.partition(".")[0]
                yield Binding(name, IMPORT, statement, (), statement.lineno, statement.col_offset)
            continue
        yield from _walrus(statement)
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield from _targets(target, VALUE, statement.value)
        elif isinstance(statement, ast.AnnAssign):
            if statement.value is not None:
                yield from _targets(statement.target, VALUE, statement.value)
            yield from _targets(statement.target, ANNOTATION, statement.annotation)
        elif isinstance(statement, (ast.For, ast.AsyncFor)):
            yield from _targets(statement.target, ITEM_OF, statement.iter)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            for item in statement.items:
                if item.optional_vars is not None:
                    yield from _targets(item.optional_vars, ENTERED, item.context_expr)
        for block in ("body", "orelse", "handlers", "finalbody", "cases"):
            for inner in getattr(statement, block, ()):
                yield from bindings_of([inner] if isinstance(inner, ast.stmt) else inner.body)


def parameters_of(function: FunctionNode) -> Iterator[Binding]:
    """The parameters of a function as bindings."""
    arguments = function.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        yield Binding(argument.arg, PARAMETER, argument, (), argument.lineno, argument.col_offset)
    for starred in (arguments.vararg, arguments.kwarg):
        if starred is not None:
            yield Binding(starred.arg, PARAMETER, starred, (None,), starred.lineno, starred.col_offset)


def comprehension_bindings(node: ast.AST) -> Iterator[Binding]:
    """The names that the ``for`` parts of a comprehension bind."""
    for generator in getattr(node, "generators", ()):
        yield from _targets(generator.target, ITEM_OF, generator.iter)


def default_of(function: FunctionNode, argument: ast.arg) -> ast.expr | None:
    """The default value of a parameter, None when it has none."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    if argument in positional:
        offset = positional.index(argument) - (len(positional) - len(arguments.defaults))
        return arguments.defaults[offset] if offset >= 0 else None
    if argument in arguments.kwonlyargs:
        return arguments.kw_defaults[arguments.kwonlyargs.index(argument)]
    return None


def _targets(
    target: ast.expr, kind: str, node: ast.expr, path: tuple[int | None, ...] = ()
) -> Iterator[Binding]:
    if isinstance(target, ast.Name):
        yield Binding(target.id, kind, node, path, target.lineno, target.col_offset)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for index, element in enumerate(target.elts):
            if isinstance(element, ast.Starred):
                yield from _targets(element.value, kind, node, (*path, None))
            else:
                yield from _targets(element, kind, node, (*path, index))


def _walrus(statement: ast.stmt) -> Iterator[Binding]:
    for expression in _expressions(statement):
        for node in ast.walk(expression):
            if isinstance(node, ast.NamedExpr):
                yield from _targets(node.target, VALUE, node.value)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    for part in ast.iter_child_nodes(statement):
        if isinstance(part, ast.expr):
            yield part
