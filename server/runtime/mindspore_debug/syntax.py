"""Questions about Python syntax trees, and how to put new nodes into one."""

import ast
import dis

_UNMARKED = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def copy(node):
    """A copy of the tree that shares the tokens: MindSpore caches trees, and finds places by tokens."""
    if isinstance(node, list):
        return [copy(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    new = type(node).__new__(type(node))
    new.__dict__.update(node.__dict__)
    for name in node._fields:
        if hasattr(node, name):
            setattr(new, name, copy(getattr(node, name)))
    return new


def placed(new, beside, *keep):
    """Give new nodes the place and the tokens of the statement they stand beside."""
    kept = {id(node) for root in keep for node in ast.walk(root)}
    for node in ast.walk(new):
        if id(node) not in kept:
            ast.copy_location(node, beside)
            node.first_token = getattr(beside, "first_token", None)
            node.last_token = getattr(beside, "last_token", None)
    return new


def ends(statements):
    """Whether control never runs out of the end of these statements."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and ends(last.body) and ends(last.orelse)
    if isinstance(last, ast.With):
        return ends(last.body)
    return isinstance(last, _JUMPS)


def is_literal(node):
    return type(node).__name__ in ("Constant", "NameConstant", "Num", "Str")


def is_docstring(statement):
    value = getattr(statement, "value", None)
    return (
        isinstance(statement, ast.Expr) and is_literal(value) and isinstance(getattr(value, "s", None), str)
    )


def is_unmarked(statement):
    """Whether Python has no line event for the statement, or the compiler cannot bear a probe before it."""
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    if isinstance(statement, ast.Raise):
        return statement.exc is None
    return isinstance(statement, _UNMARKED)


def with_targets(statement):
    return [item.optional_vars for item in statement.items if item.optional_vars is not None]


def argument_names(arguments):
    found = [a.arg for a in getattr(arguments, "posonlyargs", []) + arguments.args]
    if arguments.vararg:
        found.append(arguments.vararg.arg)
    found += [a.arg for a in arguments.kwonlyargs]
    if arguments.kwarg:
        found.append(arguments.kwarg.arg)
    return found


def assigned(statement):
    """The variables that a simple statement gives a value."""
    if isinstance(statement, ast.Assign):
        if isinstance(statement.value, ast.Lambda):
            return ()
        return names(statement.targets)
    if isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        return names([statement.target]) if statement.value is not None else ()
    return ()


def names(targets):
    """Variables that change when `targets` are assigned: of `x[0] = v` it is x."""
    found = []
    for target in targets:
        while isinstance(target, (ast.Subscript, ast.Starred)):
            target = target.value
        if isinstance(target, ast.Name):
            found.append(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            found.extend(names(target.elts))
    return tuple(name for name in dict.fromkeys(found) if name != "_")


def last_line(definition):
    return max(
        getattr(node, "end_lineno", None) or getattr(node, "lineno", 0) for node in ast.walk(definition)
    )


def is_compound(statement):
    return isinstance(statement, (ast.If, ast.For, ast.While, ast.With))


def has_lambda(node):
    return any(isinstance(part, ast.Lambda) for part in ast.walk(node))


def loaded(node):
    """Names that are read somewhere in the node."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def bound_names(definition):
    """Arguments and variables of a function."""
    stored = {n.id for n in ast.walk(definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | set(argument_names(definition.args))


def lines_of(statement):
    """The lines that Python announces for a simple statement, in order: more than one if it is written over several.

    Where it branches inside, which of its lines run is not known, and only the first one counts.
    """
    if isinstance(statement, ast.Return):
        statement = (
            ast.copy_location(ast.Expr(value=statement.value), statement) if statement.value else statement
        )
    last = max(getattr(node, "lineno", 0) for node in ast.walk(statement))
    if last == statement.lineno or is_compound(statement) or isinstance(statement, ast.FunctionDef):
        return (statement.lineno,)
    try:
        code = compile(ast.Module(body=[statement], type_ignores=[]), "", "exec")
    except (SyntaxError, TypeError, ValueError):
        return (statement.lineno,)
    if any("JUMP" in instruction.opname for instruction in dis.get_instructions(code)):
        return (statement.lineno,)
    lines = [line for _, line in dis.findlinestarts(code) if line and line >= statement.lineno]
    return tuple(line for line, before in zip(lines, [None] + lines) if line != before) or (statement.lineno,)
