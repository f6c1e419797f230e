"""Builds the index of an installed MindSpore.

The inspector runs in the project's interpreter, a separate process; everything else happens here, from its facts and the
sources of the package.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mindspore_tools.api import archive
from mindspore_tools.api.compose import Composer
from mindspore_tools.api.facts import Facts, Listing
from mindspore_tools.api.index import Index, class_group, load_index, shipped_versions
from mindspore_tools.api.model import CLASS, CONSTANT, FUNCTION, MODULE, Symbol
from mindspore_tools.common.text import Text
from mindspore_tools.common.version import Version

Progress = Callable[[Text, int], None]
"""Told what is being done and how much is done, in percent."""

_INSPECTOR = Path(__file__).with_name("inspector.py")
_TIME_LIMIT = 600
_DOCUMENTATION_SIZE = 40_000


class BuildError(Exception):
    """An index that could not be built; ``text`` says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def build_index(interpreter: Path, output: Path, progress: Progress | None = None) -> Version:
    """Write the index of the MindSpore that this interpreter imports; returns its version.

    Raises BuildError when the interpreter cannot be run or cannot import MindSpore.
    """
    tell = progress or (lambda text, percent: None)
    tell(Text("importing MindSpore", "正在导入 MindSpore"), 0)
    facts = Facts(inspect_package(interpreter))
    tell(Text("reading documentation and sources", "正在读取文档和源码"), 30)
    parts = compose_parts(facts, tell)
    tell(Text("writing the index", "正在写入索引"), 95)
    archive.write(output, parts)
    return Version.parse(facts.version)


def index_info(index: Index) -> dict[str, Any]:
    """What an index is, for a report: version, file, size in bytes, numbers of modules and names."""
    names = {
        symbol.canonical for module in index.modules for symbol in index.members(module) if symbol.public
    }
    return {
        "version": str(index.version),
        "exact": index.exact,
        "file": str(index.path),
        "bytes": index.path.stat().st_size,
        "modules": len(index.modules),
        "names": len(names),
    }


