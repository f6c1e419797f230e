"""Shared libraries that the dynamic loader cannot find for MindSpore's own ones, and a glibc that is too old."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, INFORMATION, Finding

TITLE = Text("Shared libraries and glibc", "共享库与 glibc")
SECTIONS = ("libraries", "environment", "device", "interpreter")

# Beginning of a library's name -> what brings it, and how.
BRINGS = {
    ("libcuda.so",): (Text("the NVIDIA driver", "NVIDIA 驱动"), ""),
    ("libcudnn",): (Text("cuDNN", "cuDNN"), ""),
    ("libcu", "libnvrtc", "libnccl"): (Text("the CUDA toolkit", "CUDA 工具包"), ""),
    ("libascend", "libacl", "libge_", "libhccl", "libruntime", "libgraph", "libc_sec", "libplatform", "libmsprofiler", "libtsdclient", "libnnopbase"): (
        Text("CANN (the Ascend toolkit)", "CANN（昇腾工具包）"), "source /usr/local/Ascend/ascend-toolkit/set_env.sh",
    ),
    ("libssl.so.1.1", "libcrypto.so.1.1"): (Text("OpenSSL 1.1", "OpenSSL 1.1"), ""),
    ("libgomp",): (Text("the GNU OpenMP runtime", "GNU OpenMP 运行库"), "sudo apt-get install libgomp1"),
    ("libstdc++", "libgcc_s"): (Text("the GNU C++ runtime", "GNU C++ 运行库"), "sudo apt-get install libstdc++6"),
    ("libmpi", "libopen-rte", "libopen-pal"): (Text("Open MPI", "Open MPI"), ""),
    ("libGL", "libglib", "libSM", "libXext"): (Text("the graphics libraries of the system", "系统图形库"), "sudo apt-get install libgl1 libglib2.0-0"),
}  # fmt: skip


def check(facts: Facts) -> Iterator[Finding]:
    """Findings for the core and for the device in use; plugins of other devices are of no matter."""
    section = facts.section("libraries")
    if (
        section.get("package")
        and not section.get("tool")
        and facts.section("interpreter").get("platform") == "linux"
    ):
        yield Finding(
            "no-ldd",
            INFORMATION,
            Text("ldd is not installed; shared libraries were not looked at.", "未安装 ldd，未检查共享库。"),
            Text("It tells which libraries the loader misses.", "ldd 能指出加载器找不到哪些库。"),
            Text("Install it.", "请安装。"),
            "sudo apt-get install libc-bin",
        )
    groups = {"core", "cpu", *_devices(facts)}
    backend = facts.section("device").get("backend", "core")
    groups.add(backend)
    mine = [each for each in section.get("troubles", []) if each["group"] in groups]
    yield from _missing(facts, [each for each in mine if each["missing"]], backend)
    yield from _too_old(facts, mine)
    for each in mine:
        if each["broken"]:
            yield _broken(facts, each["file"])


def _devices(facts: Facts) -> set[str]:
    """Devices that this machine has or that MindSpore is set to use."""
    device = facts.section("device")
    found = set()
    if device.get("nvidia", {}).get("devices") or facts.target == "GPU":
        found.add("gpu")
    if device.get("ascend", {}).get("device_files") or facts.target == "Ascend":
        found.add("ascend")
    return found


def _missing(facts: Facts, troubles, backend: str) -> Iterator[Finding]:
    if {each["group"] for each in troubles} == {"gpu"} and backend != "gpu":
        # One plugin for each CUDA version: it is enough that one of them loads.
        plugins = [name for name in facts.section("device").get("plugins", []) if "libmindspore_gpu" in name]
        if len(troubles) < len(plugins):
            return
    missing: dict[str, list[str]] = {}
    for each in troubles:
        for name in each["missing"]:
            missing.setdefault(name, []).append(each["file"])
    for names, what, command in _by_origin(missing):
        files = sorted({file for name in names for file in missing[name]})
        yield Finding(
            "library-missing",
            ERROR,
            Text("Shared libraries are missing: {names}.", "缺少共享库：{names}。").format(names=", ".join(names)),
            Text(
                "{files} needs them, and they are neither in the system's folders nor in LD_LIBRARY_PATH.",
                "{files} 依赖这些库，但系统目录和 LD_LIBRARY_PATH 中都找不到。",
            ).format(files=", ".join(files[:3])),
            Text("They come with {origin}: install that, or add its folder to LD_LIBRARY_PATH.", "这些库由 {origin} 提供：请安装，或将其所在目录加入 LD_LIBRARY_PATH。").format(origin=what)
            if what
            else Text("They belong to MindSpore itself: install it again.", "这些库属于 MindSpore 自身，请重新安装。"),
            command or ("" if what else facts.pip("install", "--force-reinstall", "--no-deps", _package(facts))),
        )  # fmt: skip


def _by_origin(missing) -> Iterator[tuple[list[str], Text | None, str]]:
    left = sorted(missing)
    for beginnings, (what, command) in BRINGS.items():
        names = [name for name in left if name.startswith(beginnings)]
        left = [name for name in left if name not in names]
        if names:
            yield names, what, command
    own = [
        name
        for name in left
        if name.startswith(("libmindspore", "libdnnl", "libnnacl", "libicu", "libopencv"))
    ]
    if own:
        yield own, None, ""
    other = [name for name in left if name not in own]
    if other:
        yield other, Text("a system package", "系统软件包"), f"apt-file search {other[0]}"


def _too_old(facts: Facts, troubles) -> Iterator[Finding]:
    wanted = sorted({version for each in troubles for version in each["versions"]})
    glibc = [version for version in wanted if version.startswith("GLIBC_")]
    if glibc:
        yield Finding(
            "glibc-too-old",
            ERROR,
            Text("glibc is too old: MindSpore needs {wanted}.", "glibc 版本过低：MindSpore 需要 {wanted}。").format(wanted=", ".join(glibc)),
            Text("This system has glibc {here}, and glibc cannot be updated by itself.", "当前系统的 glibc 为 {here}，且无法单独升级。").format(
                here="".join(facts.section("interpreter").get("libc", [])[1:]) or "?"
            ),
            Text("Use a newer system or its container image.", "请使用更新的系统或相应的容器镜像。"),
        )  # fmt: skip
    runtime = [version for version in wanted if not version.startswith("GLIBC_")]
    if runtime:
        culprits = [
            entry for entry in facts.section("environment").get("library_path", []) if entry.get("glibcxx")
        ]
        yield Finding(
            "libstdcxx-too-old",
            ERROR,
            Text("libstdc++ is too old: MindSpore needs {wanted}.", "libstdc++ 版本过低：MindSpore 需要 {wanted}。").format(wanted=", ".join(runtime)),
            Text("LD_LIBRARY_PATH leads to the one in {place}.", "LD_LIBRARY_PATH 指向了 {place} 中的版本。").format(place=culprits[0]["path"])
            if culprits
            else Text("The system's libstdc++ is used.", "当前使用的是系统自带的 libstdc++。"),
            Text("Take that folder out of LD_LIBRARY_PATH, or install a newer libstdc++.", "请将该目录移出 LD_LIBRARY_PATH，或安装更新的 libstdc++。"),
            "" if culprits else "conda install -c conda-forge libstdcxx-ng",
        )  # fmt: skip


def _broken(facts: Facts, file: str) -> Finding:
    return Finding(
        "library-broken",
        ERROR,
        Text("{file} is not a library that this machine can load.", "{file} 不是本机可加载的库。").format(
            file=file
        ),
        Text("It was cut short or is for another processor.", "文件不完整，或是为其他处理器架构编译的。"),
        Text("Install MindSpore again.", "请重新安装 MindSpore。"),
        facts.pip("install", "--force-reinstall", "--no-deps", _package(facts)),
    )


def _package(facts: Facts) -> str:
    for each in facts.mindspore_distributions:
        return f"{each['name']}=={each['version']}"
    return "mindspore"
