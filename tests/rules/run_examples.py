"""Runs in an interpreter with MindSpore: programs from standard input in one mode, results to standard output.

Argument: ``graph`` or ``eager``, one mode a process. Input: a JSON list of programs. Output: a JSON list of ``["value", ...]`` or ``["error", message]``. A program is called with one float32 Tensor of shape (2,).
"""

import contextlib
import importlib.util
import json
import os
import sys
import tempfile

os.environ.setdefault("GLOG_v", "4")

import mindspore as ms
import numpy as np

REAL_JIT = ms.jit


def run(number, mode, code):
    ms.set_context(mode=ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE)
    ms.jit = REAL_JIT if mode == "graph" else (lambda function: function)
    with tempfile.TemporaryDirectory() as folder:
        name = f"program{number}"
        path = os.path.join(folder, name + ".py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(code)
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        entry = module.f if hasattr(module, "f") else module.Net()
        try:
            return ["value", entry(ms.Tensor(np.array([1.0, 2.0], np.float32))).asnumpy().tolist()]
        except Exception as error:
            return ["error", str(error)]


if __name__ == "__main__":
    # Beside NumPy 2 the first PyNative operator of a process fails, once.
    with contextlib.suppress(SystemError):
        ms.Tensor([1.0]) + 1
    results = [run(number, sys.argv[1], code) for number, code in enumerate(json.load(sys.stdin))]
    json.dump(results, sys.stdout)
