"""Starts MindSpore Tools with its bundled libraries: ``python launch.py serve``, ``debug-adapter`` or any other command.

The bundled libraries come first on ``sys.path``, before those of the environment: an old ``attrs`` there would break
the server."""

import os
import sys

OLDEST = (3, 9)
HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    if sys.version_info < OLDEST:
        version = "Python {}.{} ({})".format(*sys.version_info[:2], sys.executable)
        sys.exit(
            f"MindSpore Tools needs Python 3.9 or later and this is {version}.\n"
            f"MindSpore Tools 需要 Python 3.9 或更高版本，当前为 {version}。"
        )
    sys.path[:0] = [os.path.join(HERE, "bundled"), HERE]
    from mindspore_tools.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
