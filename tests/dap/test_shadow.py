"""The shadow of a graph function is, to a debugger, the function."""

import sys

from mindspore_debug import model
from mindspore_debug.shadow import FRAMES, shadow

FILE = "/project/net.py"


class Play:
    """Stands for a running graph: goes to the given lines with the given new values, then returns."""

    def __init__(self, *steps):
        self.steps = list(steps)

    def advance(self, frame):
        if not self.steps:
            FRAMES.result = "result"
            return True
        FRAMES.line, values = self.steps.pop(0)
        FRAMES.new.update(values)
        return False


def function():
    made = model.GraphFunction(FILE, "construct", "Net.construct", 10, 20, {"SCALE": 5}, {"self": "net"})
    model.Site(made, model.ENTER, (11,), ("x",))
    model.Site(made, model.LINE, (12, 13, 12), ("h",))
    model.Site(made, model.LINE, (15,), ("i",))
    model.Site(made, model.LINE, (16,), ())
    model.Site(made, model.LINE, (18,), ())
    model.Site(made, model.LEAVE, (), ("__ms_result__",))
    return made


def watch(made, *steps, **arguments):
    """What a trace function sees of a call: (event, line, variables)."""
    seen = []

    def trace(frame, event, argument):
        if frame.f_code.co_filename == FILE:
            seen.append((event, frame.f_lineno, dict(frame.f_locals)))
        return trace

    FRAMES.line, FRAMES.new, FRAMES.session = 11, {}, Play(*steps)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = shadow(made)(**arguments)
    finally:
        sys.settrace(before)
    return result, seen


def test_it_visits_the_lines_of_the_graph_and_no_other():
    loop = [(15, {"i": 0}), (16, {}), (15, {"i": 1}), (16, {}), (15, {})]
    result, seen = watch(function(), (12, {}), *loop, (18, {}), self="net", x=1)
    assert result == "result"
    assert [line for event, line, _ in seen if event == "line"] == [11, 12, 13, 12, 15, 16, 15, 16, 15, 18]
    assert (seen[0][0], seen[-1][:2]) == ("call", ("return", 18))


def test_variables_appear_when_the_graph_has_computed_them():
    _, seen = watch(function(), (12, {"h": 2}), (15, {"i": 0}), self="net", x=1)
    at = {line: variables for event, line, variables in seen if event == "line"}
    assert at[11] == {"self": "net", "x": 1}
    assert at[13] == {"self": "net", "x": 1, "h": 2}
    assert at[15] == {"self": "net", "x": 1, "h": 2, "i": 0}


def test_it_looks_like_the_function():
    code = shadow(function()).__code__
    assert (code.co_filename, code.co_name, code.co_firstlineno) == (FILE, "construct", 10)
    assert shadow(function()).__globals__ == {"SCALE": 5}
