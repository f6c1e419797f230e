"""Builds an API index in a process of its own: composing it would keep the server's interpreter busy for seconds.

``main`` runs in the child; it prints one line of JSON for each step, ``{"percent", "en", "zh"}``, and ``{"error": …}`` when it fails.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mindspore_tools.common.text import Text

_CHILD = "import sys; sys.path[:] = {path!r}; from mindspore_tools.lsp.index_builder import main; main({arguments!r})"


class IndexBuildFailed(Exception):
    """The index could not be built; ``text`` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


async def build(interpreter: str, output: Path, tell: Callable[[Text, int], None]) -> None:
    """Build the index of an interpreter's MindSpore into a file. Raises IndexBuildFailed."""
    code = _CHILD.format(path=sys.path, arguments=[interpreter, str(output)])
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-c",
        code,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert child.stdout is not None
    failure = Text("The process that builds it ended early.", "构建进程提前退出。")
    try:
        async for line in child.stdout:
            step: dict[str, Any] = json.loads(line)
            if "percent" in step:
                tell(Text(step["en"], step["zh"]), step["percent"])
            else:
                failure = Text(step["en"], step["zh"])
        if await child.wait():
            raise IndexBuildFailed(failure)
    finally:
        if child.returncode is None:
            child.kill()


def main(arguments: list[str]) -> None:
    """Build an index and print the steps (in the child process)."""
    from mindspore_tools.api.builder import BuildError, build_index

    def tell(text: Text, percent: int) -> None:
        _print(text, percent=percent)

    interpreter, output = Path(arguments[0]), Path(arguments[1])
    output.parent.mkdir(parents=True, exist_ok=True)
    try:
        build_index(interpreter, output, tell)
    except BuildError as error:
        _print(error.text)
        sys.exit(1)
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        _print(Text("{words}", "{words}").format(words=words))
        sys.exit(1)


def _print(text: Text, **more: int) -> None:
    print(json.dumps({"en": text.render("en"), "zh": text.render("zh-cn"), **more}), flush=True)
