"""Starts the runtime in a process: as soon as the program imports MindSpore, before it uses it."""

import importlib.abc
import importlib.machinery
import os
import sys

VARIABLE = "MS_DEBUG_MODE"


def is_wanted():
    return os.environ.get(VARIABLE) == "1"


def activate():
    """Install the runtime behind `import mindspore` and the debugger's views behind pydevd, now or when they come."""
    for name, install in _INSTALLS.items():
        if name in sys.modules:
            _guarded(install)
        else:
            sys.meta_path.insert(0, _Finder(name, install))


def deactivate():
    """Take everything out again."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
    if "mindspore_debug.patches" in sys.modules:
        sys.modules["mindspore_debug.patches"].restore_all()


def _install_compiler():
    from . import compiler

    compiler.install()


def _install_views():
    from . import presentation

    presentation.register()


def _tell_absent():
    from . import debugger

    debugger.notify("absent", python=sys.executable)


_INSTALLS = {"mindspore": _install_compiler, "_pydevd_bundle.pydevd_xml": _install_views}


def _guarded(install):
    try:
        install()
    except Exception as error:
        sys.stderr.write(f"MindSpore graph debugging is off: {type(error).__name__}: {error}\n")


class _Finder(importlib.abc.MetaPathFinder):
    """Waits for the import of one module and calls `install` behind it."""

    def __init__(self, name, install):
        self.name = name
        self.install = install

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None and name == "mindspore":
            _guarded(_tell_absent)
        elif spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self.install)
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, install):
        self.loader = loader
        self.install = install

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        _guarded(self.install)
