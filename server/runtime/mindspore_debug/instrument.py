"""Puts probes into the syntax tree of a graph function before MindSpore compiles it.

A probe stands before each line. It reports the variables that the statement before it assigned, so that
straight code needs one probe a statement. Probes are calls of two names that the parser's
namespace gets from `probes`: `__ms_mark__(site)` and `__ms_report__(site, (variable, ...))`.
"""

import ast

from . import model

MARK = "__ms_mark__"
REPORT = "__ms_report__"
RESULT = "__ms_result__"

_SILENT = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def instrument(tree, file, offset, namespace, qualname, bound):
    """Return a probed copy of `tree` and the functions found in it, outermost first.

    `offset` is added to the tree's line numbers to get those of the file. A tree that holds no
    `def` (a lambda) is returned as it is, with no functions.
    """
    definition = tree.body[0] if tree is not None and tree.body else None
    if not isinstance(definition, ast.FunctionDef):
        return tree, []
    tree = _copy(tree)
    writer = _Writer(file, offset, namespace)
    writer.define(tree.body[0], qualname, bound)
    return tree, writer.functions


class _Writer:
    """Rewrites the bodies of one tree in place."""

    def __init__(self, file, offset, namespace):
        self.file = file
        self.offset = offset
        self.namespace = namespace
        self.functions = []

    def define(self, definition, qualname, bound):
        function = model.GraphFunction(
            self.file,
            definition.name,
            qualname,
            definition.lineno + self.offset,
            _last_line(definition) + self.offset,
            self.namespace,
            bound,
        )
        self.functions.append(function)
        _Body(self, function, definition).write()


class _Body:
    """Rewrites one function: `seen` is the line already announced, `loops` the headers around a statement."""

    def __init__(self, writer, function, definition):
        self.writer = writer
        self.function = function
        self.definition = definition
        self.seen = None
        self.loops = []

    def write(self):
        body = self.definition.body
        start = 1 if _is_docstring(body[0]) and len(body) > 1 else 0
        first = body[start]
        arguments = [
            name for name in _argument_names(self.definition.args) if name not in self.function.bound
        ]
        enter = self.probe(first, model.ENTER, self.line(first), arguments)
        self.seen = self.line(first)
        written, owed = self.block(body[start:], ())
        if not _ends(body):
            written.append(self.probe(body[-1], model.LEAVE, None, owed))
        self.definition.body = body[:start] + [enter] + written

    def block(self, statements, owed):
        """The statements with probes, and the variables whose new values no probe has reported yet."""
        written = []
        for statement in statements:
            line = self.line(statement)
            if line != self.seen and not isinstance(statement, _SILENT) and not _is_docstring(statement):
                written.append(self.probe(statement, model.LINE, line, owed))
                self.seen, owed = line, ()
            parts, owed = self.statement(statement, owed)
            written.extend(parts)
        return written, owed

    def inner(self, statements, owed=()):
        """A nested block, closed by a report of what it assigned last."""
        if not statements:
            return []
        written, owed = self.block(statements, owed)
        if owed and not _ends(statements):
            written.append(self.probe(statements[-1], model.VALUES, None, owed))
        return written

    def statement(self, statement, owed):
        """What stands for one statement, and what is owed after it."""
        if isinstance(statement, ast.Return):
            return self.leave(statement), ()
        if isinstance(statement, ast.FunctionDef):
            qualname = self.function.qualname + ".<locals>." + statement.name
            self.writer.define(statement, qualname, self.function.bound)
            return [statement], owed
        if isinstance(statement, (ast.If, ast.While, ast.For, ast.With)):
            before = [self.probe(statement, model.VALUES, None, owed)] if owed else []
            self.compound(statement)
            return before + [statement], ()
        if isinstance(statement, ast.Continue) and self.loops:
            return [self.probe(statement, model.LINE, self.loops[-1], owed), statement], ()
        return [statement], tuple(dict.fromkeys(owed + _assigned(statement)))

    def compound(self, statement):
        """Probe the blocks of an `if`, a loop or a `with`, in place."""
        line = self.line(statement)
        self.seen = line
        if isinstance(statement, ast.If):
            statement.body = self.inner(statement.body)
        elif isinstance(statement, ast.With):
            statement.body = self.inner(statement.body, _names(_with_targets(statement)))
        else:
            targets = _names([statement.target]) if isinstance(statement, ast.For) else ()
            self.loops.append(line)
            body, owed = self.block(statement.body, targets)
            self.loops.pop()
            if not _ends(statement.body):
                body.append(self.probe(statement.body[-1], model.LINE, line, owed))
            statement.body = body
        self.seen = line
        if not isinstance(statement, ast.With):
            statement.orelse = self.inner(statement.orelse)
        self.seen = None

    def leave(self, statement):
        """`return value` as: compute the value, report it, return it."""
        value = statement.value
        if value is None or isinstance(value, ast.Lambda) or _is_literal(value):
            return [self.probe(statement, model.LEAVE, None), statement]
        target = ast.Name(id=RESULT, ctx=ast.Store())
        keep = _at(ast.Assign(targets=[target], value=value), statement, value)
        probe = self.probe(statement, model.LEAVE, None, (RESULT,))
        statement.value = _at(ast.Name(id=RESULT, ctx=ast.Load()), statement)
        return [keep, probe, statement]

    def line(self, statement):
        return statement.lineno + self.writer.offset

    def probe(self, beside, kind, line, names=()):
        site = model.Site(self.function, kind, line, names)
        listed = "".join(name + ", " for name in names)
        code = f"{REPORT}({site.number}, ({listed}))" if names else f"{MARK}({site.number})"
        return _at(ast.parse(code).body[0], beside)


