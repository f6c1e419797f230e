"""``mindspore-tools explain``: what a rule means, in both languages."""

from __future__ import annotations

import argparse
import sys

from mindspore_tools.cli.console import text
from mindspore_tools.common.text import CHINESE, ENGLISH, Text
from mindspore_tools.lint.pages import examples_of, holds_for
from mindspore_tools.lint.registry import all_rules, find_rule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``explain``."""
    parser.add_argument(
        "code", metavar="CODE", help="code or name of a rule, or a prefix such as MS2 to list rules"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rule; exit code 2 when there is none."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    rule = find_rule(arguments.code)
    if rule is None:
        listed = [rule for rule in all_rules() if rule.code.startswith(arguments.code.upper())]
        for rule in listed:
            print(f"{rule.code}  {rule.name}: {text(rule.summary)}")
        if not listed:
            message = Text("There is no rule {code}.", "没有规则 {code}。").format(code=arguments.code)
            print(text(message), file=sys.stderr)
        return 0 if listed else 2
    for language in (ENGLISH, CHINESE):
        print(f"{rule.code} {rule.name}: {rule.summary.render(language)}\n")
        print(rule.explanation.render(language) + "\n")
        print(holds_for(rule).render(language) + "\n")
    print(examples_of(rule))
    return 0
