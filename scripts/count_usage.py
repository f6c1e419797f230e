"""Count how often public code uses each name of MindSpore, for the order of completions.

``python scripts/count_usage.py FOLDER...`` reads every Python file below the folders and writes
``server/mindspore_tools/editor/data/usage.json``: a name → the number of files that use it. A name of a module is counted
under the path that the file imports it by (``mindspore.nn.Conv2d``), a member of a class under ``Class.member``.
The table that is shipped was counted in the wheels of mindcv 0.3.0, mindyolo 0.5.0, mindocr 0.5.0, mindone 0.5.0,
mindaudio 0.3.0, mindformers 2.1.0 and mindnlp 0.5.1 from PyPI.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "server"))

from mindspore_tools.api.index import Index, load_index  # noqa: E402
from mindspore_tools.graph.names import dotted_name  # noqa: E402
from mindspore_tools.graph.source import SourceFile  # noqa: E402

TARGET = ROOT / "server" / "mindspore_tools" / "editor" / "data" / "usage.json"
CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell", "mindspore.dataset.Dataset", "mindspore.train.Model")
# What an attribute belongs to is not known here. A name that tensors have too is most often a tensor's.
SHARED = 10
FEWEST = 2


def names_used(source: SourceFile, index: Index, members: dict[str, list[str]]) -> set[str]:
    """The names that a file uses, each once."""
    found: set[str] = set()
    for bindings in source.names.bindings.values():
        for binding in bindings:
            path = getattr(binding, "path", "")
            if path.startswith("mindspore."):
                found.add(path)
    for _, fragment in source.fragments:
        for statement in fragment.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute):
                    dotted = dotted_name(node)
                    path = source.resolve(dotted, index) if dotted else None
                    if path and path.startswith("mindspore."):
                        found.add(path)
                    else:
                        found.update(members.get(node.attr, ()))
    return found


def main(folders: list[str]) -> None:
    """Count and write."""
    index = load_index()
    members: dict[str, list[str]] = {}
    for owner in CLASSES:
        for symbol in index.members(owner):
            if not symbol.name.startswith("_"):
                members.setdefault(symbol.name, []).append(f"{owner.rpartition('.')[2]}.{symbol.name}")
    counts: Counter[str] = Counter()
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8", errors="replace")
            if "mindspore" in text:
                counts.update(names_used(SourceFile(text, str(path)), index, members))
    for name in counts:
        owner, _, member = name.rpartition(".")
        if owner != "Tensor" and not owner.startswith("mindspore") and f"Tensor.{member}" in counts:
            counts[name] //= SHARED
    kept = {name: count for name, count in sorted(counts.items()) if count >= FEWEST}
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(kept, separators=(",\n", ": ")) + "\n", encoding="utf-8")
    print(f"{len(kept)} names")


if __name__ == "__main__":
    main(sys.argv[1:])
