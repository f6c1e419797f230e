"""MS308: A list or dict changed under one name is read under another"""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, Part
from mindspore_tools.graph.places import LostChange, Reason
from mindspore_tools.lint.lost import lost_changes, seen_here
from mindspore_tools.lint.rule import Context, Report, Rule

MESSAGES = {
    Reason.OTHER_NAME: Text(
        "In graph mode this changes `{name}` only; other names of the same object keep the old content. Use one name, or copy on purpose.",
        "在图模式下，此操作只改变 `{name}`；同一对象的其他名字仍是旧内容。请只使用一个名字，或显式复制。",
    ),
    Reason.CALLER: Text(
        "In graph mode the caller does not see this change of `{name}`. Return it, and assign the result at the call.",
        "在图模式下，调用者看不到对 `{name}` 的修改。请将其返回，并在调用处接收返回值。",
    ),
    Reason.NESTED: Text(
        "In graph mode the enclosing function does not see this change of `{name}`. Return the new value from the nested function.",
        "在图模式下，外层函数看不到对 `{name}` 的修改。请让嵌套函数返回新的值。",
    ),
}


class SharedObjectChanged(Rule):
    code = "MS308"
    name = "shared-object-changed"
    fact = "shared-list-change"
    summary = Text(
        "A list or dict changed under one name is read under another",
        "列表或字典通过一个名字修改后，又通过另一个名字读取",
    )
    explanation = Text(
        "The graph compiler turns `b.append(v)` into `b = b + [v]` and `d[k] = v` into a new dict under the name `d`. Another name of the same object, a caller that passed it, or the function around a nested one still has the old content. Eager mode shows the change everywhere. Keep one name for an object that changes, and return what a helper changes.",
        "静态图编译器把 `b.append(v)` 变成 `b = b + [v]`，把 `d[k] = v` 变成赋给 `d` 的新字典。同一对象的其他名字、传入该对象的调用者以及嵌套函数的外层函数看到的仍是旧内容；动态图模式下则处处可见。请为会改变的对象只保留一个名字，并返回辅助函数所做的修改。",
    )
    subjects = (Part,)
    VALID = (
        """\
def push(items, value):
    items.append(value)
    return items


@ms.jit
def f(x):
    items = [1]
    items = push(items, 2)
    other = items
    return x * len(items) + other[0]
""",
    )
    INVALID = (
        """\
def push(items, value):
    items.append(value)  # MS308


@ms.jit
def f(x):
    items = [1]
    push(items, 2)
    return x * len(items)
""",
        """\
@ms.jit
def f(x):
    a = [1, 2]
    b = a
    b += [3]  # MS308
    return x * len(a)
""",
    )

    def check(self, subject: Analysis, context: Context) -> Iterator[Report]:
        for change, place in lost_changes(subject, context, *MESSAGES):
            fact = fact_of(change)
            if fact is not None:
                yield from place.report(
                    change.node,
                    MESSAGES[change.reason].format(name=change.name),
                    fact=fact,
                    related=seen_here(subject, change),
                )


def fact_of(change: LostChange) -> str | None:
    """The construct of facts.json that tells when a change of a list or dict is lost."""
    if change.kind not in ("list", "dict"):
        return None
    if change.reason is Reason.CALLER:
        return f"caller-{change.kind}-change"
    if change.reason is Reason.NESTED:
        return "nested-list-change"
    return "shared-list-add" if change.operation == "+=" else "shared-list-change"
