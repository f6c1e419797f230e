"""Accelerators: seen, allowed, and with the driver and toolkit that this MindSpore supports."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import ERROR, INFORMATION, WARNING, Finding

TITLE = Text("Devices and their drivers", "设备与驱动")
SECTIONS = ("device", "imports", "environment")


def check(facts: Facts) -> Iterator[Finding]:
    """NVIDIA, then Ascend; nothing is said about a device that is neither present nor asked for."""
    if facts.section("device"):
        yield from _nvidia(facts, facts.section("device")["nvidia"])
        yield from _ascend(facts, facts.section("device")["ascend"])


def _nvidia(facts: Facts, nvidia) -> Iterator[Finding]:
    backend, target = facts.section("device")["backend"], facts.target
    supported = facts.section("device")["supported"].get("cuda", [])
    wanted = backend == "gpu" or target == "GPU"
    if wanted and not nvidia["devices"]:
        yield Finding(
            "gpu-not-visible",
            ERROR,
            Text("MindSpore is to use a GPU, but none is visible.", "MindSpore 需要使用 GPU，但没有可见的 GPU。"),
            Text("nvidia-smi says: {words}", "nvidia-smi 输出：{words}").format(words=nvidia["tool_error"])
            if nvidia.get("tool_error")
            else Text("There is no NVIDIA driver here, or the container was started without its devices.", "本机没有 NVIDIA 驱动，或容器启动时未映射设备。"),
            Text("Install the driver; start a container with --gpus all; or use the package for the CPU.", "请安装驱动；容器请使用 --gpus all 启动；或改用 CPU 版本的软件包。"),
            "nvidia-smi",
        )  # fmt: skip
    found = sorted(
        {
            version.rsplit(".", version.count(".") - 1)[0]
            for version, _ in nvidia["cuda"]
            if version.count(".") >= 1
        }
    )
    if (wanted or nvidia["devices"]) and supported and found and not set(found) & set(supported):
        yield Finding(
            "cuda-version",
            ERROR if wanted else WARNING,
            Text("CUDA {found} is installed; this MindSpore supports {supported}.", "已安装 CUDA {found}，而该 MindSpore 支持 {supported}。").format(
                found=", ".join(found), supported=", ".join(supported)
            ),
            Text("Read from libcudart in {place}.", "依据 {place} 中的 libcudart 判断。").format(place=nvidia["cuda"][0][1]),
            Text("Install a supported CUDA and put it first in LD_LIBRARY_PATH.", "请安装受支持的 CUDA，并放在 LD_LIBRARY_PATH 最前面。"),
            f"export LD_LIBRARY_PATH=/usr/local/cuda-{supported[-1]}/lib64:$LD_LIBRARY_PATH",
        )  # fmt: skip
    driver = nvidia.get("driver_cuda", "")
    if driver and supported and all(_older(driver, version) for version in supported):
        yield Finding(
            "gpu-driver-too-old",
            ERROR if wanted else WARNING,
            Text("The NVIDIA driver {driver} only supports CUDA up to {cuda}.", "NVIDIA 驱动 {driver} 最高只支持 CUDA {cuda}。").format(driver=nvidia["driver"], cuda=driver),
            Text("This MindSpore needs CUDA {supported}.", "该 MindSpore 需要 CUDA {supported}。").format(supported=", ".join(supported)),
            Text("Update the driver.", "请升级驱动。"),
        )  # fmt: skip
    if nvidia["devices"] and facts.section("imports") and target == "CPU":
        yield Finding(
            "gpu-not-used",
            INFORMATION,
            Text("There is a GPU ({name}), but MindSpore uses the CPU.", "本机有 GPU（{name}），但 MindSpore 使用的是 CPU。").format(name=nvidia["devices"][0]["name"]),
            Text("The device target is CPU, or the GPU plugin could not be loaded.", "设备目标为 CPU，或 GPU 插件未能加载。"),
            Text("Set the device, if the GPU is wanted.", "如需使用 GPU，请设置设备。"),
            "mindspore.set_context(device_target='GPU')",
        )  # fmt: skip


def _ascend(facts: Facts, ascend) -> Iterator[Finding]:
    supported = facts.section("device")["supported"].get("cann", [])
    wanted = facts.section("device")["backend"] == "ascend" or facts.target == "Ascend"
    present = bool(ascend["device_files"] or ascend["devices"])
    if wanted and not present:
        yield Finding(
            "npu-not-visible",
            ERROR,
            Text("MindSpore is to use an Ascend NPU, but none is visible.", "MindSpore 需要使用昇腾 NPU，但没有可见的设备。"),
            Text("npu-smi says: {words}", "npu-smi 输出：{words}").format(words=ascend["tool_error"])
            if ascend.get("tool_error")
            else Text("There is no /dev/davinci device: no driver, or a container without its devices.", "不存在 /dev/davinci 设备：未安装驱动，或容器未映射设备。"),
            Text("Install the driver and firmware; pass the devices to the container.", "请安装驱动与固件；容器请映射设备。"),
            "npu-smi info",
        )  # fmt: skip
    if present and len(ascend.get("readable", [])) < len(ascend["device_files"]):
        yield Finding(
            "npu-no-permission",
            ERROR,
            Text("This user may not open the Ascend devices.", "当前用户无权访问昇腾设备。"),
            Text(
                "The driver gives them to the group HwHiAiUser.", "驱动只对 HwHiAiUser 用户组开放这些设备。"
            ),
            Text("Join the group and log in again.", "请加入该用户组并重新登录。"),
            "sudo usermod -aG HwHiAiUser $USER",
        )
    if (present or wanted) and not ascend["toolkit"]:
        yield Finding(
            "cann-missing",
            ERROR,
            Text("CANN is not found.", "未找到 CANN。"),
            Text(
                "Neither ASCEND_HOME_PATH nor /usr/local/Ascend leads to a toolkit.",
                "ASCEND_HOME_PATH 与 /usr/local/Ascend 下均没有找到工具包。",
            ),
            Text("Install CANN, then set its environment.", "请安装 CANN，并设置其环境变量。"),
            "source /usr/local/Ascend/ascend-toolkit/set_env.sh",
        )
    line = ".".join(ascend["toolkit"].split(".")[:2])
    if ascend["toolkit"] and supported and line not in supported and (present or wanted):
        yield Finding(
            "cann-version",
            ERROR if wanted else WARNING,
            Text("CANN {found} is installed; this MindSpore supports {supported}.", "已安装 CANN {found}，而该 MindSpore 支持 {supported}。").format(
                found=ascend["toolkit"], supported=", ".join(supported)
            ),
            Text("The list is the one that the installed package checks itself.", "该列表取自已安装软件包自身的检查。"),
            Text("Install a supported CANN, or the MindSpore that fits this CANN.", "请安装受支持的 CANN，或与该 CANN 配套的 MindSpore。"),
        )  # fmt: skip
    if ascend["toolkit"] and (present or wanted) and "ASCEND_OPP_PATH" not in facts.variables:
        yield Finding(
            "cann-environment",
            ERROR,
            Text("CANN is installed, but its environment is not set.", "CANN 已安装，但其环境变量未设置。"),
            Text(
                "ASCEND_OPP_PATH is not set; operators cannot be compiled.",
                "未设置 ASCEND_OPP_PATH，无法编译算子。",
            ),
            Text(
                "Run the script that sets it, in each shell or in ~/.bashrc.",
                "请在每个终端或 ~/.bashrc 中执行设置脚本。",
            ),
            f"source {ascend['toolkit_path'].rsplit('/', 1)[0]}/set_env.sh",
        )


def _older(left: str, right: str) -> bool:
    return [int(part) for part in left.split(".")[:2]] < [int(part) for part in right.split(".")[:2]]
