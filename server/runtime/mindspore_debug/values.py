"""What a probe's values are: described while compiling, rebuilt when the probe runs."""

import itertools

from . import model

DESCRIPTIONS = {}
_keys = itertools.count(1 << 32)  # apart from the numbers of sites


class Unavailable:
    """Stands for a value that exists while compiling only, such as a function."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return f"<{self.text}>"


NOT_KNOWN = Unavailable("not known")


class Description:
    """The values of one probe in one specialisation of its function: constants, and what is passed at run time."""

    def __init__(self, site, constants):
        self.site = site
        self.constants = constants

    def is_passed(self, index):
        return self.constants[index] is _PASSED

    def rebuild(self, passed):
        """The values by name."""
        rest = iter(passed)
        values = [next(rest) if constant is _PASSED else constant for constant in self.constants]
        return dict(zip(self.site.names, values))


_PASSED = object()


def describe(site_number, given):
    """Record what the compiler knows of a probe's values; returns the key of the description."""
    dtypes, constants = given["dtype"], given["value"]
    if constants is None:
        constants = (None,) * len(dtypes)
    key = next(_keys)
    DESCRIPTIONS[key] = Description(
        model.SITES[site_number], [_constant(*pair) for pair in zip(dtypes, constants)]
    )
    return key


def _constant(dtype, value):
    if _is_known(dtype, value):
        return value
    if _holds_function(dtype):
        return Unavailable("function or Cell")
    return _PASSED


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
