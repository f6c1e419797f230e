"""Memory, disk, processors and limits."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, HINT, WARNING, Finding

TITLE = Text("Memory, disk, limits", "内存、磁盘与限制")
SECTIONS = ("resources",)
GIGABYTE = 1 << 30


def check(facts: Facts) -> Iterator[Finding]:
    """What runs out first when training."""
    resources = facts.section("resources")
    if not resources:
        return
    available = resources["memory_available"]
    if resources["memory_limit"]:
        available = min(available, resources["memory_limit"])
    if 0 < available < 2 * GIGABYTE:
        yield Finding(
            "little-memory",
            WARNING,
            Text("Only {free} GB of memory are free.", "仅剩 {free} GB 可用内存。").format(
                free=round(available / GIGABYTE, 1)
            ),
            Text(
                "Importing MindSpore takes about 0.5 GB, compiling a model some more.",
                "导入 MindSpore 约需 0.5 GB，编译模型还需更多。",
            ),
            Text(
                "Close other programs or raise the container's limit.",
                "请关闭其他程序，或提高容器的内存上限。",
            ),
            "free -h",
        )
    yield from _disks(resources["disks"])
    files = resources["limits"].get("RLIMIT_NOFILE", -1)
    if 0 < files < 1024:
        yield Finding(
            "few-files",
            WARNING,
            Text("Only {count} files may be open at once.", "最多只能同时打开 {count} 个文件。").format(
                count=files
            ),
            Text("Data pipelines with several processes need more.", "多进程数据处理需要更多文件句柄。"),
            Text("Raise the limit.", "请提高上限。"),
            "ulimit -n 65535",
        )
    if resources["affinity"] == 1 and resources["processors"] > 1:
        yield Finding(
            "one-processor",
            WARNING,
            Text("This process may use one of {count} processors only.", "当前进程只能使用 {count} 个处理器中的 1 个。").format(count=resources["processors"]),
            Text("taskset, a job scheduler or a container bound it.", "taskset、作业调度器或容器绑定了处理器。"),
            Text("Loosen the binding.", "请放宽绑定。"),
            "taskset -p $$",
        )  # fmt: skip
    load = resources["load"]
    if load and resources["processors"] and load[1] > 2 * resources["processors"]:
        yield Finding(
            "busy-machine",
            HINT,
            Text(
                "The machine is busy: load {load} on {count} processors.",
                "机器繁忙：{count} 个处理器的负载为 {load}。",
            ).format(load=round(load[1], 1), count=resources["processors"]),
            Text("Times measured now say little.", "此时测得的耗时参考意义不大。"),
            Text("See what runs.", "请查看正在运行的程序。"),
            "top",
        )


def _disks(disks) -> Iterator[Finding]:
    for name, least in (("folder", 1), ("temporary", 1), ("home", 0.2), ("shared", 0.5)):
        disk = disks.get(name)
        if not disk:
            continue
        free = disk["free"] / GIGABYTE
        if free < least:
            yield Finding(
                "shared-memory-small" if name == "shared" else "disk-full",
                ERROR if free < 0.01 and name != "shared" else WARNING,
                Text("{path} has {free} GB left.", "{path} 仅剩 {free} GB 空间。").format(path=disk["path"], free=round(free, 2)),
                Text("Data pipelines with several processes exchange data there.", "多进程数据处理通过它交换数据。")
                if name == "shared"
                else Text("MindSpore writes compiled kernels, graphs and checkpoints.", "MindSpore 需要写入编译后的算子、计算图和检查点。"),
                Text("Start the container with --shm-size=8g.", "请使用 --shm-size=8g 启动容器。") if name == "shared" else Text("Free some space.", "请清理空间。"),
                "df -h",
            )  # fmt: skip
        if not disk["writable"] and name != "home":
            yield Finding(
                "not-writable",
                WARNING,
                Text("{path} cannot be written to.", "{path} 不可写。").format(path=disk["path"]),
                Text(
                    "MindSpore writes rank_0/, kernel_meta/ and logs there.",
                    "MindSpore 会在其中写入 rank_0/、kernel_meta/ 和日志。",
                ),
                Text("Start in a folder of your own.", "请在有写权限的目录中启动。"),
            )
