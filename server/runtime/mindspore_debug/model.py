"""What the parts of the runtime tell each other: graph functions and the places probed in them."""

import itertools

ENTER = "enter"  # a call begins; its first line is about to run
LINE = "line"  # a line is about to run
VALUES = "values"  # variables got values, no line follows in this block
LEAVE = "leave"  # the call returns

_numbers = itertools.count(1)


class Site:
    """A probed place: `names` are the variables whose values it reports."""

    __slots__ = ("number", "function", "kind", "line", "names")

    def __init__(self, function, kind, line, names=()):
        self.number = next(_numbers)
        self.function = function
        self.kind = kind
        self.line = line
        self.names = tuple(names)
        function.sites.append(self)
        SITES[self.number] = self


class GraphFunction:
    """A function of the user's source that is compiled into a graph.

    `bound` holds the Python objects that its frame knows besides reported values: `self` and
    the variables of an enclosing Python function.
    """

    def __init__(self, file, name, qualname, first_line, last_line, namespace, bound=None):
        self.file = file
        self.name = name
        self.qualname = qualname
        self.first_line = first_line
        self.last_line = last_line
        self.namespace = namespace
        self.bound = bound or {}
        self.sites = []
        self.shadow = None

    def lines(self):
        """The lines that a breakpoint can stop at, in order."""
        return sorted({site.line for site in self.sites if site.line})


SITES = {}
