"""What the command line shows: the language of its texts, colours, progress."""

from __future__ import annotations

import locale
import os
import sys
from typing import TextIO

from mindspore_tools.common.text import CHINESE, ENGLISH, Text


def language() -> str:
    """The language of the terminal, from ``MINDSPORE_TOOLS_LANGUAGE`` or the locale."""
    chosen = os.environ.get("MINDSPORE_TOOLS_LANGUAGE") or next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    if not chosen:
        chosen = locale.getlocale()[0] or ""
    return CHINESE if chosen.lower().startswith(("zh", "chinese")) else ENGLISH


def text(message: Text) -> str:
    """A message in the language of the terminal."""
    return message.render(language())


def coloured(stream: TextIO) -> bool:
    """Whether colours are welcome on a stream (``NO_COLOR`` says no)."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


class Progress:
    """A counter on standard error while a long run goes on; silent when that is not a terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.shown = total > 20 and sys.stderr.isatty()

    def advance(self) -> None:
        """One more file is done."""
        self.done += 1
        if self.shown and (self.done % 10 == 0 or self.done == self.total):
            sys.stderr.write(f"\r{self.done}/{self.total}")
            sys.stderr.flush()

    def finish(self) -> None:
        """Take the counter away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
