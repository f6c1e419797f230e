"""Runs small programs plain and probed, and tells the difference; run by an interpreter that has MindSpore.

    python broad_runner.py PROGRAMS.jsonl RESULTS.jsonl [ID ...]

A program defines `entry` (a jit function or a Cell) and `calls()` (the inputs). Each is run in forked
children: plain, eager, and probed with a breakpoint on every line. A stand-in for the debugger says yes to everything and
notes the lines that the shadow visits, as a debugger sees them.
"""

import contextlib
import json
import os
import re
import signal
import sys
import traceback

os.environ.setdefault("GLOG_v", "3")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "server", "runtime"))

import mindspore as ms
import numpy as np

TIMEOUT = 60


def normal(value):
    """A value as JSON that can be compared."""
    if isinstance(value, ms.Tensor):
        return [str(value.dtype), list(value.shape), normal(value.asnumpy())]
    if isinstance(value, np.ndarray):
        return (
            repr(np.round(value.astype(np.float64), 5).tolist())
            if value.dtype.kind in "fiub"
            else repr(value)
        )
    if isinstance(value, (list, tuple)):
        return [type(value).__name__] + [normal(item) for item in value]
    if isinstance(value, dict):
        return [[str(key), normal(item)] for key, item in value.items()]
    return re.sub(r"0x[0-9a-f]+", "0x", repr(value))


class StandIn:
    """A debugger that has a breakpoint on every line of one file."""

    def __init__(self, file):
        self.file = file
        self.lines = []

    def install(self):
        from mindspore_debug import bootstrap, debugger

        debugger.attached = lambda: self
        debugger.has_breakpoints = lambda: True
        debugger.is_stepping_into = lambda: True
        debugger.is_user_code = lambda file: file == self.file
        debugger.hide_runtime = lambda: None
        bootstrap.activate()

    def trace(self, frame, event, argument):
        if frame.f_code.co_filename != self.file:
            return None
        if event == "line" and frame.f_code.co_name != "<module>":
            self.lines.append(frame.f_lineno)
        return self.trace


def run(program, path, mode):
    """Run one program in this process; returns what it did."""
    result = {"lines": [], "fallbacks": []}
    stand_in = StandIn(path)
    with contextlib.suppress(SystemError):
        bool(ms.Tensor(1.0) > 0)  # with numpy 2 the first operation on a scalar fails in MindSpore itself
    ms.set_context(mode=ms.PYNATIVE_MODE if mode == "eager" else ms.GRAPH_MODE)
    if mode == "eager":
        os.environ["MS_JIT"] = "0"
    if mode == "probed":
        from mindspore_debug import fallback

        fallback.debugger.notify = lambda kind, **details: result["fallbacks"].append(
            f"{kind}: {details['reason']}"
        )
        stand_in.install()
    np.random.seed(7)
    ms.set_seed(7)
    try:
        import importlib.util

        spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        values = []
        for number, arguments in enumerate(module.calls()):
            if hasattr(module, "before"):
                module.before(number)
            if mode != "plain":
                sys.settrace(stand_in.trace)
            try:
                value = module.entry(*arguments)
            finally:
                sys.settrace(None)
            values.append(normal(value))
        result["values"] = values
        if hasattr(module, "observe"):
            result["observed"] = normal(module.observe())
    except BaseException as error:
        result["error"] = type(error).__name__
        result["message"] = str(error)[:1500]
        result["traceback"] = "".join(traceback.format_exception(type(error), error, error.__traceback__))[
            -3000:
        ]
    result["lines"] = stand_in.lines
    return result


def forked(program, path, mode):
    """The same in a child, so that a crash or a hang is a result too."""
    answer, output = path + "." + mode + ".json", path + "." + mode + ".out"
    for leftover in (answer, output):
        if os.path.exists(leftover):
            os.remove(leftover)
    child = os.fork()
    if child == 0:
        signal.alarm(TIMEOUT)
        os.chdir(os.path.dirname(path))
        descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(descriptor, 1)
        os.dup2(os.open(output + ".err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        result = run(program, path, mode)
        sys.stdout.flush()
        with open(answer, "w") as file:
            json.dump(result, file)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    result = {
        "error": "hangs" if status == signal.SIGALRM else f"dies ({status})",
        "lines": [],
        "fallbacks": [],
    }
    if os.path.exists(answer):
        with open(answer) as file:
            result = json.load(file)
    with open(output, errors="replace") as file:
        result["stdout"] = re.sub(r"0x[0-9a-f]+", "0x", file.read())
    return result


def compare(program, folder):
    """One program's verdict: `same` or not, why it ran without probes, and the lines seen."""
    path = os.path.join(folder, "p_" + program["id"] + ".py")
    with open(path, "w") as file:
        file.write(program["code"])
    plain, probed, eager = (forked(program, path, mode) for mode in ("plain", "probed", "eager"))
    same = all(plain.get(key) == probed.get(key) for key in ("values", "observed", "error", "stdout"))
    return {
        "id": program["id"],
        "same": same,
        "fallbacks": probed["fallbacks"],
        "lines": probed["lines"],
        "expected": eager["lines"] if "error" not in eager else None,
        "plain": {key: plain.get(key) for key in ("values", "observed", "error", "message", "stdout")}
        if not same
        else None,
        "probed": {key: probed.get(key) for key in ("values", "observed", "error", "traceback", "stdout")}
        if not same
        else None,
    }


def main(programs, results, *only):
    folder = os.path.dirname(os.path.abspath(results))
    with open(programs) as source, open(results, "w") as target:
        for line in source:
            program = json.loads(line)
            if only and program["id"] not in only:
                continue
            target.write(json.dumps(compare(program, folder)) + "\n")
            target.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
