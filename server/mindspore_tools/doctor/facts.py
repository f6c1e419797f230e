"""What the probe reported, in the shape that the checks read."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mindspore_tools.common.version import Version
from mindspore_tools.doctor.script import Script
from mindspore_tools.project.process import Outcome

MINDSPORE_DISTRIBUTIONS = ("mindspore", "mindspore-gpu", "mindspore-ascend", "mindspore-dev")


@dataclass(frozen=True)
class Facts:
    """Sections of the probe by name (missing: that probe gave no answer), and how each probe's process ended."""

    interpreter: str
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    script: Script | None = None

    def section(self, name: str) -> Mapping[str, Any]:
        """The facts of one section; empty when it has none."""
        return self.sections.get(name, {})

    @property
    def python(self) -> tuple[int, int]:
        """Major and minor version of the project's Python; ``(0, 0)`` when it is unknown."""
        parts = self.section("interpreter").get("version", "0.0").split(".")
        return int(parts[0]), int(parts[1])

    @property
    def candidates(self) -> list[Mapping[str, Any]]:
        """What ``import mindspore`` could take, in the order of ``sys.path``; namespace folders last, as Python does."""
        found = self.section("packages").get("mindspore", [])
        return sorted(found, key=lambda candidate: candidate["kind"] == "folder")

    @property
    def foreign_extension(self) -> str:
        """The compiled part of MindSpore when it is for another Python than this one; empty when it fits."""
        suffix = self.section("interpreter").get("extension_suffix", "")
        names = [name for candidate in self.candidates[:1] for name in candidate.get("extensions", [])]
        return names[0] if names and not any(name.endswith(suffix) for name in names) else ""

    @property
    def distributions(self) -> dict[str, str]:
        """Name to version of what is installed; the first one on ``sys.path`` counts."""
        result: dict[str, str] = {}
        for each in self.section("packages").get("distributions", []):
            result.setdefault(each["name"], each["version"])
        return result

    @property
    def mindspore_distributions(self) -> list[Mapping[str, Any]]:
        """The installed distributions that bring a MindSpore."""
        everything = self.section("packages").get("distributions", [])
        return [each for each in everything if each["name"] in MINDSPORE_DISTRIBUTIONS]

    @property
    def version(self) -> Version | None:
        """The MindSpore that an import would give, as far as its files tell."""
        for candidate in self.candidates:
            if candidate.get("version"):
                return _version(candidate["version"])
        for each in self.mindspore_distributions:
            return _version(each["version"])
        return None

    @property
    def variables(self) -> Mapping[str, str]:
        """The environment variables that matter."""
        return self.section("environment").get("variables", {})

    @property
    def target(self) -> str:
        """The device that MindSpore would use: ``CPU``, ``GPU``, ``Ascend``; empty when the import failed."""
        return self.section("imports").get("target", "")

    def pip(self, *arguments: str) -> str:
        """A pip command for the project's interpreter, quoted for the shell."""
        return " ".join(quote(each) for each in (self.interpreter, "-m", "pip", *arguments))


def quote(argument: str) -> str:
    """An argument as one writes it in the shell of this system."""
    if os.name == "nt":
        return f'"{argument}"' if any(mark in argument for mark in " <>&|^=,;") else argument
    return shlex.quote(argument)


def _version(text: str) -> Version | None:
    try:
        return Version.parse(text)
    except ValueError:
        return None
