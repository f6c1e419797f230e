"""Which functions of a file are compiled, and how."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.program import Program
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import Class, Function, Instance, Named, Value

JIT = frozenset(
    f"mindspore.{module}{name}"
    for module in ("", "common.api.", "common.", "common.jit_config.", "train.")
    for name in ("jit", "ms_function")
)
_CONTEXT = ("mindspore.set_context", "mindspore.context.set_context")


@dataclass(frozen=True)
class JitOptions:
    """The arguments of ``jit`` that change what is compiled: None where the call leaves the default."""

    capture_mode: str = "ast"
    strict: bool | None = None


@dataclass(frozen=True)
class Root:
    """A function that is compiled from the start: ``reason`` is ``"jit"`` or ``"construct"``.

    ``enclosing`` are the functions around a nested one, outermost first.
    """

    function: Function
    reason: str
    options: JitOptions = JitOptions()
    enclosing: tuple[Function, ...] = ()


def find_roots(program: Program, mode: str) -> list[Root]:
    """The compiled functions of the program's own file, in source order.

    ``mode`` ``"auto"`` leaves out ``construct`` in a file that sets PYNATIVE_MODE.
    """
    source = program.source
    found: dict[int, Root] = {}

    def add(root: Root) -> None:
        found.setdefault(id(root.function.node), root)

    cells_compiled = mode == "graph" or not sets_pynative(program)
    for _, fragment in source.top:
        for function, enclosing in _definitions(program, fragment):
            options = jit_options(program, function)
            if options is not None:
                add(Root(function, "jit", options, enclosing))
            elif (
                function.owner
                and cells_compiled
                and function.name == "construct"
                and program.is_cell(function.owner)
            ):
                add(Root(function, "construct", enclosing=enclosing))
    for _, fragment in source.fragments:
        if "jit" in fragment.text or "ms_function" in fragment.text:
            for root in _jit_calls(program, fragment):
                add(root)
    return sorted(found.values(), key=lambda root: source.range(root.function.fragment, root.function.node))


def _definitions(program: Program, fragment: Fragment) -> Iterator[tuple[Function, tuple[Function, ...]]]:
    """Every function defined in a fragment, each with the functions around it, outermost first."""
    stack: list[tuple[Fragment, ast.AST, Class | None, tuple[Function, ...]]] = [
        (fragment, node, None, ()) for node in fragment.body
    ]
    while stack:
        place, node, owner, enclosing = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            receiver = Instance(defined=owner) if owner else None
            function = Function(node, place, program.source, receiver, owner)
            yield function, enclosing
            stack.extend((place, inner, None, (*enclosing, function)) for inner in node.body)
        elif isinstance(node, ast.ClassDef):
            cls = program.class_of(node, place, program.source)
            stack.extend((place.owner_of(inner), inner, cls, enclosing) for inner in node.body)
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            for block in ("body", "orelse", "finalbody", "handlers"):
                stack.extend((place, inner, owner, enclosing) for inner in getattr(node, block, ()))


def jit_options(program: Program, function: Function) -> JitOptions | None:
    """The options of the ``jit`` decorator of a function, or None when it has none."""
    for decorator in getattr(function.node, "decorator_list", ()):
        call = decorator if isinstance(decorator, ast.Call) else None
        if is_jit(program, function.source, call.func if call else decorator):
            return _options(call) if call else JitOptions()
    return None


def is_jit(program: Program, source: SourceFile, node: ast.AST) -> bool:
    """Whether an expression names ``mindspore.jit`` or ``ms_function``."""
    name = dotted_name(node)
    if not name:
        return False
    value = program.definition(source, name)
    return isinstance(value, Named) and value.name in JIT


def _options(call: ast.Call) -> JitOptions:
    options = JitOptions()
    for keyword in call.keywords:
        value = keyword.value
        if keyword.arg == "capture_mode" and isinstance(value, ast.Constant) and isinstance(value.value, str):
            options = replace(options, capture_mode=value.value)
        elif keyword.arg == "mode" and isinstance(value, ast.Constant) and value.value == "PIJit":
            options = replace(options, capture_mode="bytecode")
        elif keyword.arg == "fullgraph" and isinstance(value, ast.Constant) and value.value:
            options = replace(options, strict=True)
        elif keyword.arg == "jit_config" and isinstance(value, ast.Call):
            for inner in value.keywords:
                if inner.arg == "jit_syntax_level":
                    level = (
                        inner.value.value
                        if isinstance(inner.value, ast.Constant)
                        else dotted_name(inner.value)
                    )
                    options = replace(options, strict=str(level).rpartition(".")[2] == "STRICT")
    return options


def _jit_calls(program: Program, fragment: Fragment) -> Iterator[Root]:
    """Functions given to ``jit`` in a call: ``ms.jit(f)``, ``jit(net.construct)``, ``jit(lambda x: x)``."""
    for node in (inner for statement in fragment.body for inner in ast.walk(statement)):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        if not is_jit(program, program.source, node.func):
            continue
        for function in _functions_named(program, fragment, node.args[0]):
            yield Root(function, "jit", _options(node))


def _functions_named(program: Program, fragment: Fragment, node: ast.expr) -> Iterator[Function]:
    if isinstance(node, ast.Lambda):
        yield Function(node, fragment, program.source)
        return
    name = dotted_name(node)
    if not name:
        return
    value: Value = program.definition(program.source, name)
    if isinstance(value, Function) and value.source is program.source:
        yield value


def sets_pynative(program: Program) -> bool:
    """Whether the file sets PYNATIVE_MODE and never GRAPH_MODE."""
    modes: set[str] = set()
    for _, fragment in program.source.fragments:
        if "set_context" not in fragment.text:
            continue
        for node in (inner for statement in fragment.body for inner in ast.walk(statement)):
            if isinstance(node, ast.Call):
                name = dotted_name(node.func)
                if name and program.source.resolve(name, program.index) in _CONTEXT:
                    modes.update(_mode(keyword.value) for keyword in node.keywords if keyword.arg == "mode")
    return "PYNATIVE_MODE" in modes and "GRAPH_MODE" not in modes


def _mode(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return {0: "GRAPH_MODE", 1: "PYNATIVE_MODE"}.get(node.value, "")  # type: ignore[arg-type]
    return (dotted_name(node) or "").rpartition(".")[2]
