"""``mindspore-tools index``: build, show or export what is known of MindSpore's API."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from mindspore_tools.api.builder import BuildError, build_index, index_info
from mindspore_tools.api.index import load_index, open_index
from mindspore_tools.api.stubs import export_stubs
from mindspore_tools.cli.console import text
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version

DONE, FAILED = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``index``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help=text(Text("build an index", "构建索引")))
    build.add_argument(
        "--interpreter",
        default=sys.executable,
        type=Path,
        help=text(Text("the Python that has MindSpore", "安装了 MindSpore 的 Python")),
    )
    build.add_argument("--output", required=True, type=Path, help=text(Text("the file to write", "输出文件")))
    info = actions.add_parser("info", help=text(Text("show what an index holds", "查看索引内容")))
    export = actions.add_parser(
        "export-stubs", help=text(Text("write type stubs for any type checker", "导出类型存根"))
    )
    export.add_argument(
        "directory", type=Path, metavar="DIR", help=text(Text("where to write them", "输出目录"))
    )
    for each in (info, export):
        each.add_argument("--target-version", help=text(Text("version of MindSpore", "MindSpore 版本")))
        each.add_argument(
            "--index", type=Path, help=text(Text("an index that was built", "已构建的索引文件"))
        )


def run(arguments: argparse.Namespace) -> int:
    """Do it; exit code 2 when it cannot be done."""
    try:
        if arguments.action == "build":
            return _build(arguments.interpreter, arguments.output)
        if arguments.index:
            index = open_index(arguments.index)
        else:
            index = load_index(Version.parse(arguments.target_version) if arguments.target_version else None)
        if arguments.action == "info":
            print(json.dumps(index_info(index), indent=2))
        else:
            print(export_stubs(index, arguments.directory))
    except BuildError as error:
        return _fail(error.text)
    except (OSError, ValueError) as error:
        return _fail(Text("{reason}", "{reason}").format(reason=str(error)))
    return DONE


def _build(interpreter: Path, output: Path) -> int:
    def tell(step: Text, percent: int) -> None:
        if sys.stderr.isatty():
            print(f"{percent:3} % {text(step)}", file=sys.stderr)

    version = build_index(interpreter, output, tell)
    print(text(_BUILT.format(version=str(version), path=str(output))))
    return DONE


def _fail(message: Text) -> int:
    print(text(message), file=sys.stderr)
    return FAILED


_BUILT = Text("Index of MindSpore {version}: {path}", "MindSpore {version} 的索引：{path}")
