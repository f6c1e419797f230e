"""MS419: A Python object that the target version or syntax level does not compile"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Class, Function, Instance, Named, Value
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.identity_of_object import ENUMS
from mindspore_tools.lint.rules.calls.with_other_object import is_jit_class


class PythonObject(Rule):
    code = "MS419"
    name = "python-object"
    fact = "object attribute"
    evaluated = True
    summary = Text(
        "A Python object that the target version or syntax level does not compile",
        "目标版本或语法级别不支持的 Python 对象",
    )
    explanation = Text(
        "Versions before 2.7 cannot look into objects of plain classes, enums, namedtuples or classes themselves while compiling. Copy what the graph needs into attributes of the Cell in `__init__`, pass it as an argument, or decorate the class with `@ms.jit_class`.",
        "2.7 之前的版本在编译时无法访问普通类的对象、枚举、namedtuple 以及类本身。请在 `__init__` 中把图所需的值复制为 Cell 的属性，或作为参数传入，或用 `@ms.jit_class` 装饰该类。",
    )
    subjects = (ast.Attribute,)
    VALID = (
        """\
class Config:
    def __init__(self):
        self.scale = 3


config = Config()


@ms.jit
def f(x):
    return x * config.scale
""",
    )
    INVALID = ()

    def check(self, subject: ast.Attribute, context: Context) -> Iterator[Report]:
        fact = self.fact_for(subject, context) if isinstance(subject.ctx, ast.Load) else None
        if fact is not None:
            yield from context.report(
                subject,
                Text(
                    "This version cannot look into `{owner}` while compiling. Copy the value into an attribute of the Cell.",
                    "该版本在编译时无法访问 `{owner}`。请把该值复制为 Cell 的属性。",
                ).format(owner=context.source_of(subject.value)),
                fact=fact,
            )

    @staticmethod
    def fact_for(node: ast.Attribute, context: Context) -> str | None:
        owner = context.value(node.value)
        value = context.value(node)
        if node.attr == "__class__":
            return "class of object"
        if isinstance(owner, Class):
            if any((dotted_name(base) or "").rpartition(".")[2] in ENUMS for base in owner.node.bases):
                return "enum member"
            if is_jit_class(owner) and not context.analysis.program.is_cell(owner):
                return None
            return "method of class" if isinstance(value, Function) else "class attribute"
        if isinstance(owner, Instance) and owner.defined is not None:
            cls = owner.defined
            if not context.analysis.program.is_cell(cls):
                return None if is_jit_class(cls) else "object attribute"
            if is_class_attribute(node.attr, cls, value):
                return "class attribute"
        return None


def is_class_attribute(name: str, cls: Class, value: Value) -> bool:
    """Whether an attribute of a Cell is assigned in its class body and not on the object."""
    if isinstance(value, (Function, Named)):
        return False
    return any(
        isinstance(statement, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
        for statement in cls.node.body
    )
