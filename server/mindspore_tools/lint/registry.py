"""All rules, found by walking ``lint/rules/``."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import lru_cache

from mindspore_tools.lint import rules
from mindspore_tools.lint.rule import Rule


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """One instance of every rule, by code."""
    found: dict[str, Rule] = {}
    for module in pkgutil.walk_packages(rules.__path__, rules.__name__ + "."):
        for _, cls in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(cls, Rule) and cls.code and cls.__module__ == module.name:
                if cls.code in found:
                    raise ValueError(f"two rules have the code {cls.code}")
                found[cls.code] = cls()
    return tuple(found[code] for code in sorted(found))


def find_rule(code_or_name: str) -> Rule | None:
    """The rule with this code (in any case) or name, or None."""
    wanted = code_or_name.strip()
    return next(
        (rule for rule in all_rules() if wanted.upper() == rule.code or wanted.lower() == rule.name), None
    )
