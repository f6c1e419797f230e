"""Shows tensors in the Variables view through pydevd's type extensions."""

import sys

from . import preview

PAGE = 100


def register():
    """Add our views to the loaded debugger; does nothing when they are there."""
    from _pydevd_bundle import pydevd_extension_api as api
    from _pydevd_bundle import pydevd_extension_utils as utils

    for base, own in ((api.StrPresentationProvider, _Line), (api.TypeResolveProvider, _Children)):
        providers = utils.extensions_of_type(base)
        if not any(isinstance(provider, own) for provider in providers):
            providers.insert(0, own())


class Group:
    """A node of the Variables view that computes its children when it is opened."""

    def __init__(self, text, children):
        self.text = text
        self.children = children

    def __repr__(self):
        return self.text


def _is_tensor(type_object):
    tensor = getattr(sys.modules.get("mindspore"), "Tensor", None)
    return isinstance(tensor, type) and isinstance(type_object, type) and issubclass(type_object, tensor)


class _Line:
    def can_provide(self, type_object, type_name):
        return _is_tensor(type_object)

    def get_str(self, tensor):
        return preview.line(tensor)

    def get_str_in_context(self, tensor, context):
        return str(tensor.asnumpy()) if context == "clipboard" else preview.line(tensor)


class _Children:
    def can_provide(self, type_object, type_name):
        return _is_tensor(type_object) or type_object is Group

    def resolve(self, value, attribute):
        return self.get_dictionary(value)[attribute]

    def get_dictionary(self, value):
        return {name: child for name, child, _ in self.get_contents_debug_adapter_protocol(value)}

    def get_contents_debug_adapter_protocol(self, value, fmt=None):
        """(name, value, how to evaluate it from its parent) of each child, in order."""
        if isinstance(value, Group):
            return value.children()
        children = [("shape", tuple(value.shape), ".shape"), ("dtype", preview.dtype_name(value), ".dtype")]
        if getattr(value, "name", None) and type(value).__name__ == "Parameter":
            children.append(("name", value.name, ".name"))
        children.append(("statistics", Group("...", lambda: _statistics(value)), None))
        return children + _rows(value)


def _statistics(tensor):
    found = preview.statistics(preview.array(tensor))
    return [
        (name, getattr(figure, "item", lambda figure=figure: figure)(), None)
        for name, figure in found.items()
    ]


def _rows(tensor):
    """The slices along the first axis, in pages when there are many."""
    if not tensor.shape:
        return []
    count = tensor.shape[0]
    if count <= PAGE:
        return _page(tensor, 0, count)
    return [
        (
            f"[{start}..{min(start + PAGE, count) - 1}]",
            Group("...", lambda start=start: _page(tensor, start, count)),
            None,
        )
        for start in range(0, count, PAGE)
    ]


def _page(tensor, start, count):
    values = preview.array(tensor)
    return [
        (f"[{index}]", _part(values[index]), f"[{index}]") for index in range(start, min(start + PAGE, count))
    ]


def _part(values):
    """A slice as a tensor that shares its memory, or a plain number."""
    if not values.ndim:
        return values.item()
    import mindspore

    return mindspore.Tensor.from_numpy(values)
