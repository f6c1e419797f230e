"""Facts about an environment, printed as JSON. Runs in the project's interpreter: Python >= 3.7, standard library only.

    python probe.py SECTION FOLDER [OPTIONS_AS_JSON]

FOLDER is where the user's script runs from; it takes the place of this file's folder on ``sys.path``. One section is one
process, so that whatever hangs or crashes takes nothing with it. Nothing here judges; the checks do.
"""

import glob
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time

COMMAND_SECONDS = 10
MARK = "@@mindspore-tools-facts@@"
VARIABLES = re.compile(
    r"MS_|MSRUN|MINDSPORE|GLOG_|VLOG_|logger_|ASCEND|HCCL|TE_|TBE_|CUDA|NVIDIA_|CUDNN|NCCL|LD_LIBRARY_PATH$|LD_PRELOAD$"
    r"|DYLD_|PYTHON|PROTOCOL_BUFFERS|RANK|LOCAL_RANK|DEVICE_|SERVER_ID|OMP_|OPENBLAS_|MKL_|KMP_|OMPI_|PMIX|CONDA_PREFIX$"
    r"|CONDA_DEFAULT_ENV$|VIRTUAL_ENV$|GC_COLLECT|DATASET_ENABLE_NUMA|PYDEVD_|DEBUGPY|ENABLE_|KERNEL_META|BATCH_JOB_ID"
)
OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


def interpreter(options):
    """Which Python this is, on which machine."""
    return {
        "version": platform.python_version(),
        "implementation": platform.python_implementation(),
        "executable": sys.executable,
        "prefix": sys.prefix,
        "base_prefix": getattr(sys, "base_prefix", sys.prefix),
        "platform": sys.platform,
        "machine": platform.machine(),
        "bits": 64 if sys.maxsize > 2**32 else 32,
        "libc": list(platform.libc_ver()) if sys.platform.startswith("linux") else [],
        "system": system_name(),
        "extension_suffix": sysconfig.get_config_var("EXT_SUFFIX") or "",
        "debug_build": hasattr(sys, "gettotalrefcount"),
        "user_site": bool(__import__("site").ENABLE_USER_SITE),
    }


def system_name():
    """The name of the operating system as its own files give it."""
    for line in read("/etc/os-release").splitlines():
        if line.startswith("PRETTY_NAME="):
            return line.split("=", 1)[1].strip('"')
    return platform.platform()


def packages(options):
    """Everything on ``sys.path`` that can be imported as mindspore or changes how it behaves."""
    entries = [os.path.abspath(entry or os.getcwd()) for entry in sys.path]
    entries = list(dict.fromkeys(entries))
    found, candidates, remnants, shadows = [], [], [], []
    own = {
        os.path.abspath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")
    }
    for entry in entries:
        names = listing(entry)
        found += [distribution(entry, name) for name in names if re.search(r"\.(dist|egg)-info$", name)]
        candidates += mindspore_candidates(entry, names)
        remnants += [os.path.join(entry, name) for name in names if re.match(r"~.*(indspore|umpy)", name)]
        if entry not in own and "site-packages" not in entry and "dist-packages" not in entry:
            shadows += shadowing(entry, names)
    return {
        "path": entries,
        "distributions": [each for each in found if each["name"]],
        "mindspore": candidates,
        "remnants": remnants,
        "shadows": shadows,
        "damaged": [each for each in map(damage, found) if each],
    }


def distribution(entry, folder):
    """Name, version and demands of one installed distribution."""
    place = os.path.join(entry, folder)
    text = read(os.path.join(place, "METADATA")) or read(os.path.join(place, "PKG-INFO"))
    head = text.split("\n\n", 1)[0]

    def field(name):
        return re.findall("^" + name + r": *(.*?)\s*$", head, re.M | re.I)

    name = (field("Name") or [""])[0]
    facts = {
        "name": name.lower().replace("_", "-"),
        "version": (field("Version") or [""])[0],
        "folder": place,
    }
    if "mindspore" in facts["name"]:
        wheel = read(os.path.join(place, "WHEEL"))
        facts["requires"] = field("Requires-Dist")
        facts["requires_python"] = (field("Requires-Python") or [""])[0]
        facts["tags"] = re.findall(r"^Tag: *(\S+)", wheel, re.M)
    return facts


