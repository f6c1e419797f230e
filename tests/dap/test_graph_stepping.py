"""Stops and steps inside the compiled graph."""

import pytest

from dap.client import Session
from dap.conftest import PROGRAMS

pytestmark = pytest.mark.mindspore
NESTED = PROGRAMS / "nested_cells.py"


def test_a_breakpoint_in_construct_stops_in_the_graph(mindspore_python, plain_output):
    with Session.launch(NESTED, mindspore_python) as session:
        stop = session.stop()
        assert stop.reason == "breakpoint"
        assert stop.source == "h = self.fc(x)"
        assert stop.stack == ["<module>", "predict", "construct", "construct"]
        assert "Block" in stop.locals["self"]
        assert "h" not in stop.locals
        stop = stop.step_over()
        assert stop.source == "h = ops.relu(h)"
        assert stop.evaluate("tuple(h.shape)") == "(2, 4)"
        assert (
            stop.evaluate(
                "bool((np.abs(h.asnumpy() - self.fc.weight.asnumpy().sum(1) - self.fc.bias.asnumpy()) < 1e-5).all())"
            )
            == "True"
        )
        stop.resume()
        stop = session.stop()
        assert stop.source == "h = self.fc(x)"
        stop.resume()
        assert session.finish() == plain_output(NESTED)


def test_steps_walk_the_lines_that_the_graph_takes(mindspore_python):
    with Session.launch(NESTED, mindspore_python, breakpoints={str(NESTED): ["# @call"]}) as session:
        stop = session.stop()
        walked = []
        while stop.frame["name"] == "construct":
            walked.append(stop.source)
            stop = stop.step_over()
        loop = ["h = h + 1", "i = i + 1", "while i < 2:"]
        assert walked == [
            "h = self.first(x)",
            "s = h.sum()",
            "if s > 0:",
            "h = h * 2",
            "i = 0",
            "while i < 2:",
            *loop,
            *loop,
            "out = self.second(h)",
            "return out",
        ]
        assert stop.source == "y = net(x)"
