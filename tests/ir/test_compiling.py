"""The compiler asked: inputs, errors of all versions, and real compilations."""

from __future__ import annotations

import os
import sys
import textwrap
import threading

import pytest

from mindspore_tools.ir.compile_errors import parse_compile_error
from mindspore_tools.ir.compiling import CompileRequest, compile_function
from mindspore_tools.ir.inputs import InputError, parse_inputs
from mindspore_tools.ir.parser import parse
from mindspore_tools.ir.passes import pass_dumps


def test_inputs():
    assert parse_inputs(
        "float32[2, 3], Tensor int64(), f16[1], 0.5, 'sum', (1, 2), ms.Tensor(x), bool[4]"
    ) == [
        {"tensor": [2, 3], "dtype": "float32"},
        {"tensor": [], "dtype": "int64"},
        {"tensor": [1], "dtype": "float16"},
        {"literal": "0.5"},
        {"literal": "'sum'"},
        {"literal": "(1, 2)"},
        {"expression": "ms.Tensor(x)"},
        {"tensor": [4], "dtype": "bool"},
    ]
    assert parse_inputs("  ") == []


@pytest.mark.parametrize("text", ["float32[", "3 +", "a b"])
def test_inputs_that_make_no_sense(text):
    with pytest.raises(InputError):
        parse_inputs(text)


LINE = "-" * 52
ERRORS = {
    "1.2": (
        "mindspore/ccsrc/pipeline/jit/static_analysis/prim.cc:881 GetEvaluatedValue] The object of type: Tensor[Float32] has "
        "no method or attr: sum\nThe function call stack (See file 'analyze_fail.dat' for details):\n# 0 In file net.py(16)\n"
        "        return self.inner(x)\n               ^\n# 1 In file net.py(6)\n        if x.sum() > 3:\n           ^\n",
        "The object of type: Tensor[Float32] has no method or attr: sum",
        ("net.py", 6, 11),
    ),
    "1.2 parser": (
        "mindspore/ccsrc/pipeline/jit/parse/parse.cc:385 ParseStatement] Unsupported syntax 'Try'.\n\n# In file net.py(7)\n"
        "        try:\n",
        "Unsupported syntax 'Try'.",
        ("net.py", 7, None),
    ),
    "1.10": (
        f"Cannot join the return values.\nType Join Failed.\n\nInner Message:\nAbstractTensor(...)\n\n{LINE}\n"
        f"- The Traceback of Net Construct Code:\n{LINE}\nThe function call stack (See file 'analyze_fail.dat'):\n"
        "# 0 In file /p/net.py:16\n        return self.inner(x)\n               ^\n# 1 In file /p/net.py:6\n"
        f"        if x.sum() > 3:\n\n{LINE}\n- C++ Call Stack: (For framework developers)\n{LINE}\nx.cc:847 F\n",
        "Cannot join the return values. Type Join Failed.",
        ("/p/net.py", 6, None),
    ),
    "2.10": (
        "Unsupported statement 'Try'.\nMore details please refer to syntax support at https://www.mindspore.cn\n\n"
        f"{LINE}\n- C++ Call Stack: (For framework developers)\n{LINE}\nparse.cc:999 ParseStatement\n\n{LINE}\n"
        f"- The Traceback of Net Construct Code:\n{LINE}\n\n# In file /p/net.py:5~11, 4~16\n    def construct(self, x):\n"
        "    ^\n\n# In file /p/net.py:7~10, 8~21\n        try:\n\n",
        "Unsupported statement 'Try'.",
        ("/p/net.py", 7, 8),
    ),
    "2.10 in the framework": (
        f"'Add' fails.\n\n{LINE}\n- The Traceback of Net Construct Code:\n{LINE}\n# 0 In file /p/net.py:5, 4~9\n    x + y\n    ^~~~~\n"
        "# 1 In file /env/lib/python3.11/site-packages/mindspore/ops/add.py:9, 4~8\n    add\n    ^~~\n",
        "'Add' fails.",
        ("/p/net.py", 5, 4),
    ),
    "2.10 join without call stack": (
        f"Cannot join.\n\n{LINE}\n- Framework Error Message: (For framework developers)\n{LINE}\ntrue branch: 4_f\n"
        "In file /p/net.py:6, 8~13\n        y = x\n        ^~~~~\n, false branch: 5_f\nIn file /p/net.py:8, 8~35\n        y = z\n"
        f"        ^\n\n\n{LINE}\n- C++ Call Stack: (For framework developers)\n{LINE}\nabstract_value.cc:598 ThrowException\n",
        "Cannot join.",
        ("/p/net.py", 8, 8),
    ),
}  # fmt: skip


@pytest.mark.parametrize("version", ERRORS)
def test_errors(version):
    text, message, (path, line, column) = ERRORS[version]
    error = parse_compile_error(text)
    assert error.message == message
    assert (error.location.path, error.location.line, error.location.column) == (path, line, column)


def test_join_names_both_branches():
    error = parse_compile_error(ERRORS["2.10 join without call stack"][0])
    assert [place.line for place in error.related] == [6, 8]


def test_text_without_places():
    error = parse_compile_error("plain words")
    assert (error.message, error.location, error.calls) == ("plain words", None, ())


def test_interpreter_without_mindspore(tmp_path):
    path = tmp_path / "net.py"
    path.write_text("x = 1", encoding="utf-8")
    result = compile_function(sys.executable, CompileRequest(str(path), "f"))
    assert not result.compiled
    assert "MindSpore cannot be imported" in result.problem.render()


