"""What makes a run slow: debug switches left on, saved graphs, one-threaded data, host synchronisation."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts
from mindspore_tools.doctor.finding import HINT, INFORMATION, WARNING, Finding
from mindspore_tools.doctor.script import UNKNOWN, Script

TITLE = Text("Speed of a run", "运行速度")
SECTIONS = ("environment", "resources")

# Variable -> values that do no harm, and what every other value costs.
SLOW_VARIABLES = {
    "MS_DEV_SAVE_GRAPHS": (("", "0"), Text("Every pass of the compiler writes its graph to disk.", "编译器的每个 pass 都会把计算图写入磁盘。")),
    "MS_DEV_DUMP_BPROP": (("", "0"), Text("Backward graphs are written to disk.", "反向图会被写入磁盘。")),
    "MS_DEV_LAUNCH_BLOCKING": (("", "0"), Text("Every operator waits until the one before it has ended.", "每个算子都要等前一个算子结束。")),
    "MS_DEV_HOST_BLOCKING_RUN": (("", "0"), Text("Host and device wait for each other at every operator.", "每个算子执行时主机与设备都相互等待。")),
    "ASCEND_LAUNCH_BLOCKING": (("", "0"), Text("Every operator waits until the one before it has ended.", "每个算子都要等前一个算子结束。")),
    "CUDA_LAUNCH_BLOCKING": (("", "0"), Text("Every kernel waits until the one before it has ended.", "每个核函数都要等前一个结束。")),
    "MS_DEV_FALLBACK_DUMP_NODE": (("", "0"), Text("Every interpreted node is reported while compiling.", "编译时会输出每个回退到解释执行的节点。")),
    "MS_JIT": (("", "1"), Text("Graph mode is turned off: everything runs operator by operator.", "静态图被关闭，全部逐算子执行。")),
    "MS_DEV_PRECOMPILE_ONLY": (("", "0"), Text("Graphs are compiled but not executed.", "计算图只编译而不执行。")),
    "MS_ENABLE_RUNTIME_PROFILER": (("", "0"), Text("The runtime records every event.", "运行时会记录每个事件。")),
    "MS_ENABLE_TRACE_MEMORY": (("", "0"), Text("Every allocation is recorded.", "每次内存分配都会被记录。")),
    "MINDSPORE_DUMP_CONFIG": (("",), Text("Tensors are dumped to disk at every step.", "每一步都会把张量转储到磁盘。")),
    "MS_RDR_ENABLE": (("", "0"), Text("Running data is recorded.", "运行数据会被记录。")),
    "HCCL_DETERMINISTIC": (("", "false"), Text("Deterministic collectives are slower.", "确定性通信算法更慢。")),
    "MALLOC_CHECK_": (("", "0"), Text("Every memory allocation is checked.", "每次内存分配都会被检查。")),
}  # fmt: skip


def check(facts: Facts) -> Iterator[Finding]:
    """Variables first, then the script."""
    for name, (harmless, cost) in SLOW_VARIABLES.items():
        value = facts.variables.get(name)
        if value is not None and value.lower() not in harmless:
            yield Finding(
                "slow-variable",
                WARNING,
                Text("{name}={value} is set.", "设置了 {name}={value}。").format(name=name, value=value),
                cost,
                Text("Unset it when you do not need it any more.", "不再需要时请取消该变量。"),
                f"unset {name}",
            )
    if facts.variables.get("GLOG_v") in ("0", "1"):
        yield Finding(
            "slow-logging",
            WARNING,
            Text("GLOG_v is {value}.", "GLOG_v 为 {value}。").format(value=facts.variables["GLOG_v"]),
            Text(
                "Debug and info logs write thousands of lines for each compilation and step.",
                "DEBUG 和 INFO 日志在每次编译和每一步都会写入大量内容。",
            ),
            Text("Keep warnings only.", "请只保留警告。"),
            "export GLOG_v=2",
        )
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        if facts.variables.get(name) == "1" and (facts.section("resources").get("processors") or 1) > 1:
            yield Finding(
                "one-thread",
                INFORMATION,
                Text("{name}=1 is set.", "设置了 {name}=1。").format(name=name),
                Text("Operators on the CPU then use one of {count} processors.", "CPU 算子只会使用 {count} 个处理器中的 1 个。").format(
                    count=facts.section("resources")["processors"]
                ),
                Text("Unset it unless several processes share the machine.", "除非多个进程共用机器，否则请取消该变量。"),
                f"unset {name}",
            )  # fmt: skip
    if facts.script:
        yield from _script(facts.script, facts.section("resources").get("affinity") or 2)


def _script(script: Script, processors: int) -> Iterator[Finding]:
    saving = script.context("save_graphs")
    if saving and saving.keyword("save_graphs") not in (False, 0, UNKNOWN):
        yield _at(
            "save-graphs", WARNING, saving.line,
            Text("save_graphs is on.", "save_graphs 已开启。"),
            Text("Every pass of the compiler writes its graph to disk.", "编译器的每个 pass 都会把计算图写入磁盘。"),
            Text("Take it out for long runs.", "长时间运行时请去掉。"),
        )  # fmt: skip
    synchronous = script.context("pynative_synchronize")
    if synchronous and synchronous.keyword("pynative_synchronize") is True:
        yield _at(
            "pynative-synchronize", WARNING, synchronous.line,
            Text("pynative_synchronize is on.", "pynative_synchronize 已开启。"),
            Text("In PyNative mode every operator waits for the device. It is meant for finding errors.", "PyNative 模式下每个算子都会等待设备执行完毕，仅用于定位错误。"),
            Text("Take it out when the error is found.", "定位错误后请去掉。"),
        )  # fmt: skip
    yield from _data(script, processors)
    yield from _loops(script)
    yield from _modes(script)


def _data(script: Script, processors: int) -> Iterator[Finding]:
    globally = [call for call in script.named("set_num_parallel_workers") if call.arguments != (1,)]
    for call in script.named("set_num_parallel_workers"):
        if call.arguments == (1,):
            yield _one_worker(call.line, "set_num_parallel_workers(1)")
    datasets = [
        call
        for call in script.calls
        if call.name.endswith("Dataset") and call.name not in ("Dataset", "NumpySlicesDataset")
    ]
    for call in [
        *datasets,
        *(
            call
            for call in script.named("map")
            if "operations" in call.keywords or "input_columns" in call.keywords
        ),
    ]:
        workers = call.keyword("num_parallel_workers")
        if workers == 1:
            yield _one_worker(call.line, f"{call.name}(num_parallel_workers=1)")
        elif call.name == "GeneratorDataset" and workers is None and not globally and processors > 1:
            yield _at(
                "generator-one-worker", HINT, call.line,
                Text("GeneratorDataset reads with one worker.", "GeneratorDataset 使用单个 worker 读取数据。"),
                Text("That is its default; a slow __getitem__ then holds up every step.", "这是其默认行为；__getitem__ 较慢时会拖慢每一步。"),
                Text("Give num_parallel_workers, if reading a sample takes long.", "若读取样本较慢，请设置 num_parallel_workers。"),
            )  # fmt: skip


def _one_worker(line: int, what: str) -> Finding:
    return _at(
        "data-one-worker", WARNING, line,
        Text("The data pipeline runs on one thread: {what}.", "数据处理只用一个线程：{what}。").format(what=what),
        Text("The device waits while the next batch is prepared.", "设备需要等待下一个 batch 准备完成。"),
        Text("Raise the number, up to the number of processors.", "请调大该值，最多为处理器数量。"),
    )  # fmt: skip


def _loops(script: Script) -> Iterator[Finding]:
    for call in script.named("asnumpy", "item"):
        if call.loops and not call.arguments:
            yield _at(
                "synchronises-in-loop", HINT, call.line,
                Text("{name}() is called in a loop.", "循环中调用了 {name}()。").format(name=call.name),
                Text("Each call waits until the device has computed everything before it.", "每次调用都要等待设备完成之前的所有计算。"),
                Text("Do it every N steps only.", "请改为每 N 步执行一次。"),
            )  # fmt: skip
            break
    for call in script.named("jit", "ms_function"):
        if call.loops and call.callee.split(".")[0] in ("ms", "mindspore", "jit", "ms_function"):
            yield _at(
                "jit-in-loop", WARNING, call.line,
                Text("jit() is called in a loop.", "循环中调用了 jit()。"),
                Text("Each call makes a new compiled function, so the graph is compiled again and again.", "每次调用都会产生新的编译函数，计算图会被反复编译。"),
                Text("Create it once, before the loop.", "请在循环之前创建一次。"),
            )  # fmt: skip


def _modes(script: Script) -> Iterator[Finding]:
    """Why PyNative is not faster, or graph mode does nothing."""
    mode = script.context("mode")
    value = mode.keyword("mode") if mode else None
    jitted = [line for name, line in script.decorators if name.rsplit(".", 1)[-1] in ("jit", "ms_function")]
    if mode and value in (1, "PYNATIVE_MODE") and not jitted and not script.named("jit", "ms_function"):
        yield _at(
            "pynative-without-jit", HINT, mode.line,
            Text("PyNative mode, and nothing is compiled with jit.", "使用 PyNative 模式，且没有任何部分用 jit 编译。"),
            Text("Operators are started one by one from Python; that is easy to debug, but the slower mode.", "算子由 Python 逐个下发，便于调试，但速度较慢。"),
            Text("Put @mindspore.jit on the train step when it works.", "调通之后，请给训练步骤加上 @mindspore.jit。"),
        )  # fmt: skip
    timed = script.named("time", "perf_counter")
    if (jitted or value in (0, "GRAPH_MODE")) and len(timed) >= 2 and not any(call.loops for call in timed):
        yield _at(
            "time-includes-compilation", HINT, timed[0].line,
            Text("The measured time includes the compilation.", "测得的时间包含了编译时间。"),
            Text("The first call of a graph compiles it, which takes seconds.", "计算图首次调用时需要编译，耗时数秒。"),
            Text("Run a step before the clock starts, and fetch a result (asnumpy) before it stops.", "请在计时前先执行一步，并在停止计时前取回结果（asnumpy）。"),
        )  # fmt: skip


def _at(name: str, severity: str, line: int, what: Text, why: Text, fix: Text) -> Finding:
    return Finding(
        name,
        severity,
        Text("Line {line}: {what}", "第 {line} 行：{what}").format(line=line, what=what),
        why,
        fix,
    )
