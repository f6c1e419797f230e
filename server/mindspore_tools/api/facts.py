"""What the inspector wrote about one installation, and the preferred path of every object in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

# Modules that repeat what their users import from elsewhere: never the preferred home of a name that also lives elsewhere.
_SECONDARY = (
    "mindspore.common", "mindspore.context", "mindspore.ops.operations", "mindspore.ops.functional", "mindspore.ops.function",
    "mindspore.ops.composite", "mindspore.ops.primitive", "mindspore.ops.auto_generate", "mindspore.train.callback",
    "mindspore.train.serialization", "mindspore.train.summary", "mindspore.communication.management",
    "mindspore.dataset.engine", "mindspore.dataset.samplers", "mindspore.log", "mindspore.parallel.function",
    "mindspore.parallel.auto_parallel", "mindspore.parallel.distributed", "mindspore.boost", "mindspore.version",
)  # fmt: skip
# Among equals, the module from which most code takes the name.
_PREFERRED = ("mindspore", "mindspore.nn", "mindspore.ops", "mindspore.mint")
# Modules whose classes are documented there although `mindspore` exports them too.
_OWN_CLASSES = (
    "mindspore.train",
    "mindspore.rewrite",
    "mindspore.runtime",
    "mindspore.parallel.auto_parallel",
)


@dataclass
class Listing:
    """The names of one module. ``exported`` is ``__all__`` as far as it exists, None without one."""

    name: str
    exported: set[str] | None
    names: dict[str, int]
    seed: bool
    file: str
    doc: str = ""


@dataclass
class Facts:
    """One installation as the inspector saw it."""

    raw: dict[str, Any]
    modules: dict[str, Listing] = field(init=False)

    def __post_init__(self) -> None:
        self.modules = {}
        for name, each in self.raw["modules"].items():
            exported = None if each["all"] is None else {one for one in each["all"] if one in each["names"]}
            self.modules[name] = Listing(
                name, exported, each["names"], each["seed"], each["file"], each.get("doc", "")
            )

    @property
    def version(self) -> str:
        """The version as the package gives it."""
        return str(self.raw["version"])

    @property
    def root(self) -> Path:
        """The directory that holds the package."""
        return Path(self.raw["package"]).parent

    def object(self, number: int) -> dict[str, Any]:
        """What is known about one object."""
        record: dict[str, Any] = self.raw["objects"][number]
        return record

    def is_own(self, number: int) -> bool:
        """Whether an object is defined by MindSpore."""
        return str(self.object(number)["module"]).split(".")[0] == "mindspore"

    def documented(self, number: int) -> bool:
        """Whether an object is MindSpore's own and has a docstring."""
        record = self.object(number)
        return (
            record["kind"] in ("class", "function", "instance")
            and self.is_own(number)
            and bool(record.get("doc"))
        )

    def tier(self, module: Listing, name: str) -> int:
        """0 for an exported name, 1 for a documented one that ``__all__`` leaves out, 2 for the rest."""
        number = module.names[name]
        if self.object(number)["kind"] == "module":
            target = self.object(number)["qualname"]
            return 0 if target in self.modules and self.modules[target].seed else 2
        if module.exported is not None and name in module.exported:
            return 0
        if self.documented(number):
            # What `mindspore` imports by name, such as `value_and_grad`, is official without being in its `__all__`.
            official = module.name == "mindspore" and self.object(number)["kind"] == "function"
            return 0 if not module.exported or official else 1
        return 2

    @cached_property
    def homes(self) -> dict[int, tuple[str, str]]:
        """Object → (module, name) by which users write it best."""
        best: dict[int, tuple[Any, tuple[str, str]]] = {}
        for module in self.modules.values():
            for name, number in module.names.items():
                record = self.object(number)
                if record["kind"] == "module" or not self.shared(number):
                    continue
                rank = self._rank(module, name, record)
                if number not in best or rank < best[number][0]:
                    best[number] = (rank, (module.name, name))
        return {number: home for number, (_, home) in best.items()}

    def shared(self, number: int) -> bool:
        """Whether equal numbers mean one object: plain values are told apart by their place only."""
        record = self.object(number)
        return record["kind"] != "value" or "class" in record

    def _rank(self, module: Listing, name: str, record: dict[str, Any]) -> tuple[Any, ...]:
        own_class = (
            record["kind"] == "class"
            and module.name in _OWN_CLASSES
            and self.tier(module, name) == 0
            and record["module"].startswith(module.name)
        )
        depth = 0 if own_class else module.name.count(".") + 1
        return (
            not module.seed,
            self.tier(module, name),
            module.name.startswith(_SECONDARY) and not own_class,
            depth,
            name != (record["qualname"] or str(record.get("text")).rpartition(".")[2].lower()),
            _PREFERRED.index(module.name) if module.name in _PREFERRED else len(_PREFERRED),
            module.name,
            name,
        )

    def canonical(self, module: str, name: str) -> str:
        """The preferred path of what a module calls by this name."""
        number = self.modules[module].names[name]
        record = self.object(number)
        if record["kind"] == "module":
            return str(record["qualname"])
        if not self.shared(number):
            return f"{module}.{name}"
        home, best = self.homes[number]
        return f"{home}.{best}"

    @cached_property
    def class_paths(self) -> dict[int, str]:
        """Class → path: the preferred one, or where it is defined if no module offers it."""
        found = {}
        for number, record in enumerate(self.raw["objects"]):
            if record["kind"] == "class":
                home = self.homes.get(number)
                listed = home and self.tier(self.modules[home[0]], home[1]) < 2
                found[number] = (
                    ".".join(home) if home and listed else f"{record['module']}.{record['qualname']}"
                )
        return found

    @cached_property
    def classes(self) -> dict[str, int]:
        """Path → class."""
        return {path: number for number, path in self.class_paths.items()}

    @cached_property
    def short_names(self) -> dict[str, str]:
        """Simple name → path of the one public class of this name; preferred modules decide among several."""
        candidates: dict[str, list[tuple[Any, str]]] = {}
        for number, path in self.class_paths.items():
            home = self.homes.get(number)
            if home is None or not self.is_own(number):
                continue
            module = self.modules[home[0]]
            rank = self._rank(module, home[1], self.object(number))[:4]
            candidates.setdefault(path.rsplit(".", 1)[-1], []).append((rank, path))
        found = {}
        for name, paths in candidates.items():
            paths.sort()
            if len(paths) == 1 or paths[0][0] != paths[1][0]:
                found[name] = paths[0][1]
        return found

    def seeds(self) -> Iterator[Listing]:
        """The public modules."""
        return (module for module in self.modules.values() if module.seed)

    def ancestors(self, number: int) -> list[int]:
        """The bases of a class in method resolution order, without itself and ``object``."""
        found: list[int] = self.object(number).get("mro", [])
        return found
