#!/usr/bin/env python3
"""Write docs/rules/ and the table of rules in the README from the rules themselves. ``--check`` only says whether they are in step."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindspore_tools.lint.pages import TABLE_END, TABLE_START, page, table  # noqa: E402
from mindspore_tools.lint.registry import all_rules  # noqa: E402


def wanted() -> dict[Path, str]:
    """The files as they should be."""
    pages = {ROOT / "docs" / "rules" / f"{rule.page}.md": page(rule) for rule in all_rules()}
    readme = ROOT / "README.md"
    if readme.exists():
        text = readme.read_text(encoding="utf-8")
        before, found, rest = text.partition(TABLE_START)
        _, _, after = rest.partition(TABLE_END)
        if found:
            pages[readme] = before + table() + after
    return pages


def main() -> int:
    """Write what is out of step; with --check say so instead."""
    files = wanted()
    stale = [path for path in (ROOT / "docs" / "rules").glob("MS*.md") if path not in files]
    changed = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in sys.argv:
        for path in stale + changed:
            print(f"out of step: {path.relative_to(ROOT)}; run scripts/generate_rule_pages.py")
        return int(bool(stale or changed))
    for path in stale:
        path.unlink()
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
