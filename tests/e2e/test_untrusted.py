"""A workspace that is not trusted: none of its interpreters is run, whatever its settings say."""

from __future__ import annotations

import json

import pytest

from e2e.conftest import Editor, steps_in

pytestmark = pytest.mark.vscode


def test_nothing_of_an_untrusted_workspace_is_run(editor: Editor) -> None:
    def prepare() -> None:
        for name in (".venv/bin/python", "tool/python"):
            program = editor.workspace / name
            program.parent.mkdir(parents=True)
            program.write_text(f'#!/bin/sh\ntouch "{editor.workspace}/ran"\n')
            program.chmod(0o755)
        settings = {
            name: str(editor.workspace / "tool/python")
            for name in ("mindspore.interpreter", "mindspore.server.python")
        }
        file = editor.workspace / ".vscode/settings.json"
        file.parent.mkdir()
        file.write_text(json.dumps(settings))

    (name,) = steps_in("host/untrusted.cjs")
    settings: dict[str, object] = {"security.workspace.trust.startupPrompt": "never"}
    options = ("--vscode-option", "enable-smoke-test-driver")
    outcomes = editor.run("host.mjs", *options, settings=settings, prepare=prepare, interpreter=None)
    assert outcomes[name].failure is None, outcomes[name].failure
