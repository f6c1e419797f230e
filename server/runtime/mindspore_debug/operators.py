"""The operators that a probed graph calls: three that answer while compiling, two that run.

`describe`, `chosen` and `plain` are evaluated by the compiler's type inference and leave a constant;
they see every value of a probe with its dtype, shape and, where it is known, its constant.
`signal` hands tensors of static shape to `on_probe` as arrays; `execute` hands over anything, at a higher price.
The I/O effect keeps both in program order, and alive although nobody uses their result.
"""

import builtins

import mindspore
import numpy
from mindspore import ops
from mindspore.ops.operations import other_ops

from . import values

_NOTHING = numpy.zeros((1,), numpy.float32)
_handlers = []


def set_handler(handler):
    """Have `handler(key, values)` called by every probe that runs."""
    _handlers[:] = [handler]


def on_probe(key, *arrays):
    """Called by `signal` on a thread of MindSpore's runtime."""
    for handler in _handlers:
        handler(key, arrays)
    return _NOTHING


def on_execute(key, passed):
    """Called by `execute` on a thread of MindSpore's runtime."""
    for handler in _handlers:
        handler(key, passed)


builtins.__ms_probe__ = on_execute


class _Constant(ops.PrimitiveWithInfer):
    """An operator whose result is a constant that Python computes while the graph is compiled."""

    def __init__(self, name, answer):
        super().__init__(name)
        self.answer = answer

    def __infer__(self, *arguments):
        value = self.answer(*arguments)
        kind = mindspore.bool_ if isinstance(value, bool) else mindspore.int64
        return {"shape": (), "dtype": kind, "value": value}


class _Signal(ops.PrimitiveWithInfer):
    """MindSpore's operator that calls a Python function with arrays."""

    def __init__(self, function):
        super().__init__("PyFunc")
        other_ops.add_pyfunc(id(function), function)
        self.add_prim_attr("fn_id", id(function))
        self.add_prim_attr("out_types", [mindspore.float32])
        self.add_prim_attr("out_shapes", [(1,)])
        self.add_prim_attr("fake_output", False)
        self.add_prim_attr("single_scalar_output", False)
        self.add_prim_attr("primitive_target", "CPU")
        self.add_prim_attr("side_effect_io", True)

    def __infer__(self, *arguments):
        return {"shape": (1,), "dtype": mindspore.float32, "value": None}


describe = _Constant("MindSporeDebugDescribe", lambda site, given: values.describe(site["value"], given))
chosen = _Constant(
    "MindSporeDebugChosen", lambda key, index: values.DESCRIPTIONS[key["value"]].passed(index["value"])
)
plain = _Constant("MindSporeDebugPlain", lambda key: values.DESCRIPTIONS[key["value"]].plain)
signal = _Signal(on_probe)
execute = other_ops.PyExecute()
execute.add_prim_attr("side_effect_io", True)
