"""Ask a real MindSpore what its graph compiler does with small programs.

    python ask.py own.jsonl [--add FILE.py] [--only ID,ID] [--column COLUMN,...] [--dry]

runs under an interpreter that has MindSpore (1.2 to 2.10, Python 3.7 or later, a system with fork). Every program runs
eagerly and compiled, at each syntax level the version knows, in a process of its own; the answer goes into the program's
"truth" under the column of that version and level ("2.10.0", "2.10.0 strict").

A program is a module that defines `entry` (a `ms.jit` function or a Cell), `calls` (a function giving a list of argument
tuples) and, where it has side effects, `observe` (their state). `before(i)` runs before call number i. --add reads programs
from a Python file where each starts with `#%% id: construct` and has `#!` at the end of the line in question.

Outcomes, from the point of view of a user whose program runs eagerly:
accepts, rejects (refused while compiling), differs (other result or side effect), accepts_other_type (equal but for the
type: list for tuple, scalar for Tensor), raises_in_eager_too, accepts_what_eager_rejects, fails_at_run, no_answer.
"""

import argparse
import json
import os
import re
import signal
import sys
import tempfile
import time

PREAMBLE = """\
import numpy as np
import mindspore as ms
from mindspore import nn, ops, Tensor, Parameter
def T(v, dt=np.float32):
    return Tensor(np.array(v, dt))
"""
LOCATION = re.compile(r"[Ii]n file ([^\s:()]+\.py)(?::(\d+)|\((\d+)\))")
TIME_LIMIT = 30.0


def describe(value, np, tensor_type):
    """Plain JSON for a value a program returned, with its types."""

    def inner(v):
        if isinstance(v, tensor_type):
            array = v.asnumpy()
            return {
                "type": "tensor",
                "dtype": str(v.dtype),
                "shape": list(array.shape),
                "value": inner(array.tolist()),
            }
        if isinstance(v, np.ndarray):
            return {
                "type": "array",
                "dtype": str(v.dtype),
                "shape": list(v.shape),
                "value": inner(v.tolist()),
            }
        if isinstance(v, np.generic):
            return {"type": "scalar", "dtype": str(v.dtype), "value": inner(v.item())}
        if v is None or isinstance(v, (bool, int, str)):
            return v
        if isinstance(v, float):
            return v if v == v and abs(v) != float("inf") else str(v)
        if isinstance(v, (list, tuple)):
            return {"type": type(v).__name__, "value": [inner(x) for x in v]}
        if isinstance(v, dict):
            return {"type": "dict", "keys": [str(k) for k in v], "value": [inner(x) for x in v.values()]}
        if isinstance(v, (set, frozenset)):
            return {"type": "set", "value": sorted(str(x) for x in v)}
        return {"type": type(v).__name__, "value": re.sub(r"0x[0-9a-f]+", "", str(v))[:80]}

    return inner(value)


def without_types(v):
    """The same description with list like tuple and scalar like tensor."""
    if isinstance(v, dict):
        if v["type"] == "dict":
            return {"type": "dict", "keys": v["keys"], "value": [without_types(x) for x in v["value"]]}
        return without_types(v["value"])
    if isinstance(v, list):
        return [without_types(x) for x in v]
    return int(v) if isinstance(v, bool) else v