def _copy(node):
    """A copy of the tree that shares the tokens: MindSpore caches trees, and finds places by tokens."""
    if isinstance(node, list):
        return [_copy(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    new = type(node).__new__(type(node))
    new.__dict__.update(node.__dict__)
    for name in node._fields:
        if hasattr(node, name):
            setattr(new, name, _copy(getattr(node, name)))
    return new


def _at(new, beside, *keep):
    """Give new nodes the place and the tokens of the statement they stand beside."""
    kept = {id(node) for root in keep for node in ast.walk(root)}
    for node in ast.walk(new):
        if id(node) not in kept:
            ast.copy_location(node, beside)
            node.first_token = getattr(beside, "first_token", None)
            node.last_token = getattr(beside, "last_token", None)
    return new


def _ends(statements):
    """Whether control never runs out of the end of these statements."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.With):
        return _ends(last.body)
    return isinstance(last, _JUMPS)


def _is_literal(node):
    return type(node).__name__ in ("Constant", "NameConstant", "Num", "Str")


def _is_docstring(statement):
    return isinstance(statement, ast.Expr) and _is_literal(statement.value)


def _with_targets(statement):
    return [item.optional_vars for item in statement.items if item.optional_vars is not None]


def _argument_names(arguments):
    found = [a.arg for a in getattr(arguments, "posonlyargs", []) + arguments.args]
    if arguments.vararg:
        found.append(arguments.vararg.arg)
    found += [a.arg for a in arguments.kwonlyargs]
    if arguments.kwarg:
        found.append(arguments.kwarg.arg)
    return found


def _assigned(statement):
    """The variables that a simple statement gives a value."""
    if isinstance(statement, ast.Assign):
        if isinstance(statement.value, ast.Lambda):
            return ()
        return _names(statement.targets)
    if isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        return _names([statement.target]) if statement.value is not None else ()
    return ()


def _names(targets):
    """Variables that change when `targets` are assigned: of `x[0] = v` it is x."""
    found = []
    for target in targets:
        while isinstance(target, (ast.Subscript, ast.Starred)):
            target = target.value
        if isinstance(target, ast.Name):
            found.append(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            found.extend(_names(target.elts))
    return tuple(name for name in dict.fromkeys(found) if name != "_")


def _last_line(definition):
    return max(
        getattr(node, "end_lineno", None) or getattr(node, "lineno", 0) for node in ast.walk(definition)
    )
