"""Starts the runtime in a process: as soon as the program imports MindSpore, before it uses it."""

import importlib.abc
import importlib.machinery
import os
import sys

VARIABLE = "MS_DEBUG_MODE"


def is_wanted():
    return os.environ.get(VARIABLE) == "1"


def activate():
    """Install the runtime now, or when MindSpore is imported."""
    if "mindspore" in sys.modules:
        _install()
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def deactivate():
    """Take everything out again."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
    if "mindspore_debug.patches" in sys.modules:
        sys.modules["mindspore_debug.patches"].restore_all()


def _install():
    try:
        from . import compiler

        compiler.install()
    except Exception as error:
        sys.stderr.write(f"MindSpore graph debugging is off: {type(error).__name__}: {error}\n")


class _Finder(importlib.abc.MetaPathFinder):
    """Waits for `import mindspore` and installs the runtime behind it."""

    def find_spec(self, name, path=None, target=None):
        if name != "mindspore":
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader):
        self.loader = loader

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        _install()
