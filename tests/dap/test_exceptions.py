"""Exceptions of the graph are shown where they happen, and are what they are without a debugger."""

import pytest

from dap.client import Session
from dap.conftest import PROGRAMS

pytestmark = pytest.mark.mindspore
RAISES = PROGRAMS / "raises.py"
INSIDE = {str(RAISES): ["s = x.sum()", "y = x + 1"]}


def test_a_raised_exception_is_shown_at_its_line(mindspore_python):
    with Session.launch(RAISES, mindspore_python, breakpoints=INSIDE, filters=["raised"]) as session:
        stops = [(stop.reason, stop.frame["name"], stop.source) for stop in session.stops()]
    assert ("exception", "construct", 'raise ValueError("too large")') in stops
    assert ("exception", "construct", "z = ops.gather_d(y, 0, i)") in stops


def test_the_program_sees_the_same_exceptions(mindspore_python, plain_output):
    with Session.launch(RAISES, mindspore_python, breakpoints=INSIDE) as session:
        assert len(list(session.stops())) == 2
        assert session.client.text("stdout") == plain_output(RAISES)
