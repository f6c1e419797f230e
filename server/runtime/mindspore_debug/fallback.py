"""What happens when a part of the runtime or an instrumented graph fails: the program goes on without it."""

import contextlib
import sys


@contextlib.contextmanager
def guard(where):
    """Swallow a fault of ours, and say so once."""
    try:
        yield
    except Exception as error:
        report(error, where)


def report(error, where="compile"):
    """Tell the user in the debug console that a graph runs without stops, and why."""
    first_line = str(error).strip().split("\n")[0]
    sys.stderr.write(f"MindSpore graph debugging: a graph runs without stops ({where}: {first_line})\n")
