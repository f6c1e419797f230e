"""The Python function that stands for a compiled one in the debugger.

A shadow has the file, name and line numbers of the original. It computes nothing: it goes to the
line that the graph has reached, and gives its variables the values that the graph computed.
It is played in the user's own thread, so every debugger's breakpoints, steps and views work on it.

    def construct():
        while True:                              # these lines belong to no line of the source
            if FRAMES.new:
                if "x" in FRAMES.new: x = FRAMES.new.pop("x")
            if FRAMES.line == 12:
                if FRAMES.advance(): return FRAMES.result      # this is line 12
"""

import ast
import threading
import types

_FRAMES = "<frames>"
_NOWHERE = -1


class Frames(threading.local):
    """Where the innermost shadow of this thread has to go: set by the session that plays it."""

    line = None
    new = {}
    result = None
    advance = None


FRAMES = Frames()


def shadow(function):
    """The shadow of a graph function, made when it is first needed."""
    if function.shadow is None:
        function.shadow = types.FunctionType(_code(function), function.namespace, function.name)
    return function.shadow


def _code(function):
    names = sorted({name for site in function.sites for name in site.names} | set(function.bound))
    assignments = "".join(f"if {name!r} in F.new: {name} = F.new.pop({name!r})\n" for name in names)
    body = _nowhere("if F.new:\n    pass\n")
    body[0].body = _nowhere(assignments) or body[0].body
    body += _dispatch(function.paths())
    loop = _nowhere("while True:\n    pass\n")
    loop[0].body = body
    definition = ast.parse("def f():\n    pass\n").body[0]
    definition.name = function.name
    definition.body = loop
    definition.lineno = definition.end_lineno = function.first_line
    module = ast.Module(body=[definition], type_ignores=[])
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and node.id == "F":
            node.__class__ = ast.Constant
            node.value, node.kind = _FRAMES, None
    code = compile(module, function.file, "exec").co_consts[0]
    constants = tuple(FRAMES if constant == _FRAMES else constant for constant in code.co_consts)
    changes = {"co_consts": constants, "co_firstlineno": function.first_line}
    if hasattr(code, "co_qualname"):
        changes["co_qualname"] = function.qualname
    return code.replace(**changes)


def _dispatch(paths):
    """A binary search for the line to go to, and there the walk over the lines of its statement."""
    if len(paths) == 1:
        walk = [part for line in paths[0][:-1] for part in _at("F.line\n", line)]
        return walk + _at("if F.advance():\n    return F.result\n", paths[0][-1])
    middle = len(paths) // 2
    branch = _nowhere(f"if F.line < {paths[middle][0]}:\n    pass\nelse:\n    pass\n")
    branch[0].body = _dispatch(paths[:middle])
    branch[0].orelse = _dispatch(paths[middle:])
    return branch


def _nowhere(source):
    return _at(source, _NOWHERE)


def _at(source, line):
    statements = ast.parse(source).body
    column = _NOWHERE if line == _NOWHERE else 0
    for statement in statements:
        for node in ast.walk(statement):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = line
                node.col_offset = node.end_col_offset = column
    return statements
