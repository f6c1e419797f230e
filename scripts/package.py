"""Builds the VSIX.

    npm run package        for this platform
    npm run package:all    for every platform

The files come into dist/. Each VSIX holds the Python libraries for its platform and THIRD_PARTY.json, which names
every library inside with its version and licence.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path
from typing import Any

import setup
from bundle import TARGETS, Library, bundle, this_platform

DIST = setup.ROOT / "dist"
MEGABYTES = 40

FILES = [
    "LICENSE",
    "NOTICE",
    "README.md",
    "README.zh-CN.md",
    "CHANGELOG.md",
    "package.nls.json",
    "package.nls.zh-cn.json",
]
FOLDERS = [
    ("l10n", "*.json"),
    ("syntaxes", "*.json"),
    ("extension/media", "*"),
    ("extension/dist", "extension.js"),
    ("docs/images", "*.png"),
    ("docs/rules", "*.md"),
    ("server/mindspore_tools", "*"),
    ("server/runtime", "*"),
]


def package(target: str) -> Path:
    """Build the VSIX for one target and return it. Raises SetupError."""
    setup.node_modules()
    setup.run(["node", "extension/build.mjs"])
    stage = setup.BUILD / "stage" / target
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    _copy_sources(stage)
    libraries = bundle(target, stage / "server/bundled")
    manifest = _manifest()
    _write_json(stage / "package.json", manifest)
    _write_json(stage / "THIRD_PARTY.json", _contents(libraries))
    DIST.mkdir(exist_ok=True)
    vsix = DIST / f"{manifest['name']}-{manifest['version']}-{target}.vsix"
    vsce = setup.ROOT / "node_modules/@vscode/vsce/vsce"
    options = [
        "--target",
        target,
        "--no-dependencies",
        "--no-rewrite-relative-links",
        "--allow-missing-repository",
    ]
    # The search for secrets takes three times as long as everything else; what is staged comes from the lists above.
    options += ["--allow-package-all-secrets", "--allow-package-env-file"]
    setup.run(["node", vsce, "package", *options, "--out", vsix], cwd=stage)
    size = vsix.stat().st_size / 2**20
    if size > MEGABYTES:
        raise setup.SetupError(f"{vsix.name} has {size:.1f} MB, more than the {MEGABYTES} MB allowed")
    setup.say(f"{vsix.relative_to(setup.ROOT)} ({size:.1f} MB)")
    return vsix


def _manifest() -> dict[str, Any]:
    """package.json without what only the checkout needs."""
    manifest = json.loads((setup.ROOT / "package.json").read_text(encoding="utf-8"))
    for key in ("scripts", "devDependencies", "private"):
        manifest.pop(key, None)
    manifest["engines"].pop("node", None)
    return dict(manifest)


def _copy_sources(stage: Path) -> None:
    for name in FILES:
        shutil.copy2(setup.ROOT / name, stage / name)
    shutil.copy2(setup.ROOT / "server/launch.py", _parent(stage / "server/launch.py"))
    for folder, pattern in FOLDERS:
        for file in sorted((setup.ROOT / folder).rglob(pattern)):
            if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
                shutil.copy2(file, _parent(stage / file.relative_to(setup.ROOT)))


def _parent(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def _contents(libraries: list[Library]) -> dict[str, list[dict[str, str]]]:
    return {
        "python": [vars(library) for library in libraries],
        "npm": [vars(library) for library in _npm_libraries()],
    }


def _npm_libraries() -> list[Library]:
    """The npm packages that esbuild took code from."""
    inputs = json.loads((setup.BUILD / "esbuild.json").read_text(encoding="utf-8"))["inputs"]
    names = {
        match.group(1) for file in inputs if (match := re.match(r"(.*node_modules/(?:@[^/]+/)?[^/]+)/", file))
    }
    found = []
    for name in sorted(names):
        data = json.loads((setup.ROOT / name / "package.json").read_text(encoding="utf-8"))
        found.append(Library(data["name"], data["version"], data.get("license", "unknown")))
    return found


def _write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "targets", nargs="*", help=f"some of {', '.join(TARGETS)}; this platform if none is given"
    )
    parser.add_argument("--all", action="store_true", help="all of them")
    arguments = parser.parse_args()
    targets = list(TARGETS) if arguments.all else arguments.targets or [this_platform()]
    for target in targets:
        package(target)


if __name__ == "__main__":
    try:
        main()
    except setup.SetupError as error:
        raise SystemExit(str(error)) from None
