"""What happens when a graph does not compile with probes: repair them, or let the graph run without.

A probe can be written in several ways (its `manner`). When a compilation fails, the lines that the compiler names
get the next manner, and the graph is compiled again. A function with no manner left stays without probes.
"""

import contextlib
import re

from . import debugger

DESCRIBED = 0  # values are described while compiling, the rest is passed at run time
DIRECT = 1  # all values are passed at run time: for values of which the compiler knows nothing
SILENT = 2  # the line is reported, its values are not
EXCLUDED = 3  # the function is compiled as it is

ATTEMPTS = 12
_PLACE = re.compile(r"In file (.+?):(\d+)")
_manners = {}  # (file, line) -> manner
_excluded = set()  # (file, first line) of functions


def manner(file, line):
    """How a probe on this line is written."""
    return _manners.get((file, line), DESCRIBED)


def is_excluded(file, first_line):
    return (file, first_line) in _excluded


def repair(error, functions):
    """Change the probes that made this compilation fail; False when there is nothing left to change."""
    named = {(file, int(line)) for file, line in _PLACE.findall(str(error))}
    involved = [function for function in functions if any(_is_in(place, function) for place in named)]
    changed = False
    for function in involved or functions:
        lines = {line for file, line in named if file == function.file} if involved else set(function.lines())
        for line in lines & set(function.lines()):
            worse = manner(function.file, line) + 1
            if worse < EXCLUDED:
                _manners[function.file, line] = worse
                changed = True
    if not changed:
        left = [f for f in involved or functions if not is_excluded(f.file, f.first_line)]
        _excluded.update((function.file, function.first_line) for function in left)
        changed = bool(left)
    return changed


def tell(functions, error):
    """Tell the user that these functions run without stops, and why."""
    for function in functions:
        debugger.notify(
            "fallback",
            file=function.file,
            function=function.qualname,
            firstLine=function.first_line,
            lastLine=function.last_line,
            reason=reason(error),
        )


def reason(error):
    """The first line of the compiler's message."""
    return str(error).strip().split("\n")[0]


@contextlib.contextmanager
def guard():
    """Keep a fault of ours from the user's program, and tell of it."""
    try:
        yield
    except Exception as error:
        debugger.notify("fault", reason=f"{type(error).__name__}: {error}")


def _is_in(place, function):
    file, line = place
    return file == function.file and function.first_line <= line <= function.last_line
