"""`mindspore-tools debug-adapter`: the Debug Adapter Protocol on stdio, in front of debugpy's adapter."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from mindspore_tools.dap.breakpoints import Breakpoints
from mindspore_tools.dap.proxy import Proxy
from mindspore_tools.dap.start import Start


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The debug adapter takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    proxy = Proxy(sys.stdin.buffer, sys.stdout.buffer)
    start = Start(proxy)
    proxy.features = [start, Breakpoints(proxy, lambda: start.language)]
    proxy.run()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="mindspore-tools debug-adapter")
    add_arguments(parser)
    return run(parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
