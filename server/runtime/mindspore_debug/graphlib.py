"""Functions that MindSpore compiles together with the user's: they carry values to the probe operator."""

from .operators import chosen, describe, execute, nothing


def mark(script):
    """Tell the runtime that a place was reached."""
    execute(script, ("nothing",), (nothing,))


def report(site, values):
    """Tell the runtime that `site` was reached and which values its variables have.

    What is known while compiling is recorded then; only the rest is passed at run time.
    """
    script = describe(site, values)
    passed = ()
    for i in range(len(values)):
        if chosen(script, i):
            passed = passed + (values[i],)
    execute(script, ("values",), (passed,))


def hand_over(script, values):
    """The same with all values passed at run time."""
    execute(script, ("values",), (values,))


def around(enter, leave, arguments, value):
    """The value of a lambda's body, with its call made known."""
    report(enter, arguments)
    report(leave, (value,))
    return value
