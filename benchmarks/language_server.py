"""Our language server beside others on the editor situations of the tests, in one run.

``MINDSPORE_PYTHON=… python benchmarks/language_server.py [--reps 4] [--only NAME,…]`` installs the peers (ty, pyrefly, jedi-language-server
by pip, pyright by npm) under ``build/peers``, plays every situation of ``tests/editor/situations.py`` to each as a typing
user would, and writes ``benchmarks/RESULTS.md``. Needs psutil, Node and network for the first run.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PEERS = ROOT / "build" / "peers"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]

from session import Session  # noqa: E402

from editor import situations  # noqa: E402  (tests/editor)
from editor.situations import MARK  # noqa: E402

_PAUSE = 0.03
_COLD_RUNS = 3
_PATIENCE = 1.0
_COLD_TEXT = "from mindspore import nn\n\nnn."


class Peer(NamedTuple):
    """A server: how it is started, what it is told, and the files that it wants in its workspace."""

    name: str
    command: list[str]
    options: Any
    settings: Any
    files: dict[str, str]


class Result(NamedTuple):
    """What was measured of one server: right answers by kind, latencies in milliseconds, memory, cold starts in seconds."""

    right: dict[str, int]
    latencies: dict[str, list[float]]
    megabytes: float
    cold: list[float]


def peers(python: str) -> list[Peer]:
    """The servers, ours first."""
    scripts = PEERS / "venv" / ("Scripts" if os.name == "nt" else "bin")
    analysis = {"autoSearchPaths": True, "diagnosticMode": "openFilesOnly", "autoImportCompletions": True}
    home = Path(python).parent.parent
    own = [sys.executable, str(ROOT / "server" / "launch.py"), "serve"]
    pyright = ["node", str(PEERS / "node_modules" / "pyright" / "langserver.index.js"), "--stdio"]
    told = {"mindspore": {"interpreter": python}}
    return [
        Peer("MindSpore Tools", own, told, told, {}),
        Peer(
            "jedi-language-server",
            [str(scripts / "jedi-language-server")],
            {"workspace": {"environmentPath": python}},
            {},
            {},
        ),
        Peer("pyright", pyright, {}, {"python": {"pythonPath": python, "analysis": analysis}}, {}),
        Peer(
            "ty",
            [str(scripts / "ty"), "server"],
            {},
            {"ty": {"completions": {"autoImport": True}}},
            {"ty.toml": f'[environment]\npython = "{home.as_posix()}"\n'},
        ),
        Peer(
            "pyrefly",
            [str(scripts / "pyrefly"), "lsp"],
            {},
            {"python": {"pythonPath": python}},
            {"pyrefly.toml": f'python-interpreter-path = "{Path(python).as_posix()}"\n'},
        ),
    ]


def install() -> None:
    """Install the peers once."""
    scripts = PEERS / "venv" / ("Scripts" if os.name == "nt" else "bin")
    if not (scripts / "ty").exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS / "venv")], check=True)
        packages = ["ty", "pyrefly", "jedi-language-server"]
        subprocess.run([str(scripts / "python"), "-m", "pip", "install", "-q", *packages], check=True)
    if not (PEERS / "node_modules" / "pyright").exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", str(PEERS), "pyright"], check=True)


# -- asking and judging ----------------------------------------------------------------------------------------------


def place(text: str, offset: int) -> dict[str, int]:
    """The protocol's position of an offset."""
    before = re.split("\r\n|\n", text[:offset])
    return {"line": len(before) - 1, "character": len(before[-1].encode("utf-16-le")) // 2}


def labels(result: Any) -> set[str]:
    """Everything that a completion would insert or shows as its name."""
    items = result.get("items", []) if isinstance(result, dict) else result or []
    found = set()
    for item in items:
        for text in (item.get("label"), item.get("insertText"), item.get("filterText")):
            if isinstance(text, str):
                found |= {text.strip(), text.strip().strip("\"'")}
                call = re.match(r"\w+=?", text.strip())
                if call:
                    found.add(call.group())
    return found


def completion_right(case: Any, result: Any) -> bool:
    """Whether all that must be offered is offered and nothing that must not."""
    found = labels(result)
    return (
        all(name in found or name.strip('"') in found for name in case.offers)
        and not set(case.without) & found
    )


def signature_right(case: Any, result: Any) -> bool:
    """Whether a signature with these parameters is shown and the right one of them is active."""
    for signature in (result or {}).get("signatures", []):
        names = []
        for parameter in signature.get("parameters") or []:
            label = parameter["label"]
            text = label if isinstance(label, str) else signature["label"][label[0] : label[1]]
            names.append((re.match(r"\*{0,2}\s*(\w+)", text.strip()) or [None, text])[1])
        wanted = [name for name in case.parameters if name != "..."]
        fits = names[: len(wanted)] == wanted and (len(names) == len(wanted) or "..." in case.parameters)
        active = signature.get("activeParameter", result.get("activeParameter"))
        name = names[active] if isinstance(active, int) and 0 <= active < len(names) else None
        if fits and (case.active is None or name == case.active):
            return True
    return False


def hover_right(case: Any, result: Any) -> bool:
    """Whether the hover says what is asked for."""
    contents = (result or {}).get("contents", "")
    parts = contents if isinstance(contents, list) else [contents]
    text = "\n".join(part if isinstance(part, str) else part.get("value", "") for part in parts)
    return all(phrase in text for phrase in case.phrases)


KINDS: dict[str, tuple[str, list[Any], Callable[[Any, Any], bool]]] = {
    "completion": ("completion", [c for c in situations.COMPLETIONS if c.offers], completion_right),
    "signature": ("signatureHelp", list(situations.SIGNATURES), signature_right),
    "hover": ("hover", [h for h in situations.HOVERS if h.phrases], hover_right),
}


def play(peer: Peer, reps: int) -> Result:
    """Play every situation to one server."""
    right: dict[str, int] = {}
    latencies: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        session = _start(peer, Path(folder).resolve())
        for kind, (method, cases, judge) in KINDS.items():
            right[kind] = 0
            latencies[kind] = []
            for case in cases:
                good, times = _situation(session, method, kind + case.id, case, judge, reps)
                right[kind] += good
                latencies[kind] += times
            print(f"{peer.name}: {kind} {right[kind]} of {len(cases)}", flush=True)
        peak = session.peak / 2**20
        session.stop()
    return Result(right, latencies, peak, [_cold(peer) for _ in range(_COLD_RUNS)])


def _start(peer: Peer, folder: Path) -> Session:
    for name, text in peer.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Session(peer.command, folder, peer.options, peer.settings)


def _situation(
    session: Session, method: str, name: str, case: Any, judge: Callable[[Any, Any], bool], reps: int
) -> tuple[bool, list[float]]:
    """Whether the answer is right in the end, and how long answers took after a character was typed."""
    text, offset = case.text.replace(MARK, ""), case.text.index(MARK)
    uri = (session.folder / f"{name}.py").as_uri()
    (session.folder / f"{name}.py").write_text(text, encoding="utf-8", newline="")
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    session.notify("textDocument/didOpen", {"textDocument": document})
    where = {"textDocument": {"uri": uri}, "position": place(text, offset)}
    good = False
    waited = time.perf_counter() + _PATIENCE
    while not good:
        good = judge(case, session.request(f"textDocument/{method}", where))
        if good or time.perf_counter() > waited:
            break
        time.sleep(0.3)
    times: list[float] = []
    # A wrong answer is measured once: how long it takes to be wrong says little.
    for version in range(2, 2 + 2 * (reps if good else 1), 2):
        _change(session, uri, text[: offset - 1] + text[offset:], version)
        time.sleep(_PAUSE)
        begin = time.perf_counter()
        _change(session, uri, text, version + 1)
        session.request(f"textDocument/{method}", where)
        times.append((time.perf_counter() - begin) * 1000)
    session.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    return good, times


def _change(session: Session, uri: str, text: str, version: int) -> None:
    session.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
    )