def equal(a, b):
    """Equality of descriptions, floats to within a part in a thousand."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-3 * max(1.0, abs(a), abs(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b))
    return type(a) is type(b) and a == b


def outcome(graph, eager):
    """The name of what the compiled program did, beside the eager one."""
    if graph is None or graph.get("died"):
        return "no_answer"
    if graph.get("exception"):
        if eager is None or eager.get("exception"):
            return "raises_in_eager_too"
        return "rejects" if graph["compiling"] else "fails_at_run"
    if eager is None or eager.get("exception"):
        return "accepts_what_eager_rejects"
    seen, wanted = [graph["values"], graph.get("observed")], [eager["values"], eager.get("observed")]
    if not equal(without_types(seen), without_types(wanted)):
        return "differs"
    return "accepts" if equal(seen, wanted) else "accepts_other_type"


def run(path, level):
    """Runs one program here; level None means eagerly. Returns what it gave or how it failed."""
    import importlib.util
    import random
    import traceback

    import mindspore as ms
    import numpy as np
    from mindspore import context

    version = version_pair(ms.__version__)
    random.seed(7)
    np.random.seed(7)
    ms.set_seed(7)
    context.set_context(mode=context.GRAPH_MODE if level else context.PYNATIVE_MODE)
    if version < (2, 4):
        context.set_context(device_target="CPU")
    if level and version >= (2, 1):
        context.set_context(jit_syntax_level=context.STRICT if level == "strict" else context.LAX)
    compiler = getattr(ms, "jit", None) or ms.ms_function

    def jit(fn=None, **options):
        if not level:
            return fn if fn is not None else lambda f: f
        if level == "strict" and version >= (2, 6):
            options.setdefault("fullgraph", True)
        return compiler(fn, **options) if fn is not None else compiler(**options)

    ms.jit = jit
    answer = {}
    try:
        spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        values = []
        for number, arguments in enumerate(module.calls()):
            if hasattr(module, "before"):
                module.before(number)
            values.append(describe(module.entry(*arguments), np, ms.Tensor))
        answer["values"] = {"type": "list", "value": values}
        if hasattr(module, "observe"):
            answer["observed"] = describe(module.observe(), np, ms.Tensor)
    except BaseException as error:
        message = str(error)
        frames = traceback.extract_tb(error.__traceback__)
        answer["exception"] = type(error).__name__
        answer["message"] = first_lines(message.partition("environ({")[0])  # not the machine's environment
        answer["lines"] = [
            int(new or old)
            for name, new, old in LOCATION.findall(message)
            if os.path.basename(name) == os.path.basename(path)
        ]
        answer["compiling"] = any(frame.name.endswith("compile") for frame in frames)
    return answer


def first_lines(message):
    """The part of a compiler message that says what is wrong."""
    kept = []
    for line in message.splitlines():
        line = line.strip()
        if re.match(r"- C\+\+ Call Stack|- The Traceback|The Function Call Stack|# ", line):
            break
        if line.strip("-=~^ "):
            kept.append(re.sub(r"0x[0-9a-f]+", "0x", re.sub(r"/[^\s:]*/(?=\w+\.py)", "", line)))
    return " | ".join(kept)[:300]


def why(answer, graph, eager):
    """What stands behind an outcome, in a line."""
    if answer["outcome"] == "differs":
        seen = (
            [without_types(r["values"]), r.get("observed") and without_types(r["observed"])]
            for r in (graph, eager)
        )
        return " / eager ".join(json.dumps(values)[:150] for values in seen)
    if answer["outcome"] == "raises_in_eager_too":
        return f"{eager.get('exception')}: {eager.get('message')}"
    return answer.get("message", "")


def version_pair(text):
    return tuple(int(part) for part in text.split(".")[:2])


def in_child(path, level, result):
    """Runs one program in a forked process, at most TIME_LIMIT seconds; the answer, or None when the process died."""
    if os.path.exists(result):
        os.remove(result)
    child = os.fork()
    if child == 0:
        try:
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            os.chdir(os.path.dirname(path))
            answer = run(path, level)
            with open(result, "w") as file:
                json.dump(answer, file)
        finally:
            os._exit(0)
    deadline = time.time() + TIME_LIMIT
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.time() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            break
        time.sleep(0.01)
    if not os.path.exists(result):
        return {"died": True}
    with open(result) as file:
        return json.load(file)


def read_marked(path):
    """Programs of a `#%% id: construct` file, their `#!` mark turned into a line number."""
    with open(path) as file:
        parts = re.split(r"(?m)^#%% *([\w-]+): *(.*)\n", file.read())
    for identifier, construct, body in zip(parts[1::3], parts[2::3], parts[3::3]):
        code = PREAMBLE + body.strip("\n") + "\n"
        marked = [number for number, line in enumerate(code.splitlines(), 1) if line.endswith("#!")]
        if len(marked) != 1:
            raise SystemExit(f"{identifier}: one line must end in #!, not {len(marked)}")
        yield {
            "id": identifier,
            "construct": construct.strip(),
            "line": marked[0],
            "code": re.sub(r" *#!$", "", code, flags=re.M),
            "truth": {},
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="programs, one JSON object a line; answers are written back")
    parser.add_argument("--add", nargs="*", default=[], metavar="FILE.py", help="programs to put in first")
    parser.add_argument("--only", default="", help="ids, separated by commas")
    parser.add_argument(
        "--missing", action="store_true", help="ask only what this version has not answered yet"
    )
    parser.add_argument("--dry", action="store_true", help="print, do not write back")
    options = parser.parse_args()
    os.environ.setdefault("GLOG_v", "3")
    programs = {}
    if os.path.exists(options.file):
        with open(options.file) as file:
            programs = {p["id"]: p for p in map(json.loads, file)}
    for source in options.add:
        for program in read_marked(source):
            old = programs.get(program["id"])
            if old is None or old["code"] != program["code"]:
                programs[program["id"]] = program
            else:
                old.update(construct=program["construct"], line=program["line"])
    chosen = [programs[i] for i in options.only.split(",")] if options.only else list(programs.values())

    import mindspore as ms

    version = ms.__version__
    levels = {version: "lax"}
    if version_pair(version) >= (2, 1):
        levels[version + " strict"] = "strict"
    with tempfile.TemporaryDirectory() as folder:
        for program in chosen:
            if options.missing and all(column in program["truth"] for column in levels):
                continue
            path = os.path.join(folder, "program_" + program["id"].replace("-", "_") + ".py")
            with open(path, "w") as file:
                file.write(program["code"])
            result = os.path.join(folder, "answer.json")
            eager = in_child(path, None, result)
            for column, level in levels.items():
                graph = in_child(path, level, result)
                answer = {"outcome": outcome(graph, eager)}
                if graph.get("exception"):
                    answer.update(
                        exception=graph["exception"],
                        message=graph["message"],
                        lines=sorted(set(graph["lines"])) or None,
                    )
                program["truth"][column] = answer
                print(
                    f"{program['id']:40} {column:15} {answer['outcome']:20} {why(answer, graph, eager)[:260]}",
                    flush=True,
                )
    if not options.dry:
        with open(options.file, "w") as file:
            for program in programs.values():
                file.write(json.dumps(program, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
