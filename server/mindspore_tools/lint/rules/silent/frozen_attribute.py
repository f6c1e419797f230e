"""MS304: A graph function reads an attribute that is changed later"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.values import Class, Instance, Tensor
from mindspore_tools.graph.writes import Write, Writes, late_writes
from mindspore_tools.lint.finding import Related
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.silent.frozen_global import CHANGED_HERE, MESSAGE

# Kept in step by the compiler, which compiles anew when they change.
FOLLOWED = frozenset(("training", "requires_grad"))


class FrozenAttribute(Rule):
    code = "MS304"
    name = "frozen-attribute"
    fact = "frozen-attribute"
    summary = Text(
        "A graph function reads an attribute that is changed later",
        "图函数读取的属性之后会被修改",
    )
    explanation = Text(
        "`self.x` and the attributes of other objects are read once, while the graph is compiled at the first call; `training` and Parameters are the exceptions. Setting them between calls has no effect on the compiled network. Pass what changes as an argument of `construct`, or use a Parameter.",
        "`self.x` 以及其他对象的属性只在首次调用编译图时读取一次（`training` 和 Parameter 除外）。在两次调用之间修改它们对编译后的网络不起作用。请把会变化的值作为 `construct` 的参数传入，或使用 Parameter。",
    )
    subjects = (Analysis,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = 1

    def construct(self, x):
        if self.training:
            return x
        return x * self.scale


net = Net()
net.scale = 5


def evaluate(x):
    net.set_train(False)
    return net(x)
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = 1

    def construct(self, x):
        return x * self.scale  # MS304


net = Net()


def train(steps, x):
    for step in range(steps):
        net.scale = step
        net(x)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        writes = late_writes(subject)
        if not writes.attributes:
            return
        for function in subject.functions:
            place = Context(subject, function, context.rule)
            for node in ast.walk(function.node):
                if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
                    continue
                found = written(node, function.name.partition(".")[0], place, writes)
                held = place.value(node)
                if found is None or node.attr in FOLLOWED or isinstance(held, Tensor) and held.parameter:
                    continue
                write, of_cell = found
                related = Related(subject.source.range(write.fragment, write.node), CHANGED_HERE)
                yield from place.report(
                    node,
                    MESSAGE.format(name=dotted_name(node) or node.attr),
                    fact="frozen-attribute" if of_cell else "frozen-object-attribute",
                    related=(related,),
                )


def written(
    node: ast.Attribute, own_class: str, context: Context, writes: Writes
) -> tuple[Write, bool] | None:
    """Where an attribute that is read here is changed later, and whether it is one of the Cell itself."""
    owner = node.value
    if isinstance(owner, ast.Name) and owner.id == "self":
        write = writes.attributes.get((own_class, node.attr))
        return (write, True) if write else None
    names = []
    value = context.value(owner)
    if isinstance(value, Instance) and value.defined is not None:
        names.append(value.defined.name)
    elif isinstance(value, Class):
        names.append(value.name)
    elif isinstance(value, Instance) and value.class_name:
        names.append(value.class_name.rpartition(".")[2])
    if isinstance(owner, ast.Name):
        names.append(owner.id)
    for name in names:
        write = writes.attributes.get((name, node.attr))
        if write:
            return write, False
    return None
