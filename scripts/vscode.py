"""A real VS Code for the demo and the end-to-end tests: code-server from npm, with the VSIX installed.

Everything lies under build/vscode. code-server 4.139.1 is VS Code 1.139.1; it needs Node.js 24, which comes from npm
as well.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import setup
from bundle import this_platform

CODE_SERVER = "4.139.1"
NODE = "24.22.3"
FOLDER = setup.BUILD / "vscode"
EDITOR = FOLDER / "app/node_modules/code-server/lib/vscode"

# What a first start must not show or do: it would stand in the way of a test, or reach for the network.
QUIET = {
    "telemetry.telemetryLevel": "off",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
    "workbench.enableExperiments": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "chat.disableAIFeatures": True,
    "extensions.autoUpdate": "off",
    "extensions.autoCheckUpdates": False,
    "extensions.ignoreRecommendations": True,
    "update.mode": "none",
    "remote.autoForwardPorts": False,
}
# Also needed where a program reads the page.
DRIVEN = {
    "workbench.reduceMotion": "on",
    "editor.accessibilitySupport": "off",
    "editor.minimap.enabled": False,
    "editor.cursorBlinking": "solid",
    "editor.wordBasedSuggestions": "off",
    "editor.hover.delay": 100,
    "files.autoSave": "off",
    "files.hotExit": "off",
    "git.enabled": False,
    "terminal.integrated.gpuAcceleration": "off",
    "terminal.integrated.shellIntegration.enabled": False,
    "window.confirmBeforeClose": "never",
}


@dataclass(frozen=True)
class Server:
    """A running code-server."""

    port: int
    process: subprocess.Popen[bytes]

    def address(self, workspace: Path) -> str:
        """The page that shows a folder."""
        return f"http://127.0.0.1:{self.port}/?folder={workspace}"


class Installation:
    """code-server with its own home, settings and extensions, so that runs do not meet each other."""

    def __init__(self, name: str) -> None:
        self.folder = FOLDER / name
        self.extensions = self.folder / "extensions"
        self.data = self.folder / "data"

    def install(self, vsix: Path) -> None:
        """Install one VSIX in place of all that was there before."""
        shutil.rmtree(self.extensions, ignore_errors=True)
        self._folders()
        self._run("--install-extension", str(vsix), "--force")

    def configure(self, settings: dict[str, object]) -> None:
        """Write the settings. VS Code may change them, so they are written before each start."""
        ours = {name: value for name, value in settings.items() if name.startswith("mindspore.")}
        # Paths of this machine count only in the settings of the machine.
        for name, content in (("User", settings), ("Machine", ours)):
            file = self.data / name / "settings.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(content, indent=2), encoding="utf-8")

    @contextmanager
    def serve(self, *options: str, host: str = "127.0.0.1", port: int | None = None) -> Iterator[Server]:
        """Start code-server and stop it, with every process that it started, at the end of the block."""
        port = port or _free_port()
        log = self.folder / "server.log"
        command = self._command("--auth", "none", "--bind-addr", f"{host}:{port}", *options)
        command += ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"]
        with log.open("w") as output:
            process = subprocess.Popen(
                command, stdout=output, stderr=output, env=self._environment(), start_new_session=True
            )
        try:
            _wait_until_healthy(port, process, log)
            yield Server(port, process)
        finally:
            _stop(process)

    def _run(self, *arguments: str) -> None:
        setup.run(self._command(*arguments), env=self._environment())

    def _command(self, *arguments: str) -> list[str]:
        entry = FOLDER / "app/node_modules/code-server/out/node/entry.js"
        folders = ["--user-data-dir", str(self.data), "--extensions-dir", str(self.extensions)]
        return [str(node()), str(entry), "--config", str(self.folder / "config.yaml"), *folders, *arguments]

    def _environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("VSCODE_")}
        return {**own, "HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}

    def _folders(self) -> None:
        for folder in (self.folder / "home", self.folder / "tmp", self.extensions, self.data):
            folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "config.yaml").write_text("auth: none\ncert: false\n")


def node() -> Path:
    """The Node.js that runs code-server."""
    name = f"node-{this_platform().replace('win32', 'win')}"
    return FOLDER / f"node/node_modules/{name}/bin/node"


def fetch() -> None:
    """Fetch code-server and its Node.js from npm, unless they are there. Raises SetupError."""
    mark = FOLDER / ".fetched"
    if mark.is_file() and mark.read_text() == f"{CODE_SERVER} {NODE}":
        return
    setup.debian_packages("build-essential", "pkg-config")
    setup.say("VS Code (code-server) from npm")
    name = node().parents[1].name
    _install_package(FOLDER / "node", {name: NODE})
    environment = {
        "PATH": f"{node().parent}{os.pathsep}{os.environ['PATH']}",
        "npm_config_nodedir": str(node().parents[1]),
    }
    _install_package(FOLDER / "app", {"code-server": CODE_SERVER}, environment)
    npm = ["npm", "install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    setup.run(npm, cwd=EDITOR, env=environment)
    # The two native modules that code-server cannot start without; the others come prebuilt or are not needed.
    native = ["@vscode/spdlog", "@vscode/native-watchdog"]
    setup.run(
        ["npm", "rebuild", *native], cwd=EDITOR, env={**environment, "npm_config_ignore_scripts": "false"}
    )
    setup.run(npm, cwd=EDITOR / "extensions", env=environment)
    _drop_other_platforms()
    mark.write_text(f"{CODE_SERVER} {NODE}")


def browser() -> Path:
    """A Chromium to drive pages with; installed from Debian where there is none. Raises SetupError."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if not found:
        setup.debian_packages("chromium", "fonts-dejavu-core")
        found = shutil.which("chromium")
    if not found:
        raise setup.SetupError("Chromium is needed to drive the page: install it and start again.")
    return Path(found)


def _install_package(
    folder: Path, packages: dict[str, str], environment: dict[str, str] | None = None
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    content = {"private": True, "dependencies": packages}
    (folder / "package.json").write_text(json.dumps(content))
    command = [setup.npm(), "install", "--ignore-scripts", "--no-audit", "--no-fund"]
    setup.run(command, cwd=folder, env=environment)


def _drop_other_platforms() -> None:
    """Half of a gigabyte is programs for other systems."""
    keep = this_platform()
    for folder in (
        EDITOR / "node_modules/@vscode/ripgrep-universal/bin",
        EDITOR / "node_modules/node-pty/prebuilds",
    ):
        for other in folder.iterdir() if folder.is_dir() else ():
            if other.is_dir() and re.match(r"(linux|darwin|win32)-", other.name) and other.name != keep:
                shutil.rmtree(other)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise setup.SetupError(f"code-server did not start:\n{log.read_text(errors='replace')[-2000:]}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
        time.sleep(0.3)