def damage(found):
    """Files of a MindSpore distribution that are missing or were cut short, from its RECORD."""
    if not re.match(r"mindspore(-gpu|-ascend|-dev)?$", found["name"]):
        return None
    missing, changed = [], []
    base = os.path.dirname(found["folder"])
    record = read(os.path.join(found["folder"], "RECORD"))
    for line in record.splitlines():
        parts = line.rsplit(",", 2)
        if (
            len(parts) != 3
            or not parts[2].isdigit()
            or parts[0].startswith("..")
            or parts[0].endswith(".pyc")
        ):
            continue
        path = os.path.join(base, parts[0].strip('"'))
        try:
            size = os.stat(path).st_size
        except OSError:
            missing.append(parts[0])
            continue
        if size != int(parts[2]):
            changed.append(parts[0])
    if missing or changed:
        counts = {"missing_count": len(missing), "changed_count": len(changed)}
        return dict(counts, folder=found["folder"], missing=missing[:20], changed=changed[:20])
    return None


def mindspore_candidates(entry, names):
    """What ``import mindspore`` could take from one entry of the path, in Python's order."""
    result = []
    folder = os.path.join(entry, "mindspore")
    if "mindspore" in names and os.path.isdir(folder):
        inside = listing(folder)
        version = re.search(r"__version__\s*=\s*['\"]([^'\"]+)", read(os.path.join(folder, "version.py")))
        result.append(
            {
                "path": folder,
                "kind": "package" if "__init__.py" in inside else "folder",
                "version": version.group(1) if version else "",
                "extensions": [name for name in inside if name.startswith("_c_expression")],
                "genuine": "_checkparam.py" in inside and "common" in inside,
            }
        )
    for name in names:
        if re.match(r"mindspore\.(py|pyc|pyd|.*\.so)$", name):
            result.append(
                {"path": os.path.join(entry, name), "kind": "file", "version": "", "genuine": False}
            )
    return result


NEEDED = {
    "numpy", "google", "PIL", "scipy", "psutil", "astunparse", "asttokens", "packaging", "dill", "safetensors", "six",
}  # fmt: skip


def shadowing(entry, names):
    """Files of a folder on the path that hide a module which MindSpore imports."""
    standard = getattr(sys, "stdlib_module_names", None) or standard_modules()
    hidden = []
    for name in names:
        stem, extension = os.path.splitext(name)
        path = os.path.join(entry, name)
        package = os.path.isfile(os.path.join(path, "__init__.py"))
        if (extension == ".py" or package) and stem != "__init__" and (stem in NEEDED or stem in standard):
            hidden.append({"path": path, "module": stem})
    return hidden


def standard_modules():
    """The names of the standard library, for Pythons before 3.10."""
    names = set(sys.builtin_module_names)
    for name in listing(sysconfig.get_path("stdlib")):
        stem, extension = os.path.splitext(name)
        if extension == ".py" or "." not in name:
            names.add(stem)
    return names - {"site-packages", "test", "__pycache__"}


def environment(options):
    """The environment variables that change MindSpore, and what lies behind the paths in them."""
    variables = {name: value for name, value in os.environ.items() if VARIABLES.match(name)}
    return {
        "variables": variables,
        "library_path": [library_entry(entry) for entry in split_path("LD_LIBRARY_PATH")],
        "python_path": [python_entry(entry) for entry in split_path("PYTHONPATH")],
        "preload": [
            {"path": entry, "exists": os.path.exists(entry)}
            for entry in re.split(r"[:\s]+", os.environ.get("LD_PRELOAD", ""))
            if entry
        ],
    }


