"""The interpreter against what the installed MindSpore is built for."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, WARNING, Finding
from mindspore_tools.doctor.pythons import newest_for, pythons_of
from mindspore_tools.doctor.requirements import satisfies

TITLE = Text("Python interpreter", "Python 解释器")
SECTIONS = ("interpreter", "packages")


def check(facts: Facts) -> Iterator[Finding]:
    """Version, build and platform of the interpreter."""
    python = facts.section("interpreter")
    if not python:
        return
    if python["implementation"] != "CPython" or python["bits"] != 64 or python.get("debug_build"):
        yield _wrong_build(python)
    if python["platform"] == "linux" and not "".join(python.get("libc", [])).startswith("glibc"):
        yield _not_glibc()
    if facts.foreign_extension:
        yield _built_for_another(facts, facts.foreign_extension)
    elif newest_for(facts.python) is None:
        yield _unknown_python(facts)
    else:
        yield from _demand(facts)


def _demand(facts: Facts) -> Iterator[Finding]:
    for each in facts.mindspore_distributions[:1]:
        demand = each.get("requires_python", "")
        if demand and not satisfies(facts.section("interpreter")["version"], demand):
            yield Finding(
                "python-out-of-range",
                ERROR,
                Text(
                    "MindSpore {version} wants Python {demand}; this is {python}.",
                    "MindSpore {version} 要求 Python {demand}，当前为 {python}。",
                ).format(
                    version=each["version"], demand=demand, python=facts.section("interpreter")["version"]
                ),
                Text(
                    "The package was put here past pip's own check.",
                    "该软件包绕过了 pip 的版本检查被安装到此处。",
                ),
                _NEW_ENVIRONMENT,
                _new_environment(facts),
            )


def _built_for_another(facts: Facts, extension: str) -> Finding:
    return Finding(
        "built-for-another-python",
        ERROR,
        Text(
            "The installed MindSpore is built for another Python than this {python}.",
            "已安装的 MindSpore 是为其他 Python 版本构建的，当前解释器是 {python}。",
        ).format(python=facts.section("interpreter")["version"]),
        Text(
            "Its compiled part is {extension}; this interpreter only loads files that end in {suffix}, so the import fails with "
            "\"No module named 'mindspore._c_expression'\".",
            "其编译产物为 {extension}，而当前解释器只加载以 {suffix} 结尾的文件，因此导入时会报 "
            "“No module named 'mindspore._c_expression'”。",
        ).format(extension=extension, suffix=facts.section("interpreter")["extension_suffix"]),
        _NEW_ENVIRONMENT,
        _new_environment(facts),
    )


def _unknown_python(facts: Facts) -> Finding:
    return Finding(
        "python-not-supported",
        ERROR,
        Text(
            "No known MindSpore runs on Python {version}.", "已知的 MindSpore 版本均不支持 Python {version}。"
        ).format(version=facts.section("interpreter")["version"]),
        Text(
            "MindSpore is compiled for each Python separately, and there is no package for this one.",
            "MindSpore 针对每个 Python 版本分别编译，没有适用于该版本的安装包。",
        ),
        _NEW_ENVIRONMENT,
        _new_environment(facts),
    )


def _wrong_build(python) -> Finding:
    return Finding(
        "interpreter-build",
        ERROR,
        Text(
            "This interpreter is {implementation}, {bits} bits; MindSpore needs 64-bit CPython (a release build).",
            "当前解释器是 {implementation}（{bits} 位），而 MindSpore 需要 64 位 CPython（发行版构建）。",
        ).format(implementation=python["implementation"], bits=python["bits"]),
        Text("MindSpore's compiled modules fit no other build.", "MindSpore 的编译模块不适用于其他构建。"),
        Text("Choose another interpreter.", "请选择其他解释器。"),
    )


def _not_glibc() -> Finding:
    return Finding(
        "not-glibc",
        WARNING,
        Text(
            "This system's C library is not glibc (Alpine Linux?).",
            "该系统的 C 库不是 glibc（例如 Alpine Linux）。",
        ),
        Text(
            "MindSpore's Linux packages are manylinux wheels, which need glibc.",
            "MindSpore 的 Linux 安装包是 manylinux wheel，依赖 glibc。",
        ),
        Text(
            "Use an image based on Debian, Ubuntu, openEuler or CentOS.",
            "请使用基于 Debian、Ubuntu、openEuler 或 CentOS 的镜像。",
        ),
    )


_NEW_ENVIRONMENT = Text(
    "Make an environment with a Python that fits and install MindSpore there.",
    "请使用合适的 Python 版本新建环境，并在其中安装 MindSpore。",
)


def _new_environment(facts: Facts) -> str:
    version = facts.version
    pythons = pythons_of(version) if version else ()
    python = pythons[-1] if pythons else "3.11"
    package = f"mindspore=={version}" if version and pythons else "mindspore"
    return f"conda create -n mindspore python={python} && conda run -n mindspore pip install {package}"
