"""What a rule is, and what it sees."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from mindspore_tools.common.position import Position, Range
from mindspore_tools.common.text import Text
from mindspore_tools.graph.analysis import Analysis, GraphFunction
from mindspore_tools.graph.names import dotted_name
from mindspore_tools.graph.reach import is_certain
from mindspore_tools.graph.values import UNKNOWN, Named, Unknown, Value
from mindspore_tools.lint import facts
from mindspore_tools.lint.facts import Outcome
from mindspore_tools.lint.finding import Edit, Fix, Related, Severity

_SEVERITY_OF = {Outcome.REJECTS: Severity.ERROR, Outcome.DIFFERS: Severity.WARNING}


@dataclass(frozen=True)
class Report:
    """What a rule says about a place."""

    range: Range
    message: Text
    severity: Severity
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


class Rule:
    """One kind of finding. A subclass with a ``code`` in ``lint/rules/`` is found by itself.

    ``name`` names the pattern, not the cure. ``subjects`` are the types of what ``check`` is called with: syntax tree nodes
    inside graph functions, events of the analysis, a GraphFunction, a Part (functions that hang together), or the whole
    Analysis or SourceFile. What is asked of the last two runs on every keystroke and must be cheap. ``fact`` names the construct in ``facts.json`` that
    says at which versions and syntax levels the rule holds and how severe it is; without it, ``severity`` holds always.
    ``evaluated``: the compiler finds the fault only when it evaluates the code; an error in a branch that may not be taken
    is then a warning. In ``VALID`` and ``INVALID``, which begin with ``EXAMPLE_IMPORTS``, a line that is reported ends in ``# <code>``.
    ``FIXED`` pairs a program with what its first fix makes of it.
    """

    code: ClassVar[str] = ""
    name: ClassVar[str] = ""
    summary: ClassVar[Text]
    explanation: ClassVar[Text]
    severity: ClassVar[Severity] = Severity.ERROR
    evaluated: ClassVar[bool] = False
    fact: ClassVar[str | None] = None
    subjects: ClassVar[tuple[type, ...]] = ()
    VALID: ClassVar[tuple[str, ...]] = ()
    INVALID: ClassVar[tuple[str, ...]] = ()
    FIXED: ClassVar[tuple[tuple[str, str], ...]] = ()

    def check(self, subject: Any, context: Context) -> Iterator[Report]:
        """Say what is wrong with one subject."""
        raise NotImplementedError

    @property
    def page(self) -> str:
        """The name of the rule's page, without suffix."""
        return f"{self.code}-{self.name}"


EXAMPLE_IMPORTS = (
    "import numpy as np\nimport mindspore as ms\nfrom mindspore import Parameter, Tensor, nn, ops\n\n\n"
)


class Context:
    """What a rule may ask about the graph function that it looks at (``function`` is None for the file as a whole)."""

    def __init__(self, analysis: Analysis, function: GraphFunction | None, rule: Rule | None = None) -> None:
        self.analysis = analysis
        self.function = function
        self.rule = rule

    @property
    def syntax_level(self) -> str:
        """``"lax"`` or ``"strict"``, as set for this function."""
        return self.function.syntax_level if self.function else self.analysis.target.syntax_level

    def outcome(self, construct: str) -> Outcome:
        """What the target compiler does with a construct of ``facts.json``."""
        return facts.outcome(construct, self.analysis.target.version, self.syntax_level)

    def value(self, node: ast.expr) -> Value:
        """The abstract value of an expression of this function."""
        return self.function.value(node) if self.function else UNKNOWN

    def named(self, node: ast.expr) -> Value:
        """The value of an expression; of a name in code that is never reached, what the module has under it."""
        value = self.value(node)
        name = dotted_name(node) if isinstance(value, Unknown) else None
        if name is None:
            return value
        if "." not in name and name not in self.analysis.source.names.bindings and hasattr(builtins, name):
            return Named(f"builtins.{name}")
        return self.analysis.program.definition(self.analysis.source, name)

    def attribute(self, owner: Value, name: str) -> Value:
        """What an object has as an attribute before the function runs; UNKNOWN when that is not known."""
        return self.analysis.attribute(owner, name)

    def module_value(self, name: str) -> Value:
        """What a name holds at the top level of the file, builtins included."""
        return self.analysis.interpreter.module_value(self.analysis.source, name)

    def range(self, node: ast.AST) -> Range:
        """Where a node of this function stands in the file."""
        assert self.function is not None
        return self.analysis.source.range(self.function.fragment, node)

    def source_of(self, node: ast.AST) -> str:
        """The text of a node of this function."""
        start, end = self.range(node)
        lines = self.analysis.source.lines
        if start.line == end.line:
            return lines[start.line][start.column : end.column]
        middle = lines[start.line + 1 : end.line]
        return "\n".join([lines[start.line][start.column :], *middle, lines[end.line][: end.column]])

    def first_line(self, node: ast.AST) -> Range:
        """The first line of a compound statement, without indentation: where its squiggle goes."""
        start, end = self.range(node)
        if end.line == start.line:
            return Range(start, end)
        line = self.analysis.source.lines[start.line]
        return Range(start, Position(start.line, len(line.partition("#")[0].rstrip())))

    def report(
        self,
        place: ast.AST | Range,
        message: Text,
        fact: str | None = None,
        severity: Severity | None = None,
        related: Iterable[Related] = (),
        fixes: Iterable[Fix] = (),
    ) -> Iterator[Report]:
        """One report, or none when the target compiler takes the construct.

        The severity comes from ``fact``, else from ``severity``, else from the rule's own fact or severity.
        """
        rule = self.rule
        assert rule is not None
        if fact is None and severity is None:
            fact, severity = rule.fact, rule.severity
        if fact is not None:
            found = _SEVERITY_OF.get(self.outcome(fact))
            if found is None:
                return
            severity = found
        assert severity is not None
        doubtful = rule.evaluated and severity is Severity.ERROR and isinstance(place, ast.AST)
        if doubtful and not is_certain(self.analysis, place):  # type: ignore[arg-type]
            severity = Severity.WARNING
        where = place if isinstance(place, Range) else self.first_line(place)
        yield Report(where, message, severity, tuple(related), tuple(fixes))

    def replace(self, title: Text, node: ast.AST, text: str, safe: bool = False) -> Fix:
        """A fix that puts ``text`` in the place of a node."""
        return Fix(title, (Edit(self.range(node), text),), safe)
