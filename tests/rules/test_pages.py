"""The rule pages and the README's table are in step with the rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_pages_are_in_step():
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_rule_pages.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
