"""Compiles one function or Cell of a user's file. Runs in the project's interpreter: Python >= 3.7, standard library and
the user's mindspore only.

    python compile_probe.py < REQUEST_AS_JSON

Request: ``path``, ``name`` (``f``, ``Net``, ``Net.helper``), ``inputs`` and ``arguments`` (of the constructor; lists of values,
see `value`), ``device``, ``dump`` (folder for the graphs, or empty). The answer is JSON after a mark, as the last line.

Of the file only imports, definitions and assignments are run, so that a script does not start to train.
"""

import ast
import importlib
import inspect
import json
import os
import sys
import time
import traceback
import types

MARK = "@@mindspore-tools-compiled@@"
OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))
SETTINGS = ("set_context", "set_device", "set_seed", "set_deterministic")


class Stop(Exception):
    """The request cannot be met; the text says why."""


def load(path):
    """The module of a file with its definitions, and what could not be run of it (name of error, text, line)."""
    with open(path, "rb") as stream:
        tree = ast.parse(stream.read(), path)
    name, package, root = module_name(path)
    sys.path.insert(0, root)
    module = types.ModuleType(name)
    module.__file__ = path
    module.__package__ = package
    sys.modules[name] = module
    if package:
        importlib.import_module(package)
    skipped = []
    for statement in tree.body:
        if not wanted(statement):
            continue
        try:
            code = compile(ast_module([statement]), path, "exec")
            exec(code, module.__dict__)
        except (
            Exception
        ) as error:  # an example at module level may fail; the function asked for may not need it
            skipped.append([type(error).__name__, str(error)[:500], statement.lineno])
    return module, skipped


def ast_module(body):
    """A module node, with the field that newer Pythons want."""
    try:
        return ast.Module(body=body, type_ignores=[])
    except TypeError:
        return ast.Module(body=body)  # type: ignore[call-arg]


def wanted(statement):
    """Whether a statement of the module is run: what defines something, and settings of MindSpore."""
    if isinstance(statement, ast.If):
        return "__name__" not in ast.dump(statement.test)
    if isinstance(statement, ast.Expr):
        call = statement.value
        name = getattr(call, "func", None)
        return isinstance(call, ast.Call) and getattr(name, "attr", getattr(name, "id", "")) in SETTINGS
    return not isinstance(statement, (ast.For, ast.While, ast.With, ast.Assert, ast.Raise, ast.Delete))


def module_name(path):
    """Name, package and folder for ``sys.path`` of a file; a file within packages keeps its dotted name."""
    folder, stem = os.path.split(os.path.splitext(os.path.abspath(path))[0])
    parts = [stem]
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, part = os.path.split(folder)
        parts.insert(0, part)
    if len(parts) == 1 and stem in sys.modules:
        stem = "user_" + stem
        parts = [stem]
    return ".".join(parts), ".".join(parts[:-1]), folder


def value(given, module):
    """A value of the request: ``{"tensor": [2, 3], "dtype": "float32"}`` (of ones), ``{"literal": "3"}`` or
    ``{"expression": "ops.ones(3)"}``, evaluated with the names of the file.
    """
    import mindspore
    import numpy

    if "tensor" in given:
        kinds = {"bfloat16": "float32"}
        array = numpy.ones(given["tensor"], kinds.get(given["dtype"], given["dtype"]))
        return mindspore.Tensor(array, getattr(mindspore, given["dtype"], None))
    if "literal" in given:
        return ast.literal_eval(given["literal"])
    names = dict(module.__dict__)
    names.setdefault("ms", mindspore)
    names.setdefault("np", numpy)
    return eval(given["expression"], names)


def target(module, request):
    """What to call, and whether it is a Cell."""
    import mindspore

    first, _, method = request["name"].partition(".")
    if not hasattr(module, first):
        raise Stop("NotFound", first)
    found = getattr(module, first)
    cell = mindspore.nn.Cell
    if inspect.isclass(found):
        found = instance(module, found, request)
    if method and method != "construct":
        return getattr(found, method), False
    return found, isinstance(found, cell)


def instance(module, kind, request):
    """An object of a class: made from the arguments given, or one that the file made itself."""
    if not request["arguments"]:
        for existing in module.__dict__.values():
            if type(existing) is kind:
                return existing
    try:
        return kind(*[value(each, module) for each in request["arguments"]])
    except TypeError as error:
        if not request["arguments"]:
            raise Stop("Arguments", str(error)) from None
        raise


