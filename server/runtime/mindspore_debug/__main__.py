"""`python -m mindspore_debug train.py ...` and `python -m mindspore_debug -m package ...`."""

import os
import runpy
import sys

from . import bootstrap

_USAGE = "usage: python -m mindspore_debug FILE [ARGUMENTS...] | -m MODULE [ARGUMENTS...]\n"


def main():
    arguments = sys.argv[1:]
    module = arguments[:1] == ["-m"]
    arguments = arguments[module:]
    if not arguments or arguments[0].startswith("-"):
        sys.stderr.write(_USAGE)
        sys.exit(2)
    bootstrap.activate()
    sys.argv = arguments
    if module:
        sys.path[0] = os.getcwd()
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
