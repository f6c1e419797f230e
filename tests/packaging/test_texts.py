"""Every text of the extension exists in English and in Simplified Chinese."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGLISH = json.loads((ROOT / "package.nls.json").read_text(encoding="utf-8"))
CHINESE = json.loads((ROOT / "package.nls.zh-cn.json").read_text(encoding="utf-8"))
BUNDLE = json.loads((ROOT / "l10n/bundle.l10n.zh-cn.json").read_text(encoding="utf-8"))
SOURCES = sorted((ROOT / "extension").rglob("*.ts"))

CALL = re.compile(r"l10n\.t\(\s*(\"(?:[^\"\\]|\\.)*\")?")
PLACEHOLDER = re.compile(r"\{\d+\}|`[^`]*`")
# A product name, a quoted word or an abbreviation reads the same in both languages.
SAME_IN_BOTH = {"displayName"}


def texts_in_sources() -> set[str]:
    found = set()
    for source in SOURCES:
        for call in CALL.finditer(source.read_text(encoding="utf-8")):
            assert call.group(1), f"{source.name}: l10n.t needs a literal text, or it cannot be translated"
            found.add(json.loads(call.group(1)))
    return found


def test_manifest_texts_exist_in_both_languages() -> None:
    assert ENGLISH.keys() == CHINESE.keys()


def test_manifest_uses_every_text_and_names_none_that_is_missing() -> None:
    used = set(re.findall(r'"%([^"%]+)%"', (ROOT / "package.json").read_text(encoding="utf-8")))
    assert used == ENGLISH.keys()


def test_manifest_has_no_untranslated_text() -> None:
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    keys = {"title", "description", "markdownDescription", "enumDescriptions", "patternErrorMessage"}
    plain: list[str] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                if key in keys:
                    texts = value if isinstance(value, list) else [value]
                    plain.extend(t for t in texts if isinstance(t, str) and not t.startswith("%"))
                walk(value)
        elif isinstance(node, list):
            for item in node:
                walk(item)

    walk(manifest["contributes"])
    assert plain == []


def test_every_text_of_the_sources_is_translated_and_no_translation_is_left_over() -> None:
    assert texts_in_sources() == BUNDLE.keys()


@pytest.mark.parametrize("texts", [CHINESE, BUNDLE], ids=["manifest", "bundle"])
def test_chinese_is_chinese(texts: dict[str, str]) -> None:
    assert [key for key, text in texts.items() if key not in SAME_IN_BOTH and text.isascii()] == []


def test_placeholders_and_code_are_the_same_in_both_languages() -> None:
    pairs = [*BUNDLE.items(), *((ENGLISH[key], CHINESE[key]) for key in ENGLISH)]
    different = [en for en, zh in pairs if sorted(PLACEHOLDER.findall(en)) != sorted(PLACEHOLDER.findall(zh))]
    assert different == []


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_readme_names_every_setting(name: str) -> None:
    contributes = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["contributes"]
    settings = {key for part in contributes["configuration"] for key in part["properties"]}
    text = (ROOT / name).read_text(encoding="utf-8")
    assert sorted(key for key in settings if f"`{key}`" not in text) == []


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_pictures_and_links_of_the_readme_exist(name: str) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", (ROOT / name).read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (ROOT / target).exists()] == []
