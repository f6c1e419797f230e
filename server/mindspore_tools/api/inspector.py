"""Runs in the project's interpreter: imports MindSpore and writes down what is there, as JSON facts.

``python inspector.py OUTPUT`` needs the standard library only and Python 3.7 or later. It says nothing about meaning;
``builder`` reads the facts. OUTPUT holds::

    {"version", "package", "python",
     "modules": {name: {"all": [name] or null, "file", "seed": bool, "names": {name: object}}},
     "objects": [{"kind", "module", "qualname", "type", "signature", "returns", "doc", "file", "line", ...}]}

Objects refer to each other by number, so that one function under ten names is one object.
"""

import contextlib
import enum
import importlib
import inspect
import json
import os
import pkgutil
import sys
import types

SEEDS = (
    "mindspore",
    "mindspore.nn",
    "mindspore.nn.probability",
    "mindspore.nn.probability.distribution",
    "mindspore.nn.probability.bijector",
    "mindspore.nn.probability.bnn_layers",
    "mindspore.nn.transformer",
    "mindspore.ops",
    "mindspore.ops.operations",
    "mindspore.ops.functional",
    "mindspore.ops.function",
    "mindspore.ops.composite",
    "mindspore.ops.auto_generate",
    "mindspore.ops.primitive",
    "mindspore.mint",
    "mindspore.mint.nn",
    "mindspore.mint.nn.functional",
    "mindspore.mint.optim",
    "mindspore.mint.linalg",
    "mindspore.mint.special",
    "mindspore.mint.distributed",
    "mindspore.dataset",
    "mindspore.dataset.vision",
    "mindspore.dataset.text",
    "mindspore.dataset.audio",
    "mindspore.dataset.transforms",
    "mindspore.dataset.engine",
    "mindspore.dataset.config",
    "mindspore.dataset.samplers",
    "mindspore.dataset.debug",
    "mindspore.amp",
    "mindspore.train",
    "mindspore.train.callback",
    "mindspore.train.serialization",
    "mindspore.train.summary",
    "mindspore.communication",
    "mindspore.communication.comm_func",
    "mindspore.communication.management",
    "mindspore.parallel",
    "mindspore.parallel.nn",
    "mindspore.parallel.auto_parallel",
    "mindspore.parallel.strategy",
    "mindspore.parallel.distributed",
    "mindspore.parallel.function",
    "mindspore.numpy",
    "mindspore.numpy.fft",
    "mindspore.scipy",
    "mindspore.scipy.linalg",
    "mindspore.scipy.optimize",
    "mindspore.scipy.fft",
    "mindspore.common",
    "mindspore.common.initializer",
    "mindspore.common.dtype",
    "mindspore.common.api",
    "mindspore.common.tensor",
    "mindspore.common.parameter",
    "mindspore.common.mutable",
    "mindspore.context",
    "mindspore.mindrecord",
    "mindspore.profiler",
    "mindspore.profiler.schedule",
    "mindspore.hal",
    "mindspore.runtime",
    "mindspore.device_context",
    "mindspore.device_context.ascend",
    "mindspore.device_context.ascend.op_debug",
    "mindspore.device_context.ascend.op_precision",
    "mindspore.device_context.ascend.op_tuning",
    "mindspore.device_context.ascend.device",
    "mindspore.device_context.cpu",
    "mindspore.device_context.cpu.op_tuning",
    "mindspore.device_context.gpu",
    "mindspore.device_context.gpu.op_precision",
    "mindspore.device_context.gpu.op_tuning",
    "mindspore.device_manager",
    "mindspore.rewrite",
    "mindspore.boost",
    "mindspore.experimental",
    "mindspore.experimental.optim",
    "mindspore.experimental.optim.lr_scheduler",
    "mindspore.experimental.es",
    "mindspore.experimental.map_parameter",
    "mindspore.experimental.llm_boost",
    "mindspore.utils",
    "mindspore.utils.dryrun",
    "mindspore.multiprocessing",
    "mindspore.onnx",
    "mindspore.graph",
    "mindspore.safeguard",
    "mindspore.log",
    "mindspore.explainer",
    "mindspore.explainer.explanation",
    "mindspore.explainer.benchmark",
    "mindspore.compression",
    "mindspore.compression.quant",
    "mindspore.compression.common",
    "mindspore.version",
)

