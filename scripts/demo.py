"""Shows the product on examples/.

    npm run demo                  opens VS Code, or serves it to your browser and prints the address
    npm run demo -- --headless    needs no screen: drives the page, saves screenshots, prints what a user sees

Builds the VSIX for this platform. `code` is taken where there is one, otherwise code-server comes from npm. The
interpreter is the one in MINDSPORE_PYTHON, or build/mindspore with MindSpore from PyPI.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path

import setup
import vscode
from bundle import this_platform
from package import package

WORKSPACE = setup.BUILD / "demo"
SHOTS = setup.BUILD / "shots/demo"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--headless", action="store_true", help="drive the page instead of showing it")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to serve on (default: this machine only)"
    )
    parser.add_argument("--port", type=int, default=8080, help="port to serve on (default: 8080)")
    arguments = parser.parse_args()
    vsix = package(this_platform())
    settings: dict[str, object] = {"mindspore.interpreter": str(setup.mindspore_python())}
    shutil.rmtree(WORKSPACE, ignore_errors=True)
    shutil.copytree(setup.ROOT / "examples", WORKSPACE, ignore=shutil.ignore_patterns("rank_0"))
    code = shutil.which("code")
    if code and not arguments.headless:
        return _open_in_desktop(code, vsix)
    vscode.fetch()
    installation = vscode.Installation("demo")
    installation.install(vsix)
    if arguments.headless:
        return _drive(installation, settings)
    installation.configure({**vscode.QUIET, **settings})
    with installation.serve(host=arguments.host, port=arguments.port) as server:
        setup.say(f"open {server.address(WORKSPACE)}   (Ctrl+C ends)")
        try:
            server.process.wait()
        except KeyboardInterrupt:
            print()
    return 0


def _open_in_desktop(code: str, vsix: Path) -> int:
    setup.run([code, "--install-extension", vsix, "--force"])
    setup.run([code, WORKSPACE, WORKSPACE / "train.py"])
    setup.say(f"VS Code shows {WORKSPACE}")
    return 0


def _drive(installation: vscode.Installation, settings: dict[str, object]) -> int:
    browser = vscode.browser()
    installation.configure({**vscode.QUIET, **vscode.DRIVEN, **settings})
    shutil.rmtree(SHOTS, ignore_errors=True)
    with installation.serve("--disable-workspace-trust") as server:
        setup.say("VS Code runs")
        command = [vscode.node(), setup.ROOT / "scripts/demo.mjs", server.address(WORKSPACE), browser, SHOTS]
        return subprocess.run([str(part) for part in command]).returncode


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except setup.SetupError as error:
        raise SystemExit(str(error)) from None
