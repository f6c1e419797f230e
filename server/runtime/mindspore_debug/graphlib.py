"""Functions that MindSpore compiles together with the user's: they carry values to the probe operator.

The `@jit.typing` comments are read by MindSpore: they give the operator's unused result a type. Left without one it would
be of any type, and whatever comes behind it in program order would be compiled again at run time.
"""

from .operators import chosen, describe, execute, nothing


def mark(script):
    """Tell the runtime that a place was reached."""
    execute(script, ("nothing",), (nothing,))  # @jit.typing: () -> tensor_type[float32]


def report(site, values):
    """Tell the runtime that `site` was reached and which values its variables have.

    What is known while compiling is recorded then; only the rest is passed at run time.
    """
    script = describe(site, values)
    passed = ()
    for i in range(len(values)):
        if chosen(script, i):
            passed = passed + (values[i],)
    execute(script, ("values",), (passed,))  # @jit.typing: () -> tensor_type[float32]


def hand_over(script, values):
    """The same with all values passed at run time: some are of any type, and so is then the result."""
    execute(script, ("values",), (values,))


def around(enter, leave, arguments, value):
    """The value of a lambda's body, with its call made known."""
    report(enter, arguments)
    report(leave, (value,))
    return value
