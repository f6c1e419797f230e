"""Why a breakpoint is not hit, and why a debugged run is slow."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import HINT, INFORMATION, WARNING, Finding
from mindspore_tools.doctor.script import Script

TITLE = Text("Debugging", "调试")
SECTIONS = ("debugging", "environment", "interpreter")


def check(facts: Facts) -> Iterator[Finding]:
    """The debugger's own needs, the variables that turn it off, and what the script does."""
    python = facts.python
    if facts.section("debugging") and (0, 0) < python < (3, 8):
        yield Finding(
            "debugger-python",
            WARNING,
            Text("The bundled debugger does not run on Python {version}.", "内置调试器不支持 Python {version}。").format(version=".".join(map(str, python))),
            Text("debugpy 1.6 was the last for Python 3.7.", "debugpy 1.6 是支持 Python 3.7 的最后一个系列。"),
            Text("Install it in the project's environment.", "请在项目环境中安装。"),
            facts.pip("install", "debugpy<1.7"),
        )  # fmt: skip
    yield from _variables(facts)
    if facts.script:
        yield from _script(facts, facts.script)


def _variables(facts: Facts) -> Iterator[Finding]:
    has = facts.variables
    if has.get("MS_DEV_PRECOMPILE_ONLY", "0") not in ("", "0"):
        yield Finding(
            "nothing-executes",
            WARNING,
            Text("MS_DEV_PRECOMPILE_ONLY is set.", "设置了 MS_DEV_PRECOMPILE_ONLY。"),
            Text(
                "Graphs are compiled but not run: no breakpoint in them can be hit.",
                "计算图只编译不执行，其中的断点不会命中。",
            ),
            Text("Unset it.", "请取消该变量。"),
            "unset MS_DEV_PRECOMPILE_ONLY",
        )
    if has.get("MS_JIT") == "0":
        yield Finding(
            "graph-mode-off",
            INFORMATION,
            Text("MS_JIT=0: what is marked with jit runs eagerly.", "MS_JIT=0：标记为 jit 的函数按动态图执行。"),
            Text("Breakpoints are hit as in plain Python, but it is not the compiled graph that you see; errors of the compiler do not appear.", "断点与普通 Python 一样命中，但看到的并不是编译后的计算图，也不会出现编译错误。"),
            Text("Unset it to debug the graph itself.", "如需调试计算图本身，请取消该变量。"),
            "unset MS_JIT",
        )  # fmt: skip
    if has.get("PYDEVD_USE_FRAME_EVAL") == "NO" or has.get("PYDEVD_DISABLE_FILE_VALIDATION") == "0":
        yield Finding(
            "debugger-slow-tracing",
            HINT,
            Text("PYDEVD_USE_FRAME_EVAL=NO is set.", "设置了 PYDEVD_USE_FRAME_EVAL=NO。"),
            Text(
                "On Python before 3.12 the debugger then traces every line of every file.",
                "在 Python 3.12 之前，调试器会跟踪所有文件的每一行。",
            ),
            Text("Unset it.", "请取消该变量。"),
            "unset PYDEVD_USE_FRAME_EVAL",
        )
    if has.get("MS_COMPILER_CACHE_ENABLE") == "1":
        yield Finding(
            "compile-cache-while-debugging",
            HINT,
            Text("The compile cache is on.", "已开启编译缓存。"),
            Text(
                "A graph that comes from the cache was compiled without the debugger.",
                "取自缓存的计算图编译时并未启用调试器。",
            ),
            Text("Turn it off while debugging.", "调试时请关闭。"),
            "unset MS_COMPILER_CACHE_ENABLE",
        )


def _script(facts: Facts, script: Script) -> Iterator[Finding]:
    if script.error:
        yield Finding(
            "script-unreadable",
            WARNING,
            Text("{path} cannot be read as Python: {error}", "无法将 {path} 解析为 Python：{error}").format(
                path=script.path, error=script.error
            ),
            Text("Nothing in it can be run or debugged.", "其中的代码无法运行或调试。"),
            Text("Correct the error.", "请更正该错误。"),
        )
    compiled = [line for name, line in script.decorators if name.rsplit(".", 1)[-1] in ("jit", "ms_function")]
    mode = script.context("mode")
    graph = compiled or (mode and mode.keyword("mode") in (0, "GRAPH_MODE"))
    stops = [call for call in script.calls if call.name in ("breakpoint", "set_trace")]
    if graph and stops:
        yield Finding(
            "breakpoint-call-in-graph-script",
            HINT,
            Text("Line {line}: {name}() in a script that uses graph mode.", "第 {line} 行：在使用静态图的脚本中调用了 {name}()。").format(line=stops[0].line, name=stops[0].callee),
            Text("Inside compiled code it cannot be compiled or stops while compiling, not while running.", "在被编译的代码中，它无法编译，或只在编译时（而非运行时）停下。"),
            Text("Set a breakpoint in the editor and start with the debug type \"mindspore\".", "请在编辑器中设置断点，并以调试类型“mindspore”启动。"),
        )  # fmt: skip
    if graph:
        yield Finding(
            "graph-needs-graph-debugger",
            INFORMATION,
            Text("The script compiles code (line {line}).", "脚本中有被编译的代码（第 {line} 行）。").format(line=compiled[0] if compiled else mode.line if mode else 0),
            Text("A plain Python debugger shows breakpoints there as verified and never stops at them: Python does not run these lines.", "普通 Python 调试器会将其中的断点显示为已验证，却从不停下，因为这些行不由 Python 执行。"),
            Text("Start with the debug type \"mindspore\" (F5), which steps through the graph; or debug eagerly with MS_JIT=0.", "请以调试类型“mindspore”启动（F5），即可单步调试计算图；或设置 MS_JIT=0 以动态图方式调试。"),
        )  # fmt: skip
    if any(call.keyword("python_multiprocessing") is True for call in script.calls):
        yield Finding(
            "breakpoint-in-data-process",
            HINT,
            Text("The data pipeline runs Python in other processes (python_multiprocessing=True).", "数据处理在其他进程中执行 Python 代码（python_multiprocessing=True）。"),
            Text("Breakpoints in the dataset's functions are only hit when child processes are debugged too.", "只有同时调试子进程，数据处理函数中的断点才会命中。"),
            Text("Turn it off while debugging, or set subProcess to true in the launch configuration.", "调试时请关闭，或在启动配置中将 subProcess 设为 true。"),
        )  # fmt: skip
