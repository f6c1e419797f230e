"""What the parts of the runtime tell each other: graph functions and the places probed in them."""

import itertools

ENTER = "enter"  # a call begins; its first line is about to run
LINE = "line"  # a line is about to run
VALUES = "values"  # variables got values, no line follows in this block
LEAVE = "leave"  # the call returns

SITES = {}
_numbers = itertools.count(1)


class Site:
    """A probed place.

    `lines` are those that Python would announce for the statement there, the first one being where it begins;
    empty if control does not come to a line. `names` are the variables whose values the probe reports.
    """

    __slots__ = ("number", "function", "kind", "lines", "names")

    def __init__(self, function, kind, lines, names):
        self.number = next(_numbers)
        self.function = function
        self.kind = kind
        self.lines = tuple(lines)
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
        self.raises = {}  # line of a `raise` or `assert` -> the expression of its exception
        self.shadow = None

    def paths(self):
        """Where a shadow can go: the first line of each probed statement, with all lines it then walks."""
        found = {}
        for site in self.sites:
            if site.lines and len(site.lines) > len(found.get(site.lines[0], ())):
                found[site.lines[0]] = site.lines
        return [found[line] for line in sorted(found)]

    def lines(self):
        """The lines that a breakpoint can stop at."""
        return {line for path in self.paths() for line in path}
