"""Where requests are worked on: never on the event loop, which only reads and writes messages.

Two lanes with one worker each: the quick one answers what a typing user waits for, the slow one computes diagnostics
and what else is shown beside the text. What is overtaken before it starts never runs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

QUICK, SLOW = "quick", "slow"
_LIMITS = {QUICK: 10.0, SLOW: 60.0}
Result = TypeVar("Result")
logger = logging.getLogger(__name__)


class Overtime(Exception):
    """A call is not done in time, or an earlier one still is not."""


class PatientLane:
    """One worker for calls that may take long the first time: a caller waits ``limit`` seconds, the call itself goes on.

    What it has learned by then makes the next call quick. While it is busy every other caller is turned away at once.
    """

    def __init__(self, name: str, limit: float) -> None:
        self.limit = limit
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=f"mindspore-{name}")
        self._running: asyncio.Future[Any] | None = None

    async def run(self, call: Callable[[], Result]) -> Result:
        """The result of a call. Raises Overtime, and what the call raises."""
        if self._running is not None and not self._running.done():
            raise Overtime
        future = self._running = asyncio.get_running_loop().run_in_executor(self._executor, call)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self.limit)
        except asyncio.TimeoutError:
            future.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise Overtime from None

    def close(self) -> None:
        """Drop what waits."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Lane:
    """A queue with one worker. A call that takes longer than ``limit`` seconds is given up and its worker replaced."""

    def __init__(self, name: str, limit: float) -> None:
        self.name = name
        self.limit = limit
        self._executor = self._new()

    def _new(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, thread_name_prefix=f"mindspore-{self.name}")

    async def run(self, call: Callable[[], Result]) -> Result:
        """The result of a call made in this lane. Raises TimeoutError when it takes too long, and what the call raises."""
        executor = self._executor
        future = asyncio.get_running_loop().run_in_executor(executor, call)
        try:
            return await asyncio.wait_for(future, self.limit)
        except asyncio.TimeoutError:
            if executor is self._executor:
                logger.error("a request in the %s lane was given up after %s s", self.name, self.limit)
                self._executor = self._new()
                executor.shutdown(wait=False)
            raise

    def close(self) -> None:
        """Drop what waits."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def make_lanes() -> dict[str, Lane]:
    """The two lanes by name."""
    return {name: Lane(name, limit) for name, limit in _LIMITS.items()}
