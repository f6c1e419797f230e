"""Which files a run looks at, and reading them."""

from __future__ import annotations

import io
import sys
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

from mindspore_tools.common.text import Text
from mindspore_tools.graph.source import SourceFile

STDIN = "-"
_SKIPPED = {"__pycache__", "node_modules", "build", "dist", "site-packages", "venv"}
_MAXIMUM = 20_000_000


class Unreadable(Exception):
    """A file that cannot be checked, with the reason for the user."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def collect(paths: Sequence[str]) -> tuple[list[str], list[tuple[str, Text]]]:
    """The Python files under ``paths`` in a stable order, and the paths that do not exist.

    Hidden folders and those of builds and environments are left out, unless named themselves.
    """
    found: dict[str, None] = {}
    missing: list[tuple[str, Text]] = []
    for given in paths:
        path = Path(given)
        if given == STDIN or path.is_file():
            found[given] = None
        elif path.is_dir():
            found.update(dict.fromkeys(_python_files(path)))
        else:
            missing.append((given, Text("there is no such file or folder", "文件或目录不存在")))
    return list(found), missing


def _python_files(folder: Path) -> Iterator[str]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if not entry.name.startswith(".") and entry.name not in _SKIPPED and not entry.is_symlink():
                yield from _python_files(entry)
        elif entry.suffix in (".py", ".pyi") and entry.is_file():
            yield str(entry)


def read(path: str) -> str:
    """The text of a file, decoded as Python would. Raises Unreadable."""
    return _decode(path)[0]


def rewrite(path: str, text: str) -> None:
    """Put a new text into a file, in the encoding that it had."""
    encoding = _decode(path)[1]
    Path(path).write_bytes(text.encode(encoding))


def _decode(path: str) -> tuple[str, str]:
    """The text of a file and its encoding."""
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else _read_bytes(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable(
            Text("cannot be read: {reason}", "无法读取：{reason}").format(reason=reason)
        ) from None
    if b"\0" in raw[:8192] and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(Text("is a binary file, not Python source", "是二进制文件，不是 Python 源码"))
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        reason = str(error)
        raise Unreadable(
            Text(
                "is not in the encoding it claims (UTF-8 if it names none): {reason}. Save it as UTF-8.",
                "与其声明的编码（未声明时为 UTF-8）不符：{reason}。请另存为 UTF-8。",
            ).format(reason=reason)
        ) from None


def unparsed(source: SourceFile) -> Text | None:
    """Where a file is not Python, for the user; None when all of it parses."""
    if not source.problems:
        return None
    first = source.problems[0]
    return Text(
        "line {line} is not valid Python ({reason}). What stands around it was checked. Correct the line and check again.",
        "第 {line} 行不是合法的 Python 代码（{reason}），其余部分已检查。请改正后重新检查。",
    ).format(line=first.position.line + 1, reason=first.message)


def _read_bytes(path: str) -> bytes:
    file = Path(path)
    if file.stat().st_size > _MAXIMUM:
        raise Unreadable(Text("is larger than 20 MB", "超过 20 MB"))
    return file.read_bytes()
