"""The Python function that stands for a compiled one in the debugger.

A shadow has the file, name and line numbers of the original. It computes nothing: it goes to the
line that the graph has reached, and gives its variables the values that the graph computed.
It is played in the user's own thread, so every debugger's breakpoints, steps and views work on it.

    def construct(self, x):
        while True:                              # these lines belong to no line of the source
            if FRAMES.new:
                if "h" in FRAMES.new: h = FRAMES.new.pop("h")
            if FRAMES.line == 12:
                if FRAMES.advance(): return FRAMES.result      # this is line 12

Python 3.10 and later have instructions without a line. Earlier ones announce every instruction, so there the
frame's line events are off (`FRAMES.show` turns them on) but on the lines of the source; and the first line
is played before the loop.
"""

import ast
import sys
import threading
import types

from . import model

_FRAMES = "<frames>"
_NOWHERE = -1
_ANNOUNCES_ALL = sys.version_info < (3, 10)


class Frames(threading.local):
    """Where the innermost shadow of this thread has to go: set by the session that plays it."""

    line = None
    new = {}
    result = None
    session = None

    def advance(self):
        """Called by a shadow on its line: let the line compute. True when the call has returned."""
        frame = sys._getframe(1)
        returned = self.session.advance(frame)
        if _ANNOUNCES_ALL:
            frame.f_trace_lines = returned
        return returned

    def show(self):
        """Called by a shadow that is about to go on to a line."""
        sys._getframe(1).f_trace_lines = True


FRAMES = Frames()


def shadow(function):
    """The shadow of a graph function, made when it is first needed; its arguments are `arguments(function)`."""
    if function.shadow is None:
        function.shadow = types.FunctionType(_code(function), function.namespace, function.name)
    return function.shadow


def arguments(function):
    """The names that have values when a call begins."""
    entered = [name for site in function.sites if site.kind == model.ENTER for name in site.names]
    return list(dict.fromkeys(list(function.bound) + entered))


def _code(function):
    names = dict.fromkeys(name for site in function.sites for name in site.names)
    assignments = "".join(f"if {name!r} in F.new: {name} = F.new.pop({name!r})\n" for name in names)
    loop = _nowhere("while True:\n    if F.new:\n        pass\n")
    loop[0].body[0].body = _nowhere(assignments) or loop[0].body[0].body
    loop[0].body += _dispatch(function.paths())
    first = [site.lines for site in function.sites if site.kind == model.ENTER and site.lines]
    definition = ast.parse(f"def f({', '.join(arguments(function))}):\n    pass\n").body[0]
    definition.name = function.name
    definition.body = (_walk(first[0]) if _ANNOUNCES_ALL and first else []) + loop
    definition.lineno = definition.end_lineno = function.first_line
    module = ast.Module(body=[definition], type_ignores=[])
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and node.id == "F":
            node.__class__ = ast.Constant
            node.value, node.kind = _FRAMES, None
    code = next(c for c in compile(module, function.file, "exec").co_consts if isinstance(c, types.CodeType))
    constants = tuple(FRAMES if constant == _FRAMES else constant for constant in code.co_consts)
    return _replaced(code, constants, function)


def _dispatch(paths):
    """A binary search for the line to go to, and there the walk over the lines of its statement."""
    if len(paths) == 1:
        return (_nowhere("F.show()\n") if _ANNOUNCES_ALL else []) + _walk(paths[0])
    middle = len(paths) // 2
    branch = _nowhere(f"if F.line < {paths[middle][0]}:\n    pass\nelse:\n    pass\n")
    branch[0].body = _dispatch(paths[:middle])
    branch[0].orelse = _dispatch(paths[middle:])
    return branch


def _walk(lines):
    on_the_way = [part for line in lines[:-1] for part in _at("F.line\n", line)]
    return on_the_way + _at("if F.advance():\n    return F.result\n", lines[-1])


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


def _replaced(code, constants, function):
    """The code with its constants, first line and qualified name exchanged."""
    if hasattr(code, "replace"):
        changes = {"co_consts": constants, "co_firstlineno": function.first_line}
        if hasattr(code, "co_qualname"):
            changes["co_qualname"] = function.qualname
        return code.replace(**changes)
    return types.CodeType(
        code.co_argcount,
        code.co_kwonlyargcount,
        code.co_nlocals,
        code.co_stacksize,
        code.co_flags,
        code.co_code,
        constants,
        code.co_names,
        code.co_varnames,
        code.co_filename,
        code.co_name,
        function.first_line,
        code.co_lnotab,
        code.co_freevars,
        code.co_cellvars,
    )