def _cold(peer: Peer) -> float:
    """Seconds from the start of the process to the first right completion of ``nn.``."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        session = _start(peer, Path(folder).resolve())
        uri = (session.folder / "cold.py").as_uri()
        (session.folder / "cold.py").write_text(_COLD_TEXT, encoding="utf-8")
        document = {"uri": uri, "languageId": "python", "version": 1, "text": _COLD_TEXT}
        session.notify("textDocument/didOpen", {"textDocument": document})
        where = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 3}}
        while not {"Conv2d", "Dense", "Cell"} <= labels(session.request("textDocument/completion", where)):
            if time.perf_counter() - begin > 60:
                break
            time.sleep(0.02)
        seconds = time.perf_counter() - begin
        session.stop()
    return seconds


# -- report ----------------------------------------------------------------------------------------------------------


def report(results: dict[str, Result]) -> str:
    """The table as Markdown."""
    names = list(results)
    own = results[names[0]]
    totals = {kind: len(cases) for kind, (_, cases, _) in KINDS.items()}
    lines = [
        "# The language server beside others",
        "",
        "Written by `benchmarks/language_server.py`: the situations of `tests/editor/situations.py` on MindSpore 2.10.0, all servers in one",
        "run on one machine. Warm latency is the time from typing a character to the answer; in brackets how many times ours.",
        f"{sum(totals.values())} of the situations were played. They are our own, so the latencies and the ratios say more than the counts.",
        "",
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"load {os.getloadavg()[0] if hasattr(os, 'getloadavg') else 0:.1f} at the end.",
        "",
        "| | " + " | ".join(names) + " |",
        "|---|" + "---|" * len(names),
    ]
    for kind in KINDS:
        lines.append(
            f"| right: {kind} of {totals[kind]} | "
            + " | ".join(str(r.right[kind]) for r in results.values())
            + " |"
        )
    for label, pick in (("median", 0.5), ("95th percentile", 0.95)):
        for kind in KINDS:
            base = _quantile(own.latencies[kind], pick)
            cells = []
            for result in results.values():
                value = _quantile(result.latencies[kind], pick)
                cells.append(f"{value:.1f} ({value / base:.1f})")
            lines.append(f"| {kind}, {label}, ms | " + " | ".join(cells) + " |")
    lines.append("| peak memory, MB | " + " | ".join(f"{r.megabytes:.0f}" for r in results.values()) + " |")
    lines.append(
        f"| cold start to the first right `nn.`, s, median of {_COLD_RUNS} | "
        + " | ".join(f"{statistics.median(r.cold):.2f}" for r in results.values())
        + " |"
    )
    return "\n".join(lines) + "\n"


def _quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def main() -> None:
    """Install, play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reps", type=int, default=4)
    parser.add_argument(
        "--only", default="", help="names of servers, separated by commas; ours is always played"
    )
    parser.add_argument("--every", type=int, default=1, help="play only every Nth situation")
    arguments = parser.parse_args()
    for kind, (method, cases, judge) in list(KINDS.items()):
        KINDS[kind] = (method, cases[:: arguments.every], judge)
    python = os.environ.get("MINDSPORE_PYTHON")
    if not python:
        sys.exit("Set MINDSPORE_PYTHON to an interpreter that has MindSpore 2.10.0.")
    install()
    chosen = [name for name in arguments.only.split(",") if name]
    results = {}
    for number, peer in enumerate(peers(python)):
        if number == 0 or not chosen or peer.name in chosen:
            results[peer.name] = play(peer, arguments.reps)
    text = report(results)
    print(text)
    if not chosen:
        (ROOT / "benchmarks" / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
