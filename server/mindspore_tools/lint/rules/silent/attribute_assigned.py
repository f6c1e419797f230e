"""MS319: A graph function sets an attribute"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Instance, Tensor, Unknown, is_variable
from mindspore_tools.lint.facts import Outcome
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.forbidden_cell_method import is_cell


class AttributeAssigned(Rule):
    code = "MS319"
    name = "attribute-assigned"
    fact = "attribute-write-tensor"
    evaluated = True
    summary = Text("A graph function sets an attribute", "图函数给属性赋值")
    explanation = Text(
        "Inside a graph only a Parameter can be assigned. LAX level of 2.7 and later also lets an attribute be set to Python values, but a tensor that is stored there stays the one of the first call. STRICT level and older versions refuse the assignment. Make the state a Parameter in `__init__`, or return it.",
        "图中只能给 Parameter 赋值。2.7 及之后版本的 LAX 级别允许把属性设为 Python 值，但存入的张量会一直停留在第一次调用的值；STRICT 级别和旧版本会拒绝赋值。请在 `__init__` 中将状态创建为 Parameter，或将其返回。",
    )
    subjects = (ast.Assign, ast.AugAssign, ast.AnnAssign)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mean = Parameter(Tensor([0.0]), name="mean")
        self.step = 0

    def construct(self, x):
        self.mean = self.mean * 0.9 + x.mean() * 0.1
        self.step += 1
        return x - self.mean
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.last = None

    def construct(self, x):
        self.last = x + 1  # MS319
        return x
""",
    )

    def check(
        self, subject: ast.Assign | ast.AugAssign | ast.AnnAssign, context: Context
    ) -> Iterator[Report]:
        targets = subject.targets if isinstance(subject, ast.Assign) else [subject.target]
        for target in targets:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            for part in parts:
                if isinstance(part, ast.Attribute) and subject.value is not None:
                    yield from self.stored(part, subject, context)

    def stored(
        self, target: ast.Attribute, statement: ast.Assign | ast.AugAssign | ast.AnnAssign, context: Context
    ) -> Iterator[Report]:
        owner = context.value(target.value)
        assert statement.value is not None
        value = context.value(statement.value)
        of_self = isinstance(target.value, ast.Name) and target.value.id == receiver_name(context)
        held = context.attribute(owner, target.attr)
        if isinstance(held, Tensor) and held.parameter:
            return
        fact = fact_of(owner, value, of_self)
        if fact is None or (of_self and isinstance(held, Unknown) and not known_class(owner)):
            return
        if not of_self and isinstance(owner, Instance) and is_cell(owner, context):
            fact = "sub-cell-attribute-write"
        elif fact == "object-attribute-write" and read_again(target, statement, context):
            fact = "object-attribute-write-read"
        if fact == "attribute-write-tensor" and keeps_up(target, statement, context):
            fact = "attribute-write"
        if context.outcome(fact) is Outcome.REJECTS:
            message = Text(
                "The compiler refuses to set `{name}`, which is not a Parameter. Make it a Parameter in `__init__`, or return the value.",
                "编译器拒绝给 `{name}` 赋值，因为它不是 Parameter。请在 `__init__` 中将其创建为 Parameter，或返回该值。",
            )
        else:
            message = Text(
                "`{name}` keeps the tensor of the first call. Make it a Parameter, or return the value.",
                "`{name}` 会一直保持第一次调用时的张量。请使用 Parameter，或返回该值。",
            )
        yield from context.report(
            statement, message.format(name=dotted_name(target) or target.attr), fact=fact
        )


def fact_of(owner: object, value: object, of_self: bool) -> str | None:
    """The construct of facts.json for an attribute that is set."""
    if isinstance(owner, Tensor):
        return "parameter-attribute-write" if owner.parameter else None
    stored = isinstance(value, Tensor) and is_variable(value)
    if of_self:
        return "attribute-write-tensor" if stored else "attribute-write"
    if isinstance(owner, Instance):
        return "object-attribute-write-tensor" if stored else "object-attribute-write"
    return None


def receiver_name(context: Context) -> str:
    """The first parameter of a method, ``self`` by custom."""
    assert context.function is not None
    arguments = context.function.node.args
    parameters = [*arguments.posonlyargs, *arguments.args]
    return parameters[0].arg if "." in context.function.name and parameters else "self"


def read_again(target: ast.Attribute, statement: ast.stmt, context: Context) -> bool:
    """Whether an attribute is read in the function that sets it, by the statement itself or below."""
    assert context.function is not None
    return isinstance(statement, ast.AugAssign) or any(
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and dotted_name(node) == dotted_name(target)
        and node.lineno > statement.lineno
        for node in ast.walk(context.function.node)
    )


def known_class(owner: object) -> bool:
    """Whether the attributes of an object are known, so that one that was not found is a new one."""
    return isinstance(owner, Instance) and owner.defined is not None


def keeps_up(
    target: ast.Attribute, statement: ast.Assign | ast.AugAssign | ast.AnnAssign, context: Context
) -> bool:
    """Whether the attribute stays right: set once, to a constant, or computed from its old value at every call."""
    if isinstance(statement, ast.AugAssign):
        return True
    assert statement.value is not None and context.function is not None
    names = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
    if names <= {receiver_name(context), *context.analysis.source.names.bindings} and not any(
        isinstance(node, ast.BinOp) for node in ast.walk(statement.value)
    ):
        return True
    if guarded(statement, target.attr, context):
        return True
    sources: list[ast.AST] = [statement.value]
    sources += [
        node.value
        for node in ast.walk(context.function.node)
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id in names for t in node.targets)
        and (node.lineno, node.col_offset) < (statement.lineno, statement.col_offset)
        and not guarded(node, target.attr, context)
    ]
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == target.attr
        and dotted_name(node) == dotted_name(target)
        for source in sources
        for node in ast.walk(source)
    )


def guarded(node: ast.AST, attribute: str, context: Context) -> bool:
    """Whether a statement stands under a condition on the attribute itself, which is decided at the first call."""
    assert context.function is not None
    return any(
        isinstance(branch, ast.If)
        and any(isinstance(n, ast.Attribute) and n.attr == attribute for n in ast.walk(branch.test))
        and any(node is inner for part in branch.body for inner in ast.walk(part))
        for branch in ast.walk(context.function.node)
    )
