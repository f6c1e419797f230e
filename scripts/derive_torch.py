"""Derives ``server/mindspore_tools/api/data/torch.json``: what PyTorch's public names take, and what MindSpore offers for them.

Run with an interpreter that has the PyTorch to describe (2.13.0), from the root of the project::

    python scripts/derive_torch.py

Renames and notes are written by hand in ``torch_notes.json`` beside it; a name without a rename is looked for under the same
name in the modules of MindSpore that correspond.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindspore_tools.api import calls, docstring  # noqa: E402
from mindspore_tools.api.index import load_index, shipped_versions  # noqa: E402

DATA = ROOT / "server" / "mindspore_tools" / "api" / "data"

# Module of PyTorch → modules of MindSpore where the same name means the same thing, best first.
CORRESPONDING = {
    "torch": ("mindspore.ops", "mindspore.mint"),
    "torch.Tensor": ("mindspore.Tensor",),
    "torch.nn": ("mindspore.nn", "mindspore.mint.nn"),
    "torch.nn.functional": ("mindspore.ops", "mindspore.mint.nn.functional"),
    "torch.nn.init": ("mindspore.common.initializer",),
    "torch.optim": ("mindspore.nn", "mindspore.mint.optim", "mindspore.experimental.optim"),
    "torch.optim.lr_scheduler": ("mindspore.experimental.optim.lr_scheduler",),
    "torch.linalg": ("mindspore.mint.linalg", "mindspore.ops"),
    "torch.special": ("mindspore.mint.special", "mindspore.ops"),
    "torch.fft": ("mindspore.ops", "mindspore.mint.fft"),
    "torch.distributed": ("mindspore.mint.distributed", "mindspore.communication"),
    "torch.func": ("mindspore",),
    "torch.autograd": (),
    "torch.utils.data": (),
    "torch.cuda": ("mindspore.runtime", "mindspore.hal"),
    "torch.nn.utils": ("mindspore.ops",),
    "torch.amp": (),
    "torch.autograd.functional": (),
    "torch.cuda.amp": (),
    "torch.distributions": (),
    "torch.jit": (),
    "torch.nn.parallel": (),
    "torch.onnx": (),
    "torch.utils.checkpoint": (),
    "torch.utils.data.distributed": (),
}
# Names of PyTorch's modules that are typing helpers or plumbing.
SKIPPED = re.compile(
    r"^(?:_|[A-Z]\w*Type$|Any$|Callable$|Optional$|Union$|TypeVar|Sequence$|Iterable$|List$|Tuple$|Dict$)|^(?:types|typing|os|sys|math|warnings)$"
)


def _written(value: object) -> str:
    """A default as one writes it."""
    return value.__name__ if inspect.ismodule(value) else repr(value)


def signatures(value, name):
    """Every documented way to call a name: lists of [name, kind, default]."""
    found = []
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        parameters = None
    if parameters is not None:
        listed = []
        for each in parameters:
            default = None if each.default is inspect.Parameter.empty else _written(each.default)
            listed.append([each.name, int(each.kind), default])
        if listed and listed[0][0] == "self":
            listed.pop(0)
        if not all(kind in (2, 4) for _, kind, _ in listed):
            return [listed]
    doc = getattr(value, "__doc__", None)
    for part in docstring.parse(doc if isinstance(doc, str) else "", name):
        written = calls.of_text(part.call) if part.call else None
        if written is not None:
            found.append([[each.name, each.kind, each.default] for each in written])
    return found


def torch_names():
    """Path → signatures of every public callable of PyTorch."""
    import torch

    found = {}
    for module_name in CORRESPONDING:
        module = torch.Tensor if module_name == "torch.Tensor" else importlib.import_module(module_name)
        for name in dir(module):
            value = getattr(module, name, None)
            if SKIPPED.search(name) or not callable(value):
                continue
            home = getattr(value, "__module__", None) or "torch"
            if home.split(".")[0] != "torch":
                continue
            if inspect.isclass(value) and module_name == "torch" and name.endswith(("Storage", "Error")):
                continue
            found[f"{module_name}.{name}"] = signatures(value, name)
    return torch.__version__.split("+")[0], found


def main():
    version, names = torch_names()
    notes = json.loads((DATA / "torch_notes.json").read_text(encoding="utf-8"))
    indexes = [load_index(each) for each in reversed(shipped_versions())]

    def exists(path):
        return any(index.get(path) is not None for index in indexes)

    counterparts = {}
    for path in sorted(set(names) | set(notes["renamed"])):
        module, _, name = path.rpartition(".")
        targets = [target for target in notes["renamed"].get(path, []) if exists(target)]
        if path not in notes["renamed"] and path not in notes["none"]:
            for candidate in CORRESPONDING.get(module, ()):
                target = f"{candidate}.{name}"
                symbol = next((found for found in (index.get(target) for index in indexes) if found), None)
                if symbol is not None and symbol.kind != "module" and symbol.public:
                    targets.append(target)
        if targets:
            counterparts[path] = {"to": targets, "signatures": names.get(path, [])}
        elif path in notes["none"]:
            counterparts[path] = {"to": [], "signatures": names.get(path, [])}
    data = {"torch": version, "names": counterparts}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace('},"torch.', '},\n"torch.').replace('{"torch.', '{\n"torch.') + "\n"
    (DATA / "torch.json").write_text(text, encoding="utf-8")
    print(f"{len(counterparts)} names of PyTorch {version}")


if __name__ == "__main__":
    main()
