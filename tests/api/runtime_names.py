"""Asks the real MindSpore for its names and signatures, independently of the inspector: ``runtime_names.py OUTPUT MODULE…``.

Runs in the interpreter under test; standard library only.
"""

import importlib
import inspect
import json
import os
import sys

KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional-only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional-or-keyword",
    inspect.Parameter.VAR_POSITIONAL: "var-positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword-only",
    inspect.Parameter.VAR_KEYWORD: "var-keyword",
}


def signature(value):
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    empty = inspect.Parameter.empty
    return [[p.name, KINDS[p.kind], None if p.default is empty else repr(p.default)] for p in parameters]


def attribute(value, name):
    """getattr for objects whose ``__getattr__`` raises what it likes."""
    try:
        return getattr(value, name)
    except Exception:
        return None


def has_own_documentation(value):
    if not (inspect.isclass(value) or inspect.isroutine(value) or callable(value)):
        return False
    doc = attribute(value, "__doc__")
    if not inspect.isclass(value) and doc == getattr(type(value), "__doc__", None):
        return False
    return isinstance(doc, str) and str(attribute(value, "__module__")).startswith("mindspore")


def members_of(cls):
    return sorted(name for name in dir(cls) if not name.startswith("_"))


def describe(module):
    names = {}
    for name in dir(module):
        if name.startswith("_"):
            continue
        value = getattr(module, name)
        home = value.__name__ if inspect.ismodule(value) else attribute(value, "__module__")
        own = not isinstance(home, str) or home.split(".")[0] == "mindspore"
        is_class = inspect.isclass(value)
        names[name] = {
            "module": inspect.ismodule(value),
            "own": own,
            "documented": not inspect.ismodule(value) and has_own_documentation(value),
            "signature": signature(value) if callable(value) else None,
            "members": members_of(value) if is_class and own else None,
        }
    exported = getattr(module, "__all__", None) or []
    return {"names": names, "exported": sorted({name for name in exported if name in names})}


def main(output, modules):
    os.environ.setdefault("GLOG_v", "4")
    import mindspore

    found = {}
    for name in modules:
        try:
            found[name] = describe(importlib.import_module(name))
        except ImportError:
            continue
    with open(output, "w") as stream:
        json.dump({"version": mindspore.__version__, "modules": found}, stream)
    stream.close()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