SPECIAL_METHODS = frozenset(
    {
        "__init__", "__new__", "__call__", "__len__", "__iter__", "__next__", "__getitem__", "__setitem__",
        "__delitem__", "__contains__", "__enter__", "__exit__", "__bool__", "__int__", "__float__", "__index__",
        "__complex__", "__abs__", "__neg__", "__pos__", "__invert__", "__add__", "__radd__", "__iadd__",
        "__sub__", "__rsub__", "__isub__", "__mul__", "__rmul__", "__imul__", "__matmul__", "__rmatmul__",
        "__imatmul__", "__truediv__", "__rtruediv__", "__itruediv__", "__floordiv__", "__rfloordiv__",
        "__ifloordiv__", "__mod__", "__rmod__", "__imod__", "__pow__", "__rpow__", "__ipow__", "__and__",
        "__rand__", "__or__", "__ror__", "__xor__", "__rxor__", "__lshift__", "__rshift__", "__eq__", "__ne__",
        "__lt__", "__le__", "__gt__", "__ge__", "__array__", "__dlpack__", "__getattr__", "__hash__",
    }
)  # fmt: skip

KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: 0,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: 1,
    inspect.Parameter.VAR_POSITIONAL: 2,
    inspect.Parameter.KEYWORD_ONLY: 3,
    inspect.Parameter.VAR_KEYWORD: 4,
}


def attribute(value, name, default=None):
    """getattr that survives objects whose ``__getattr__`` raises what it likes."""
    try:
        return getattr(value, name)
    except Exception:
        return default


def text_of(value):
    """repr of a value; None where it would be useless or fails."""
    try:
        text = repr(value)
    except Exception:
        return None
    return text if len(text) <= 200 else None


def annotation_of(annotation):
    if annotation is inspect.Signature.empty:
        return ""
    if isinstance(annotation, str):
        return annotation
    try:
        return inspect.formatannotation(annotation)
    except Exception:
        return ""


def signature_of(value):
    """([[name, kind, default or None, annotation]], return annotation) or (None, "")."""
    try:
        signature = inspect.signature(value)
    except Exception:
        return None, ""
    parameters = []
    for each in signature.parameters.values():
        default = None
        if each.default is not inspect.Parameter.empty:
            default = text_of(each.default) or "..."
        parameters.append([each.name, KINDS[each.kind], default, annotation_of(each.annotation)])
    return parameters, annotation_of(signature.return_annotation)


def doc_of(value):
    """The own docstring of a value, not that of its type."""
    try:
        doc = value.__doc__
    except Exception:
        return None
    if not isinstance(doc, str):
        return None
    if not (inspect.isclass(value) or inspect.ismodule(value)) and doc == attribute(
        type(value), "__doc__", None
    ):
        return None
    return doc


