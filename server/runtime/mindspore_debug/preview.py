"""A tensor for people: one line of text, its statistics, and its parts."""

import os

import numpy

STATISTICS_LIMIT = 1 << 24  # elements; above it statistics are computed only when asked for


def elements_shown():
    """How many elements the one line shows: `tensorPreview` of the launch configuration."""
    try:
        return int(os.environ.get("MS_DEBUG_TENSOR_PREVIEW", "8"))
    except ValueError:
        return 8


def array(tensor):
    """The values as an array; of a dtype that numpy lacks, as float32."""
    try:
        return tensor.asnumpy()
    except (TypeError, ValueError, RuntimeError):
        import mindspore

        return tensor.astype(mindspore.float32).asnumpy()


def dtype_name(tensor):
    return str(tensor.dtype).replace("mindspore.", "").lower()


def headline(tensor):
    """`Tensor float32 (32, 10)`."""
    shape = tuple(tensor.shape)
    return f"{_kind(tensor)} {dtype_name(tensor)} {shape}"


def line(tensor):
    """`Tensor float32 (32, 10)  min -2.1 max 3.4 mean 0.02  nan 0  [0.5, -1.2, ...]`."""
    head = headline(tensor)
    try:
        if size(tensor) > STATISTICS_LIMIT:
            return f"{head}  large: open it for its statistics"
        values = array(tensor)
        if not values.ndim:
            return f"{head}  {number(values[()])}"
        return "  ".join([head, *_summary(values), *_elements(values)])
    except Exception as error:
        return f"{head}  (values cannot be read: {error})"


def size(tensor):
    count = 1
    for length in tensor.shape:
        count *= length
    return count


def statistics(values):
    """Figures over all finite elements, and how many elements are not finite or are zero."""
    if not values.size or values.dtype.kind not in "biufc":
        return {}
    if values.dtype.kind == "b":
        return {"true": int(values.sum()), "false": int(values.size - values.sum())}
    found = {}
    finite = values
    if values.dtype.kind in "fc":
        nan, infinite = numpy.isnan(values), numpy.isinf(values)
        found["nan"], found["inf"] = int(nan.sum()), int(infinite.sum())
        if found["nan"] or found["inf"]:
            finite = values[~(nan | infinite)]
    if finite.size and values.dtype.kind != "c":
        wide = finite.astype(numpy.float64) if finite.dtype.itemsize < 8 else finite
        found.update(min=finite.min(), max=finite.max(), mean=wide.mean(), std=wide.std())
    found["zeros"] = int(values.size - numpy.count_nonzero(values))
    return found


def number(value):
    """A number with six significant digits."""
    if isinstance(value, (float, numpy.floating)):
        return f"{float(value):.6g}"
    if isinstance(value, (complex, numpy.complexfloating)):
        return f"{complex(value):.6g}"
    return str(value)


def _summary(values):
    found = statistics(values)
    if "true" in found:
        return [f"true {found['true']} false {found['false']}"]
    parts = []
    if "min" in found:
        parts.append(" ".join(f"{name} {number(found[name])}" for name in ("min", "max", "mean")))
    if "nan" in found:
        parts.append(f"nan {found['nan']}" + (f" inf {found['inf']}" if found["inf"] else ""))
    return parts


def _elements(values):
    shown = elements_shown()
    if not shown or not values.size:
        return []
    first = [number(value) for value in values.reshape(-1)[:shown]]
    return ["[" + ", ".join(first + ["..."] * (values.size > shown)) + "]"]


def _kind(tensor):
    name = type(tensor).__name__
    return "Tensor" if name == "StubTensor" else name
