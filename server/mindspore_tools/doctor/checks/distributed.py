"""Whether a start on several devices or machines can work."""

from __future__ import annotations

from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.doctor.facts import Facts, quote
from mindspore_tools.doctor.finding import ERROR, HINT, WARNING, Finding
from mindspore_tools.doctor.ranks import read_rank_table
from mindspore_tools.doctor.script import UNKNOWN, Script

TITLE = Text("Distributed start", "分布式启动")
SECTIONS = ("distributed", "environment", "packages", "device")


def check(facts: Facts) -> Iterator[Finding]:
    """Hosts, rank table, variables, tools, and what the script asks for."""
    section = facts.section("distributed")
    if not section:
        return
    for host in section["hosts"]:
        yield from _host(facts, host)
    if section["rank_table_path"]:
        yield from _rank_table(facts, section)
    yield from _variables(facts, section)
    yield from _tools(facts, section)
    if facts.script:
        yield from _script(facts, facts.script)


def _host(facts: Facts, host) -> Iterator[Finding]:
    name, tcp = host["host"], host["tcp"]
    if not tcp["resolved"]:
        yield Finding(
            "host-unknown",
            ERROR,
            Text("The host name {host} is not known.", "无法解析主机名 {host}。").format(host=name),
            Text("The system said: {words}", "系统提示：{words}").format(words=tcp["error"]),
            Text(
                "Add it to /etc/hosts on every machine, or use its address.",
                "请在每台机器的 /etc/hosts 中添加该主机，或直接使用 IP 地址。",
            ),
            f"getent hosts {quote(name)}",
        )
    elif not tcp["open"]:
        yield Finding(
            "host-unreachable",
            ERROR,
            Text("{host} ({address}) does not answer on port {port}.", "{host}（{address}）的 {port} 端口无响应。").format(host=name, address=tcp["resolved"], port=tcp["port"]),
            Text("The system said: {words}", "系统提示：{words}").format(words=tcp["error"]),
            Text("Start sshd there, or open the firewall between the machines.", "请在该主机启动 sshd，或放行机器之间的防火墙。"),
            f"ping -c 1 {quote(name)}",
        )  # fmt: skip
    elif "ssh" in host and not host["ssh"]["reached"]:
        yield _no_login(name, host["ssh"])
    elif "ssh" in host:
        here, there = facts.version, host["ssh"]["version"]
        if here and there and there.split(".")[:3] != str(here).split("."):
            yield Finding(
                "hosts-differ",
                ERROR,
                Text("{host} has MindSpore {there}, this machine {here}.", "{host} 上的 MindSpore 为 {there}，本机为 {here}。").format(host=name, there=there, here=str(here)),
                Text("Workers of different versions cannot talk to each other.", "不同版本的 worker 之间无法通信。"),
                Text("Install the same version everywhere.", "请在所有机器上安装相同版本。"),
                f"ssh {quote(name)} {facts.pip('install', f'mindspore=={here}')}",
            )  # fmt: skip
        elif here and not there:
            yield Finding(
                "host-without-mindspore",
                WARNING,
                Text("The interpreter {python} on {host} has no MindSpore.", "{host} 上的解释器 {python} 中没有 MindSpore。").format(python=facts.interpreter, host=name),
                Text("It answered: {words}", "返回信息：{words}").format(words=host["ssh"]["text"].replace("reached", "").strip()[-200:] or "-"),
                Text("Install it there under the same path, or name the interpreter with --remote-python.", "请在该主机的相同路径安装，或用 --remote-python 指定解释器。"),
            )  # fmt: skip


def _no_login(name: str, ssh) -> Finding:
    words = ssh["text"]
    if "Host key verification failed" in words:
        why = Text("This machine does not know the host's key yet.", "本机尚未信任该主机的密钥。")
        fix, command = (
            Text("Log in once by hand and accept the key.", "请手动登录一次并接受密钥。"),
            f"ssh {quote(name)} true",
        )
    elif ssh["code"] is None:
        why = Text("ssh did not answer in time.", "ssh 未在时限内响应。")
        fix, command = Text("See where it waits.", "请查看卡在何处。"), f"ssh -v {quote(name)} true"
    else:
        why = Text("ssh said: {words}", "ssh 提示：{words}").format(words=words.split("\n")[-1] or "-")
        fix, command = (
            Text("Put your public key there.", "请将公钥复制到该主机。"),
            f"ssh-copy-id {quote(name)}",
        )
    return Finding(
        "ssh-asks-for-password",
        ERROR,
        Text("{host} does not let you in without a password.", "无法免密登录 {host}。").format(host=name),
        why,
        fix,
        command,
    )


