"""The installed VSIX, asked through the API of VS Code inside the extension host."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.conftest import Editor, Outcome, steps_in

pytestmark = pytest.mark.vscode

PROGRAMS = sorted(
    path.relative_to(Path(__file__).parent) for path in Path(__file__).parent.glob("host/*.test.cjs")
)


@pytest.fixture(scope="module")
def outcomes(editor: Editor) -> dict[str, Outcome]:
    return editor.run("host.mjs", "--disable-workspace-trust", "--vscode-option", "enable-smoke-test-driver")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", steps_in(*map(str, PROGRAMS)))
def test_host(outcomes: dict[str, Outcome], name: str) -> None:
    assert name in outcomes, "was not reached"
    assert outcomes[name].failure is None, outcomes[name].failure
