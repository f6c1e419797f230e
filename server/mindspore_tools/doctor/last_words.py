"""What a crashed Python process said last, and what that means for MindSpore."""

from __future__ import annotations

import itertools
import re

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts, quote

Explanation = tuple[Text, Text, str]

_EXCEPTION = re.compile(r"^((?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit|Warning))(?::\s?(.*))?$", re.M)
_FATAL = re.compile(r"^Fatal Python error: (.*)$", re.M)


def last_words(stderr: str) -> str:
    """The exception that a process died of, in one line. A fatal error while Python shuts down comes after it and is
    not the cause. Empty when there is none.
    """
    fatal = _FATAL.search(stderr)
    before = stderr[: fatal.start()] if fatal else stderr
    exceptions = list(_EXCEPTION.finditer(before))
    if exceptions:
        last = exceptions[-1]
        message = (last.group(2) or before[last.end() :]).strip().split("\n")[0]
        return f"{last.group(1)}: {message}" if message else last.group(1)
    return f"Fatal Python error: {fatal.group(1)}" if fatal else ""


def explain(stderr: str, facts: Facts) -> Explanation | None:
    """Why, what to do, and a command, for what a process wrote before it died; None when the words are unknown.

    The exception that ended it is looked at first, then everything else that it wrote.
    """
    words = last_words(stderr)
    for text, (pattern, why, fix, command) in itertools.product((words, stderr), _KNOWN):
        match = re.search(pattern, text)
        if match:
            groups = {name: value or "" for name, value in match.groupdict().items()}
            shown = {name: value for name, value in groups.items() if f"{{{name}}}" in why.en + fix.en}
            return why.format(**shown), fix.format(**shown), _command(command, facts, groups)
    return None


def _command(template: str, facts: Facts, groups: dict[str, str]) -> str:
    pip = f"{quote(facts.interpreter)} -m pip"
    return template.format(python=quote(facts.interpreter), pip=pip, **groups)


_REINSTALL = Text("Install MindSpore again.", "请重新安装 MindSpore。")