def _rank_table(facts: Facts, section) -> Iterator[Finding]:
    path = section["rank_table_path"]
    table, problems = read_rank_table(section["rank_table"] if section["rank_table_exists"] else None)
    for problem in problems:
        yield Finding(
            "rank-table",
            ERROR,
            Text("The rank table {path} is wrong: {problem}", "rank table 文件 {path} 有误：{problem}").format(path=path, problem=problem),
            Text("Every process reads the same table; HCCL refuses or hangs when it does not add up.", "所有进程读取同一份表；内容不一致时 HCCL 会报错或卡住。"),
            Text("Correct it, or start with msrun, which needs no table.", "请更正，或改用无需 rank table 的 msrun 启动。"),
            "msrun --worker_num=8 --local_worker_num=8 train.py",
        )  # fmt: skip
    size = facts.variables.get("RANK_SIZE", "")
    if table and size.isdigit() and int(size) != len(table):
        yield Finding(
            "rank-size",
            ERROR,
            Text("RANK_SIZE is {size}, the rank table has {count} devices.", "RANK_SIZE 为 {size}，而 rank table 中有 {count} 个设备。").format(size=size, count=len(table)),
            Text("The start waits for processes that never come.", "启动时会一直等待不存在的进程。"),
            Text("Make them equal.", "请使两者一致。"),
            f"export RANK_SIZE={len(table)}",
        )  # fmt: skip
    known = {*section["addresses"], section["hostname"]}
    if table and not problems and known and not {device["server"] for device in table} & known:
        yield Finding(
            "rank-table-elsewhere",
            WARNING,
            Text("None of the servers in the rank table is this machine ({addresses}).", "rank table 中没有本机地址（{addresses}）。").format(
                addresses=", ".join(address for address in section["addresses"] if ":" not in address)
            ),
            Text("server_id has to be the address of the machine that runs the process.", "server_id 必须是运行进程的机器的地址。"),
            Text("Correct server_id.", "请更正 server_id。"),
        )  # fmt: skip


def _variables(facts: Facts, section) -> Iterator[Finding]:
    has = facts.variables

    def number(name: str) -> int | None:
        return int(has[name]) if has.get(name, "").isdigit() else None

    rank, size = number("RANK_ID"), number("RANK_SIZE")
    if rank is not None and size is not None and rank >= size:
        yield Finding(
            "rank-out-of-range",
            ERROR,
            Text(
                "RANK_ID is {rank}, but RANK_SIZE is {size}.", "RANK_ID 为 {rank}，而 RANK_SIZE 为 {size}。"
            ).format(rank=rank, size=size),
            Text("Ranks count from 0 to RANK_SIZE - 1.", "rank 从 0 编号到 RANK_SIZE - 1。"),
            Text("Correct the start script.", "请更正启动脚本。"),
        )
    for needed, given in (
        ("MS_SCHED_PORT", "MS_SCHED_HOST"),
        ("MS_SCHED_HOST", "MS_SCHED_PORT"),
        ("MS_WORKER_NUM", "MS_ROLE"),
        ("MS_SCHED_HOST", "MS_ROLE"),
    ):
        if given in has and needed not in has:
            yield Finding(
                "cluster-variable-missing",
                ERROR,
                Text("{given} is set, {needed} is not.", "设置了 {given}，但没有设置 {needed}。").format(given=given, needed=needed),
                Text("A dynamic cluster needs MS_ROLE, MS_WORKER_NUM, MS_SCHED_HOST and MS_SCHED_PORT in every process.", "动态组网要求每个进程都设置 MS_ROLE、MS_WORKER_NUM、MS_SCHED_HOST 和 MS_SCHED_PORT。"),
                Text("Set it, or let msrun set them all.", "请设置，或使用 msrun 自动设置。"),
                "msrun --worker_num=8 --local_worker_num=8 --master_port=8118 train.py",
            )  # fmt: skip
            break
    scheduler = section.get("scheduler")
    if scheduler and not scheduler["open"] and scheduler["role"] != "MS_SCHED":
        yield Finding(
            "scheduler-unreachable",
            WARNING,
            Text("The scheduler {host}:{port} does not answer.", "调度节点 {host}:{port} 无响应。").format(host=scheduler["name"], port=scheduler["port"]),
            Text("The system said: {words}. Before the scheduler has started that is normal.", "系统提示：{words}。若调度进程尚未启动，属正常现象。").format(words=scheduler["error"]),
            Text("Start the scheduler first; open the port in the firewall.", "请先启动调度进程，并在防火墙中放行该端口。"),
        )  # fmt: skip
    for name in ("http_proxy", "HTTP_PROXY"):
        if name in has and "MS_ROLE" in has:
            yield Finding(
                "proxy",
                HINT,
                Text("{name} is set.", "设置了 {name}。").format(name=name),
                Text(
                    "Workers may try to reach the scheduler through the proxy.",
                    "worker 可能会通过代理连接调度节点。",
                ),
                Text("Unset it in the start script.", "请在启动脚本中取消该变量。"),
                f"unset {name}",
            )


