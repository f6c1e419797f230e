"""MS309: A method that changes a list or dict, where the compiler ignores the change"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import LostChange, Reason
from mindspore_tools.graph.values import Dict, NotConstant, python_value
from mindspore_tools.lint.lost import lost_changes, seen_here
from mindspore_tools.lint.rule import Context, Report, Rule

IGNORED_FACTS = {
    "sort": "list-sort",
    "remove": "list-remove",
    "setdefault": "dict-setdefault",
    "popitem": "dict-popitem-read",
}


class ChangeWithoutEffect(Rule):
    code = "MS309"
    name = "change-without-effect"
    fact = "list-sort"
    summary = Text(
        "A method that changes a list or dict, where the compiler ignores the change",
        "修改列表或字典的方法在静态图中不起作用",
    )
    explanation = Text(
        "`append`, `extend`, `insert`, `reverse`, `clear` and `update` change their object only when they stand alone as a statement; inside an expression the change is lost. `sort`, `remove` and `setdefault` have no effect on the object at all. Write `a = sorted(a)`, build a new list without the item, test and assign the key.",
        "`append`、`extend`、`insert`、`reverse`、`clear` 和 `update` 只有单独成句时才会改变对象；写在表达式中时修改会丢失。`sort`、`remove` 和 `setdefault` 则完全不改变对象。请改写为 `a = sorted(a)`、重新构造不含该元素的列表，或先判断键再赋值。",
    )
    subjects = (Part,)
    VALID = (
        """\
@ms.jit
def f(x):
    a = [3, 1, 2]
    a = sorted(a)
    a.reverse()
    return x + a[0]
""",
    )
    INVALID = (
        """\
@ms.jit
def f(x):
    a = [3, 1, 2]
    a.sort()  # MS309
    return x + a[0]
""",
        """\
@ms.jit
def f(x):
    a = []
    [a.append(i) for i in range(3)]  # MS309
    return x + len(a)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, Reason.IGNORED):
            if not without_consequence(change, place):
                yield from place.report(
                    change.node,
                    Text(
                        "`{name}.{method}` has no effect in graph mode: `{name}` stays as it was. Assign a new value instead.",
                        "在图模式下 `{name}.{method}` 不起作用，`{name}` 保持不变。请改为赋新值。",
                    ).format(name=change.name, method=change.operation),
                    fact=self.ignored_fact(change),
                    related=seen_here(subject, change),
                )
        for change, place in lost_changes(subject, context, Reason.EXPRESSION):
            yield from place.report(
                change.node,
                Text(
                    "In graph mode `{name}.{method}` changes `{name}` only as a statement of its own; inside an expression the change is lost.",
                    "在图模式下，`{name}.{method}` 只有单独成句时才会改变 `{name}`；写在表达式中时修改会丢失。",
                ).format(name=change.name, method=change.operation),
                fact="list-pop-in-expression" if change.operation == "pop" else "change-in-expression",
                related=seen_here(subject, change),
            )

    @staticmethod
    def ignored_fact(change: LostChange) -> str:
        call = change.node.value if isinstance(change.node, ast.Expr) else change.node
        if change.operation == "sort" and isinstance(call, ast.Call) and call.keywords:
            return "list-sort-key"
        return IGNORED_FACTS[change.operation]


def without_consequence(change: LostChange, context: Context) -> bool:
    """Whether the method would leave the object as it is, as far as known."""
    held = context.value(change.target)
    if change.operation == "sort":
        try:
            items = python_value(held)
            return isinstance(items, list) and items == sorted(items)
        except (NotConstant, TypeError):
            return False
    if change.operation == "setdefault" and isinstance(held, Dict) and held.items is not None:
        call = change.node.value if isinstance(change.node, (ast.Expr, ast.Assign)) else change.node
        if isinstance(call, ast.Call) and call.args:
            try:
                key = python_value(context.value(call.args[0]))
            except NotConstant:
                return False
            return any(known == key for known, _ in held.items)
    return False
