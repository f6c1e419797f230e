"""Between the user's program and MindSpore's compiler: which graphs get probes, and running those that have.

A graph is compiled twice at most: as it is, and with probes. Which of the two a call runs is decided at
each call, so a graph with nothing to stop at runs untouched, also when it was probed before.
"""

import contextlib
import threading

from . import debugger, execution, fallback, graphlib, patches
from .instrument import AROUND, HAND_OVER, MARK, REPORT, instrument

_PROBED = ".mindspore_debug"


_NAMES = {
    MARK: graphlib.mark,
    REPORT: graphlib.report,
    HAND_OVER: graphlib.hand_over,
    AROUND: graphlib.around,
}


class _State(threading.local):
    """What the compilation of this thread does: `recording` and `failed` list the functions met now and before."""

    probing = False
    recording = None
    failed = ()
    run_probed = False


_state = _State()
_known = {}  # phase of a probed graph -> its functions, or None if it cannot be probed


def install():
    """Hook into the MindSpore that has been imported."""
    from mindspore import nn
    from mindspore.graph import api
    from mindspore.graph._parse import parser

    debugger.hide_runtime()
    synchronise = api._pynative_executor.sync
    patches.replace(nn.Cell, "compile_and_run", _eager_cell)
    patches.replace(api._JitExecutor, "__call__", _eager_function)
    patches.replace(parser.Parser, "__init__", _keep_owner)
    patches.replace(parser.Parser, "parse", _parse)
    patches.replace(api._CellGraphExecutor, "compile", _compile_cell)
    patches.replace(api._CellGraphExecutor, "run", lambda original: _run_cell(original, synchronise))
    patches.replace(api._JitExecutor, "compile", _compile_function)
    patches.replace(api._PyNativeExecutor, "grad_jit", lambda original: _run_function(original, synchronise))


def _eager_cell(original):
    """A Cell that the user calls in the debug console computes eagerly: MindSpore runs no graph within a graph."""

    def compile_and_run(self, *args, **kwargs):
        if execution.is_running():
            return self.construct(*args, **kwargs)
        return original(self, *args, **kwargs)

    return compile_and_run


def _eager_function(original):
    """The same for a function."""

    def __call__(self, *args, **kwargs):
        if execution.is_running():
            return self.fn(*args, **kwargs)
        return original(self, *args, **kwargs)

    return __call__


def _keep_owner(original):
    """The parser forgets which object a method is bound to; its frame shows it as `self`."""

    def __init__(self, fn, *args, **kwargs):
        original(self, fn, *args, **kwargs)
        self.mindspore_debug_owner = getattr(fn, "__self__", None)

    return __init__


def _parse(original):
    def parse(self):
        tokens, tree = original(self)
        if _state.recording is None or tree is None:
            return tokens, tree
        with fallback.guard():
            if debugger.is_user_code(self.filename):
                return tokens, _probe(self, tree)
        return tokens, tree

    return parse


def _probe(parser, tree):
    function = parser.fn
    bound = {}
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    if parser.mindspore_debug_owner is not None and names:
        bound[names[0]] = parser.mindspore_debug_owner
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        with contextlib.suppress(ValueError):
            bound[name] = cell.cell_contents
    probed, found = instrument(
        tree, parser.filename, parser.line_offset - 1, function.__globals__, function.__qualname__, bound
    )
    _state.recording.extend(found)
    if not _state.probing:
        return tree
    namespace = parser.global_namespace
    namespace.dicts = tuple(namespace.dicts) + (_NAMES,)
    return probed


def _compile_cell(original):
    def compile(self, obj, *args, **kwargs):
        phase = kwargs.pop("phase", "predict")
        return _choose(lambda suffix: original(self, obj, *args, phase=phase + suffix, **kwargs))

    return compile


def _run_cell(original, synchronise):
    def run(self, obj, *args, **kwargs):
        if not _state.run_probed:
            return original(self, obj, *args, **kwargs)
        phase = kwargs.pop("phase", "predict") + _PROBED
        return execution.run(lambda: original(self, obj, *args, phase=phase, **kwargs), synchronise)

    return run


def _compile_function(original):
    def compile(self, method_name, *args, **kwargs):
        phase = kwargs.pop("phase", "")
        return _choose(lambda suffix: original(self, method_name, *args, phase=phase + suffix, **kwargs))

    return compile


def _run_function(original, synchronise):
    def grad_jit(self, *args):
        if not _state.run_probed:
            return original(self, *args)
        return execution.run(lambda: original(self, *args), synchronise)

    return grad_jit


def _choose(compile):
    """Compile (or find) the variant of a graph that this call needs; `compile(suffix)` compiles one."""
    _state.run_probed = False
    if not _wanted():
        return compile("")
    try:
        compiled = _probed(compile)
    except Exception as error:
        return _repaired(compile, error)
    return compiled if _state.run_probed else compile("")


def _probed(compile):
    """Compile with probes, and find out whether this call has anything to stop at."""
    compiled, functions = _recorded(compile)
    phase = compiled[0] if isinstance(compiled, tuple) else compiled
    if functions:
        _known[phase] = functions
    if _stops_in(_known.get(phase, ())):
        _state.run_probed = True
    return compiled


def _repaired(compile, error):
    """After a failed compilation: without probes, which tells whose fault it was, then with repaired ones."""
    plain = compile("")
    for _ in range(fallback.ATTEMPTS):
        functions = _state.failed
        if not functions or not fallback.repair(error, functions):
            break
        try:
            compiled = _probed(compile)
            return compiled if _state.run_probed else plain
        except Exception as again:
            error = again
    fallback.tell(_state.failed, error)
    return plain


def _wanted():
    if debugger.attached() is None or execution.is_running():
        return False
    debugger.hide_runtime()
    return debugger.has_breakpoints() or debugger.is_stepping_into()


def _recorded(compile):
    _state.recording, _state.probing = [], True
    try:
        return compile(_PROBED), _state.recording
    finally:
        _state.failed = _state.recording
        _state.recording, _state.probing = None, False


def _stops_in(functions):
    if debugger.is_stepping_into():
        return bool(functions)
    return any(
        function.first_line <= line <= function.last_line
        for function in functions
        for line in debugger.breakpoint_lines(function.file)
    )