def _tools(facts: Facts, section) -> Iterator[Finding]:
    has, tools = facts.variables, section["tools"]
    multiple = section["hosts"] or section["rank_table_path"] or "MS_ROLE" in has
    if section["hosts"] and not tools["ssh"]:
        yield Finding(
            "no-ssh",
            ERROR,
            Text("ssh is not installed.", "未安装 ssh。"),
            Text("Starting on other machines goes through it.", "在其他机器上启动需要通过 ssh。"),
            Text("Install it.", "请安装。"),
            "sudo apt-get install openssh-client",
        )
    if multiple and section["root"] and section["mpi"] and "OMPI_ALLOW_RUN_AS_ROOT" not in has:
        yield Finding(
            "mpi-as-root",
            WARNING,
            Text("mpirun refuses to run as root.", "mpirun 默认拒绝以 root 身份运行。"),
            Text(
                "It stops with a message unless it is told otherwise.", "除非明确允许，否则会直接报错退出。"
            ),
            Text("Use another user, or allow it.", "请更换用户，或显式允许。"),
            "mpirun --allow-run-as-root -n 8 python train.py",
        )
    version = section["mpi"].split("\n")[0].rsplit(" ", 1)[-1]
    if section["mpi"] and "Open MPI" in section["mpi"] and not version.startswith(("4.0", "4.1")):
        yield Finding(
            "openmpi-version",
            WARNING,
            Text("Open MPI {version} is installed.", "已安装 Open MPI {version}。").format(version=version),
            Text("MindSpore's own MPI library is built against Open MPI 4.0.3 / 4.1.4.", "MindSpore 自带的 MPI 库基于 Open MPI 4.0.3 / 4.1.4 构建。"),
            Text("Install Open MPI 4.1.4, or start with msrun.", "请安装 Open MPI 4.1.4，或改用 msrun 启动。"),
        )  # fmt: skip
    hccl = facts.distributions.get("hccl")
    cann = facts.section("device").get("ascend", {}).get("toolkit", "")
    if hccl and cann and hccl.split(".")[:1] != cann.split(".")[:1] and not hccl.startswith("0.1"):
        yield Finding(
            "hccl-version",
            WARNING,
            Text(
                "The hccl package is {hccl}, CANN is {cann}.", "hccl 软件包版本为 {hccl}，而 CANN 为 {cann}。"
            ).format(hccl=hccl, cann=cann),
            Text("Both have to come from the same toolkit.", "两者必须来自同一套工具包。"),
            Text(
                "Install the wheel that lies in this CANN's lib64.", "请安装该 CANN 的 lib64 目录中的 wheel。"
            ),
            facts.pip(
                "install", "--force-reinstall", "/usr/local/Ascend/ascend-toolkit/latest/lib64/hccl-*.whl"
            ),
        )


