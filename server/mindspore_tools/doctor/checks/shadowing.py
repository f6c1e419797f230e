"""Files of the user that hide MindSpore or a module that it imports."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, WARNING, Finding

TITLE = Text("Names that hide MindSpore", "遮蔽 MindSpore 的同名文件")
SECTIONS = ("packages",)
VITAL = ("numpy", "google", "PIL", "scipy", "psutil", "packaging")


def check(facts: Facts) -> Iterator[Finding]:
    """What Python finds before the real module."""
    first = facts.candidates[0] if facts.candidates else None
    if first and not first.get("genuine") and (first["kind"] != "folder" or len(facts.candidates) == 1):
        yield _hidden(first["path"], "mindspore", ERROR)
    for shadow in facts.section("packages").get("shadows", []):
        crashed = shadow["path"] in facts.outcomes["imports"].stderr if "imports" in facts.outcomes else False
        yield _hidden(
            shadow["path"], shadow["module"], ERROR if crashed or shadow["module"] in VITAL else WARNING
        )


def _hidden(path: str, module: str, severity: str) -> Finding:
    return Finding(
        "shadowed-module",
        severity,
        Text("{path} hides the real module {module}.", "{path} 遮蔽了真正的模块 {module}。").format(
            path=path, module=module
        ),
        Text(
            'Python looks in the script\'s folder and in PYTHONPATH first, so "import {module}" takes this file, also inside MindSpore.',
            "Python 会优先在脚本所在目录和 PYTHONPATH 中查找，因此 import {module}（包括 MindSpore 内部的导入）都会取到这个文件。",
        ).format(module=module),
        Text("Rename it, and delete its __pycache__.", "请将其改名，并删除对应的 __pycache__。"),
    )