def test_faulty_inputs_are_told_without_starting_anything():
    result = compile_function("/no/such/python", CompileRequest("net.py", "f", "float32["))
    assert "is not a value" in result.problem.render()


def test_missing_interpreter():
    result = compile_function("/no/such/python", CompileRequest("net.py", "f", "1"))
    assert "/no/such/python" in result.problem.render()


@pytest.fixture(scope="module")
def real() -> str:
    interpreter = os.environ.get("MINDSPORE_PYTHON")
    assert interpreter, "MINDSPORE_PYTHON names an interpreter with MindSpore"
    return interpreter


@pytest.fixture
def module(tmp_path):
    def write(text: str, name: str = "my net.py") -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            "import mindspore as ms\nfrom mindspore import nn, ops\n" + textwrap.dedent(text),
            encoding="utf-8",
        )
        return str(path)

    return write


@pytest.mark.mindspore
def test_function_is_compiled_and_its_graphs_are_saved(real, module, tmp_path):
    path = module(
        """
        @ms.jit
        def f(x, y):
            if x.sum() > 3:
                return x + y
            return x * y

        for step in range(10 ** 9):
            print(step)
        """
    )
    result = compile_function(
        real, CompileRequest(path, "f", "float32[2, 3], float32[3]", dump=str(tmp_path / "ir"))
    )
    assert result.compiled, result
    assert len(result.dumps) > 5
    assert [each.unit for each in pass_dumps(tmp_path / "ir")] == [0] * len(pass_dumps(tmp_path / "ir"))
    last = next(dump for dump in reversed(result.dumps) if "validate" in dump.name)
    nodes = [node for graph in parse(last.read_text(encoding="utf-8")).graphs for node in graph.nodes]
    assert {"Add", "Mul"} <= {node.op for node in nodes}
    assert path in {place.path for node in nodes for place in node.locations}


@pytest.mark.mindspore
@pytest.mark.parametrize(
    ("text", "name", "inputs", "arguments", "line"),
    [
        ("class Net(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n        self.d = nn.Dense(n, 4)\n    def construct(self, x):\n        return self.d(x)\n", "Net", "float32[2, 3]", "3", None),
        ("class Net(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n        self.d = nn.Dense(n, 4)\n    def construct(self, x):\n        return self.d(x)\nnet = Net(3)\n", "Net", "float32[2, 3]", "", None),
        ("class Net(nn.Cell):\n    def construct(self, x):\n        try:\n            return x\n        except ValueError:\n            return 1\n", "Net", "float32[2]", "", 5),
        ("class Net(nn.Cell):\n    def construct(self, x):\n        if x.sum() > 1:\n            y = x\n        else:\n            y = ops.cast(x, ms.float16)\n        return y\n", "Net", "float32[2]", "", 8),
        ("def f(x):\n    y = x + 1\n    return ops.no_such(y)\n", "f", "float32[2]", "", 5),
        ("@ms.jit\ndef f(x):\n    return x.no_such()\n", "f", "float32[2]", "", 3),
        ("class T:\n    @ms.jit\n    def step(self, x):\n        return x + 1\n", "T.step", "float32[2]", "", None),
    ],
)  # fmt: skip
def test_what_the_compiler_says(real, module, text, name, inputs, arguments, line):
    path = module(text)
    result = compile_function(real, CompileRequest(path, name, inputs, arguments))
    if line is None:
        assert result.compiled, result.problem.render()
    else:
        assert not result.compiled
        assert (result.error.location.path, result.error.location.line) == (path, line), (
            result.problem.render()
        )


@pytest.mark.mindspore
def test_a_function_is_not_run(real, module):
    path = module("@ms.jit\ndef f(x):\n    print('running', x)\n    return x\n")
    result = compile_function(real, CompileRequest(path, "f", "float32[2]"))
    assert result.compiled
    assert "running" not in result.log


@pytest.mark.mindspore
def test_requests_that_cannot_be_met(real, module):
    path = module(
        "value = 1 / 0\nclass Net(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n    def construct(self, x, y):\n        return x\n"
    )
    missing = compile_function(real, CompileRequest(path, "Other", "float32[2]"))
    assert "Other is not defined" in missing.problem.render()
    assert "ZeroDivisionError: division by zero (line 3)" in missing.problem.render()
    assert "needs arguments" in compile_function(real, CompileRequest(path, "Net", "1")).problem.render()
    inputs = compile_function(real, CompileRequest(path, "Net", "float32[2]", "3"))
    assert inputs.missing == ("x", "y")
    broken = module("def f(:\n", "broken.py")
    assert "cannot be loaded" in compile_function(real, CompileRequest(broken, "f")).problem.render()


@pytest.mark.mindspore
def test_file_within_a_package(real, module):
    module("", "pack/__init__.py")
    module("def double(x):\n    return x * 2\n", "pack/helpers.py")
    path = module(
        "from .helpers import double\n@ms.jit\ndef f(x):\n    return double(x)\n", "pack/models/../net.py"
    )
    assert compile_function(real, CompileRequest(path, "f", "float32[2]")).compiled


@pytest.mark.mindspore
def test_limit_and_cancel(real, module):
    path = module("def endless():\n    while True:\n        pass\nvalue = endless()\n")
    result = compile_function(real, CompileRequest(path, "f"), limit=8)
    assert "did not answer within" in result.problem.render()
    cancel = threading.Event()
    threading.Timer(1, cancel.set).start()
    assert compile_function(real, CompileRequest(path, "f"), cancel=cancel).problem.render() == "Cancelled."
