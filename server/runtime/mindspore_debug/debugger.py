"""What the attached debugger (pydevd, inside debugpy) wants: the only module that knows its internals."""

import os
import sys
import threading

_STEP_INTO = {107, 128, 144, 206}  # step into, smart step into, step into my code, into a coroutine
_STEP_OUT = {109, 160}  # step out, the same in my code
_RUNTIME = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def attached():
    """The active debugger, or None. A process without one pays a dictionary lookup."""
    constants = sys.modules.get("_pydevd_bundle.pydevd_constants")
    debugger = constants.get_global_debugger() if constants is not None else None
    return debugger if debugger is not None and debugger.ready_to_run else None


def breakpoint_lines(file):
    """The lines of the breakpoints in a file."""
    canonical = sys.modules["pydevd_file_utils"].canonical_normalized_path(file)
    return tuple(attached().breakpoints.get(canonical) or ())


def has_breakpoints():
    return any(attached().breakpoints.values())


def is_stepping_into():
    """Whether the user steps into the call that this thread is making."""
    info = getattr(threading.current_thread(), "additional_info", None)
    return getattr(info, "pydev_step_cmd", -1) in _STEP_INTO


def stop_after_step_out(frame):
    """Called when a shadow has returned into `frame`: stop there if the user stepped out of it.

    pydevd would stop when the frame between the two returns, but that one is ours and hidden.
    """
    info = getattr(threading.current_thread(), "additional_info", None)
    if getattr(info, "pydev_step_cmd", -1) not in _STEP_OUT:
        return
    goal, outer = info.pydev_step_stop, frame
    while outer is not None and outer is not goal:
        outer = outer.f_back
    if outer is None:
        suspend(frame, info.pydev_step_cmd)


def suspend(frame, reason):
    """Stop this thread in `frame` until the user goes on."""
    debugger, thread = attached(), threading.current_thread()
    debugger.set_suspend(thread, reason)
    debugger.do_wait_suspend(thread, frame, "return", None)


def is_user_code(file):
    """Whether the user debugs this file: with justMyCode, one outside of libraries."""
    if file.startswith((_RUNTIME, "<")):
        return False
    filtering = attached()._files_filtering
    return not filtering.use_libraries_filter() or filtering.in_project_roots(os.path.abspath(file))


def hide_runtime():
    """Keep steps, breakpoints and call stacks of an attached debugger out of this package."""
    debugger = attached()
    if debugger is None:
        return
    known = debugger.dont_trace_external_files
    starts = tuple(getattr(known, "start_patterns", ()))
    if _RUNTIME not in starts:
        from _pydevd_bundle.pydevd_api import PyDevdAPI

        ends = tuple(getattr(known, "end_patterns", ()))
        PyDevdAPI().set_dont_trace_start_end_patterns(debugger, starts + (_RUNTIME,), ends)


def notify(kind, **details):
    """Tell our debug adapter something; without it, tell the user on stderr."""
    debugger = attached()
    if debugger is None or os.environ.get("MS_DEBUG_ADAPTER") != "1":
        sys.stderr.write(f"MindSpore graph debugging: {kind}: {details}\n")
        return
    from _pydevd_bundle.pydevd_comm_constants import CMD_WRITE_TO_CONSOLE
    from _pydevd_bundle.pydevd_net_command import NetCommand

    event = {"type": "event", "event": "mindspore", "body": dict(details, kind=kind)}
    debugger.writer.add_command(NetCommand(CMD_WRITE_TO_CONSOLE, 0, event, is_json=True))
