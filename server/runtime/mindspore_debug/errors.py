"""Exceptions that a probed graph raises are those that it raises without probes.

Behind an operator of any type, such as a probe, MindSpore cannot run its own `raise` operator: it fails with a
RuntimeError of its own. The exception that the source asks for is made here instead.
"""

import ast

_CANNOT_RAISE = "Failed to infer for primitive:raise"


def expression(statement):
    """The expression that gives the exception of a `raise` or an `assert`, or None."""
    if isinstance(statement, ast.Raise):
        return statement.exc
    if isinstance(statement, ast.Assert):
        call = ast.parse("AssertionError()", mode="eval").body
        call.args = [statement.msg] if statement.msg is not None else []
        return call
    return None


def original(error, function, frame):
    """The exception to raise in the shadow `frame` in place of `error`."""
    asked = function.raises.get(frame.f_lineno)
    if asked is None or _CANNOT_RAISE not in str(error):
        return error
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(asked)), function.file, "eval")
        exception = eval(code, function.namespace, dict(frame.f_locals))
        return exception() if isinstance(exception, type) else exception
    except Exception:
        return error
