"""Runs a probed graph: it computes in a helper thread while the user's thread plays its shadow.

Each probe of the computing thread posts a message and waits. The user's thread takes the messages in
order, moves the shadow to the line they name, and lets the computation go on when the shadow
goes on: so the graph stands still while the user looks.
"""

import _thread
import queue
import threading

from . import debugger, errors, model, operators, values
from .instrument import RESULT
from .shadow import FRAMES, arguments, shadow

_END = object()
_lock = threading.RLock()
_current = None


class _Message:
    """One probe that ran; its gate is closed until the computation may go on."""

    __slots__ = ("site", "values", "gate")

    def __init__(self, site, given):
        self.site = site
        self.values = given
        self.gate = _thread.allocate_lock()
        self.gate.acquire()


def run(compute, synchronise):
    """`compute()` in a helper thread, its shadow in this one; returns or raises what it returned or raised.

    One probed graph runs at a time; a second thread waits here. `synchronise` waits for the
    runtime, which may still be computing when `compute` returns.
    """
    global _current
    with _lock:
        if _current is not None:
            return compute()
        session = _current = _Session()
        try:
            return session.run(compute, synchronise)
        finally:
            session.release_all()
            _current = None


def is_running():
    """Whether the calling thread plays the shadow of a running graph."""
    return _current is not None and _current.thread == threading.get_ident()


def on_probe(key, passed):
    """Called by the probe operators on the computing thread."""
    session = _current
    if session is None:
        return
    site = model.SITES.get(key)
    if site is not None:
        session.post(site, dict(zip(site.names, passed)))
        return
    description = values.DESCRIPTIONS[key]
    session.post(description.site, description.rebuild(passed))


operators.set_handler(on_probe)


class _Activation:
    """One call of a graph function: what its shadow still has to learn."""

    def __init__(self, function):
        self.function = function
        self.new = dict(function.bound)


class _Session:
    def __init__(self):
        self.thread = threading.get_ident()
        self.messages = queue.SimpleQueue()
        self.taken_back = []
        self.waiting = None
        self.stack = []
        self.free = False
        self.outcome = None
        self.error = None

    # the computing side

    def post(self, site, given):
        if self.free:
            return
        message = _Message(site, given)
        self.messages.put(message)
        message.gate.acquire()

    def compute(self, compute, synchronise):
        try:
            self.outcome = compute()
            synchronise()
        except BaseException as error:
            self.error = error
        finally:
            self.messages.put(_END)

    # the user's side

    def run(self, compute, synchronise):
        helper = threading.Thread(target=self.compute, args=(compute, synchronise), name="MindSpore graph")
        helper.daemon = True
        helper.pydev_do_not_trace = helper.is_pydev_daemon_thread = True
        helper.start()
        while True:
            message = self.take()
            if message is _END:
                break
            self.play(message)
        if self.error is not None:
            raise self.error
        return self.outcome

    def take(self):
        return self.taken_back.pop() if self.taken_back else self.messages.get()

    def release(self):
        if self.waiting is not None:
            self.waiting.gate.release()
            self.waiting = None

    def release_all(self):
        """Let the computation run to its end without stopping again."""
        self.free = True
        self.release()
        try:
            while True:
                message = self.taken_back.pop() if self.taken_back else self.messages.get_nowait()
                if message is not _END:
                    message.gate.release()
        except queue.Empty:
            pass

    def play(self, message):
        """Run the shadow of the call that this message begins, up to its end."""
        function = message.site.function
        activation = _Activation(function)
        self.stack.append(activation)
        caller = FRAMES.line, FRAMES.new, FRAMES.result, FRAMES.session
        FRAMES.new, FRAMES.session = activation.new, self
        try:
            self.arrive(activation, message)
            if FRAMES.line is not None:
                names = arguments(function)
                shadow(function)(**{name: activation.new.pop(name, values.NOT_KNOWN) for name in names})
        finally:
            self.stack.pop()
            FRAMES.line, FRAMES.new, FRAMES.result, FRAMES.session = caller

    def arrive(self, activation, message):
        activation.new.update(message.values)
        FRAMES.line = message.site.lines[0] if message.site.lines else None
        self.waiting = message

    def advance(self, frame):
        """Let the line that the shadow `frame` is on compute. True when its call has returned."""
        activation = self.stack[-1]
        FRAMES.result = None
        self.release()
        while True:
            message = self.take()
            if message is _END:
                self.taken_back.append(message)
                if self.error is not None:
                    self.error = errors.original(self.error, activation.function, frame)
                    raise self.error
                return True
            site = message.site
            if (
                site.kind != model.ENTER
                and site.function is not activation.function
                and self.is_open(site.function)
            ):
                self.taken_back.append(message)
                return True
            if site.kind == model.ENTER or site.function is not activation.function:
                self.play(message)
                debugger.stop_after_step_out(frame)
            elif site.kind == model.LEAVE:
                FRAMES.result = message.values.get(RESULT)
                message.gate.release()
                return True
            elif site.kind == model.VALUES:
                activation.new.update(message.values)
                message.gate.release()
            else:
                self.arrive(activation, message)
                return False

    def is_open(self, function):
        return any(activation.function is function for activation in self.stack)
