"""Formulas of docstrings as text that can be read in a hover: Greek letters, signs, fractions, indices."""

from __future__ import annotations

import re

_SIGNS = {
    "times": "×", "cdot": "·", "ast": "∗", "sum": "∑", "prod": "∏", "int": "∫", "sqrt": "√", "infty": "∞", "partial": "∂",
    "nabla": "∇", "in": "∈", "notin": "∉", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "lt": "<",
    "gt": ">", "approx": "≈", "sim": "∼", "equiv": "≡", "to": "→", "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒",
    "leftrightarrow": "↔", "xleftarrow": "←", "ldots": "…", "dots": "…", "cdots": "⋯", "vdots": "⋮", "otimes": "⊗",
    "oplus": "⊕", "odot": "⊙", "wedge": "∧", "vee": "∨", "neg": "¬", "not": "¬", "forall": "∀", "exists": "∃", "cup": "∪",
    "cap": "∩", "bigcup": "⋃", "bigcap": "⋂", "subset": "⊂", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
    "langle": "⟨", "rangle": "⟩", "Vert": "‖", "lVert": "‖", "rVert": "‖", "vert": "|", "lvert": "|", "rvert": "|",
    "mid": "|", "parallel": "∥", "top": "⊤", "ell": "ℓ", "pm": "±", "div": "÷", "circ": "∘", "prime": "′", "star": "⋆",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "quad": "  ", "qquad": "    ", "newline": "\n", "cr": "\n", "bmod": "mod", "&": "&", "%": "%",
    "_": "_", "#": "#", "$": "$", "{": "{", "}": "}", ",": " ", ";": " ", ":": " ", "!": "", " ": " ", "|": "‖", ">": " ",
}  # fmt: skip
_ACCENTS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "overline": "\u0304",
    "tilde": "\u0303",
    "dot": "\u0307",
}
_SILENT = {
    "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "limits", "nolimits", "textstyle", "displaystyle",
    "rm", "bf", "it", "hline", "displaylines", "mathrel", "mathbin", "mathop",
}  # fmt: skip
_WORDS = {"text", "textbf", "textit", "texttt", "mbox", "operatorname", "mathrm"}
_PLAIN = {"mathbf", "mathbb", "mathcal", "boldsymbol", "mathit", "bold", "pmb", "bm"} | _WORDS
_SUBSCRIPTS = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
_SUPERSCRIPTS = dict(zip("0123456789+-=()niT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀ"))
_TOKEN = re.compile(
    r"\\(?P<command>[A-Za-z]+|.)|(?P<script>[_^])|(?P<brace>[{}])|(?P<space>\s+)|(?P<other>.)", re.DOTALL
)


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [
            (match.lastgroup or "", match.group(match.lastgroup or 0)) for match in _TOKEN.finditer(text)
        ]
        self.position = 0

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.position] if self.position < len(self.tokens) else ("", "")

    def next(self) -> tuple[str, str]:
        token = self.peek()
        self.position += 1
        return token

    def skip_space(self) -> None:
        while self.peek()[0] == "space":
            self.position += 1

    def group(self) -> str:
        """The next braced group or single sign, rendered."""
        self.skip_space()
        if self.peek() == ("brace", "{"):
            self.next()
            return self.until_brace()
        return self.sign()

    def raw_group(self) -> str:
        """The next braced group as written: names of environments, plain words."""
        self.skip_space()
        if self.peek() != ("brace", "{"):
            return ""
        found = []
        depth = 0
        while self.peek()[0]:
            kind, text = self.next()
            depth += {"{": 1, "}": -1}[text] if kind == "brace" else 0
            if depth == 0:
                break
            if kind != "brace":
                found.append(text)
        return "".join(found)

    def until_brace(self) -> str:
        found = []
        while self.peek()[0] and self.peek() != ("brace", "}"):
            found.append(self.sign())
        self.next()
        return "".join(found)

    def sign(self) -> str:
        kind, text = self.next()
        if kind == "brace":
            return self.until_brace() if text == "{" else ""
        if kind == "space":
            return " "
        if kind == "script":
            return _script(text, self.group())
        if kind == "command":
            return self.command(text)
        return text

    def command(self, name: str) -> str:
        if name == "\\":
            return "\n"
        if name in ("frac", "dfrac", "tfrac"):
            return f"{_atom(self.group())} / {_atom(self.group())}"
        if name == "sqrt":
            return f"√{_atom(self.group())}"
        if name in _ACCENTS:
            base = self.group()
            return base + _ACCENTS[name] if len(base) == 1 else base
        if name in _WORDS and self.peek() == ("brace", "{"):
            return self.raw_group()
        if name in _PLAIN:
            return self.group()
        if name in ("begin", "end"):
            environment = self.raw_group()
            if environment == "array" and name == "begin":
                self.raw_group()
            return "\n" if environment != "cases" or name == "end" else "{ "
        if name in ("hspace", "vspace", "rule"):
            self.raw_group()
            if name == "rule":
                self.raw_group()
            return " "
        if name == "underset":
            below, main = self.group(), self.group()
            return f"{main}_{{{below}}}"
        if name in _SILENT:
            return ""
        return _SIGNS.get(name, name)


def _atom(text: str) -> str:
    text = text.strip()
    return text if re.fullmatch(r"[\w.\[\]∞′₀-ₜⁱⁿ]*", text) else f"({text})"


def _script(mark: str, text: str) -> str:
    text = text.strip()
    table = _SUBSCRIPTS if mark == "_" else _SUPERSCRIPTS
    if text and all(each in table for each in text):
        return "".join(table[each] for each in text)
    if mark == "^" and text in ("∗", "′", "⊤"):
        return text
    return mark + (text if len(text) <= 1 or re.fullmatch(r"\w+", text) else f"({text})")


def readable(formula: str) -> str:
    """A LaTeX formula as plain text; lines of an array stay lines."""
    reader = _Reader(formula)
    found = []
    while reader.peek()[0]:
        found.append(reader.sign())
    text = "".join(found).replace("&", " ")
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n")]
    lines = [re.sub(r" ([,.;)\]])", r"\1", line) for line in lines if line]
    return "\n".join(lines)