def signature(found, is_cell):
    """The names of the parameters without a default."""
    try:
        parameters = inspect.signature(found.construct if is_cell else found).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each.name for each in parameters if each.kind in kinds and each.default is each.empty]


def definition(found, is_cell):
    """File and line of the function that is compiled; empty when it is not written in Python."""
    function = inspect.unwrap(type(found).construct if is_cell else found)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return [code.co_filename, code.co_firstlineno] if code else []


def compile_target(found, is_cell, inputs):
    """Compile in graph mode. A Cell is not run; a function is not from 2.7 on, where its wrapper looks at this variable.

    The compiler itself must not see it, because it then leaves out checks (branches that do not join pass).
    """
    import mindspore

    os.environ["MS_DEV_PRECOMPILE_ONLY"] = "1"
    os.unsetenv("MS_DEV_PRECOMPILE_ONLY")
    if is_cell:
        mindspore.context.set_context(mode=mindspore.context.GRAPH_MODE)
        found.compile(*inputs)
        return
    compiler = getattr(mindspore, "jit", None) or mindspore.ms_function
    if not is_compiled_function(found):
        found = compiler(found)
    found(*inputs)


def is_compiled_function(found):
    """Whether a function is already marked with ``jit``: the wrapper comes from the mindspore package."""
    code = getattr(found, "__code__", None) or getattr(getattr(found, "__func__", None), "__code__", None)
    return code is not None and (os.sep + "mindspore" + os.sep) in code.co_filename


def prepare(request):
    """Device and dump of graphs. Raises what the import of MindSpore raises."""
    if request["dump"]:
        os.environ["MS_DEV_SAVE_GRAPHS"] = "1"
        os.environ["MS_DEV_SAVE_GRAPHS_PATH"] = request["dump"]
    import mindspore

    if request["dump"] and version() < (2, 1):
        mindspore.context.set_context(save_graphs=True, save_graphs_path=request["dump"])
    if request["device"]:
        mindspore.context.set_context(device_target=request["device"])


def version():
    """Major and minor version of MindSpore."""
    import mindspore

    return tuple(int(part) for part in mindspore.__version__.split(".")[:2])


def dumps(folder):
    """The dumped graphs in a folder."""
    return (
        {name for name in os.listdir(folder) if name.endswith(".ir")}
        if folder and os.path.isdir(folder)
        else set()
    )


def run(request):
    """Meet the request; the answer as a dict. ``stage`` is where it ended: import, load, find, inputs, compile, done."""
    answer = {"stage": "import", "skipped": [], "parameters": []}  # type: dict
    try:
        prepare(request)
        answer["stage"] = "load"
        module, answer["skipped"] = load(request["path"])
        prepare(dict(request, dump=""))
        answer["stage"] = "find"
        found, is_cell = target(module, request)
        answer["stage"] = "inputs"
        answer["parameters"] = signature(found, is_cell)
        answer["definition"] = definition(found, is_cell)
        if len(request["inputs"]) < len(answer["parameters"]):
            raise Stop("Inputs", ", ".join(answer["parameters"]))
        inputs = [value(each, module) for each in request["inputs"]]
        answer["stage"] = "compile"
        before, started = dumps(request["dump"]), time.time()
        try:
            compile_target(found, is_cell, inputs)
        finally:
            answer["seconds"] = time.time() - started
            answer["dumps"] = sorted(dumps(request["dump"]) - before)
        answer["stage"] = "done"
    except BaseException as error:
        answer["error"] = error.args[0] if isinstance(error, Stop) else type(error).__name__
        answer["message"] = error.args[1] if isinstance(error, Stop) else str(error)
        answer["stop"] = isinstance(error, Stop)
        frames = traceback.extract_tb(error.__traceback__)
        answer["frames"] = [[frame.filename, frame.lineno] for frame in frames if frame.filename != __file__]
        if isinstance(error, SyntaxError) and error.filename:
            answer["frames"].append([error.filename, error.lineno or 1])
    return answer


def main():
    """Read the request, answer it."""
    request = json.loads(sys.stdin.read())
    if sys.path and os.path.abspath(sys.path[0]) == OWN_FOLDER:
        del sys.path[0]
    os.chdir(os.path.dirname(os.path.abspath(request["path"])))
    answer = run(request)
    sys.stdout.flush()
    sys.stdout.write("\n" + MARK + json.dumps(answer) + "\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
