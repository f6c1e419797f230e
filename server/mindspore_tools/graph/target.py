"""What the code is compiled for."""

from __future__ import annotations

from dataclasses import dataclass

from mindspore_tools.common.version import Version


@dataclass(frozen=True)
class Target:
    """What the code is compiled for.

    ``syntax_level`` is ``"lax"`` or ``"strict"``. ``mode``: ``"graph"`` takes every Cell as compiled, ``"auto"`` only
    when the file does not set PYNATIVE_MODE.
    """

    version: Version
    syntax_level: str = "lax"
    mode: str = "graph"