def split_path(variable):
    return [entry for entry in os.environ.get(variable, "").split(os.pathsep) if entry]


LIBRARIES = re.compile(
    r"lib(mindspore\w*|stdc\+\+|gomp|protobuf|python3|cudart|cudnn|cublas|nccl|ascendcl|hccl|mpi|dnnl|glog|z|ssl|crypto)\.so"
)


def library_entry(entry):
    names = [name for name in listing(entry) if LIBRARIES.match(name)]
    facts = {"path": entry, "exists": os.path.isdir(entry), "libraries": names[:40]}
    standard = os.path.join(entry, "libstdc++.so.6")
    if os.path.isfile(standard):
        facts["glibcxx"] = highest_symbol(standard, b"GLIBCXX_")
    return facts


def python_entry(entry):
    names = listing(entry)
    return {
        "path": entry,
        "exists": os.path.exists(entry),
        "python2": any("python2" in name for name in names),
    }


def highest_symbol(path, prefix):
    """The highest version of a symbol family that a library offers, as text such as ``3.4.30``."""
    with open(path, "rb") as stream:
        versions = re.findall(re.escape(prefix) + rb"([0-9]+(?:\.[0-9]+)+)", stream.read())
    numbers = sorted({tuple(int(part) for part in version.split(b".")) for version in versions})
    return ".".join(str(part) for part in numbers[-1]) if numbers else ""


def libraries(options):
    """What the dynamic loader says about MindSpore's own libraries (Linux).

    The extension modules pull in nearly everything; the plugins are loaded later, by device. A library that the
    package brings itself is not missing, the loader just was not told where when asked about one file alone.
    """
    package = mindspore_folder()
    if not package or not shutil.which("ldd"):
        return {"package": package, "troubles": [], "tool": bool(shutil.which("ldd"))}
    bundled = set()  # type: set
    for _root, _folders, names in os.walk(os.path.join(package, "lib")):
        bundled.update(name for name in names if ".so" in name)
    backend = installed_backend()
    troubles = []
    for path in sorted(glob.glob(os.path.join(package, "_c_*.so"))):
        troubles.append(loader_trouble(path, backend, package, set()))
    for path in sorted(glob.glob(os.path.join(package, "lib", "plugin", "*.so*"))):
        match = re.search(r"gpu|ascend", os.path.basename(path))
        troubles.append(loader_trouble(path, match.group() if match else "cpu", package, bundled))
    return {"package": package, "troubles": [each for each in troubles if each], "tool": True}


def loader_trouble(path, group, package, bundled):
    """What the loader misses for one library of a device group; None when all is well."""
    text = output(["ldd", path])
    missing = sorted(set(re.findall(r"^\s*(\S+) => not found", text, re.M)) - bundled)
    versions = sorted(set(re.findall(r"version [`'\"]([A-Z_]+[0-9.]+)['\"] not found", text)))
    broken = "not a dynamic executable" in text or "file too short" in text
    if not (missing or versions or broken):
        return None
    name = os.path.relpath(path, package)
    return {"file": name, "group": group, "missing": missing, "versions": versions, "broken": broken}


def installed_backend():
    """``gpu`` or ``ascend`` when the installed distribution is built for that device alone, else ``core``."""
    for entry in sys.path:
        for name in listing(entry or os.getcwd()):
            match = re.match(r"mindspore_(gpu|ascend)-.*\.dist-info$", name)
            if match:
                return match.group(1)
    return "core"


def mindspore_folder():
    """The folder that ``import mindspore`` would take, found without importing."""
    for entry in sys.path:
        folder = os.path.join(entry or os.getcwd(), "mindspore")
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            return folder
    return ""


