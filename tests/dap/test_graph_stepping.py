"""Stops and steps inside the compiled graph."""

import pytest

from dap.client import Session
from dap.conftest import PROGRAMS

pytestmark = pytest.mark.mindspore
NESTED = PROGRAMS / "nested_cells.py"
TRAIN = PROGRAMS / "train_step.py"


def test_a_breakpoint_in_construct_stops_in_the_graph(mindspore_python, plain_output):
    with Session.launch(NESTED, mindspore_python) as session:
        stop = session.stop()
        assert stop.reason == "breakpoint"
        assert stop.source == "h = self.fc(x)"
        assert stop.stack == ["<module>", "predict", "construct", "construct"]
        assert "Block" in stop.locals["self"]
        assert stop.locals["x"].startswith("Tensor float32 (2, 4)  min 1 max 1 mean 1  nan 0")
        assert "h" not in stop.locals
        stop = stop.step_over()
        assert stop.source == "h = ops.relu(h)"
        assert stop.evaluate("tuple(h.shape)") == "(2, 4)"
        expected = "x.asnumpy() @ self.fc.weight.asnumpy().T + self.fc.bias.asnumpy()"
        assert stop.evaluate(f"np.allclose(h.asnumpy(), {expected})") == "True"
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
            *("h = self.first(x)", "s = h.sum()", "if s > 0:", "h = h * 2", "i = 0", "while i < 2:"),
            *loop,
            *loop,
            *("out = self.second(h)", "return out"),
        ]
        assert stop.source == "y = net(x)"


def test_step_into_from_python_into_the_graph_and_out_again(mindspore_python):
    with Session.launch(NESTED, mindspore_python, breakpoints={str(NESTED): ["# @predict"]}) as session:
        stop = session.stop().step_into()
        assert (stop.frame["name"], stop.source) == ("construct", "h = self.first(x)")
        stop = stop.step_into()
        assert (stop.stack[-2:], stop.source) == (["construct", "construct"], "h = self.fc(x)")
        stop = stop.step_out()
        assert stop.frame["name"] == "construct" and "first" in stop.locals["self"]
        stop = stop.step_out()
        assert stop.stack == ["<module>", "predict"]


def test_a_training_step_with_gradients_and_optimizer(mindspore_python, plain_output):
    marks = ["# @grad", "# @construct", "# @loss", "# @optimizer", "# @return"]
    with Session.launch(TRAIN, mindspore_python, breakpoints={str(TRAIN): marks}) as session:
        walked = []
        for stop in session.stops():
            walked.append(stop.stack[2:])
            if stop.source == "optimizer(grads)":
                assert stop.locals["loss"].startswith("Tensor float32 ()")
                assert "grads" in stop.locals
                assert stop.evaluate("[tuple(g.shape) for g in grads]") == "[(4, 16), (4,)]"
        step = [
            ["train_step"],
            ["train_step", "forward", "construct"],
            ["train_step", "forward"],
            ["train_step"],
            ["train_step"],
        ]
        assert walked == step * 4
        assert session.client.text("stdout") == plain_output(TRAIN)


def test_self_shows_the_current_values_of_its_parameters(mindspore_python):
    with Session.launch(TRAIN, mindspore_python, breakpoints={str(TRAIN): ["# @construct"]}) as session:
        sums = []
        for stop in session.stops():
            sums.append(float(stop.evaluate("float(np.abs(self.fc.weight.asnumpy()).sum())")))
        assert len(set(sums)) == 4


def test_a_condition_on_tensor_values(mindspore_python, plain_output):
    losses = [float(line.split()[2]) for line in plain_output(TRAIN).splitlines() if line.startswith("loss")]
    limit = sum(sorted(losses)[1:3]) / 2
    condition = f"loss > {limit} and not np.isnan(logits).any() and logits.shape == (8, 4)"
    (line,) = Session(None, TRAIN).marked("# @forward")
    given = {str(TRAIN): [{"line": line, "condition": condition}]}
    with Session.launch(TRAIN, mindspore_python, breakpoints=given) as session:
        stopped = [float(stop.evaluate("float(loss.asnumpy())")) for stop in session.stops()]
    assert stopped == pytest.approx([loss for loss in losses if loss > limit])


def test_hit_counts_and_logpoints(mindspore_python):
    session = Session(None, TRAIN)
    (loss,), (construct,) = session.marked("# @forward"), session.marked("# @construct")
    given = [
        {"line": construct, "hitCondition": "3"},
        {"line": loss, "logMessage": "loss is {loss} in {logits.shape}"},
    ]
    with Session.launch(TRAIN, mindspore_python, breakpoints={str(TRAIN): given}) as session:
        stops = list(session.stops())
        assert len(stops) == 1
        logged = [line for line in session.client.text().splitlines() if line.startswith("loss is")]
        assert len(logged) == 4
        assert all(line.endswith("in (8, 4)") for line in logged)


def test_breakpoints_set_and_removed_while_running(mindspore_python):
    with Session.launch(TRAIN, mindspore_python, breakpoints={str(TRAIN): ["# @step"]}) as session:
        stop = session.stop()
        session.set_breakpoints(["# @loss"])
        stop.resume()
        stop = session.stop()
        assert stop.source == "loss = loss_fn(logits, label)"
        session.set_breakpoints(["# @step"])
        stop.resume()
        assert session.stop().source == "loss = train_step(x, label)"
        session.set_breakpoints([])
        stop.resume()
        assert "weights" in session.finish()


def test_graphs_can_be_called_in_the_debug_console(mindspore_python):
    with Session.launch(TRAIN, mindspore_python, breakpoints={str(TRAIN): ["# @loss"]}) as session:
        stop = session.stop()
        assert stop.evaluate("bool((net(x).asnumpy() == logits.asnumpy()).all())") == "True"
        assert stop.evaluate("float(loss_fn(logits, label).asnumpy()) > 0") == "True"
        assert stop.evaluate("float(nn.ReLU()(logits).asnumpy().min()) >= 0") == "True"
