"""What an expression is, anywhere in a file and in half-written code: what completion, hover and signatures ask.

The graph analysis knows more about compiled functions; this knows enough about everything else and evaluates only the
expression asked for. What is not known is UNKNOWN, never a guess.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import CLASS, CONSTANT, PRIMITIVE, PROPERTY, Signature, Symbol
from mindspore_tools.common.position import Position
from mindspore_tools.editor import bindings
from mindspore_tools.editor.bindings import Binding, FunctionNode
from mindspore_tools.editor.type_text import value_of_annotation, value_of_type
from mindspore_tools.graph.names import dotted_name, imported
from mindspore_tools.graph.program import Program
from mindspore_tools.graph.repair import HOLE, Parse, parse
from mindspore_tools.graph.roots import JIT
from mindspore_tools.graph.source import Fragment, SourceFile
from mindspore_tools.graph.values import (
    UNKNOWN,
    Class,
    Conflict,
    Dict,
    External,
    Function,
    Instance,
    Method,
    Named,
    NoneValue,
    Scalar,
    Sequence,
    Super,
    Tensor,
    Text,
    Transformed,
    Value,
    any_item,
)

if TYPE_CHECKING:
    from mindspore_tools.graph.analysis import Analysis

TENSOR = "mindspore.Tensor"
PARAMETER = "mindspore.Parameter"
CELL = "mindspore.nn.Cell"
_MAX_DEPTH = 24
_ASSUMED = Tensor(assumed=True)
_TRANSFORMS = frozenset(
    {"grad", "value_and_grad", "vmap", "jit", "ms_function", "recompute", "get_grad", "jvp", "vjp"}
)
_GIVEN_TO_TRANSFORM = r"\b(?:value_and_grad|grad|jit|ms_function|vmap|jvp|vjp)\s*\(\s*(?:self\.)?%s\b"
_BOOL_COMPARISONS = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_TENSOR_ITERATORS = {"create_tuple_iterator": "list", "create_dict_iterator": "dict"}
_BUILTIN_RESULTS: dict[str, Value] = {
    "len": Scalar("int"),
    "int": Scalar("int"),
    "float": Scalar("float"),
    "bool": Scalar("bool"),
    "str": Text(),
    "repr": Text(),
    "isinstance": Scalar("bool"),
    "hasattr": Scalar("bool"),
    "dict": Dict(),
    "range": Sequence("range", None, Scalar("int")),
}


class Place(NamedTuple):
    """Where a name is looked up: the nodes around it, outermost first, and how far the text has come.

    ``line`` (1-based, of the fragment) and ``column`` (bytes) say which bindings lie before; None for the end of the scope.
    """

    source: SourceFile
    fragment: Fragment | None
    chain: tuple[ast.AST, ...]
    line: int | None = None
    column: int = 0


class Inference:
    """Values of expressions of one program. ``analysis`` is asked only when nothing else is known."""

    def __init__(
        self, program: Program, index: Index, analysis: Callable[[], Analysis] | None = None
    ) -> None:
        self.program = program
        self.index = index
        self.analysis = analysis
        self._values: dict[tuple[int, int], Value] = {}
        self._names: dict[int, dict[str, list[Binding]]] = {}
        self._depth = 0
        # Trees are known by their identity, so they must live as long as what is remembered of them.
        self._patched: list[Parse] = []

    # -- asking ----------------------------------------------------------------------------------------------------

    def value_of(self, text: str, position: Position, end: Position | None = None) -> Value:
        """The value of an expression's text as if it stood at a position; ``end`` is where it really ends in the file."""
        try:
            node = ast.parse(f"({text}\n)", mode="eval").body
        except (SyntaxError, ValueError, RecursionError):
            return UNKNOWN
        value = self.evaluate(node, self.place_at(position))
        if is_known(value) or self.analysis is None:
            return value
        analysed = self.analysis().value_at(end or position)
        if isinstance(analysed, Conflict):
            analysed = analysed.left
        return analysed if analysed is not None else value

    def place_at(self, position: Position) -> Place:
        """The place of a position of the program's own file."""
        source = self.program.source
        fragment = source.fragment_at(position.line)
        if fragment is None:
            return Place(source, None, (), None)
        first = source.start_of(fragment) or 0
        line = position.line - first + 1
        text = source.lines[position.line]
        column = len(text[: position.column].encode("utf-8", "surrogatepass"))
        chain: list[ast.AST] = []
        owner = next(
            (outer for _, outer in source.top if any(inner is fragment for _, inner in outer.members)), None
        )
        if owner is not None and owner.body:
            chain.append(owner.body[0])
        indent = len(text) - len(text.lstrip()) if text.strip() else column
        self._enclosing(self._body_at(fragment, line, position.column), line, column, indent, chain)
        return Place(source, fragment, tuple(chain), line, column)

    def _body_at(self, fragment: Fragment, line: int, column: int) -> list[ast.stmt]:
        """The statements of a fragment; where it does not parse, as if a name stood at the cursor (``[x.‸ for x in xs]``)."""
        if fragment.error is None:
            return fragment.body
        lines = fragment.text.split("\n")
        lines[line - 1] = f"{lines[line - 1][:column]}{HOLE}{lines[line - 1][column:]}"
        patched = parse("\n".join(lines))
        self._patched.append(patched)
        return patched.body if patched.error is None else fragment.body

    def _enclosing(
        self, nodes: list[ast.stmt], line: int, column: int, indent: int, chain: list[ast.AST]
    ) -> None:
        """Add the definitions, lambdas and comprehensions that hold a place, outermost first."""
        for node in nodes:
            last = nodes[-1] is node
            end = node.end_lineno or node.lineno
            if not (_first_line(node) <= line <= end or (last and line > end)):
                continue
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if line > end and indent <= node.col_offset:
                    continue
                if line >= node.lineno:
                    if (
                        node.body
                        and (line, column) >= _start(node.body[0])
                        or line > end
                        or line > node.lineno
                    ):
                        chain.append(node)
                        if line <= end:
                            self._enclosing(node.body, line, column, indent, chain)
                        elif node.body:
                            self._enclosing(node.body[-1:], line, column, indent, chain)
                    continue
            for block in ("body", "orelse", "handlers", "finalbody", "cases"):
                for inner in getattr(node, block, ()):
                    self._enclosing(
                        [inner] if isinstance(inner, ast.stmt) else inner.body, line, column, indent, chain
                    )
            for part in ast.walk(node):
                nested = isinstance(part, (ast.Lambda, *bindings.COMPREHENSIONS))
                if nested and _holds(part, line, column) and part not in chain:
                    chain.append(part)

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, name: str, place: Place) -> Value:
        """What a name means at a place."""
        found = self.binding_of(name, place)
        if found is not None:
            return self._binding(*found)
        value = self.program.definition(place.source, name)
        if value == UNKNOWN and hasattr(builtins, name):
            return Named(f"builtins.{name}")
        return value

    def binding_of(self, name: str, place: Place) -> tuple[Binding, Place] | None:
        """The binding that a name has at a place, with the place of the binding's scope; None when the file binds none."""
        direct = True
        for depth in range(len(place.chain), 0, -1):
            scope = place.chain[depth - 1]
            # What a class body binds is seen in the body itself, not in its methods.
            if direct or not isinstance(scope, ast.ClassDef):
                found = self._bound(self._scope(scope), name, place.line, place.column)
                if found is not None:
                    return found, place._replace(chain=place.chain[:depth])
            direct = direct and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef))
        return self._module_binding(name, place)

    def _module_binding(self, name: str, place: Place) -> tuple[Binding, Place] | None:
        """The binding in the module: the last before the place, else the first behind; in a function the last of all."""
        source = place.source
        inside = any(isinstance(node, bindings.FUNCTIONS) for node in place.chain)
        own_start = source.start_of(place.fragment) if place.fragment is not None else None
        behind: tuple[Binding, Place] | None = None
        for start, fragment in reversed(source.top):
            if name not in fragment.text:
                continue
            found = self._fragment_names(fragment).get(name)
            if not found:
                continue
            here = Place(source, fragment, ())
            if fragment is place.fragment and not inside:
                chosen = self._before(found, place.line, place.column)
                if chosen is not None:
                    return chosen, here
                behind = (found[0], here)
            elif inside or own_start is None or start < own_start:
                return found[-1], here
            else:
                behind = (found[0], here)
        return behind

    def _fragment_names(self, fragment: Fragment) -> dict[str, list[Binding]]:
        known = self._names.get(id(fragment))
        if known is None:
            known = self._names[id(fragment)] = _by_name(bindings.bindings_of(fragment.body))
        return known

    def _scope(self, scope: ast.AST) -> dict[str, list[Binding]]:
        known = self._names.get(id(scope))
        if known is None:
            if isinstance(scope, ast.Lambda):
                found = list(bindings.parameters_of(scope))
            elif isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found = [*bindings.parameters_of(scope), *bindings.bindings_of(scope.body)]
            elif isinstance(scope, ast.ClassDef):
                found = list(bindings.bindings_of(scope.body))
            else:
                found = list(bindings.comprehension_bindings(scope))
            known = self._names[id(scope)] = _by_name(found)
        return known

    def _bound(
        self, names: dict[str, list[Binding]], name: str, line: int | None, column: int
    ) -> Binding | None:
        found = names.get(name)
        if not found:
            return None
        return self._before(found, line, column) or found[0]

    @staticmethod
    def _before(found: list[Binding], line: int | None, column: int) -> Binding | None:
        if line is None:
            return found[-1]
        best = None
        for each in found:
            end = getattr(each.node, "end_lineno", None) or each.line
            end_column = getattr(each.node, "end_col_offset", None) or 0
            # A value is bound once its expression has ended: in ``x = f(x)`` the inner x is the old one.
            here = (each.line, each.column) < (line, column)
            if each.kind == bindings.VALUE and here and (end, end_column) >= (line, column):
                here = False
            if here:
                best = each
        return best

    def _binding(self, binding: Binding, place: Place) -> Value:
        key = (id(binding.node), hash((binding.kind, binding.path, binding.name)))
        if key in self._values:
            return self._values[key]
        if self._depth > _MAX_DEPTH:
            return UNKNOWN
        self._values[key] = UNKNOWN
        self._depth += 1
        try:
            value = self._bound_value(binding, place)
        finally:
            self._depth -= 1
        self._values[key] = value
        return value

    def _bound_value(self, binding: Binding, place: Place) -> Value:
        node = binding.node
        here = place._replace(line=binding.line, column=binding.column)
        if binding.kind == bindings.VALUE:
            return _unpacked(self.evaluate(node, here), binding.path)  # type: ignore[arg-type]
        if binding.kind == bindings.ITEM_OF:
            return _unpacked(self.item_of(self.evaluate(node, here)), binding.path)  # type: ignore[arg-type]
        if binding.kind == bindings.ENTERED:
            return _unpacked(self.evaluate(node, here), binding.path)  # type: ignore[arg-type]
        if binding.kind == bindings.ANNOTATION:
            return self._annotation(node, here)  # type: ignore[arg-type]
        if binding.kind == bindings.DEFINITION:
            if isinstance(node, ast.ClassDef) and place.fragment is not None:
                return self.program.class_of(node, place.fragment, place.source)
            if place.fragment is not None and not isinstance(node, ast.ClassDef):
                return Function(node, place.fragment, place.source)  # type: ignore[arg-type]
            return UNKNOWN
        if binding.kind == bindings.IMPORT:
            return self._import(node, binding.name, place)  # type: ignore[arg-type]
        return self._parameter(binding, place)

    def _import(self, node: ast.Import | ast.ImportFrom, name: str, place: Place) -> Value:
        for bound, path in imported(node):
            if bound == name:
                return self.program.imported(place.source, path)
        return UNKNOWN

    def _annotation(self, node: ast.expr, place: Place) -> Value:
        def path_of(name: str) -> str | Value | None:
            first, _, rest = name.partition(".")
            value = self.name(first, place)
            for part in rest.split(".") if rest else ():
                value = self.attribute(value, part)
            if isinstance(value, Class):
                return Instance(defined=value)
            return value.name.removeprefix("builtins.") if isinstance(value, Named) else None

        return value_of_annotation(node, path_of)

    # -- parameters ------------------------------------------------------------------------------------------------

    def _parameter(self, binding: Binding, place: Place) -> Value:
        argument = binding.node
        assert isinstance(argument, ast.arg)
        function = place.chain[-1]
        assert isinstance(function, bindings.FUNCTIONS)
        outer = place.chain[-2] if len(place.chain) > 1 else None
        owner = None
        if isinstance(outer, ast.ClassDef):
            owner = self._class_around(outer, place)
        if owner is not None and _is_first(function, argument):
            kinds = _decorators(function)
            if "staticmethod" not in kinds:
                return owner if "classmethod" in kinds else Instance(defined=owner)
        if argument.annotation is not None:
            annotated = self._annotation(
                argument.annotation, place._replace(chain=place.chain[:-1], line=None)
            )
            if is_known(annotated):
                return annotated
        if binding.path:
            tensors = self._takes_tensors(function, owner, place)
            is_tuple = function.args.vararg is argument
            return Sequence("tuple", None, _ASSUMED if tensors else UNKNOWN) if is_tuple else Dict()
        default = bindings.default_of(function, argument)
        if default is not None:
            value = self.evaluate(default, place._replace(chain=place.chain[:-1]))
            if is_known(value) and not isinstance(value, NoneValue):
                return value if not isinstance(value, (Scalar, Text)) else _any_of(value)
        return _ASSUMED if self._takes_tensors(function, owner, place) else UNKNOWN

    def _takes_tensors(self, function: FunctionNode, owner: Class | None, place: Place) -> bool:
        """Whether what is given to the parameters is usually a tensor: graph functions and what ``grad`` is taken of."""
        if isinstance(function, ast.Lambda):
            return False
        for decorator in function.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            value = self.evaluate(target, place._replace(chain=place.chain[:-1], line=None))
            if isinstance(value, Named) and value.name in JIT:
                return True
        if owner is not None and not function.name.startswith("__"):
            return self.program.is_cell(owner)
        pattern = _GIVEN_TO_TRANSFORM % re.escape(function.name)
        return re.search(pattern, place.source.text) is not None

    def _class_around(self, node: ast.ClassDef, place: Place) -> Class | None:
        for _, fragment in place.source.top:
            if node in fragment.body:
                return self.program.class_of(node, fragment, place.source)
        return self.program.class_of(node, place.fragment, place.source) if place.fragment else None

    # -- expressions -----------------------------------------------------------------------------------------------

    def evaluate(self, node: ast.expr, place: Place) -> Value:
        """The value of an expression at a place. Never raises."""
        if self._depth > _MAX_DEPTH:
            return UNKNOWN
        self._depth += 1
        try:
            method = getattr(self, f"_{type(node).__name__}", None)
            return method(node, place) if method else UNKNOWN
        finally:
            self._depth -= 1

    def _Name(self, node: ast.Name, place: Place) -> Value:
        return self.name(node.id, place)

    def _Constant(self, node: ast.Constant, place: Place) -> Value:
        value = node.value
        if isinstance(value, str):
            return Text(value)
        if isinstance(value, (bool, int, float, complex)):
            return Scalar(type(value).__name__, value)
        return NoneValue() if value is None else UNKNOWN

    def _JoinedStr(self, node: ast.JoinedStr, place: Place) -> Value:
        return Text()

    def _Tuple(self, node: ast.Tuple, place: Place) -> Value:
        return self._sequence("tuple", node.elts, place)

    def _List(self, node: ast.List, place: Place) -> Value:
        return self._sequence("list", node.elts, place)

    def _sequence(self, kind: str, elements: list[ast.expr], place: Place) -> Value:
        if len(elements) > 64 or any(isinstance(element, ast.Starred) for element in elements):
            return Sequence(kind)
        return Sequence(kind, tuple(self.evaluate(element, place) for element in elements))

    def _Dict(self, node: ast.Dict, place: Place) -> Value:
        items = []
        for key, value in zip(node.keys, node.values):
            if not isinstance(key, ast.Constant) or len(node.keys) > 64:
                return Dict()
            items.append((key.value, self.evaluate(value, place)))
        return Dict(tuple(items))  # type: ignore[arg-type]

    def _ListComp(self, node: ast.ListComp, place: Place) -> Value:
        return Sequence("list", None, self.evaluate(node.elt, place._replace(chain=(*place.chain, node))))

    def _GeneratorExp(self, node: ast.GeneratorExp, place: Place) -> Value:
        return Sequence("list", None, self.evaluate(node.elt, place._replace(chain=(*place.chain, node))))

    def _DictComp(self, node: ast.DictComp, place: Place) -> Value:
        return Dict()

    def _Lambda(self, node: ast.Lambda, place: Place) -> Value:
        return Function(node, place.fragment, place.source) if place.fragment is not None else UNKNOWN

    def _NamedExpr(self, node: ast.NamedExpr, place: Place) -> Value:
        return self.evaluate(node.value, place)

    def _IfExp(self, node: ast.IfExp, place: Place) -> Value:
        return self._first_known([node.body, node.orelse], place)

    def _BoolOp(self, node: ast.BoolOp, place: Place) -> Value:
        return self._first_known(node.values, place)

    def _first_known(self, nodes: list[ast.expr], place: Place) -> Value:
        for node in nodes:
            value = self.evaluate(node, place)
            if is_known(value):
                return value
        return UNKNOWN

    def _Await(self, node: ast.Await, place: Place) -> Value:
        return UNKNOWN

    def _UnaryOp(self, node: ast.UnaryOp, place: Place) -> Value:
        value = self.evaluate(node.operand, place)
        if isinstance(node.op, ast.Not):
            return Scalar("bool")
        return _plain_tensor(value) if isinstance(value, Tensor) else _any_of(value)

    def _BinOp(self, node: ast.BinOp, place: Place) -> Value:
        left, right = self.evaluate(node.left, place), self.evaluate(node.right, place)
        if isinstance(left, Tensor) or isinstance(right, Tensor):
            return _plain_tensor(left if isinstance(left, Tensor) else right)
        if isinstance(left, Scalar) and isinstance(right, Scalar):
            kind = "float" if isinstance(node.op, ast.Div) or "float" in (left.kind, right.kind) else "int"
            return Scalar(kind)
        if isinstance(left, (Text, Sequence)):
            return Text() if isinstance(left, Text) else Sequence(left.kind, None, any_item(left))
        return UNKNOWN

    def _Compare(self, node: ast.Compare, place: Place) -> Value:
        if isinstance(node.ops[0], _BOOL_COMPARISONS):
            return Scalar("bool")
        values = [self.evaluate(each, place) for each in (node.left, *node.comparators)]
        return Tensor("bool") if any(isinstance(value, Tensor) for value in values) else Scalar("bool")

    def _Subscript(self, node: ast.Subscript, place: Place) -> Value:
        value = self.evaluate(node.value, place)
        if isinstance(value, Sequence):
            if isinstance(node.slice, ast.Slice):
                return Sequence(value.kind, None, any_item(value))
            index = _integer(node.slice)
            return value.item(index) if index is not None else any_item(value)
        if isinstance(value, Dict):
            key = node.slice.value if isinstance(node.slice, ast.Constant) else None
            found = value.get(key) if isinstance(key, (str, int)) else None
            if found is None and value.items:
                found = value.items[0][1] if len({type(item) for _, item in value.items}) == 1 else None
            return found or UNKNOWN
        if isinstance(value, Tensor):
            return _plain_tensor(value)
        if isinstance(value, Instance):
            return self.item_of(value)
        return Text() if isinstance(value, Text) else UNKNOWN

    def _Attribute(self, node: ast.Attribute, place: Place) -> Value:
        return self.attribute(self.evaluate(node.value, place), node.attr)

    def _Call(self, node: ast.Call, place: Place) -> Value:
        function = self.evaluate(node.func, place)
        if isinstance(function, Named) and function.name.startswith("builtins."):
            return self._builtin(function.name[len("builtins.") :], node, place)
        if isinstance(function, Named) and function.name.startswith("mindspore.") and node.args:
            name = function.name.rpartition(".")[2]
            if name in _TRANSFORMS:
                inner = self.evaluate(node.args[0], place)
                return inner if name in ("jit", "ms_function") else Transformed(name, inner)
        if isinstance(function, Named) and function.name == "functools.partial" and node.args:
            return self.evaluate(node.args[0], place)
        if isinstance(function, Named) and function.name in _CONTAINERS:
            return self._container(function.name, node, place)
        if isinstance(function, Method) and function.name in _TENSOR_ITERATORS:
            numpy = any(
                keyword.arg == "output_numpy"
                and isinstance(keyword.value, ast.Constant)
                and keyword.value.value
                for keyword in node.keywords
            )
            item: Value = External("numpy.ndarray") if numpy else Tensor()
            kind = _TENSOR_ITERATORS[function.name]
            return Sequence(
                "list", None, Sequence("list", None, item) if kind == "list" else Dict((("", item),))
            )
        return self.result(function)

    def _builtin(self, name: str, node: ast.Call, place: Place) -> Value:
        if name in _BUILTIN_RESULTS:
            return _BUILTIN_RESULTS[name]
        if name == "super":
            owner = next((each for each in reversed(place.chain) if isinstance(each, ast.ClassDef)), None)
            found = self._class_around(owner, place) if owner is not None else None
            return Super(Instance(defined=found), found) if found is not None else UNKNOWN
        values = [
            self.evaluate(argument, place) for argument in node.args if not isinstance(argument, ast.Starred)
        ]
        if name in ("list", "tuple", "sorted", "reversed", "set") and values:
            return Sequence("tuple" if name == "tuple" else "list", None, self.item_of(values[0]))
        if name == "enumerate" and values:
            return Sequence("list", None, Sequence("tuple", (Scalar("int"), self.item_of(values[0]))))
        if name == "zip":
            return Sequence("list", None, Sequence("tuple", tuple(self.item_of(value) for value in values)))
        if name in ("abs", "sum", "max", "min", "next", "iter", "pow", "round") and values:
            first = values[0]
            if isinstance(first, Tensor):
                return _plain_tensor(first)
            if name == "iter":
                return first
            if name in ("next", "max", "min", "sum"):
                return self.item_of(first) if not isinstance(first, Scalar) else _any_of(first)
            return _any_of(first)
        return UNKNOWN

    def _container(self, name: str, node: ast.Call, place: Place) -> Value:
        """A CellList or SequentialCell keeps its class, and what it holds is kept for subscripts and loops."""
        arguments = node.args
        items: list[ast.expr] = []
        for argument in arguments:
            items += argument.elts if isinstance(argument, (ast.List, ast.Tuple)) else [argument]
        element: Value = UNKNOWN
        for item in items:
            value = self.evaluate(item.value if isinstance(item, ast.Starred) else item, place)
            value = any_item(value) if isinstance(value, Sequence) else value
            if is_known(value):
                element = value
                break
        return Container(name, None, element)

    # -- members and results ---------------------------------------------------------------------------------------

    def attribute(self, value: Value, name: str) -> Value:
        """The value of ``value.name``."""
        if isinstance(value, Named):
            path = f"{value.name}.{name}"
            symbol = self.index.get(path)
            if symbol is not None and symbol.kind in (CONSTANT, PROPERTY) and symbol.returns:
                found = value_of_type(symbol.returns)
                if is_known(found) and not isinstance(found, External):
                    return found
            return Named(path)
        if isinstance(value, (Class, Super)) or (isinstance(value, Instance) and value.defined is not None):
            return self._user_member(value, name)
        if isinstance(value, Function):
            return UNKNOWN
        own = value.path
        if own is None or own.startswith("builtins."):
            if own and hasattr(getattr(builtins, own[len("builtins.") :], object), name):
                return Method(value, name)
            return UNKNOWN
        symbol = self.index.get(f"{own}.{name}")
        if symbol is None:
            return UNKNOWN
        if symbol.kind in (PROPERTY, CONSTANT):
            if isinstance(value, Tensor) and name in ("T", "mT", "H", "mH", "real", "imag", "grad"):
                return _plain_tensor(value)
            return value_of_type(symbol.returns)
        if symbol.kind in (CLASS, PRIMITIVE):
            return Named(symbol.path)
        return Method(value, name)

    def _user_member(self, value: Value, name: str) -> Value:
        receiver: Instance | None = None
        if isinstance(value, Class):
            classes = self.program.ancestors(value)
        elif isinstance(value, Super):
            receiver = value.receiver
            ancestors = self.program.ancestors(value.after)
            classes = ancestors[1:]
        else:
            assert isinstance(value, Instance) and value.defined is not None
            receiver = value
            classes = self.program.ancestors(value.defined)
        for ancestor in classes:
            if isinstance(ancestor, Class):
                found = self.own_member(ancestor, name, receiver)
                if found is not None:
                    return found
            elif isinstance(ancestor, Named):
                inherited = self.attribute(Instance(ancestor.name), name)
                if inherited != UNKNOWN:
                    return inherited
        return UNKNOWN

    def own_member(self, cls: Class, name: str, receiver: Instance | None) -> Value | None:
        """A member that a workspace class itself defines: a method, a class attribute or what its methods store on ``self``."""
        for fragment, statement in self.program.members(cls):
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name == name:
                function = Function(statement, fragment, cls.source, receiver, cls)
                return self.returned(function) if "property" in _decorators(statement) else function
        place = Place(cls.source, cls.fragment, (cls.node,))
        known = self._scope(cls.node).get(name)
        if known and known[-1].kind in (bindings.VALUE, bindings.ANNOTATION):
            return self._binding(known[-1], place)
        stored = self.stored(cls).get(name)
        if stored is None:
            return None
        value: Value = UNKNOWN
        for binding, where in stored:
            value = self._binding(binding, where)
            if is_known(value) and not isinstance(value, NoneValue):
                return value
        return value

    def stored(self, cls: Class) -> dict[str, list[tuple[Binding, Place]]]:
        """What the methods of a class store on ``self``, those of ``__init__`` first."""
        found: dict[str, list[tuple[Binding, Place]]] = {}
        methods = [
            (fragment, statement)
            for fragment, statement in self.program.members(cls)
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        for fragment, method in sorted(methods, key=lambda each: each[1].name != "__init__"):
            parameters = [*method.args.posonlyargs, *method.args.args]
            if not parameters:
                continue
            receiver = parameters[0].arg
            for node in ast.walk(method):
                targets: list[ast.expr] = []
                value: ast.expr | None = None
                if isinstance(node, ast.Assign):
                    targets, value = node.targets, node.value
                elif isinstance(node, ast.AnnAssign):
                    targets, value = [node.target], node.value
                for target in targets:
                    for each, path in _flat(target):
                        if (
                            isinstance(each, ast.Attribute)
                            and isinstance(each.value, ast.Name)
                            and each.value.id == receiver
                        ):
                            kind = bindings.VALUE
                            if value is None and isinstance(node, ast.AnnAssign):
                                kind, value = bindings.ANNOTATION, node.annotation
                            if value is not None:
                                binding = Binding(each.attr, kind, value, path, each.lineno, each.col_offset)
                                place = Place(
                                    cls.source, fragment, (cls.node, method), each.lineno, each.col_offset
                                )
                                found.setdefault(each.attr, []).append((binding, place))
        return found

    def result(self, function: Value) -> Value:
        """What a call of a value gives."""
        if isinstance(function, Named):
            return self._named_result(function.name)
        if isinstance(function, Class):
            return Instance(defined=function)
        if isinstance(function, Function):
            return self.returned(function)
        if isinstance(function, Transformed):
            return self._transformed_result(function)
        if isinstance(function, Method):
            symbol = self.index.get(function.path) if function.path else None
            return self._signature_result(symbol.signatures, symbol, function.owner) if symbol else UNKNOWN
        if isinstance(function, Container):
            return Tensor()
        if isinstance(function, Instance):
            if function.defined is not None:
                construct = self._user_member(function, "construct")
                if not isinstance(construct, Function):
                    construct = self._user_member(function, "__call__")
                found = self.result(construct) if isinstance(construct, Function) else UNKNOWN
                if not is_known(found) and self.program.is_cell(function.defined):
                    return _ASSUMED
                return found
            symbol = self.index.get(function.class_name) if function.class_name else None
            if symbol is not None:
                found = self._signature_result(symbol.call, None, function)
                if not is_known(found) and CELL in symbol.bases:
                    return Tensor()
                return found
        return UNKNOWN

    def _named_result(self, path: str) -> Value:
        symbol = self.index.get(path)
        canonical = symbol.canonical or symbol.path if symbol else path
        if canonical in (TENSOR, "mindspore.common.tensor.Tensor"):
            return Tensor()
        if canonical in (PARAMETER, "mindspore.common.parameter.Parameter"):
            return Tensor(parameter=True)
        if symbol is None:
            if path.startswith("numpy.") and path.count(".") <= 2:
                return External("numpy.ndarray") if path.rpartition(".")[2] in _NUMPY_ARRAYS else UNKNOWN
            return UNKNOWN
        if symbol.kind in (CLASS, PRIMITIVE):
            return Instance(symbol.path)
        return self._signature_result(symbol.signatures, symbol, None)

    def _signature_result(
        self, signatures: tuple[Signature, ...], symbol: Symbol | None, owner: Value | None
    ) -> Value:
        for signature in signatures:
            if signature.returns == "Self" and owner is not None:
                return owner
            value = value_of_type(signature.returns)
            if is_known(value):
                return value
        return value_of_type(symbol.returns) if symbol is not None else UNKNOWN

    def _transformed_result(self, function: Transformed) -> Value:
        inner = self.result(function.function)
        if function.name == "value_and_grad":
            return Sequence(
                "tuple", (inner if is_known(inner) else Tensor(), Sequence("tuple", None, Tensor()))
            )
        if function.name in ("grad", "get_grad"):
            return Tensor()
        return inner

    def returned(self, function: Function) -> Value:
        """What a function of the workspace returns, by its annotation or its return statements."""
        key = (id(function.node), 0)
        if key in self._values:
            return self._values[key]
        self._values[key] = UNKNOWN
        chain: tuple[ast.AST, ...] = (function.node,)
        if function.owner is not None:
            chain = (function.owner.node, function.node)
        place = Place(function.source, function.fragment, chain)
        value: Value = UNKNOWN
        if isinstance(function.node, ast.Lambda):
            value = self.evaluate(function.node.body, place)
        else:
            if function.node.returns is not None:
                value = self._annotation(function.node.returns, place._replace(chain=chain[:-1]))
            if not is_known(value):
                for node in _returns(function.node):
                    found = self.evaluate(node, place._replace(line=node.lineno, column=node.col_offset))
                    if is_known(found) and not isinstance(found, NoneValue):
                        value = found
                        break
        self._values[key] = value
        return value

    def item_of(self, value: Value) -> Value:
        """What iterating over a value gives."""
        if isinstance(value, Sequence):
            return any_item(value)
        if isinstance(value, Tensor):
            return _plain_tensor(value)
        if isinstance(value, Container):
            return value.element if is_known(value.element) else Instance(CELL)
        if isinstance(value, Dict):
            return Text()
        if isinstance(value, Text):
            return Text()
        if isinstance(value, Instance) and value.class_name:
            symbol = self.index.get(value.class_name)
            bases = (value.class_name, *(symbol.bases if symbol else ()))
            if any(base.endswith((".CellList", ".SequentialCell")) for base in bases):
                return Instance(CELL)
            if any(base.endswith("ParameterTuple") for base in bases):
                return Tensor(parameter=True)
            if any(base.endswith(".Dataset") for base in bases):
                return Sequence("list", None, Tensor())
        return UNKNOWN


class Container(Instance):
    """An object of ``nn.CellList`` or ``nn.SequentialCell`` with what it holds."""

    element: Value

    def __init__(self, class_name: str, defined: Class | None, element: Value) -> None:
        super().__init__(class_name, defined)
        object.__setattr__(self, "element", element)


_CONTAINERS = frozenset({"mindspore.nn.CellList", "mindspore.nn.SequentialCell", "mindspore.nn.CellDict"})
_NUMPY_ARRAYS = frozenset(
    [
        "array",
        "zeros",
        "ones",
        "full",
        "empty",
        "arange",
        "linspace",
        "eye",
        "zeros_like",
        "ones_like",
        "full_like",
        "asarray",
        "concatenate",
        "stack",
        "rand",
        "randn",
        "normal",
        "uniform",
        "random",
        "randint",
        "reshape",
        "transpose",
        "load",
        "expand_dims",
        "where",
        "argmax",
        "matmul",
        "dot",
    ]
)


def is_known(value: Value) -> bool:
    """Whether anything is known about a value."""
    return value != UNKNOWN and not isinstance(value, Conflict)


def _unpacked(value: Value, path: tuple[int | None, ...]) -> Value:
    for index in path:
        if index is None:
            return Sequence("list", None, any_item(value) if isinstance(value, Sequence) else UNKNOWN)
        if isinstance(value, Sequence):
            value = value.item(index) if value.items is not None else value.element
        elif isinstance(value, Tensor):
            value = _plain_tensor(value)
        else:
            return UNKNOWN
    return value


def _plain_tensor(value: Value) -> Tensor:
    """A tensor computed from this one, of which only the kind is known."""
    return Tensor(assumed=isinstance(value, Tensor) and value.assumed)


def _any_of(value: Value) -> Value:
    if isinstance(value, Scalar):
        return Scalar(value.kind)
    return Text() if isinstance(value, Text) else value


def _by_name(found) -> dict[str, list[Binding]]:
    names: dict[str, list[Binding]] = {}
    for binding in found:
        names.setdefault(binding.name, []).append(binding)
    return names


def _flat(target: ast.expr, path: tuple[int | None, ...] = ()):
    if isinstance(target, (ast.Tuple, ast.List)):
        for index, element in enumerate(target.elts):
            yield from _flat(element, (*path, index))
    else:
        yield target, path


def _returns(function: ast.AST):
    stack = list(getattr(function, "body", []))[::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value
        if not isinstance(node, (*bindings.FUNCTIONS, ast.ClassDef)):
            for block in ("finalbody", "orelse", "handlers", "body", "cases"):
                stack.extend(reversed(getattr(node, block, [])))


def _decorators(node: FunctionNode) -> set[str]:
    names = (
        dotted_name(each.func if isinstance(each, ast.Call) else each)
        for each in getattr(node, "decorator_list", ())
    )
    return {name for name in names if name}


def _is_first(function: FunctionNode, argument: ast.arg) -> bool:
    positional = [*function.args.posonlyargs, *function.args.args]
    return bool(positional) and positional[0] is argument


def _integer(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _integer(node.operand)
        return -inner if inner is not None else None
    return None


def _first_line(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", None)
    return min([node.lineno, *(each.lineno for each in decorators or ())])


def _start(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 1), getattr(node, "col_offset", 0)


def _holds(node: ast.AST, line: int, column: int) -> bool:
    end = (getattr(node, "end_lineno", None) or 1, getattr(node, "end_col_offset", None) or 0)
    return _start(node) <= (line, column) <= end
