"""The first minutes of a user: the tour of the demo, by keyboard and mouse in the page of VS Code."""

from __future__ import annotations

import pytest

from e2e.conftest import Editor, Outcome, steps_in

pytestmark = pytest.mark.vscode


@pytest.fixture(scope="module")
def outcomes(editor: Editor) -> dict[str, Outcome]:
    return editor.run("browser.mjs", "--disable-workspace-trust")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", steps_in("../../scripts/tour.mjs"))
def test_tour(outcomes: dict[str, Outcome], name: str) -> None:
    assert name in outcomes, "was not reached"
    assert outcomes[name].failure is None, outcomes[name].failure
