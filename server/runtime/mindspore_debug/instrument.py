"""Puts probes into the syntax tree of a graph function before MindSpore compiles it.

A probe stands before each line. It reports the variables that the statement before it assigned, so that
straight code needs one probe a statement. Probes are calls of names that the parser's namespace
gets, see `graphlib`: `__ms_report__(site, (variable, ...))` with values, `__ms_mark__` without.
"""

import ast

from . import errors, fallback, model, syntax

MARK = "__ms_mark__"
REPORT = "__ms_report__"
HAND_OVER = "__ms_hand_over__"
AROUND = "__ms_around__"
PROBE = "__ms_probe__"  # the callback, as scripts name it
RESULT = "__ms_result__"
_HELD = "__ms_held_%d__"


def instrument(tree, file, offset, namespace, qualname, bound):
    """Return a probed copy of `tree` and the functions found in it, outermost first.

    `offset` is added to the tree's line numbers to get those of the file; `bound` are Python objects that
    the function's frame knows besides its variables. A tree that holds neither a `def` nor exactly one lambda
    is returned as it is.
    """
    first = tree.body[0] if tree is not None and tree.body else None
    if first is None:
        return tree, []
    tree = syntax.copy(tree)
    writer = _Writer(file, offset, namespace)
    if isinstance(first, ast.FunctionDef):
        writer.define(tree.body[0], qualname, bound)
    elif len([node for node in ast.walk(first) if isinstance(node, ast.Lambda)]) == 1:
        _Lambdas(writer, qualname.rpartition(".<locals>.")[0], bound).visit(tree.body[0])
    return tree, writer.functions


class _Writer:
    """Writes the probes of one tree."""

    def __init__(self, file, offset, namespace):
        self.file = file
        self.offset = offset
        self.namespace = namespace
        self.functions = []

    def define(self, definition, qualname, bound, free=()):
        """Probe a `def`; `free` are variables of the graph functions around it."""
        function = self.function(definition, definition.name, qualname, bound)
        if not fallback.is_excluded(function.file, function.first_line):
            _Body(self, function, definition, free).write()

    def function(self, node, name, qualname, bound):
        first, last = self.line(node), syntax.last_line(node) + self.offset
        function = model.GraphFunction(self.file, name, qualname, first, last, self.namespace, bound)
        self.functions.append(function)
        return function

    def line(self, node):
        return node.lineno + self.offset

    def site(self, function, kind, beside, lines=(), names=()):
        silent = fallback.manner(self.file, self.line(beside)) == fallback.SILENT
        return model.Site(function, kind, lines, () if silent else names)

    def call(self, site, beside, values=None):
        """The statement that makes `site` known; `values` is a variable that holds what it reports."""
        given = values or "(" + "".join(name + ", " for name in site.names) + ")"
        if not site.names:
            code = f"{MARK}('{PROBE}({site.number})')"
        elif fallback.manner(self.file, self.line(beside)) == fallback.DIRECT:
            code = f"{HAND_OVER}('{PROBE}({site.number}, values)', {given})"
        else:
            code = f"{REPORT}({site.number}, {given})"
        statement = syntax.placed(ast.parse(code).body[0], beside)
        statement.mindspore_site = site
        return statement


