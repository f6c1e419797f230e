"""Whether there is one MindSpore, whole and from one package."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts, quote
from mindspore_tools.doctor.finding import ERROR, WARNING, Finding
from mindspore_tools.doctor.pythons import newest_for
from mindspore_tools.doctor.requirements import numbers

TITLE = Text("MindSpore installation", "MindSpore 安装")
SECTIONS = ("packages", "interpreter")


def check(facts: Facts) -> Iterator[Finding]:
    """Missing, several, left over, damaged."""
    if not facts.section("packages"):
        return
    genuine = [each for each in facts.candidates if each.get("genuine")]
    if not genuine:
        yield _missing(facts)
    if len(genuine) > 1:
        yield _several_copies(facts, genuine)
    yield from _distributions(facts, genuine)
    for path in facts.section("packages").get("remnants", []):
        yield _remnant(path)
    for damage in facts.section("packages").get("damaged", []):
        yield _damaged(facts, damage)


def _missing(facts: Facts) -> Finding:
    newest = newest_for(facts.python)
    command = facts.pip("install", "mindspore") if newest else ""
    if facts.mindspore_distributions:
        return Finding(
            "package-gone",
            ERROR,
            Text("MindSpore {version} is registered as installed, but its files are gone.", "MindSpore {version} 登记为已安装，但其文件已不存在。").format(
                version=facts.mindspore_distributions[0]["version"]
            ),
            Text("An interrupted installation or a deleted folder leaves this behind.", "安装中断或手动删除文件夹会造成这种情况。"),
            Text("Install it again.", "请重新安装。"),
            facts.pip(
                "install", "--force-reinstall", "--no-deps",
                f"{facts.mindspore_distributions[0]['name']}=={facts.mindspore_distributions[0]['version']}",
            ),
        )  # fmt: skip
    return Finding(
        "not-installed",
        ERROR,
        Text("MindSpore is not installed for this interpreter.", "当前解释器中没有安装 MindSpore。"),
        Text(
            "No entry of sys.path has a mindspore package. Often it was installed for another Python.",
            "sys.path 的各个路径中都没有 mindspore 软件包，通常是装到了另一个 Python 中。",
        ),
        Text(
            "Install it here, or choose the interpreter that has it.",
            "请在此处安装，或选择已安装 MindSpore 的解释器。",
        ),
        command,
    )


def _several_copies(facts: Facts, genuine) -> Finding:
    places = ", ".join(f"{each['path']} ({each.get('version') or '?'})" for each in genuine)
    return Finding(
        "several-mindspores",
        WARNING,
        Text(
            "There are several MindSpores on sys.path; the first one is used.",
            "sys.path 上存在多个 MindSpore，实际使用第一个。",
        ),
        Text(
            "In order: {places}. Which one you get depends on PYTHONPATH, .pth files and the folder you start in, and compiled "
            "parts of two versions may get mixed.",
            "依次为：{places}。实际使用哪一个取决于 PYTHONPATH、.pth 文件以及启动目录，两个版本的编译产物还可能混用。",
        ).format(places=places),
        Text(
            "Keep one: remove the other folders from PYTHONPATH, or uninstall them.",
            "请只保留一个：从 PYTHONPATH 中移除其他目录，或将其卸载。",
        ),
        facts.pip(
            "uninstall",
            *[
                each["name"]
                for each in facts.mindspore_distributions[1:2] or facts.mindspore_distributions[:1]
            ],
        ),
    )


def _distributions(facts: Facts, genuine) -> Iterator[Finding]:
    installed = facts.mindspore_distributions
    by_place: dict[str, list] = {}
    for each in installed:
        by_place.setdefault(each["folder"].rsplit("/", 1)[0].rsplit("\\", 1)[0], []).append(each)
    for together in by_place.values():
        if len(together) > 1:
            names = ", ".join(f"{each['name']} {each['version']}" for each in together)
            yield Finding(
                "several-distributions",
                ERROR,
                Text("Several MindSpore packages share one folder: {names}.", "多个 MindSpore 软件包装在同一目录下：{names}。").format(names=names),
                Text(
                    "They all write to the same mindspore folder, so its files are a mixture of them.",
                    "它们都写入同一个 mindspore 目录，其中的文件已相互混杂。",
                ),
                Text("Uninstall all of them, then install the one you need.", "请全部卸载，再安装所需的那一个。"),
                facts.pip("uninstall", "-y", *sorted({each["name"] for each in together}))
                + " && "
                + facts.pip("install", together[-1]["name"]),
            )  # fmt: skip
    if genuine and not installed:
        yield Finding(
            "no-metadata",
            WARNING,
            Text("{path} has no package metadata.", "{path} 缺少软件包元数据。").format(
                path=genuine[0]["path"]
            ),
            Text(
                "It was copied or left over from an uninstall; pip neither updates nor removes it, and its dependencies were never installed.",
                "它可能是复制而来或卸载后的残留；pip 无法更新或删除它，其依赖也未安装。",
            ),
            Text(
                "Remove the folder and install MindSpore with pip.", "请删除该目录，再用 pip 安装 MindSpore。"
            ),
        )
    if genuine and installed and genuine[0].get("version"):
        first = installed[0]
        if numbers(first["version"])[:3] != numbers(genuine[0]["version"])[:3] and len(genuine) == 1:
            yield Finding(
                "version-mismatch",
                ERROR,
                Text("The package says MindSpore {stated}, its files are {real}.", "元数据显示为 MindSpore {stated}，实际文件却是 {real}。").format(
                    stated=first["version"], real=genuine[0]["version"]
                ),
                Text("An upgrade was interrupted or two packages were installed over each other.", "升级被中断，或两个软件包相互覆盖。"),
                Text("Install it again from scratch.", "请彻底重新安装。"),
                facts.pip("install", "--force-reinstall", f"{first['name']}=={first['version']}"),
            )  # fmt: skip


def _remnant(path: str) -> Finding:
    return Finding(
        "remnant",
        WARNING,
        Text("{path} is left over from an interrupted pip run.", "{path} 是 pip 中断后留下的残余。").format(
            path=path
        ),
        Text(
            "pip renames a package before it replaces it; the old copy stayed. pip warns about an invalid distribution at every run.",
            "pip 在替换软件包之前会先改名，旧的副本遗留了下来；此后每次运行 pip 都会提示 invalid distribution。",
        ),
        Text("Delete it.", "请将其删除。"),
        f"rm -r {quote(path)}",
    )


def _damaged(facts: Facts, damage) -> Finding:
    shown = ", ".join([*damage["missing"], *damage["changed"]][:3])
    distribution = next(
        (each for each in facts.mindspore_distributions if each["folder"] == damage["folder"]), None
    )
    name = f"{distribution['name']}=={distribution['version']}" if distribution else "mindspore"
    vital = any(
        name.endswith((".so", ".pyd", ".dylib")) or ".so." in name
        for name in damage["missing"] + damage["changed"]
    )
    return Finding(
        "damaged",
        ERROR if vital else WARNING,
        Text(
            "The installation is damaged: {missing} files missing, {changed} of another size.",
            "安装已损坏：缺少 {missing} 个文件，{changed} 个文件大小不符。",
        ).format(missing=damage["missing_count"], changed=damage["changed_count"]),
        Text(
            "Compared with the package's own list of files. The first: {shown}. A full disk, an antivirus program or an edit by hand does this.",
            "与软件包自带的文件清单比对得出，例如：{shown}。磁盘写满、杀毒软件或手动修改都会造成损坏。",
        ).format(shown=shown),
        Text("Install it again.", "请重新安装。"),
        facts.pip("install", "--force-reinstall", "--no-deps", name),
    )
