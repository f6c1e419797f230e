"""Symbols and signatures as Markdown."""

from __future__ import annotations

from mindspore_tools.api.index import Index
from mindspore_tools.api.model import (
    KEYWORD_ONLY,
    MODULE,
    POSITIONAL_ONLY,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Documentation,
    Parameter,
    ParameterDocumentation,
    Signature,
    Symbol,
)
from mindspore_tools.common.text import Text

_WIDE = 88
_HEADINGS = {
    "parameters": Text("Parameters", "参数"),
    "inputs": Text("Inputs", "输入"),
    "returns": Text("Returns", "返回"),
    "examples": Text("Examples", "示例"),
}
_PLATFORMS = Text("Supported platforms: {platforms}", "支持平台：{platforms}")
_SINCE = Text("Since MindSpore {version}", "自 MindSpore {version} 起提供")
_DEPRECATED = Text("**Deprecated.** {note}", "**已弃用。** {note}")
_PLANNED = Text("**Will be deprecated.** {note}", "**计划弃用。** {note}")
_REPLACEMENT = Text("Use `{name}` instead.", "请改用 `{name}`。")
_LINK = Text("[MindSpore {version} documentation]({url})", "[MindSpore {version} 文档]({url})")
_OVERLOADS = Text("{count} overloads", "{count} 个重载")


def parameter_text(parameter: Parameter, with_type: bool = True) -> str:
    """One parameter as in a signature: ``pad_mode: str = 'same'``."""
    star = {VAR_POSITIONAL: "*", VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = star + parameter.name
    typed = with_type and parameter.type and not star
    if typed:
        text += f": {parameter.type}"
    if parameter.default is not None and not star:
        text += f" = {parameter.default}" if typed else f"={parameter.default}"
    return text


def parameter_texts(signature: Signature, with_type: bool = True) -> list[tuple[str, int | None]]:
    """The parts of a parameter list, each with the number of its parameter, None for a lone ``/`` or ``*``."""
    parts: list[tuple[str, int | None]] = []
    starred = False
    for number, parameter in enumerate(signature.parameters):
        previous = signature.parameters[number - 1].kind if number else ""
        if previous == POSITIONAL_ONLY and parameter.kind != POSITIONAL_ONLY:
            parts.append(("/", None))
        if parameter.kind == VAR_POSITIONAL:
            starred = True
        if parameter.kind == KEYWORD_ONLY and not starred:
            starred = True
            parts.append(("*", None))
        parts.append((parameter_text(parameter, with_type), number))
    if signature.parameters and signature.parameters[-1].kind == POSITIONAL_ONLY:
        parts.append(("/", None))
    return parts


def signature_text(name: str, signature: Signature, keyword: str = "", wrap: bool = True) -> str:
    """A signature as Python writes it, over several lines when it is long."""
    parts = [text for text, _ in parameter_texts(signature)]
    returns = f" -> {signature.returns}" if signature.returns else ""
    head = f"{keyword} {name}".strip()
    flat = f"{head}({', '.join(parts)}){returns}"
    if not wrap or len(flat) <= _WIDE:
        return flat
    inner = "".join(f"    {part},\n" for part in parts)
    return f"{head}(\n{inner}){returns}"


def code(text: str) -> str:
    """A Python code block."""
    return f"```python\n{text}\n```"


def symbol_head(symbol: Symbol) -> str:
    """The declaration of a symbol as a code block; all signatures of an overloaded name."""
    if symbol.kind == MODULE:
        return code(f"module {symbol.path}")
    name = symbol.path
    if not symbol.signatures:
        returns = f": {symbol.returns}" if symbol.returns else ""
        return code(f"({symbol.kind}) {name}{returns}")
    keyword = "class" if symbol.kind in ("class", "primitive") else "def"
    shown = []
    for signature in symbol.signatures:
        own = signature._replace(returns="") if keyword == "class" else signature
        shown.append(signature_text(name, own, keyword))
    return code("\n".join(shown))


def symbol_page(index: Index, symbol: Symbol, language: str, examples: bool = True) -> str:
    """All that is documented about a symbol, its declaration not included."""
    documentation = index.documentation(symbol)
    parts = [*_notices(symbol, language), documentation.description or documentation.summary]
    parts += _parameters(documentation.parameters, "parameters", language)
    parts += _parameters(documentation.inputs, "inputs", language)
    if documentation.returns:
        parts += [f"**{_HEADINGS['returns'].render(language)}**", documentation.returns]
    for title, text in documentation.notes:
        parts.append(f"> **{title}** " + text.replace("\n", "\n> "))
    if examples and documentation.examples:
        parts += [f"**{_HEADINGS['examples'].render(language)}**", code(documentation.examples)]
    parts += _footer(index, symbol, documentation, language)
    return "\n\n".join(part for part in parts if part)


def symbol_summary(index: Index, symbol: Symbol, language: str) -> str:
    """The first sentences about a symbol with its notices and link; what fits beside a signature."""
    documentation = index.documentation(symbol)
    parts = [*_notices(symbol, language), documentation.summary or symbol.summary]
    parts += _footer(index, symbol, documentation, language)
    return "\n\n".join(part for part in parts if part)


def parameter_page(index: Index, symbol: Symbol, name: str, instance: bool = False) -> str:
    """What is documented about one parameter of a symbol; ``instance`` looks at the call of its objects first."""
    documentation = index.documentation(symbol)
    groups = (documentation.inputs, documentation.parameters)
    for group in groups if instance else groups[::-1]:
        for parameter in group:
            if parameter.name == name:
                return parameter.text
    return ""


def _notices(symbol: Symbol, language: str) -> list[str]:
    found = []
    if symbol.deprecated is not None:
        text = _PLANNED if symbol.deprecated.planned else _DEPRECATED
        note = text.format(note=symbol.deprecated.note).render(language)
        if symbol.deprecated.replacement and symbol.deprecated.replacement not in symbol.deprecated.note:
            note += " " + _REPLACEMENT.format(name=symbol.deprecated.replacement).render(language)
        found.append(note)
    return found


def _parameters(documented: tuple[ParameterDocumentation, ...], heading: str, language: str) -> list[str]:
    if not documented:
        return []
    lines = []
    for parameter in documented:
        kind = f" (*{parameter.type}*)" if parameter.type else ""
        text = parameter.text.replace("\n", "\n  ")
        lines.append(f"- `{parameter.name}`{kind}: {text}")
    return [f"**{_HEADINGS[heading].render(language)}**", "\n".join(lines)]


def _footer(index: Index, symbol: Symbol, documentation: Documentation, language: str) -> list[str]:
    facts = []
    if symbol.platforms:
        facts.append(_PLATFORMS.format(platforms=", ".join(symbol.platforms)).render(language))
    if symbol.since:
        facts.append(_SINCE.format(version=symbol.since).render(language))
    if documentation.url:
        facts.append(_LINK.format(version=str(index.version), url=documentation.url).render(language))
    return ["  \n".join(facts)]