# (pattern in the error stream, why, what to do, command), the most telling first.
_KNOWN: tuple[tuple[str, Text, Text, str], ...] = (
    (
        r"Unable to avoid copy while creating an array as requested",
        Text(
            "With NumPy 2 the source of a GeneratorDataset may only return arrays, no numbers or lists.",
            "使用 NumPy 2 时，GeneratorDataset 的数据源只能返回数组，不能返回数字或列表。",
        ),
        Text("Return numpy.array(value), or install NumPy 1.", "请返回 numpy.array(value)，或安装 NumPy 1.x。"),
        '{pip} install "numpy<2"',
    ),
    (
        r"Failed to register BFloat16 type",
        Text("The installed NumPy is older than MindSpore's compiled part needs.", "已安装的 NumPy 版本低于 MindSpore 编译产物的要求。"),
        Text("Update NumPy.", "请升级 NumPy。"),
        '{pip} install "numpy>=1.25"',
    ),
    (
        r"has no attribute 'ANTIALIAS'|cannot import name 'transforms' from partially initialized module 'mindspore.dataset'",
        Text("Pillow 10 removed a name that this MindSpore uses.", "Pillow 10 删除了该版本 MindSpore 使用的名称。"),
        Text("Install an older Pillow, or MindSpore 2.1 or newer.", "请安装较旧的 Pillow，或 2.1 及以上版本的 MindSpore。"),
        '{pip} install "pillow<10"',
    ),
    (
        r"runtime_version.*google.protobuf|Descriptors cannot (?:not )?be created directly|google\.protobuf.*VersionError",
        Text("The installed protobuf does not fit MindSpore's generated modules.", "已安装的 protobuf 与 MindSpore 生成的模块不匹配。"),
        Text("Install the protobuf that MindSpore asks for.", "请安装 MindSpore 要求的 protobuf。"),
        "{pip} install --upgrade protobuf",
    ),
    (
        r"A module that was compiled using NumPy 1\.x cannot be run in|numpy\.core\.multiarray failed to import|_ARRAY_API not found",
        Text("A module compiled for NumPy 1 meets NumPy 2.", "为 NumPy 1 编译的模块遇到了 NumPy 2。"),
        Text("Install NumPy 1.", "请安装 NumPy 1.x。"),
        '{pip} install "numpy<2"',
    ),
    (
        r"numpy\.dtype size changed|numpy\.ndarray size changed",
        Text("A module was compiled for another NumPy than is installed.", "某个模块编译时使用的 NumPy 与当前安装的不一致。"),
        Text("Install the packages again, so that they fit together.", "请重新安装这些软件包，使其版本匹配。"),
        "{pip} install --force-reinstall numpy scipy pillow",
    ),
    (
        r"No module named 'numpy\._?core\._multiarray_umath'|Error importing numpy|IMPORT: PLEASE READ THIS FOR ADVICE",
        Text("NumPy itself cannot be loaded: it is for another Python, or damaged.", "NumPy 本身无法加载：它属于另一个 Python 版本，或已损坏。"),
        Text("Install NumPy for this interpreter.", "请为当前解释器重新安装 NumPy。"),
        "{pip} install --force-reinstall numpy",
    ),
    (
        r"No module named 'mindspore\._c_(?:expression|dataengine|mindrecord)'",
        Text(
            "MindSpore's compiled part is missing or for another Python version or processor.",
            "MindSpore 的编译产物缺失，或属于另一个 Python 版本或处理器架构。",
        ),
        _REINSTALL,
        "{pip} install --force-reinstall --no-deps mindspore",
    ),
    (
        r"No module named '(?P<module>[\w.]+)'",
        Text("The module {module} is not installed for this interpreter.", "当前解释器中没有安装模块 {module}。"),
        Text("Install it.", "请安装。"),
        "{pip} install {module}",
    ),
    (
        r"(?P<library>lib(?:cu|nvrtc|nccl)\S*): cannot open shared object",
        Text("{library} belongs to CUDA or cuDNN; this MindSpore is built for GPU.", "{library} 属于 CUDA 或 cuDNN，该 MindSpore 是 GPU 版本。"),
        Text(
            "Install the CUDA that this MindSpore supports and add it to LD_LIBRARY_PATH, or install the CPU package.",
            "请安装该版本支持的 CUDA 并加入 LD_LIBRARY_PATH，或改装 CPU 版本。",
        ),
        "export LD_LIBRARY_PATH=/usr/local/cuda/lib64:$LD_LIBRARY_PATH",
    ),
    (
        r"(?P<library>lib(?:ascend|acl|ge_|hccl|runtime|graph|c_sec|tsd)\S*): cannot open shared object",
        Text("{library} belongs to CANN; its environment is not set.", "{library} 属于 CANN，其环境变量尚未设置。"),
        Text("Run the script that sets it.", "请执行设置环境变量的脚本。"),
        "source /usr/local/Ascend/ascend-toolkit/set_env.sh",
    ),
    (
        r"(?P<library>libmindspore\S*|libdnnl\S*): (?:cannot open shared object|file too short)",
        Text("{library} is a part of MindSpore and is gone or damaged.", "{library} 是 MindSpore 自身的库，已丢失或损坏。"),
        _REINSTALL,
        "{pip} install --force-reinstall --no-deps mindspore",
    ),
    (
        r"(?P<library>lib\S+\.so\S*): cannot open shared object",
        Text("The system library {library} is not installed.", "系统库 {library} 未安装。"),
        Text("Install the system package that brings it.", "请安装提供该库的系统软件包。"),
        "apt-file search {library}",
    ),
    (
        r"version `(?P<symbol>GLIBC(?:XX)?_[\d.]+|CXXABI_[\d.]+)' not found \(required by (?P<file>[^)]+)\)",
        Text("{file} needs {symbol}, which this system's library does not have.", "{file} 需要 {symbol}，而系统中的库版本过低。"),
        Text(
            "For GLIBCXX or CXXABI install a newer libstdc++; for GLIBC use a newer system or container.",
            "GLIBCXX 或 CXXABI 请安装更新的 libstdc++；GLIBC 请使用更新的系统或容器。",
        ),
        "conda install -c conda-forge libstdcxx-ng",
    ),
    (
        r"undefined symbol: (?P<symbol>\S+)",
        Text(
            "The symbol {symbol} is not in the library that was loaded: libraries of two versions are mixed.",
            "加载到的库中没有符号 {symbol}：两个版本的库混在了一起。",
        ),
        Text("Clear LD_LIBRARY_PATH and LD_PRELOAD; if it stays, install MindSpore again.", "请清空 LD_LIBRARY_PATH 与 LD_PRELOAD；若仍出现，请重新安装 MindSpore。"),
        "env -u LD_LIBRARY_PATH -u LD_PRELOAD {python} -c \"import mindspore\"",
    ),
    (
        r"cannot allocate memory in static TLS block",
        Text("A library (usually libgomp) was loaded too late for its thread-local storage.", "某个库（通常是 libgomp）加载过晚，无法分配线程局部存储。"),
        Text("Load it first.", "请预先加载该库。"),
        "export LD_PRELOAD=$({python} -c \"import ctypes.util as u; print(u.find_library('gomp'))\")",
    ),
    (
        r"cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)' \((?P<file>(?!.*site-packages)(?!.*/lib/python)[^)]+)\)",
        Text("{file} is taken in place of the real module {module}.", "{file} 被当成了真正的模块 {module}。"),
        Text("Rename that file and delete its __pycache__.", "请将该文件改名，并删除对应的 __pycache__。"),
        "",
    ),
    (
        r"module '(?P<module>numpy|mindspore|PIL|scipy)' has no attribute '(?P<name>\w+)'",
        Text(
            "{module} has no {name}: a file of yours hides the real {module}, or its version does not fit.",
            "{module} 中没有 {name}：您的某个文件遮蔽了真正的 {module}，或其版本不符。",
        ),
        Text("See which file is taken.", "请查看实际导入的是哪个文件。"),
        "{python} -c \"import {module}; print({module}.__file__)\"",
    ),
    (
        r"MemoryError|std::bad_alloc|Cannot allocate memory",
        Text("Memory ran out.", "内存不足。"),
        Text("Close other programs or raise the memory limit of the container.", "请关闭其他程序，或提高容器的内存上限。"),
        "free -h",
    ),
    (
        r"Illegal instruction|SIGILL",
        Text("The processor lacks instructions (AVX) that MindSpore is compiled with.", "处理器缺少 MindSpore 编译时使用的指令集（AVX）。"),
        Text("Use another machine, or turn the instructions on in the virtual machine.", "请更换机器，或在虚拟机中启用相应指令集。"),
        "grep -o -m1 avx2 /proc/cpuinfo",
    ),
    (
        r"Permission denied: '(?P<path>[^']+)'",
        Text("{path} cannot be read or written by this user.", "当前用户无法读写 {path}。"),
        Text("Correct the owner or the rights.", "请更正文件的属主或权限。"),
        "ls -ld {path}",
    ),
    (
        r"No space left on device",
        Text("The disk is full.", "磁盘已满。"),
        Text("Free some space.", "请清理磁盘空间。"),
        "df -h",
    ),
)  # fmt: skip
