"""The ``mindspore-tools`` command: finds the subcommand and hands over."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

import mindspore_tools
from mindspore_tools.cli.console import text
from mindspore_tools.common.text import Text

USAGE_ERROR = 2

# Each module has add_arguments(parser) and run(arguments) -> exit code, and is imported only when it is asked for.
COMMANDS = {
    "check": (
        "mindspore_tools.cli.check",
        Text("check files against the graph compiler", "按静态图编译器的规则检查文件"),
    ),
    "explain": ("mindspore_tools.cli.explain", Text("explain a rule", "解释一条规则")),
    "doctor": (
        "mindspore_tools.cli.doctor",
        Text("check the MindSpore environment", "检查 MindSpore 环境"),
    ),
    "index": ("mindspore_tools.cli.index", Text("build or inspect an API index", "构建或查看 API 索引")),
    "upgrade": (
        "mindspore_tools.cli.upgrade",
        Text(
            "what has to change in code for another MindSpore version",
            "检查代码升级到其他 MindSpore 版本需要修改的地方",
        ),
    ),
    "selftest": (
        "mindspore_tools.cli.selftest",
        Text("train a tiny model on this machine, as a checklist", "在本机训练一个小模型，逐项检查"),
    ),
    "ir": (
        "mindspore_tools.cli.ir",
        Text("read, compare and make dumps of MindSpore IR", "查看、比较和生成 MindSpore IR"),
    ),
    "serve": (
        "mindspore_tools.lsp.server",
        Text("start the language server on stdio", "在标准输入输出上启动语言服务器"),
    ),
    "debug-adapter": (
        "mindspore_tools.dap.adapter",
        Text("start the debug adapter on stdio", "在标准输入输出上启动调试适配器"),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="mindspore-tools")
    parser.add_argument(
        "--version", action="version", version=f"mindspore-tools {mindspore_tools.__version__}"
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (module, summary) in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=text(summary), description=text(summary))
        if given and given[0] == name:
            implementation = _load(module)
            if implementation is None:
                print(text(_MISSING.format(command=name)), file=sys.stderr)
                return USAGE_ERROR
            implementation.add_arguments(subparser)
            subparser.set_defaults(run=implementation.run)
    parsed = parser.parse_args(given)
    try:
        return parsed.run(parsed)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


_MISSING = Text(
    "mindspore-tools {command} is not part of this installation.",
    "当前安装不包含 mindspore-tools {command}。",
)


def _load(module: str):
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and module.startswith(error.name):
            return None
        raise
