"""The project as the settings describe it: which MindSpore it has and the index that tells about it."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindspore_tools.api.index import Index, load_index
from mindspore_tools.common.version import Version
from mindspore_tools.lsp.installation import Installation, find_installation
from mindspore_tools.lsp.settings import Settings

if TYPE_CHECKING:
    from mindspore_tools.editor.user_code import UserCode
    from mindspore_tools.graph.analysis import Target


class Project:
    """What is known about the user's project. Made anew when a setting changes; cheap until something is asked for."""

    def __init__(self, settings: Settings, folder: Path | None = None) -> None:
        self.settings = settings
        self.folder = folder
        self._lock = threading.RLock()

    @cached_property
    def installation(self) -> Installation | None:
        """The MindSpore of the project's interpreter, as far as the disk tells."""
        with self._lock:
            return find_installation(self.settings.interpreter, may_run=False)

    @property
    def version(self) -> Version | None:
        """The version that the code is for: the one set, else the installed one, else None."""
        if self.settings.version is not None:
            return self.settings.version
        return self.installation.version if self.installation is not None else None

    @cached_property
    def index(self) -> Index:
        """The API index for that version, or the nearest one."""
        with self._lock:
            return load_index(self.version, self.installation.package if self.installation else None)

    @property
    def index_for_installation(self) -> Index:
        """The index for what is installed, whatever version the code is to be checked for."""
        installed = self.installation
        return load_index(installed.version, installed.package) if installed else self.index

    @cached_property
    def target(self) -> Target:
        """What the code is compiled for."""
        from mindspore_tools.graph.analysis import Target

        return Target(self.version or self.index.version, self.settings.syntax_level, self.settings.mode)

    @property
    def packages(self) -> Path | None:
        """The directory that holds the installed ``mindspore`` package, None when there is none."""
        return self.installation.package.parent if self.installation is not None else None

    @cached_property
    def user_code(self) -> UserCode:
        """Where jedi looks for what the index does not hold."""
        from mindspore_tools.editor.user_code import UserCode

        return UserCode(self.folder, self.packages)

    def status(self) -> dict[str, Any]:
        """What the client shows about the project, the parameters of the notification ``mindspore/status``."""
        return {
            "interpreter": self.settings.interpreter,
            "version": str(self.installation.version) if self.installation else None,
            "target": str(self.target.version),
            "index": str(self.index.version),
            "exact": self.version is not None and self.version == self.index.version,
        }
