"""What a probe's values are: described while compiling, rebuilt when the probe runs."""

import mindspore
import numpy
from mindspore import Tensor
from mindspore.common import dtype as mstype

from . import model

# dtypes that reach the callback of `signal` as arrays
_ARRAY_DTYPES = {
    mstype.bool_, mstype.int8, mstype.int16, mstype.int32, mstype.int64,
    mstype.uint8, mstype.uint16, mstype.uint32, mstype.uint64,
    mstype.float16, mstype.float32, mstype.float64,
}  # fmt: skip

DESCRIPTIONS = {}


class Unavailable:
    """Stands for a value that a graph has while compiling only, such as a function."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return f"<{self.text}>"


class Description:
    """The values of one probe in one specialisation of its function.

    An entry is ("constant", value), ("tensor", dtype, shape) or ("object",); the last two are passed at run time.
    """

    def __init__(self, site, entries):
        self.site = site
        self.entries = entries
        self.plain = all(entry[0] != "object" for entry in entries)

    def passed(self, index):
        return self.entries[index][0] != "constant"

    def rebuild(self, passed):
        """The values in the order of the site's names."""
        rest = iter(passed)
        return [entry[1] if entry[0] == "constant" else _rebuild(entry, next(rest)) for entry in self.entries]


def describe(site_number, given):
    """Record what the compiler knows of a probe's values; returns the key of the description."""
    dtypes, shapes, constants = given["dtype"], given["shape"], given["value"]
    if constants is None:
        constants = (None,) * len(dtypes)
    entries = [_entry(*parts) for parts in zip(dtypes, shapes, constants)]
    number = max(max(DESCRIPTIONS, default=0) + 1, 1 << 32)
    DESCRIPTIONS[number] = Description(model.SITES[site_number], entries)
    return number


def _entry(dtype, shape, value):
    if _is_known(dtype, value):
        return ("constant", value)
    if _holds_function(dtype):
        return ("constant", Unavailable("function or Cell"))
    if type(dtype).__name__ == "TensorType" and all(size >= 0 for size in shape):
        element = dtype.element_type()
        if element in _ARRAY_DTYPES:
            return ("tensor", element, tuple(shape))
    return ("object",)


def _is_known(dtype, value):
    """Whether the whole value is a constant."""
    if dtype is None:
        return value is None
    if isinstance(dtype, (tuple, list)):
        items = list(value.values()) if isinstance(value, dict) else value
        return items is not None and len(items) == len(dtype) and all(map(_is_known, dtype, items))
    return value is not None


def _holds_function(dtype):
    if isinstance(dtype, (tuple, list)):
        return any(map(_holds_function, dtype))
    return type(dtype).__name__ == "Function"


def _rebuild(entry, value):
    if entry[0] == "tensor":
        return Tensor.from_numpy(numpy.asarray(value, mindspore.dtype_to_nptype(entry[1])).reshape(entry[2]))
    return value
