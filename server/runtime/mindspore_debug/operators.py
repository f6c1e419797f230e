"""The operators that a probed graph calls: two that answer while compiling, and one that runs.

`describe` and `chosen` are evaluated by the compiler's type inference and leave a constant; they see
every value of a probe with its dtype, shape and, where it is known, its constant. `execute` is
the operator with which MindSpore runs Python in a graph: it takes values of every type, of static and dynamic
shape, and hands over a copy. Its I/O effect keeps probes in program order, and alive although nobody uses their result.
"""

import builtins

import mindspore
from mindspore import ops
from mindspore.ops.operations import other_ops

from . import values
from .instrument import PROBE

_handlers = []


def set_handler(handler):
    """Have `handler(key, values)` called by every probe that runs, on a thread of MindSpore's runtime."""
    _handlers[:] = [handler]


def _on_probe(key, passed=()):
    for handler in _handlers:
        handler(key, passed)


setattr(builtins, PROBE, _on_probe)


class _Constant(ops.PrimitiveWithInfer):
    """An operator whose result is a constant that Python computes while the graph is compiled."""

    def __init__(self, name, dtype, answer):
        super().__init__(name)
        self.dtype = dtype
        self.answer = answer

    def __infer__(self, *arguments):
        return {"shape": (), "dtype": self.dtype, "value": self.answer(*arguments)}


def _describe(site, given):
    return f"{PROBE}({values.describe(site['value'], given)}, values)"


def _chosen(script, index):
    key = int(script["value"][len(PROBE) + 1 :].partition(",")[0])
    return values.DESCRIPTIONS[key].is_passed(index["value"])


describe = _Constant("MindSporeDebugDescribe", mindspore.string, _describe)
chosen = _Constant("MindSporeDebugChosen", mindspore.bool_, _chosen)
execute = other_ops.PyExecute()
execute.add_prim_attr("side_effect_io", True)
nothing = mindspore.Tensor(0.0)
