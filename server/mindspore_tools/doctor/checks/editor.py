"""Why there are no completions or diagnostics: the language server and its index."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, INFORMATION, Finding

TITLE = Text("Completion and diagnostics", "补全与诊断")
SECTIONS = ("server", "packages", "interpreter")


def check(facts: Facts) -> Iterator[Finding]:
    """Libraries of the server, and an index for the project's MindSpore."""
    server = facts.section("server")
    for name, error in server.get("missing", {}).items():
        yield Finding(
            "server-library-missing",
            ERROR,
            Text("The language server lacks its library {name}.", "语言服务器缺少库 {name}。").format(
                name=name
            ),
            Text("Importing it says: {error}", "导入时提示：{error}").format(error=error),
            Text(
                "Install the extension again, or MindSpore Tools with pip.",
                "请重新安装扩展，或用 pip 安装 MindSpore Tools。",
            ),
            "pip install --force-reinstall mindspore-tools",
        )
    index, here = server.get("index", ""), facts.version
    if server and not index:
        yield Finding(
            "no-index",
            ERROR,
            Text("There is no API index.", "没有可用的 API 索引。"),
            Text("Completion, hover and the checks of calls come from it. {error}", "补全、悬停提示和调用检查都依赖它。{error}").format(error=server.get("index_error", "")),
            Text("Build it from the installed MindSpore.", "请根据已安装的 MindSpore 构建索引。"),
            f"mindspore-tools index build --interpreter {facts.interpreter}",
        )  # fmt: skip
    elif here and index and index.split(".")[:2] != str(here).split(".")[:2]:
        yield Finding(
            "index-of-other-version",
            INFORMATION,
            Text("The project has MindSpore {here}; the nearest index is for {index}.", "项目使用 MindSpore {here}，最接近的索引是 {index} 版本。").format(here=str(here), index=index),
            Text("Names that were added or removed between the two are shown wrongly.", "两个版本之间新增或删除的接口会显示有误。"),
            Text("Build an index from the installation.", "请根据已安装的版本构建索引。"),
            f"mindspore-tools index build --interpreter {facts.interpreter}",
        )  # fmt: skip
