"""MS415: A default argument that the compiler cannot evaluate"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, GraphFunction, Part
from mindspore_tools.lint.rule import Context, Report, Rule

Nested = (ast.FunctionDef, ast.Lambda)


class DefaultOfNestedFunction(Rule):
    code = "MS415"
    name = "default-argument"
    fact = "default-loop-variable"
    summary = Text(
        "A default argument that the compiler cannot evaluate",
        "编译器无法求值的默认参数",
    )
    explanation = Text(
        "Defaults are evaluated when the call is compiled. The variable of a loop around a nested function or lambda (`lambda a, k=i: ...`) and names of the class body are not reachable then. Pass the value as an argument, or use `functools.partial`.",
        "默认参数在编译调用时求值，此时无法访问嵌套函数或 lambda 外层循环的变量（`lambda a, k=i: ...`）以及类体中的名字。请把值作为参数传入，或使用 `functools.partial`。",
    )
    subjects = (Part,)
    VALID = (
        """\
@ms.jit
def f(x):
    k = 2

    def h(a, m=k):
        return a * m

    return h(x)
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    for i in range(3):
        step = lambda a, k=i: a + k  # MS415
        x = step(x)
    return x
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for function in subject.functions:
            place = Context(subject, function, context.rule)
            for loop in ast.walk(function.node):
                for name in loop_variables(loop):
                    for inner in ast.walk(loop):
                        if isinstance(inner, Nested) and name in default_names(inner):
                            yield from place.report(
                                inner,
                                Text(
                                    "The default `{name}` is a loop variable; the compiler cannot evaluate it. Pass it as an argument.",
                                    "默认值 `{name}` 是循环变量，编译器无法求值。请将其作为参数传入。",
                                ).format(name=name),
                            )
            yield from self.class_names(function, place)

    @staticmethod
    def class_names(function: GraphFunction, context: Context) -> Iterator[Report]:
        if "." not in function.name or isinstance(function.node, ast.Lambda):
            return
        names = default_names(function.node)
        known = context.analysis.source.names.bindings
        cls = next(
            (
                node
                for _, fragment in context.analysis.source.top
                for node in fragment.body
                if isinstance(node, ast.ClassDef) and function.node in node.body
            ),
            None,
        )
        if cls is None:
            return
        own = {
            target.id
            for statement in cls.body
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Name)
        }
        for name in sorted(names & own - set(known)):
            yield from context.report(
                function.name_range,
                Text(
                    "The default `{name}` is a name of the class body, which the compiler does not see. Write the value, or make it a global.",
                    "默认值 `{name}` 是类体中的名字，编译器看不到。请直接写值，或改为全局变量。",
                ).format(name=name),
                fact="default-class-attribute",
            )


def loop_variables(node: ast.AST) -> set[str]:
    """The names that a loop or comprehension binds by itself."""
    targets: list[ast.expr] = []
    if isinstance(node, (ast.For, ast.AsyncFor)):
        targets.append(node.target)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        targets += [generator.target for generator in node.generators]
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def default_names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """The names read by the defaults of a function."""
    defaults = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
    return {name.id for default in defaults for name in ast.walk(default) if isinstance(name, ast.Name)}
