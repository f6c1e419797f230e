"""Addresses of the official pages of MindSpore's API."""

from __future__ import annotations

from mindspore_tools.common.version import Version

_FOLDERS = {
    "mindspore": "mindspore",
    "mindspore.nn": "nn",
    "mindspore.ops": "ops",
    "mindspore.mint": "mint",
    "mindspore.mint.nn": "mint",
    "mindspore.mint.nn.functional": "mint",
    "mindspore.mint.optim": "mint",
    "mindspore.mint.linalg": "mint",
    "mindspore.mint.special": "mint",
    "mindspore.mint.distributed": "mint",
    "mindspore.amp": "amp",
    "mindspore.train": "train",
    "mindspore.dataset": "dataset",
    "mindspore.dataset.vision": "dataset_vision",
    "mindspore.dataset.text": "dataset_text",
    "mindspore.dataset.audio": "dataset_audio",
    "mindspore.dataset.transforms": "dataset_transforms",
    "mindspore.numpy": "numpy",
    "mindspore.scipy.linalg": "scipy",
    "mindspore.scipy.optimize": "scipy",
    "mindspore.hal": "hal",
    "mindspore.runtime": "runtime",
    "mindspore.parallel": "parallel",
    "mindspore.parallel.nn": "parallel",
    "mindspore.experimental.optim": "experimental",
}
_SINGLE_PAGES = (
    "mindspore.common.initializer",
    "mindspore.communication.comm_func",
    "mindspore.communication",
    "mindspore.boost",
    "mindspore.mindrecord",
    "mindspore.rewrite",
    "mindspore.multiprocessing",
    "mindspore.nn.probability",
    "mindspore.ops.primitive",
)


def documentation_url(path: str, version: Version) -> str:
    """The page of a public path in the documentation of a version, or "" for what has none of its own."""
    branch = f"r{version}" if version >= (2, 1, 0) else f"r{version.major}.{version.minor}"
    base = f"https://www.mindspore.cn/docs/en/{branch}/api_python"
    module, _, name = path.rpartition(".")
    if path.startswith("mindspore.Tensor."):
        return f"{base}/mindspore/Tensor/{path}.html"
    if module in _FOLDERS:
        return f"{base}/{_FOLDERS[module]}/{path}.html"
    owner = module.rpartition(".")[0]
    if name and owner in _FOLDERS and module.rpartition(".")[2][:1].isupper():
        return f"{base}/{_FOLDERS[owner]}/{module}.html"
    for page in _SINGLE_PAGES:
        if path.startswith(page + "."):
            return f"{base}/{page}.html"
    return ""