def inspect_package(interpreter: Path) -> dict[str, Any]:
    """The facts of the inspector. Raises BuildError."""
    with tempfile.TemporaryDirectory(prefix="mindspore-tools-") as directory:
        output = Path(directory) / "facts.json"
        environment = {**os.environ, "GLOG_v": "4", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            finished = subprocess.run(
                [str(interpreter), str(_INSPECTOR), str(output)],
                cwd=directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=_TIME_LIMIT,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BuildError(
                Text(
                    "The interpreter {interpreter} could not be run: {reason}. Choose another interpreter.",
                    "无法运行解释器 {interpreter}：{reason}。请选择其他解释器。",
                ).format(interpreter=str(interpreter), reason=str(error))
            ) from error
        if not output.exists():
            last = finished.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
            raise BuildError(
                Text(
                    "MindSpore could not be imported by {interpreter}: {reason}. Run the doctor to find the cause.",
                    "{interpreter} 无法导入 MindSpore：{reason}。请运行环境诊断查找原因。",
                ).format(interpreter=str(interpreter), reason=last or f"exit code {finished.returncode}")
            )
        facts: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        return facts


class History:
    """Since when names exist, from the shipped index of the minor version before; "" without one."""

    def __init__(self, version: Version) -> None:
        self.version = version
        before = [each for each in shipped_versions() if each[:2] == (version.major, version.minor - 1)]
        self.previous = load_index(max(before)) if before else None

    def since(self, path: str) -> str:
        """The version in which a path appeared, as far as shipped indexes tell."""
        if self.previous is None:
            return ""
        known = self.previous.get(path)
        return known.since if known else str(self.version)


def compose_parts(facts: Facts, tell: Progress = lambda text, percent: None) -> dict[str, Any]:
    """All parts of the archive."""
    composer = Composer(facts)
    history = History(Version.parse(facts.version))
    symbols: dict[str, Symbol] = {}
    documents: dict[str, list[Any]] = {}
    modules: dict[str, dict[str, Any]] = {}
    seeds = list(facts.seeds())
    text = Text("reading documentation and sources", "正在读取文档和源码")
    for done, module in enumerate(seeds):
        tell(text, 30 + 50 * done // len(seeds))
        modules[module.name] = {
            "summary": composer.module_summary(module),
            "file": module.file,
            "members": _member_rows(composer, history, module, symbols, documents),
        }
    tell(Text("reading classes", "正在读取类"), 80)
    classes = _class_rows(composer, history, documents)
    parts: dict[str, Any] = {f"modules/{name}": content for name, content in modules.items()}
    for group, content in classes.items():
        parts[f"classes/{group}"] = content
    blocks = _documentation_blocks(documents)
    for number, block in enumerate(blocks):
        parts[f"docs/{number:03}"] = block
    parts["aliases"] = _aliases(facts, symbols)
    parts["search"] = _search(symbols, facts)
    parts["index"] = {
        "format": archive.FORMAT,
        "version": str(Version.parse(facts.version)),
        "modules": sorted(modules),
        "class_groups": sorted(classes),
        "docs": [next(iter(block)) for block in blocks],
    }
    return parts


def _member_rows(
    composer: Composer,
    history: History,
    module: Listing,
    symbols: dict[str, Symbol],
    documents: dict[str, list[Any]],
) -> dict[str, list[Any]]:
    """The rows of a module: exported names first, then documented ones, then what can merely be reached."""
    facts = composer.facts
    rows: dict[str, list[Any]] = {}
    order = sorted(module.names, key=lambda name: (_tier(facts, module, name), name))
    for name in order:
        number = module.names[name]
        record = facts.object(number)
        tier = _tier(facts, module, name)
        path = f"{module.name}.{name}"
        canonical = facts.canonical(module.name, name)
        own = facts.is_own(number) or record["kind"] in ("module", "value", "instance")
        if tier == 2 and not own:
            kind = record["kind"] if record["kind"] in ("class", "function", "module") else CONSTANT
            rows[name] = archive.encode_symbol(Symbol(name, path, kind, "", public=False))
        elif record["kind"] == "module":
            target = record["qualname"]
            known = target if target in facts.modules else ""
            rows[name] = archive.encode_symbol(
                Symbol(
                    name,
                    path,
                    MODULE,
                    known if known != path else "",
                    file=record.get("file", ""),
                    public=tier == 0,
                )
            )
        elif canonical != path:
            kinds = {"class": CLASS, "value": CONSTANT}
            rows[name] = [canonical] if tier < 2 else [canonical, kinds.get(record["kind"], FUNCTION)]
        else:
            symbol = composer.symbol(number, name, path, tier < 2, module.file)._replace(
                since=history.since(path)
            )
            symbols[path] = symbol
            class_path = facts.class_paths.get(number, path)
            rows[name] = archive.encode_symbol(
                symbol._replace(canonical=class_path if class_path != path else "")
            )
            _document(composer, number, name, path, documents)
    return rows


def _document(composer: Composer, number: int, name: str, path: str, documents: dict[str, list[Any]]) -> None:
    """Add the documentation of an object; a page that leaves all to another one is stored as a reference."""
    target = composer.reference(number, name)
    if target and target != path:
        documents[path] = [target]
        return
    documentation = composer.documentation(number, name)
    if documentation:
        documents[path] = archive.encode_documentation(documentation)


def _tier(facts: Facts, module: Listing, name: str) -> int:
    """As ``Facts.tier``; a name that ``__all__`` leaves out and that another module offers is only reached here."""
    tier = facts.tier(module, name)
    number = module.names[name]
    if (
        tier == 1
        and module.name != "mindspore"
        and facts.shared(number)
        and facts.homes[number][0] != module.name
    ):
        return 2
    return tier


def _class_rows(
    composer: Composer, history: History, documents: dict[str, list[Any]]
) -> dict[str, dict[str, Any]]:
    """Own members of every class that the public API shows, and of the bases of those."""
    facts = composer.facts
    wanted: set[int] = set()
    for module in facts.seeds():
        for name, number in module.names.items():
            record = facts.object(number)
            kind = number if record["kind"] == "class" else record.get("class")
            if kind is not None and (facts.tier(module, name) < 2 or facts.is_own(number)):
                wanted.add(kind)
    for number in list(wanted):
        wanted.update(facts.ancestors(number))
    groups: dict[str, dict[str, Any]] = {}
    for number in sorted(wanted, key=lambda each: facts.class_paths[each]):
        path = facts.class_paths[number]
        rows = {}
        for symbol in sorted(composer.members(number, path), key=lambda each: (not each.public, each.name)):
            canonical = symbol.canonical if symbol.canonical != symbol.path else ""
            since = history.since(symbol.path) if symbol.public else ""
            rows[symbol.name] = archive.encode_symbol(symbol._replace(canonical=canonical, since=since))
            member = facts.object(number).get("members", {}).get(symbol.name)
            if member is not None and not canonical and facts.is_own(number):
                _document(composer, member, symbol.name, symbol.path, documents)
        groups.setdefault(class_group(path), {})[path] = rows
    return groups


def _documentation_blocks(documents: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """The documentation in order of paths, cut into blocks that are quick to read."""
    blocks: list[dict[str, Any]] = []
    size = _DOCUMENTATION_SIZE
    for path in sorted(documents):
        if size >= _DOCUMENTATION_SIZE:
            blocks.append({})
            size = 0
        blocks[-1][path] = documents[path]
        size += len(json.dumps(documents[path], ensure_ascii=False))
    return blocks


def _aliases(facts: Facts, symbols: dict[str, Symbol]) -> dict[str, dict[str, str]]:
    """Where modules outside the public API offer public objects: definitions and their neighbours."""
    found: dict[str, dict[str, str]] = {}
    for module in facts.modules.values():
        if module.seed:
            continue
        names = {}
        for name, number in module.names.items():
            if facts.object(number)["kind"] != "module" and facts.shared(number):
                canonical = facts.canonical(module.name, name)
                if canonical in symbols:
                    names[name] = canonical
        found[module.name] = names
    return found


def _search(symbols: dict[str, Symbol], facts: Facts) -> list[list[str]]:
    """Names for auto-import, in order of name and then of preference."""
    rows = [(symbol.name.lower(), path.count("."), path) for path, symbol in symbols.items() if symbol.public]
    return [[path.rsplit(".", 1)[-1], path] for _, _, path in sorted(rows)]