def device(options):
    """Accelerators, their drivers and toolkits, and what the package was built for."""
    package = mindspore_folder()
    return {
        "backend": installed_backend(),
        "plugins": sorted(
            os.path.basename(path)
            for path in glob.glob(os.path.join(package, "lib", "plugin", "*"))
            if package
        ),
        "supported": supported_toolkits(package),
        "nvidia": nvidia(),
        "ascend": ascend(),
    }


def supported_toolkits(package):
    """The CUDA and CANN versions that the installed package itself declares, by device."""
    result = {}
    for path in ("run_check/_check_version.py", "_check_version.py"):
        text = read(os.path.join(package, path)) if package else ""
        for name, key in (("GPUEnvChecker", "cuda"), ("AscendEnvChecker", "cann")):
            match = re.search("class " + name + r"\b.*?self\.version = \[([^\]]*)\]", text, re.S)
            if match:
                result[key] = re.findall(r"[0-9][0-9.]*", match.group(1))
    return result


def nvidia():
    """The NVIDIA driver, its devices and the CUDA runtime libraries that the loader would find."""
    facts = {"driver": "", "devices": [], "cuda": [], "cudnn": [], "toolkit": ""}  # type: dict
    match = re.search(r"Kernel Module\s+(?:for \S+\s+)?([0-9.]+)", read("/proc/driver/nvidia/version"))
    facts["driver"] = match.group(1) if match else ""
    if shutil.which("nvidia-smi"):
        rows = output(
            [
                "nvidia-smi",
                "--query-gpu=name,driver_version,memory.total,memory.used",
                "--format=csv,noheader",
            ]
        )
        for row in rows.splitlines():
            parts = [part.strip() for part in row.split(",")]
            if len(parts) == 4:
                facts["devices"].append({"name": parts[0], "total": parts[2], "used": parts[3]})
                facts["driver"] = parts[1]
        match = re.search(r"CUDA Version:\s*([0-9.]+)", output(["nvidia-smi"]))
        facts["driver_cuda"] = match.group(1) if match else ""
        facts["tool_error"] = "" if facts["devices"] else rows.strip()[:400]
    places = (
        split_path("LD_LIBRARY_PATH") + glob.glob("/usr/local/cuda*/lib64") + ["/usr/lib/x86_64-linux-gnu"]
    )
    for place in places:
        for path in glob.glob(os.path.join(place, "libcudart.so.*.*")):
            facts["cuda"].append([os.path.basename(path).split(".so.")[1], place])
        for path in glob.glob(os.path.join(place, "libcudnn.so.*.*")):
            facts["cudnn"].append([os.path.basename(path).split(".so.")[1], place])
    if shutil.which("nvcc"):
        match = re.search(r"release ([0-9.]+)", output(["nvcc", "--version"]))
        facts["toolkit"] = match.group(1) if match else ""
    return facts


