"""The written form of a rule: its page, and its line in the table of the README."""

from __future__ import annotations

from mindspore_tools.common.text import Text
from mindspore_tools.lint import facts
from mindspore_tools.lint.facts import Outcome
from mindspore_tools.lint.registry import all_rules
from mindspore_tools.lint.rule import Rule

TABLE_START = "<!-- rules: start -->"
TABLE_END = "<!-- rules: end -->"

_PHRASES = {
    Outcome.REJECTS: Text("compile error", "编译报错"),
    Outcome.DIFFERS: Text("compiles, with another result than eager mode", "可以编译，但结果与动态图不同"),
    Outcome.ACCEPTS: Text("compiles", "可以编译"),
}


def holds_for(rule: Rule) -> Text:
    """For which versions and syntax levels a rule holds."""
    if rule.fact is None:
        return Text("All versions and syntax levels.", "所有版本和语法级别。")
    lax = _spans(rule.fact, "lax")
    strict = _spans(rule.fact, "strict")
    if lax == strict:
        return Text("{lax}", "{lax}").format(lax=lax)
    return Text("LAX: {lax} STRICT: {strict}", "LAX：{lax}STRICT：{strict}").format(lax=lax, strict=strict)


def _spans(construct: str, level: str) -> Text:
    steps = facts.versions(construct, level)
    en, zh = [], []
    for number, (since, outcome) in enumerate(steps):
        until = steps[number + 1][0] if number + 1 < len(steps) else None
        phrase = _PHRASES[outcome]
        if number == 0 and until is None:
            en.append(f"all versions: {phrase.en}")
            zh.append(f"所有版本：{phrase.zh}")
        elif number == 0:
            en.append(f"before {until}: {phrase.en}")
            zh.append(f"{until} 之前：{phrase.zh}")
        elif until is None:
            en.append(f"from {since}: {phrase.en}")
            zh.append(f"{since} 起：{phrase.zh}")
        else:
            en.append(f"from {since} to before {until}: {phrase.en}")
            zh.append(f"{since} 起、{until} 之前：{phrase.zh}")
    sentence = "; ".join(en) + "."
    return Text(sentence[0].upper() + sentence[1:], "；".join(zh) + "。")


def examples_of(rule: Rule) -> str:
    """The examples of a rule as Python source, the reported ones first."""
    parts = [f"# {rule.code}\n{example}" for example in rule.INVALID]
    parts += [f"# ok\n{example}" for example in rule.VALID]
    return "\n\n".join(parts)


def page(rule: Rule) -> str:
    """The page of a rule as Markdown, English first, then Chinese."""
    holds = holds_for(rule)
    invalid = "\n\n".join(f"```python\n{example}```" for example in rule.INVALID)
    valid = "\n\n".join(f"```python\n{example}```" for example in rule.VALID)
    lines = [f"# {rule.code} {rule.name}", ""]
    for heading, summary, explanation, where, bad, good, text in (
        (
            "English",
            rule.summary.en,
            rule.explanation.en,
            "Holds for",
            "Reported",
            "Instead",
            holds.render("en"),
        ),
        ("中文", rule.summary.zh, rule.explanation.zh, "适用版本", "会报告", "正确写法", holds.render("zh")),
    ):
        lines += [f"## {heading}", "", f"**{summary}**", "", explanation, "", f"{where}: {text}", ""]
        if invalid:
            lines += [f"### {bad}", "", invalid, ""]
        if valid:
            lines += [f"### {good}", "", valid, ""]
    return "\n".join(lines).rstrip() + "\n"


def table() -> str:
    """The table of all rules for the README, between its markers."""
    lines = [TABLE_START, "", "| Code | Name | What it finds | 说明 |", "|---|---|---|---|"]
    for rule in all_rules():
        link = f"[{rule.code}](docs/rules/{rule.page}.md)"
        summary_en = rule.summary.en.replace("|", "\\|")
        summary_zh = rule.summary.zh.replace("|", "\\|")
        lines.append(f"| {link} | {rule.name} | {summary_en} | {summary_zh} |")
    return "\n".join([*lines, "", TABLE_END])
