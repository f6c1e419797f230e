"""A text that a user reads, in English and Simplified Chinese side by side.

Both languages are required arguments, so a missing translation cannot be written. A layer passes the Text on
as it is; only the border (LSP, command line, debug adapter) chooses the language.
"""

from __future__ import annotations

from dataclasses import dataclass

ENGLISH = "en"
CHINESE = "zh-cn"


@dataclass(frozen=True)
class Text:
    """One message in both languages, with ``str.format`` fields filled from ``values``.

    A value may itself be a Text; it is rendered in the language asked for.
    """

    en: str
    zh: str
    values: tuple[tuple[str, str | int | float | Text], ...] = ()

    def format(self, **values: str | int | float | Text) -> Text:
        """The same message with these fields filled (nothing is rendered yet)."""
        return Text(self.en, self.zh, self.values + tuple(values.items()))

    def render(self, language: str = ENGLISH) -> str:
        """The message in ``language`` (``"zh-cn"``, ``"zh"`` and the like give Chinese, everything else English)."""
        template = self.zh if language.lower().startswith("zh") else self.en
        if not self.values:
            return template
        filled = {
            name: value.render(language) if isinstance(value, Text) else value for name, value in self.values
        }
        return template.format(**filled)

    def __str__(self) -> str:
        return self.render()
