"""``mindspore-tools doctor``: examines the environment of an interpreter."""

from __future__ import annotations

import argparse
import json
import shutil
import sys

from mindspore_tools.cli.console import coloured, language, text
from mindspore_tools.common.text import Text
from mindspore_tools.doctor import checks
from mindspore_tools.doctor.doctor import Options, run_doctor
from mindspore_tools.doctor.report import as_data, as_markdown, as_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "script",
        nargs="?",
        default="",
        help=text(Text("training script to look at (it is not run)", "要检查的训练脚本（不会执行）")),
    )
    parser.add_argument(
        "--interpreter", metavar="PYTHON", help=text(Text("the project's Python", "项目所用的 Python"))
    )
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help=text(Text("print JSON", "输出 JSON")))
    style.add_argument(
        "--markdown",
        action="store_true",
        help=text(Text("print Markdown for an issue", "输出可粘贴到 issue 的 Markdown")),
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=checks.ORDER,
        metavar="CHECK",
        help=", ".join(checks.ORDER),
    )
    parser.add_argument(
        "--hosts",
        default="",
        metavar="HOST,HOST",
        help=text(
            Text(
                "other machines of a distributed run, reached by ssh", "分布式训练的其他主机（通过 ssh 检查）"
            )
        ),
    )
    parser.add_argument("--ssh-port", type=int, default=22)
    parser.add_argument(
        "--remote-python",
        default="",
        metavar="PYTHON",
        help=text(Text("the interpreter on those machines", "这些主机上的解释器")),
    )
    parser.add_argument("--rank-table", default="", metavar="FILE")
    parser.add_argument(
        "--limit", type=float, metavar="SECONDS", help=text(Text("time limit of one probe", "单项探测的时限"))
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the report. Exit code 1 when there are errors."""
    interpreter = arguments.interpreter or shutil.which("python3") or shutil.which("python") or sys.executable
    options = Options(
        script=arguments.script,
        hosts=tuple(host.strip() for host in arguments.hosts.split(",") if host.strip()),
        ssh_port=arguments.ssh_port,
        remote_python=arguments.remote_python,
        rank_table=arguments.rank_table,
        only=tuple(arguments.only),
        limit=arguments.limit,
    )
    report = run_doctor(interpreter, options, _progress if sys.stderr.isatty() else None)
    if arguments.json:
        print(json.dumps(as_data(report, language()), ensure_ascii=False, indent=2))
    elif arguments.markdown:
        print(as_markdown(report, language()))
    else:
        print(as_text(report, language(), coloured(sys.stdout)), end="")
    return 1 if report.count("error") else 0


def _progress(done: int, total: int, what: Text) -> None:
    sys.stderr.write(f"\r\x1b[K{done}/{total} {text(what)}" if done < total else "\r\x1b[K")
    sys.stderr.flush()