class _Body:
    """Rewrites one function: `seen` is the line already announced, `loops` the headers around a statement."""

    def __init__(self, writer, function, definition, free):
        self.writer = writer
        self.function = function
        self.definition = definition
        self.free = [name for name in sorted(free) if name in syntax.loaded(definition)]
        self.variables = set(free) | syntax.bound_names(definition)
        self.seen = None
        self.loops = []

    def write(self):
        body = self.definition.body
        start = 1 if syntax.is_docstring(body[0]) and len(body) > 1 else 0
        first = next((s for s in body[start:] if not syntax.is_unmarked(s)), body[start])
        names = syntax.argument_names(self.definition.args) + self.free
        names = [name for name in dict.fromkeys(names) if name not in self.function.bound]
        enter = self.probe(first, model.ENTER, self.lines(first), names)
        self.seen = self.writer.line(first)
        written, owed = self.block(body[start:], (), [enter])
        if not syntax.ends(body):
            written.append(self.probe(body[-1], model.LEAVE, (), owed))
        self.definition.body = body[:start] + written

    def block(self, statements, owed, before=()):
        """The statements with probes, and the variables whose new values no probe has reported yet."""
        written = list(before)
        straight = 0  # where straight code began
        for statement in statements:
            line = self.writer.line(statement)
            if line != self.seen and not syntax.is_unmarked(statement):
                written.append(self.probe(statement, model.LINE, self.lines(statement), owed))
                self.seen, owed = line, ()
            lambdas = not syntax.is_compound(statement) and syntax.has_lambda(statement)
            parts, owed = self.statement(statement, owed)
            if lambdas:
                written[straight:], late = self.hold_back(written[straight:])
                parts = parts[:1] + late + parts[1:]
            written.extend(parts)
            if syntax.is_compound(statement):
                straight = len(written)
        return written, owed

    def hold_back(self, written):
        """Move probes behind a lambda: MindSpore drops effects that come before one in straight code."""
        kept, late = [], []
        for statement in written:
            site = getattr(statement, "mindspore_site", None)
            if site is None:
                kept.append(statement)
            elif site.names and not hasattr(statement, "mindspore_held"):
                held = _HELD % site.number
                values = ast.parse(f"{held} = ({', '.join(site.names)},)").body[0]
                kept.append(syntax.placed(values, statement))
                late.append(self.writer.call(site, statement, held))
                late[-1].mindspore_held = True
            else:
                late.append(statement)
        return kept, late

    def inner(self, statements, owed=()):
        """A nested block, closed by a report of what it assigned last."""
        if not statements:
            return []
        written, owed = self.block(statements, owed)
        if owed and not syntax.ends(statements):
            written.append(self.probe(statements[-1], model.VALUES, (), owed))
        return written

    def statement(self, statement, owed):
        """What stands for one statement, and what is owed after it."""
        if isinstance(statement, ast.FunctionDef):
            qualname = self.function.qualname + ".<locals>." + statement.name
            self.writer.define(statement, qualname, self.function.bound, self.variables)
            return [statement], owed
        if syntax.is_compound(statement):
            before = [self.probe(statement, model.VALUES, (), owed)] if owed else []
            self.compound(statement)
            return before + [statement], ()
        exception = errors.expression(statement)
        if exception is not None:
            self.function.raises[self.writer.line(statement)] = syntax.copy(exception)
        self.lambdas().visit(statement)
        if isinstance(statement, ast.Return):
            return self.leave(statement), ()
        if isinstance(statement, ast.Continue) and self.loops:
            return [self.probe(statement, model.LINE, (self.loops[-1],), owed), statement], ()
        return [statement], tuple(dict.fromkeys(owed + syntax.assigned(statement)))

    def compound(self, statement):
        """Probe the blocks of an `if`, a loop or a `with`, in place."""
        line = self.writer.line(statement)
        self.seen = line
        if isinstance(statement, ast.If):
            statement.body = self.inner(statement.body)
        elif isinstance(statement, ast.With):
            statement.body = self.again(statement, line, syntax.names(syntax.with_targets(statement)))
        else:
            self.loops.append(line)
            targets = syntax.names([statement.target]) if isinstance(statement, ast.For) else ()
            statement.body = self.again(statement, line, targets)
            self.loops.pop()
        self.seen = line
        if not isinstance(statement, ast.With):
            statement.orelse = self.inner(statement.orelse)
        self.seen = None

    def again(self, statement, line, targets):
        """A body after which control comes back to the header: for the next round, or to leave a `with`."""
        body, owed = self.block(statement.body, targets)
        if not syntax.ends(statement.body):
            body.append(self.probe(statement.body[-1], model.LINE, (line,), owed))
        return body

    def leave(self, statement):
        """`return value` as: compute the value, report it, return it."""
        value = statement.value
        if value is None or syntax.is_literal(value):
            return [self.probe(statement, model.LEAVE, ()), statement]
        target = ast.Name(id=RESULT, ctx=ast.Store())
        keep = syntax.placed(ast.Assign(targets=[target], value=value), statement, value)
        reported = () if isinstance(value, ast.Lambda) else (RESULT,)
        probe = self.probe(statement, model.LEAVE, (), reported)
        statement.value = syntax.placed(ast.Name(id=RESULT, ctx=ast.Load()), statement)
        return [keep, probe, statement]

    def lambdas(self):
        return _Lambdas(self.writer, self.function.qualname, self.function.bound, self.variables)

    def lines(self, statement):
        return tuple(line + self.writer.offset for line in syntax.lines_of(statement))

    def probe(self, beside, kind, lines, names=()):
        site = self.writer.site(self.function, kind, beside, lines, names)
        return self.writer.call(site, beside)


class _Lambdas(ast.NodeTransformer):
    """Probes lambdas in an expression: `body` becomes `__ms_around__(enter, leave, (argument, ...), body)`."""

    def __init__(self, writer, around, bound, free=()):
        self.writer = writer
        self.around = around
        self.bound = bound
        self.free = free

    def visit_Lambda(self, node):
        names = syntax.argument_names(node.args)
        captured = [name for name in sorted(self.free) if name in syntax.loaded(node.body)]
        names = [name for name in dict.fromkeys(names + captured) if name not in self.bound]
        qualname = self.around + ".<locals>.<lambda>" if self.around else "<lambda>"
        function = self.writer.function(node, "<lambda>", qualname, self.bound)
        if fallback.is_excluded(function.file, function.first_line):
            return node
        self.generic_visit(node)
        enter = self.writer.site(function, model.ENTER, node, (self.writer.line(node.body),), names)
        leave = self.writer.site(function, model.LEAVE, node, (), (RESULT,))
        listed = "".join(name + ", " for name in enter.names)
        call = ast.parse(f"{AROUND}({enter.number}, {leave.number}, ({listed}), None)", mode="eval").body
        call.args[-1] = node.body
        node.body = syntax.placed(call, node, call.args[-1])
        return node
