"""Last words of real crashes, explained."""

from __future__ import annotations

import pytest

from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.last_words import explain, last_words

CRASHES = {
    "numpy too old": (
        "ImportError: Failed to register BFloat16 type!\n\n-----\n- C++ Call Stack: (For framework developers)\n-----\n"
        "mindspore/ccsrc/utils/np_dtypes.cc:1570 RegisterNumpyTypes\n",
        "ImportError: Failed to register BFloat16 type!",
        'install "numpy>=1.25"',
    ),
    "pillow too new": (
        "    ANTIALIAS = Image.ANTIALIAS\nAttributeError: module 'PIL.Image' has no attribute 'ANTIALIAS'\n",
        "AttributeError: module 'PIL.Image' has no attribute 'ANTIALIAS'",
        'install "pillow<10"',
    ),
    "protobuf too old, then Python dies while ending": (
        "ImportError: cannot import name 'runtime_version' from 'google.protobuf' (/env/google/protobuf/__init__.py)\n"
        "Fatal Python error: PyThreadState_Get: the function must be called with the GIL held\n"
        "Python runtime state: finalizing (tstate=0x00007fc8e9376ef8)\n",
        "ImportError: cannot import name 'runtime_version' from 'google.protobuf' (/env/google/protobuf/__init__.py)",
        "install --upgrade protobuf",
    ),
    "cuda missing": (
        "ImportError: libcublas.so.10: cannot open shared object file: No such file or directory\n",
        "ImportError: libcublas.so.10: cannot open shared object file: No such file or directory",
        "/usr/local/cuda/lib64",
    ),
    "cann missing": (
        "ImportError: libascendcl.so: cannot open shared object file: No such file or directory\n",
        "ImportError: libascendcl.so: cannot open shared object file: No such file or directory",
        "set_env.sh",
    ),
    "old libstdc++": (
        "ImportError: /opt/lib/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by /env/mindspore/_c_expression.so)\n",
        "ImportError: /opt/lib/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by /env/mindspore/_c_expression.so)",
        "libstdcxx-ng",
    ),
    "mixed libraries": (
        "ImportError: /env/mindspore/_c_expression.so: undefined symbol: _ZN9mindspore3FooEv\n",
        "ImportError: /env/mindspore/_c_expression.so: undefined symbol: _ZN9mindspore3FooEv",
        "env -u LD_LIBRARY_PATH",
    ),
    "numpy for another python": (
        "ImportError: \n\nIMPORTANT: PLEASE READ THIS FOR ADVICE ON HOW TO SOLVE THIS ISSUE!\n\n"
        "Original error was: No module named 'numpy._core._multiarray_umath'\n",
        "ImportError: IMPORTANT: PLEASE READ THIS FOR ADVICE ON HOW TO SOLVE THIS ISSUE!",
        "--force-reinstall numpy",
    ),
    "dependency missing": (
        "ModuleNotFoundError: No module named 'astunparse'\n",
        "ModuleNotFoundError: No module named 'astunparse'",
        "install astunparse",
    ),
    "hidden by a file": (
        "ImportError: cannot import name 'Empty' from 'queue' (/home/me/project/queue.py)\n",
        "ImportError: cannot import name 'Empty' from 'queue' (/home/me/project/queue.py)",
        "",
    ),
    "static TLS": (
        "ImportError: /env/libgomp.so.1: cannot allocate memory in static TLS block\n",
        "ImportError: /env/libgomp.so.1: cannot allocate memory in static TLS block",
        "LD_PRELOAD",
    ),
    "illegal instruction": (
        "Fatal Python error: Illegal instruction\n",
        "Fatal Python error: Illegal instruction",
        "avx2",
    ),
}


@pytest.mark.parametrize("name", CRASHES)
def test_crash(name):
    stderr, words, command = CRASHES[name]
    assert last_words(f"Traceback (most recent call last):\n{stderr}") == words
    why, fix, suggested = explain(stderr, Facts("python"))
    assert command in suggested
    assert "{" not in why.render() + fix.render() + why.render("zh") + fix.render("zh")


def test_words_of_the_exception_win_over_what_was_logged_before():
    stderr = (
        "[ERROR] libcudnn.so.8: cannot open shared object file\nTraceback\n"
        "ImportError: libmindspore_core.so: cannot open shared object file: No such file or directory\n"
    )
    why, _, _ = explain(stderr, Facts("python"))
    assert "libmindspore_core.so" in why.render()


def test_unknown_words():
    assert explain("FancyError: odd\n", Facts("python")) is None
    assert last_words("") == ""