def _script(facts: Facts, script: Script) -> Iterator[Finding]:
    auto = script.named("set_auto_parallel_context")
    settings = {key: value for call in auto for key, value in call.keywords.items()}
    lines = {key: call.line for call in auto for key in call.keywords}
    initialised = [
        call
        for call in script.named("init")
        if call.callee == "init" or "communication" in call.callee or call.callee.endswith(".init")
    ]
    first_parallel = auto[0].line if auto else None
    if (
        first_parallel
        and not initialised
        and settings.get("parallel_mode") not in (None, "stand_alone", "STAND_ALONE")
    ):
        yield _in_script(
            "init-missing", ERROR, first_parallel,
            Text("A parallel mode is set, but communication.init() is never called.", "设置了并行模式，但从未调用 communication.init()。"),
            Text("Without it there is no group of processes, and the first collective operator fails.", "没有通信组，首个集合通信算子就会失败。"),
            Text("Call init() before set_auto_parallel_context.", "请在 set_auto_parallel_context 之前调用 init()。"),
        )  # fmt: skip
    elif first_parallel and initialised and initialised[0].line > first_parallel:
        yield _in_script(
            "init-too-late", WARNING, initialised[0].line,
            Text("init() is called after set_auto_parallel_context.", "init() 在 set_auto_parallel_context 之后调用。"),
            Text("device_num and global_rank are read from the group, which does not exist yet.", "device_num 与 global_rank 取自通信组，而此时通信组尚未建立。"),
            Text("Call it first.", "请先调用 init()。"),
        )  # fmt: skip
    count, rank = settings.get("device_num", UNKNOWN), settings.get("global_rank", UNKNOWN)
    if isinstance(count, int) and isinstance(rank, int) and rank >= count:
        yield _in_script(
            "global-rank", ERROR, lines["global_rank"],
            Text("global_rank is {rank}, but device_num is {count}.", "global_rank 为 {rank}，而 device_num 为 {count}。").format(rank=rank, count=count),
            Text("Ranks count from 0 to device_num - 1.", "rank 从 0 编号到 device_num - 1。"),
            Text("Use get_rank() and get_group_size().", "请使用 get_rank() 与 get_group_size()。"),
        )  # fmt: skip
    size = facts.variables.get("RANK_SIZE", facts.variables.get("MS_WORKER_NUM", ""))
    if isinstance(count, int) and size.isdigit() and int(size) != count:
        yield _in_script(
            "device-num", ERROR, lines["device_num"],
            Text("device_num is {count}, the environment starts {size} processes.", "device_num 为 {count}，而环境变量启动了 {size} 个进程。").format(count=count, size=size),
            Text("Both have to be equal.", "两者必须一致。"),
            Text("Use get_group_size().", "请使用 get_group_size()。"),
        )  # fmt: skip
    parallel = settings.get("parallel_mode") in ("data_parallel", "DATA_PARALLEL")
    if (
        parallel
        and settings.get("gradients_mean") is not True
        and settings.get("gradients_mean") is not UNKNOWN
    ):
        yield _in_script(
            "gradients-mean", HINT, lines["parallel_mode"],
            Text("Data parallel without gradients_mean=True.", "数据并行未设置 gradients_mean=True。"),
            Text("Gradients are summed over the devices; the learning rate then depends on their number.", "梯度会在各设备间求和，学习率因此依赖于设备数量。"),
            Text("Set gradients_mean=True if one learning rate is meant.", "如希望学习率与设备数无关，请设置 gradients_mean=True。"),
        )  # fmt: skip
    datasets = [call for call in script.calls if call.name.endswith("Dataset") and call.name != "Dataset"]
    if (
        (parallel or initialised)
        and datasets
        and not any("num_shards" in call.keywords or "sampler" in call.keywords for call in datasets)
    ):
        yield _in_script(
            "data-not-sharded", WARNING, datasets[0].line,
            Text("The dataset is not divided over the devices.", "数据集没有按设备切分。"),
            Text("Without num_shards and shard_id every device trains on the same samples.", "缺少 num_shards 与 shard_id 时，每个设备都在相同的样本上训练。"),
            Text("Give num_shards=get_group_size(), shard_id=get_rank().", "请传入 num_shards=get_group_size()、shard_id=get_rank()。"),
        )  # fmt: skip


def _in_script(name: str, severity: str, line: int, what: Text, why: Text, fix: Text) -> Finding:
    placed = Text("Line {line}: {what}", "第 {line} 行：{what}").format(line=line, what=what)
    return Finding(name, severity, placed, why, fix)
