"""Starts the graph debugger in every Python process of a debug session, then the site's own customization.

This folder stands first on PYTHONPATH of debugged programs, and so hides a `sitecustomize` further back.
"""

import importlib.machinery
import importlib.util
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _run_hidden():
    rest = [entry for entry in sys.path if os.path.abspath(entry or ".") != _here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", rest)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if os.environ.get("MS_DEBUG_MODE") == "1":
    from mindspore_debug import bootstrap

    bootstrap.activate()
_run_hidden()
