"""What a feature is given: one snapshot of a file with all that is known about it.

The graph analysis and the rules are imported when they are first asked for: the first completion does not wait for them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from mindspore_tools.api.index import Index
from mindspore_tools.editor.inference import Inference
from mindspore_tools.graph.program import Program, Workspace
from mindspore_tools.graph.source import SourceFile

if TYPE_CHECKING:
    from mindspore_tools.graph.analysis import Analysis, Target
    from mindspore_tools.lint.finding import Finding
    from mindspore_tools.lint.settings import LintSettings


class Document:
    """A snapshot of a file. What is expensive is computed when it is first asked for, once, whatever thread asks."""

    def __init__(
        self,
        source: SourceFile,
        index: Index,
        target: Callable[[], Target],
        workspace: Workspace | None = None,
    ) -> None:
        self.source = source
        self.index = index
        self._target = target
        self.workspace = workspace
        self._lock = threading.RLock()
        self._analysis: Analysis | None = None
        self._findings: tuple[LintSettings, list[Finding]] | None = None

    @property
    def analysis(self) -> Analysis:
        """The graph functions of the file and what their expressions are."""
        from mindspore_tools.graph.analysis import analyse

        with self._lock:
            if self._analysis is None:
                self._analysis = analyse(self.source, self.index, self._target(), self.workspace)
            return self._analysis

    def findings(self, settings: LintSettings) -> list[Finding]:
        """What the rules find in the file; remembered for the last settings asked for."""
        from mindspore_tools.lint.engine import check

        with self._lock:
            if self._findings is None or self._findings[0] != settings:
                self._findings = (settings, check(self.analysis, settings))
            return self._findings[1]

    @cached_property
    def program(self) -> Program:
        """The names of the file."""
        return Program(self.source, self.index, self.workspace)

    @cached_property
    def inference(self) -> Inference:
        """The values of expressions anywhere in the file."""
        return Inference(self.program, self.index, lambda: self.analysis)
