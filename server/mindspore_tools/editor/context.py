"""What the cursor stands in, read from the text alone, so that it works in code that does not parse.

Only the text from the start of the statement up to the cursor (and the rest of an open call) is looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from mindspore_tools.common.position import Position, Range
from mindspore_tools.graph.source import SourceFile

_TOKEN = re.compile(
    r'''
    (?P<string>(?P<prefix>[rRbBfFuU]{0,2})
        (?P<quote>"""|\'\'\'|"|')
    )
  | (?P<name>[^\W\d]\w*)
  | (?P<number>\d[\w.]*|\.\d\w*)
  | (?P<comment>\#[^\n]*)
  | (?P<newline>\n)
  | (?P<space>[ \t\f\r]+|\\\n)
  | (?P<operator>\*\*=?|//=?|>>=?|<<=?|->|:=|[-+*/%@&|^=<>!]=|.)
    ''',
    re.VERBOSE,
)
_BODY = {
    '"': re.compile(r'(?:[^"\\\n]|\\.|\\\n)*(?:(")|(?=\n)|\Z)', re.DOTALL),
    "'": re.compile(r"(?:[^'\\\n]|\\.|\\\n)*(?:(')|(?=\n)|\Z)", re.DOTALL),
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*(?:(""")|\Z)', re.DOTALL),
    "'''": re.compile(r"(?:[^'\\]|\\.|'(?!''))*(?:(''')|\Z)", re.DOTALL),
}
_OPENERS = {"(": ")", "[": "]", "{": "}"}
# Words that start a statement and cannot stand in an expression: a bracket before them was left open.
_STATEMENT = frozenset(
    [
        "def",
        "class",
        "return",
        "import",
        "while",
        "with",
        "try",
        "raise",
        "assert",
        "pass",
        "del",
        "global",
        "nonlocal",
        "break",
        "continue",
        "elif",
        "except",
    ]
)
_EXPRESSION_WORDS = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "is",
        "if",
        "else",
        "for",
        "lambda",
        "return",
        "yield",
        "await",
        "assert",
        "del",
        "raise",
        "print",
        "from",
        "import",
        "while",
        "elif",
        "with",
        "as",
    ]
)
_IDENTIFIER_END = re.compile(r"[^\W\d]\w*\Z")
_IDENTIFIER_START = re.compile(r"\w*")
_LINES_AHEAD = 40


class Token(NamedTuple):
    """One token: its kind (``name number string operator``), text, and offsets in the text that was read."""

    kind: str
    text: str
    start: int
    end: int
    closed: bool = True


@dataclass(frozen=True)
class Argument:
    """An argument of a call as far as it is written: its keyword (``""`` when positional), ``*`` or ``**``, and its text."""

    keyword: str = ""
    star: str = ""
    text: str = ""


@dataclass(frozen=True)
class Call:
    """A call whose arguments hold the cursor.

    ``callee`` is the text of what is called and ``callee_end`` where that text ends. ``arguments`` are those before the
    cursor's, ``current`` is the cursor's own and ``later`` are those after it. ``decorates`` is set on a decorator,
    ``defines`` on a list of parameters or bases, which is no call.
    """

    callee: str
    callee_end: Position
    arguments: tuple[Argument, ...] = ()
    current: Argument = Argument()
    later: tuple[Argument, ...] = ()
    decorates: bool = False
    defines: str = ""

    @property
    def given(self) -> set[str]:
        """The keywords that are written already, apart from the cursor's own."""
        return {each.keyword for each in self.arguments + self.later if each.keyword}


@dataclass(frozen=True)
class StringPart:
    """A string literal around the cursor: the quote that opened it, the text before the cursor, and the whole content."""

    quote: str
    before: str
    content: Range
    prefix: str = ""


@dataclass(frozen=True)
class Import:
    """An import statement around the cursor.

    ``module`` is the module after ``from`` or ``import`` as written before the cursor. ``names`` is set while the names after
    ``from … import`` are written, ``taken`` holds those that are written already.
    """

    module: str
    names: bool
    taken: tuple[str, ...] = ()


@dataclass(frozen=True)
class Context:
    """What the cursor stands in.

    ``prefix`` is the part of an identifier before the cursor and ``word`` the whole identifier's range. ``receiver`` is the
    text before the dot when a member is written, and ``receiver_end`` its end. ``calls`` are the open calls, innermost first.
    ``subscript`` is what the innermost open square bracket indexes, ``""`` for a list.
    """

    position: Position
    prefix: str
    word: Range
    receiver: str | None = None
    receiver_end: Position | None = None
    string: StringPart | None = None
    importing: Import | None = None
    calls: tuple[Call, ...] = ()
    subscript: str | None = None
    in_comment: bool = False
    names_new: bool = False
    followed_by: str = ""
    at_statement: bool = False
    tokens: tuple[Token, ...] = field(default=(), repr=False)

    @property
    def call(self) -> Call | None:
        """The innermost open call, unless the cursor is in brackets of another kind inside it."""
        return self.calls[0] if self.calls and self.subscript is None else None


def context_at(source: SourceFile, position: Position) -> Context:
    """Read what a position stands in. Never raises."""
    line = min(max(position.line, 0), len(source.lines) - 1)
    position = Position(line, min(max(position.column, 0), len(source.lines[line])))
    fragment = source.fragment_at(line)
    first = source.start_of(fragment) if fragment else None
    first = line if first is None else min(first, line)
    return _Reader(source, first, position).read()


class _Reader:
    def __init__(self, source: SourceFile, first_line: int, position: Position) -> None:
        self.lines = source.lines
        self.first_line = first_line
        self.position = position
        ahead = self.lines[first_line : position.line]
        self.text = "\n".join([*ahead, self.lines[position.line][: position.column]])

    def read(self) -> Context:
        tokens, comment = tokenize(self.text)
        following = self.lines[self.position.line + 1 : self.position.line + _LINES_AHEAD]
        after = "\n".join([self.lines[self.position.line][self.position.column :], *following])
        last = tokens[-1] if tokens else None
        if comment:
            here = Range(self.position, self.position)
            return Context(self.position, "", here, in_comment=True)
        string = None
        if last is not None and last.kind == "string" and not last.closed:
            hole = _hole(last)
            if hole is None:
                string = self._string(last, after)
                tokens = tokens[:-1]
            else:
                tokens = tokens[:-1]
                shift = last.start + hole
                inside, _ = tokenize(self.text[shift:])
                tokens += [
                    Token("operator", "{", shift - 1, shift),
                    *(token._replace(start=token.start + shift, end=token.end + shift) for token in inside),
                ]
        return self._context(tokens, string, after)

    def _string(self, token: Token, after: str) -> StringPart:
        match = re.match(r"[a-zA-Z]*(\"\"\"|'''|\"|')", token.text)
        quote = match.group(1) if match else '"'
        opened = match.end() if match else 1
        body = token.text[opened:]
        start = self._place(token.start + opened)
        end_column = self.position.column
        closing = _BODY[quote].match(after)
        if closing and closing.group(1) and "\n" not in closing.group():
            end_column += closing.end() - len(quote)
        prefix = token.text[: opened - len(quote)]
        return StringPart(quote, body, Range(start, Position(self.position.line, end_column)), prefix)

    def _place(self, offset: int) -> Position:
        before = self.text[:offset]
        line = before.count("\n")
        return Position(self.first_line + line, offset - (before.rfind("\n") + 1))

    def _context(self, tokens: list[Token], string: StringPart | None, after: str) -> Context:
        prefix = ""
        written = tokens
        if string is None:
            match = _IDENTIFIER_END.search(self.text)
            if match and tokens and tokens[-1].kind == "name" and tokens[-1].end == len(self.text):
                prefix = match.group()
                written = tokens[:-1]
        rest = _IDENTIFIER_START.match(after).end() if string is None else 0  # type: ignore[union-attr]
        word = Range(
            Position(self.position.line, self.position.column - len(prefix)),
            Position(self.position.line, self.position.column + rest),
        )
        receiver = receiver_end = None
        before = written
        if string is None and written and written[-1].text == "." and written[-1].kind == "operator":
            start = _primary_start(written, len(written) - 1)
            before = written[:start]
            if start < len(written) - 1:
                receiver = self.text[written[start].start : written[-2].end]
                receiver_end = self._place(written[-2].end)
        after_word = after[rest:] if string is None else _after_string(after, string.quote)
        calls, subscript = self._calls(written, after_word)
        statement = _statement(written)
        previous = before[-1] if before else None
        return Context(
            position=self.position,
            prefix=prefix,
            word=word,
            receiver=receiver,
            receiver_end=receiver_end,
            string=string,
            importing=_import(statement, prefix) if string is None else None,
            calls=calls,
            subscript=subscript,
            names_new=previous is not None and previous.text in ("def", "class", "as", "global", "nonlocal"),
            followed_by=after[rest:].partition("\n")[0].lstrip()[:1],
            at_statement=not statement and receiver is None,
            tokens=tuple(written),
        )

    # -- calls -----------------------------------------------------------------------------------------------------

    def _calls(self, tokens: list[Token], after: str) -> tuple[tuple[Call, ...], str | None]:
        opened = _open_brackets(tokens)
        calls: list[Call] = []
        subscript: str | None = None
        for depth, index in enumerate(reversed(opened)):
            bracket = tokens[index].text
            start = _primary_start(tokens, index)
            named = start < index
            if bracket == "[" and depth == 0:
                subscript = self.text[tokens[start].start : tokens[index - 1].end] if named else ""
            elif bracket == "{" and depth == 0:
                subscript = ""
            if bracket != "(" or not named:
                continue
            before = tokens[start - 1].text if start else ""
            callee = self.text[tokens[start].start : tokens[index - 1].end]
            arguments = _arguments(tokens[index + 1 :], self.text)
            calls.append(
                Call(
                    callee,
                    self._place(tokens[index - 1].end),
                    tuple(arguments[:-1]),
                    arguments[-1],
                    _later(after, depth),
                    decorates=before == "@" and _first_of_line(self.text, tokens[start - 1].start),
                    defines=before if before in ("def", "class") else "",
                )
            )
        return tuple(calls), subscript


def _after_string(after: str, quote: str) -> str:
    match = _BODY[quote].match(after)
    return after[match.end() :] if match else after


def tokenize(text: str) -> tuple[list[Token], bool]:
    """The tokens of a text without spaces and comments, and whether it ends inside a comment. Never raises."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            break
        kind = match.lastgroup or "operator"
        if match.group("string") is not None:
            quote = match.group("quote")
            body = _BODY[quote].match(text, match.end())
            end = body.end() if body else len(text)
            closed = bool(body and body.group(1))
            broken = not closed and end < len(text)
            found.append(Token("string", text[at:end], at, end, closed or broken))
            at = end
            continue
        if kind == "comment":
            if match.end() == len(text):
                return found, True
        elif kind != "space":
            found.append(Token(kind, match.group(), at, match.end()))
        at = match.end()
    return found, False


def _hole(token: Token) -> int | None:
    """Where the code of an f-string's open replacement field begins in the token, None when it is in plain text."""
    match = re.match(r"([a-zA-Z]*)(\"\"\"|'''|\"|')", token.text)
    if not match or "f" not in match.group(1).lower():
        return None
    depth: list[int] = []
    at = match.end()
    while at < len(token.text):
        character = token.text[at]
        if character == "{":
            if not depth and token.text[at + 1 : at + 2] == "{":
                at += 1
            else:
                depth.append(at + 1)
        elif character == "}" and depth:
            depth.pop()
        at += 1
    return depth[0] if depth else None


def _first_of_line(text: str, offset: int) -> bool:
    return not text[text.rfind("\n", 0, offset) + 1 : offset].strip()


def _open_brackets(tokens: list[Token]) -> list[int]:
    """The indices of the brackets that are open at the end, outermost first."""
    opened: list[int] = []
    line_start = True
    for index, token in enumerate(tokens):
        if token.kind == "newline":
            line_start = True
            continue
        if line_start and (token.text in _STATEMENT or token.text == "@"):
            opened.clear()
        line_start = False
        if token.kind == "operator":
            if token.text in _OPENERS:
                opened.append(index)
            elif token.text in ")]}":
                while opened:
                    if _OPENERS[tokens[opened.pop()].text] == token.text:
                        break
    return opened


def _primary_start(tokens: list[Token], end: int) -> int:
    """The index of the first token of the primary expression (name, call, subscript, attribute …) that ends before ``end``.

    Equal to ``end`` when nothing that can be called or indexed stands there.
    """
    index = end
    while index > 0:
        at = _skip_newlines(tokens, index - 1, end)
        token = tokens[at]
        if token.kind == "operator" and token.text in ")]}":
            opening = _matching(tokens, at)
            if opening is None:
                return index
            index = opening
            if token.text == "}":
                return index
            before = tokens[index - 1] if index else None
            if before is not None and _ends_primary(before):
                continue
            return index
        if token.kind == "operator" or token.kind == "newline" or token.text in _EXPRESSION_WORDS:
            return index
        index = at
        before_at = index - 1
        if before_at >= 0:
            before_at = _skip_newlines(tokens, before_at, end)
        if before_at < 0 or tokens[before_at].text != "." or tokens[before_at].kind != "operator":
            return index
        index = before_at
    return index


def _skip_newlines(tokens: list[Token], at: int, end: int) -> int:
    """The nearest token at or before ``at`` that is no line end, when it and ``end`` are joined by brackets or dots."""
    start = at
    while at > 0 and tokens[at].kind == "newline":
        at -= 1
    if at == start:
        return at
    following = tokens[start + 1] if start + 1 < len(tokens) else None
    joined = (following is not None and following.text == ".") or tokens[at].text == "."
    return at if joined else start


def _ends_primary(token: Token) -> bool:
    if token.kind in ("string", "number"):
        return True
    if token.kind == "name":
        return token.text not in _EXPRESSION_WORDS
    return token.kind == "operator" and token.text in (")", "]", "}")


def _matching(tokens: list[Token], closing: int) -> int | None:
    depth = 0
    for index in range(closing, -1, -1):
        token = tokens[index]
        if token.kind != "operator":
            continue
        if token.text in ")]}":
            depth += 1
        elif token.text in _OPENERS:
            depth -= 1
            if depth == 0:
                return index
    return None


def _arguments(tokens: list[Token], text: str) -> list[Argument]:
    """The arguments written in the tokens after an opening bracket; the last one is the one being written."""
    groups: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == "operator":
            if token.text in _OPENERS:
                depth += 1
            elif token.text in ")]}":
                depth -= 1
            elif token.text == "," and depth == 0 and not _in_lambda_parameters(groups[-1]):
                groups.append([])
                continue
        if token.kind != "newline":
            groups[-1].append(token)
    return [_argument(group, text) for group in groups]


def _in_lambda_parameters(tokens: list[Token]) -> bool:
    words = [token.text for token in tokens]
    return "lambda" in words and ":" not in words[words.index("lambda") :]


def _argument(tokens: list[Token], text: str) -> Argument:
    if not tokens:
        return Argument()
    first = tokens[0]
    if first.kind == "operator" and first.text in ("*", "**"):
        return Argument("", first.text, text[tokens[0].end : tokens[-1].end])
    if len(tokens) > 1 and first.kind == "name" and tokens[1].text == "=":
        value = text[tokens[2].start : tokens[-1].end] if len(tokens) > 2 else ""
        return Argument(first.text, "", value)
    return Argument("", "", text[tokens[0].start : tokens[-1].end])


def _later(after: str, depth: int) -> tuple[Argument, ...]:
    """The arguments that follow the cursor's in a call; ``depth`` is how many brackets inside it are open at the cursor."""
    tokens, _ = tokenize(after)
    start: int | None = None
    for index, token in enumerate(tokens):
        if token.kind != "operator":
            continue
        if token.text in _OPENERS:
            depth += 1
        elif token.text in ")]}":
            depth -= 1
            if depth < 0:
                return tuple(_arguments(tokens[start:index], after)) if start is not None else ()
        elif token.text == "," and depth == 0 and start is None:
            start = index + 1
    return ()


def _statement(tokens: list[Token]) -> list[Token]:
    """The tokens of the simple statement that is being written."""
    opened = _open_brackets(tokens)
    end = opened[0] if opened else len(tokens)
    start = 0
    for index in range(end - 1, -1, -1):
        token = tokens[index]
        if token.kind == "newline" or (token.kind == "operator" and token.text == ";"):
            start = index + 1
            break
        if token.text == ":" and token.kind == "operator" and _ends_block_head(tokens, index):
            start = index + 1
            break
    return tokens[start:]


_BLOCKS = frozenset(
    ["if", "elif", "else", "while", "for", "def", "class", "with", "try", "except", "finally", "async"]
)


def _ends_block_head(tokens: list[Token], colon: int) -> bool:
    depth = 0
    for index in range(colon - 1, -1, -1):
        token = tokens[index]
        if token.kind == "operator":
            if token.text in ")]}":
                depth += 1
            elif token.text in _OPENERS:
                depth -= 1
                if depth < 0:
                    return False
        if token.kind == "newline":
            return tokens[index + 1].text in _BLOCKS if depth == 0 else False
        if token.text == "lambda" and depth == 0:
            return False
    return bool(tokens) and tokens[0].text in _BLOCKS


def _import(statement: list[Token], prefix: str) -> Import | None:
    if not statement or statement[0].text not in ("from", "import"):
        return None
    words = [token.text for token in statement if token.kind != "newline"]
    if words[0] == "import":
        part: list[str] = []
        for word in words[1:]:
            if word == ",":
                part = []
            else:
                part.append(word)
        return None if "as" in part else Import("".join(part), False)
    if "import" not in words:
        return Import("".join(words[1:]), False)
    at = words.index("import")
    names = words[at + 1 :]
    if names and names[-1] == "as":
        return None
    taken = tuple(
        word
        for index, word in enumerate(names)
        if word not in ",()" and word != "as" and (index == 0 or names[index - 1] != "as")
    )
    return Import("".join(words[1:at]), True, taken)