class Inspector:
    """Numbers objects as it meets them."""

    def __init__(self, package):
        self.package = package
        self.objects = []
        self.numbers = {}
        self.kept = []

    def relative(self, path):
        """A path inside the directory that holds the package, or ""."""
        if not isinstance(path, str):
            return ""
        path = os.path.abspath(path)
        root = os.path.dirname(self.package) + os.sep
        return path[len(root) :].replace(os.sep, "/") if path.startswith(root) else ""

    def place(self, value):
        """(file, line) of the definition of a function or the code behind a wrapper."""
        with contextlib.suppress(Exception):
            value = inspect.unwrap(value)
        code = attribute(value, "__code__")
        if isinstance(code, types.CodeType):
            return self.relative(code.co_filename), code.co_firstlineno
        return "", 0

    def number(self, value, shared=True):
        """The number of a value; values that can be equal by accident (1, "a", None) are never shared."""
        if shared:
            known = self.numbers.get(id(value))
            if known is not None:
                return known
        record = {}  # type: dict
        number = len(self.objects)
        self.objects.append(record)
        if shared:
            self.numbers[id(value)] = number
            self.kept.append(value)
        self.describe(value, record)
        return number

    def value(self, value):
        plain = value is None or isinstance(
            value, (bool, int, float, complex, str, bytes, tuple, list, dict, set)
        )
        return self.number(value, shared=not plain or isinstance(value, enum.Enum))

    def describe(self, value, record):
        module = attribute(value, "__module__")
        record["module"] = module if isinstance(module, str) else ""
        name = attribute(value, "__qualname__") or attribute(value, "__name__")
        record["qualname"] = name if isinstance(name, str) else ""
        record["type"] = type(value).__name__
        doc = doc_of(value)
        if doc:
            record["doc"] = doc
        if inspect.ismodule(value):
            record["kind"] = "module"
            record["qualname"] = value.__name__
            record["file"] = self.relative(attribute(value, "__file__"))
        elif inspect.isclass(value):
            record["kind"] = "class"
            self.describe_class(value, record)
        elif inspect.isroutine(value):
            record["kind"] = "function"
            self.describe_call(value, record)
        else:
            record["kind"] = "value"
            record["text"] = text_of(value)
            if callable(value):
                record["kind"] = "instance"
                self.describe_call(value, record)
            kind = type(value)
            if attribute(kind, "__module__") != "builtins":
                record["class"] = self.number(kind)

    def describe_call(self, value, record):
        signature, returns = signature_of(value)
        if signature is not None:
            record["signature"] = signature
            record["returns"] = returns
        record["file"], record["line"] = self.place(value)
        if not record["file"] and callable(attribute(value, "fn")):
            record["file"], record["line"] = self.place(value.fn)

    def describe_class(self, value, record):
        signature, returns = signature_of(value)
        if signature is not None:
            record["signature"] = signature
        definition = sys.modules.get(record["module"])
        record["file"] = self.relative(attribute(definition, "__file__"))
        record["mro"] = [self.number(each) for each in value.__mro__[1:] if each is not object]
        record["members"] = {}
        for name in sorted(vars(value)):
            if name.startswith("_") and name not in SPECIAL_METHODS:
                continue
            if name in SPECIAL_METHODS and not record["module"].startswith("mindspore"):
                continue
            record["members"][name] = self.member(value, name)

    def member(self, owner, name):
        raw = vars(owner)[name]
        record = {
            "type": type(raw).__name__,
            "qualname": str(attribute(owner, "__qualname__", "")) + "." + name,
            "module": str(attribute(owner, "__module__", "")),
        }
        number = len(self.objects)
        self.objects.append(record)
        if isinstance(raw, property) or inspect.isdatadescriptor(raw):
            record["kind"] = "property"
            target = attribute(raw, "fget")
            if target is not None:
                record["file"], record["line"] = self.place(target)
                record["returns"] = signature_of(target)[1]
                raw_doc = attribute(raw, "__doc__") or attribute(target, "__doc__")
            else:
                raw_doc = attribute(raw, "__doc__")
            if isinstance(raw_doc, str):
                record["doc"] = raw_doc
            return number
        try:
            value = getattr(owner, name)
        except Exception:
            value = raw
        doc = doc_of(value) or doc_of(raw)
        if doc:
            record["doc"] = doc
        if inspect.isclass(value):
            self.objects.pop()
            return self.number(value)
        if inspect.isroutine(value) or inspect.isroutine(raw):
            record["kind"] = "method"
            record["bound"] = isinstance(raw, (staticmethod, classmethod))
            self.describe_call(value, record)
        else:
            record["kind"] = "value"
            record["text"] = text_of(value)
            if callable(value):
                record["kind"] = "instance"
                self.describe_call(value, record)
            kind = type(value)
            if attribute(kind, "__module__") != "builtins":
                record["class"] = self.number(kind)
        return number

    def module(self, module, names, seed):
        exported = attribute(module, "__all__")
        record = {
            "seed": seed,
            "file": self.relative(attribute(module, "__file__")),
            "all": sorted({each for each in exported if isinstance(each, str)})
            if isinstance(exported, (list, tuple, set))
            else None,
            "names": {name: self.value(names[name]) for name in sorted(names)},
        }
        if isinstance(module.__doc__, str):
            record["doc"] = module.__doc__
        return record


