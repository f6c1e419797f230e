"""``mindspore-tools selftest``: trains a tiny model in both modes on the user's machine."""

from __future__ import annotations

import argparse
import json
import shutil
import sys

from mindspore_tools.cli.console import language, text
from mindspore_tools.common.text import Text
from mindspore_tools.doctor.selftest import DEFAULT_LIMIT, as_data, as_text, run_selftest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--interpreter", metavar="PYTHON", help=text(Text("the project's Python", "项目所用的 Python"))
    )
    parser.add_argument(
        "--device",
        default="",
        choices=("CPU", "GPU", "Ascend"),
        help=text(Text("device to train on", "训练所用的设备")),
    )
    parser.add_argument(
        "--limit", type=float, default=DEFAULT_LIMIT, metavar="SECONDS", help=text(Text("time limit", "时限"))
    )
    parser.add_argument("--json", action="store_true", help=text(Text("print JSON", "输出 JSON")))


def run(arguments: argparse.Namespace) -> int:
    """Print the checklist. Exit code 1 when a step failed."""
    interpreter = arguments.interpreter or shutil.which("python3") or shutil.which("python") or sys.executable
    test = run_selftest(interpreter, arguments.device, arguments.limit)
    if arguments.json:
        print(json.dumps(as_data(test, language()), ensure_ascii=False, indent=2))
    else:
        print(as_text(test, language()), end="")
    return 0 if test.passed else 1