def ascend():
    """The Ascend driver, firmware, CANN toolkit and devices."""
    roots = [os.environ.get(name) for name in ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")]
    roots += ["/usr/local/Ascend/ascend-toolkit/latest", "/usr/local/Ascend/cann", "/usr/local/Ascend/latest"]
    facts = {
        "toolkit": "",
        "toolkit_path": "",
        "driver": "",
        "firmware": "",
        "devices": [],
        "device_files": [],
    }
    for root in filter(None, roots):
        for name in ("compiler/version.info", "runtime/version.info", "toolkit/version.info", "version.info"):
            version = re.search(r"^[Vv]ersion=(\S+)", read(os.path.join(root, name)), re.M)
            if version and not facts["toolkit"]:
                facts["toolkit"], facts["toolkit_path"] = version.group(1), root
    base = os.environ.get("ASCEND_BASE_PATH", "/usr/local/Ascend")
    for name in ("driver", "firmware"):
        version = re.search(r"^[Vv]ersion=(\S+)", read(os.path.join(base, name, "version.info")), re.M)
        facts[name] = version.group(1) if version else ""
    facts["device_files"] = sorted(glob.glob("/dev/davinci[0-9]*"))
    facts["readable"] = [path for path in facts["device_files"] if os.access(path, os.R_OK | os.W_OK)]
    if shutil.which("npu-smi"):
        text = output(["npu-smi", "info"])
        facts["devices"] = re.findall(r"^\|\s*\d+\s+([0-9]\w+)\s*\|\s*(\w+)", text, re.M)
        facts["tool_error"] = "" if facts["devices"] else text.strip()[:400]
    return facts


def imports(options):
    """Import MindSpore in this process. When it crashes, the crash is the answer."""
    started = time.time()
    import faulthandler

    faulthandler.enable()
    import mindspore

    return {
        "seconds": time.time() - started,
        "version": getattr(mindspore, "__version__", ""),
        "path": getattr(mindspore, "__file__", "") or "",
        "target": str(mindspore.get_context("device_target")),
        "mode": int(mindspore.get_context("mode")),
    }


def run_check(options):
    """``mindspore.run_check()``; versions before 1.5 have none, there one addition stands in for it."""
    import mindspore

    started = time.time()
    if hasattr(mindspore, "run_check"):
        mindspore.run_check()
    else:
        tensor = mindspore.Tensor([1.0, 2.0])
        mindspore.ops.Add()(tensor, tensor).asnumpy()
    return {"seconds": time.time() - started, "version": mindspore.__version__}


def resources(options):
    """Memory, disk, processors and limits as this process sees them."""
    memory = dict(re.findall(r"^(\w+):\s+(\d+) kB", read("/proc/meminfo"), re.M))
    temporary = __import__("tempfile").gettempdir()
    places = {
        "folder": os.getcwd(),
        "temporary": temporary,
        "home": os.path.expanduser("~"),
        "shared": "/dev/shm",
    }
    facts = {
        "processors": os.cpu_count(),
        "affinity": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else [],
        "memory_total": int(memory.get("MemTotal", 0)) * 1024,
        "memory_available": int(memory.get("MemAvailable", 0)) * 1024,
        "swap_free": int(memory.get("SwapFree", 0)) * 1024,
        "memory_limit": first_number(
            "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
        ),
        "disks": {},
        "limits": {},
    }
    for name, place in places.items():
        try:
            usage = shutil.disk_usage(place)
            writable = os.access(place, os.W_OK)
            facts["disks"][name] = {
                "path": place,
                "free": usage.free,
                "total": usage.total,
                "writable": writable,
            }
        except OSError:
            pass
    try:
        import resource

        for name in (
            "RLIMIT_NOFILE",
            "RLIMIT_NPROC",
            "RLIMIT_STACK",
            "RLIMIT_CORE",
            "RLIMIT_AS",
            "RLIMIT_MEMLOCK",
        ):
            if hasattr(resource, name):
                facts["limits"][name] = resource.getrlimit(getattr(resource, name))[0]
    except ImportError:
        pass
    return facts


def first_number(*paths):
    for path in paths:
        text = read(path).strip()
        if text.isdigit() and int(text) < 2**60:
            return int(text)
    return 0


def distributed(options):
    """What a start on several devices or machines needs; hosts are only contacted when the options name them."""
    variables = os.environ
    table = (
        options.get("rank_table")
        or variables.get("RANK_TABLE_FILE")
        or variables.get("MINDSPORE_HCCL_CONFIG_PATH")
    )
    facts = {
        "hostname": socket.gethostname(),
        "addresses": local_addresses(),
        "tools": {name: bool(shutil.which(name)) for name in ("ssh", "mpirun", "msrun", "hccn_tool", "ip")},
        "msrun_beside": os.path.exists(os.path.join(os.path.dirname(sys.executable), "msrun")),
        "mpi": output(["mpirun", "--version"])[:300] if shutil.which("mpirun") else "",
        "root": hasattr(os, "geteuid") and os.geteuid() == 0,
        "rank_table_path": table or "",
        "rank_table": read(table)[:200000] if table else "",
        "rank_table_exists": os.path.isfile(table or ""),
        "hosts": [host(name, options) for name in options.get("hosts", [])],
    }
    scheduler, port = variables.get("MS_SCHED_HOST"), variables.get("MS_SCHED_PORT")
    if scheduler and port and port.isdigit():
        facts["scheduler"] = reach(scheduler, int(port))
        facts["scheduler"]["role"] = variables.get("MS_ROLE", "")
    return facts


def local_addresses():
    try:
        found = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    except OSError:
        found = set()
    return sorted(
        found | set(re.findall(r"inet6? ([0-9a-f.:]+)", output(["ip", "addr"]) if shutil.which("ip") else ""))
    )


def host(name, options):
    """Whether a host answers, lets us in without a password, and which MindSpore its interpreter has."""
    target = name.split("@")[-1]
    facts = {"host": name, "tcp": reach(target, int(options.get("ssh_port", 22)))}
    if not shutil.which("ssh"):
        return facts
    python = options.get("remote_python") or sys.executable
    version = (
        "from importlib import metadata as m;"
        "print([d.version for d in m.distributions() if (d.metadata['Name'] or '').lower().startswith('mindspore')])"
    )
    remote = "echo reached; " + python + ' -c "' + version + '"'
    command = ["ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5", "-o", "StrictHostKeyChecking=yes"]
    command += ["-p", str(options.get("ssh_port", 22)), name, remote]
    code, text = execute(command, int(options.get("ssh_seconds", 12)))
    facts["ssh"] = {"code": code, "reached": "reached" in text.split(), "text": text.strip()[-400:]}
    match = re.search(r"\['([^']+)'", text)
    facts["ssh"]["version"] = match.group(1) if match else ""
    return facts


def reach(name, port):
    """Whether a name resolves and a TCP port answers."""
    facts = {"name": name, "port": port, "resolved": "", "open": False, "error": ""}
    try:
        facts["resolved"] = socket.getaddrinfo(name, port, proto=socket.IPPROTO_TCP)[0][4][0]
        with socket.create_connection((name, port), timeout=5):
            facts["open"] = True
    except OSError as error:
        facts["error"] = str(error)
    return facts


def debugging(options):
    """What debugging in this interpreter needs."""
    import importlib.util

    spec = importlib.util.find_spec("debugpy")
    version = ""
    if spec and spec.origin:
        match = re.search(
            r'"version":\s*"([^"]+)"', read(os.path.join(os.path.dirname(spec.origin), "_version.py"))
        )
        version = match.group(1) if match else ""
    ptrace = read("/proc/sys/kernel/yama/ptrace_scope").strip()
    return {
        "debugpy": bool(spec),
        "debugpy_version": version,
        "ptrace_scope": ptrace,
        "traced": sys.gettrace() is not None,
    }


def read(path):
    """The text of a file, empty when it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except (OSError, ValueError, TypeError):
        return ""


def listing(folder):
    """The names in a folder, empty when there is none."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def output(command):
    """Both streams of a command, empty when it cannot be run."""
    return execute(command, COMMAND_SECONDS)[1]


def execute(command, seconds):
    """Exit code and both streams of a command; code None when it could not be run or took too long."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as error:
        return None, (error.output or b"").decode("utf-8", "replace") + "\ntimed out"
    except OSError as error:
        return None, str(error)
    return done.returncode, done.stdout.decode("utf-8", "replace")


SECTIONS = {
    function.__name__: function
    for function in (
        interpreter, packages, environment, libraries, device, imports, run_check, resources, distributed, debugging,
    )
}  # fmt: skip


def main():
    """Print the facts of the section named on the command line, after a mark, as the last line."""
    section, folder = sys.argv[1], sys.argv[2]
    options = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    if sys.path and os.path.abspath(sys.path[0]) == OWN_FOLDER:
        sys.path[0] = folder
    os.chdir(folder)
    facts = SECTIONS[section](options)
    sys.stdout.write("\n" + MARK + json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
