"""Puts the debugger's runtime, which stands beside the package in the sources, into the installed package."""

from setuptools import find_packages, setup

RUNTIME = "mindspore_tools.runtime"

setup(
    package_dir={"": "server", RUNTIME: "server/runtime"},
    packages=[
        *find_packages("server", include=["mindspore_tools*"]),
        f"{RUNTIME}.mindspore_debug",
        f"{RUNTIME}.site",
    ],
)