class Snapshots:
    """The names of modules as they are first seen: importing a submodule may hide a function of the same name."""

    def __init__(self):
        self.names = {}  # type: dict

    def take(self):
        """Look at all modules of MindSpore; known ones only gain names."""
        for path in sorted(sys.modules):
            module = sys.modules[path]
            if path.split(".")[0] != "mindspore" or not inspect.ismodule(module):
                continue
            if any(part.startswith("_") for part in path.split(".")):
                continue
            names = self.names.setdefault(path, {})
            for name in dir(module):
                if not name.startswith("_") and name not in names:
                    with contextlib.suppress(Exception):
                        names[name] = getattr(module, name)


def overloads_of_native(package):
    """What the argument parser of compiled functions says about its ways of being called.

    A call with an object of a foreign type runs nothing; the error lists every valid call with the types.
    """

    class Foreign:
        pass

    found = {}  # type: dict
    try:
        functions = importlib.import_module("mindspore.ops.functional_overload")
        tensor = importlib.import_module("mindspore").Tensor([1.0])
        native = type(tensor).__mro__[1]
    except Exception:
        return found
    targets = [
        ("mindspore.ops.functional_overload." + n, f)
        for n, f in vars(functions).items()
        if inspect.isfunction(f)
    ]
    for name, raw in vars(native).items():
        doc = attribute(raw, "__doc__")
        if (
            not name.startswith("_")
            and isinstance(doc, str)
            and ("Supported Platforms" in doc or "-> Tensor" in doc)
        ):
            targets.append(("mindspore.Tensor." + name, attribute(tensor, name)))
    for path, function in targets:
        for arguments in ((Foreign(),), (Foreign(),) * 9):
            try:
                function(*arguments)
            except Exception as error:
                lines = [line.strip() for line in str(error).split("\n")]
                calls = [line.rstrip(".")[1:-1] for line in lines if line.startswith('"') and "(" in line]
                if calls:
                    found[path] = calls
                    break
    return found


def walk(path, prefix):
    """Import every public submodule; what cannot be imported here is left out."""
    for each in pkgutil.iter_modules(path):
        if each.name.startswith("_") or each.name in ("ops_generate", "run_check"):
            continue
        name = prefix + each.name
        try:
            module = importlib.import_module(name)
        except (Exception, SystemExit):
            continue
        if each.ispkg and hasattr(module, "__path__"):
            walk(module.__path__, name + ".")


def main(output):
    # The directory of this script is no place to import from.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [each for each in sys.path if os.path.abspath(each or ".") != here]
    os.environ.setdefault("GLOG_v", "4")
    import mindspore

    package = os.path.dirname(os.path.abspath(mindspore.__file__))
    inspector = Inspector(package)
    snapshots = Snapshots()
    snapshots.take()
    seeds = []
    for name in SEEDS:
        with contextlib.suppress(Exception, SystemExit):
            importlib.import_module(name)
            seeds.append(name)
            snapshots.take()
    public = {name: dict(snapshots.names[name]) for name in seeds}
    walk(mindspore.__path__, "mindspore.")
    snapshots.take()
    modules = {name: inspector.module(sys.modules[name], public[name], seed=True) for name in seeds}
    for name in sorted(snapshots.names):
        if name not in modules:
            modules[name] = inspector.module(sys.modules[name], snapshots.names[name], seed=False)
    facts = {
        "version": mindspore.__version__,
        "package": package,
        "python": sys.version.split()[0],
        "modules": modules,
        "objects": inspector.objects,
        "overloads": overloads_of_native(mindspore),
    }
    with open(output, "w") as stream:
        json.dump(facts, stream)
    # MindSpore's own exit handlers may hang or crash without a device; everything is written.
    stream.close()
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
