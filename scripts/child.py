"""What happens in the process of one snippet: forked, run as `__main__`, reported.

The process is forked from a server that has imported torch and has computed nothing
(a parent that ran one multi-threaded operation makes its children hang), so everything
that depends on threads or on the CPU is settled here, before the program's first line.
"""

import atexit
import importlib.metadata
import json
import linecache
import os
import random
import resource
import sys
import threading
import time
import traceback
import types
import warnings
from dataclasses import dataclass
from multiprocessing import forkserver
from pathlib import Path

PRELOAD = ("torch", "torch._dynamo", "torchao", "torchao.quantization")

# Distributions whose version a record names, by the module a snippet imports. What they
# depend on is pinned by the lock and changes with them.
VERSIONED = {
    "torch": "torch",
    "torchao": "torchao",
    "numpy": "numpy",
    "sklearn": "scikit-learn",
    "optuna": "optuna",
    "hyperopt": "hyperopt",
    "nemo": "nemo-toolkit",
    "modelopt": "nvidia-modelopt",
    "tritonclient": "tritonclient",
    "pytriton": "nvidia-pytriton",
}


@dataclass(frozen=True)
class Setting:
    """Under what a program runs: its threads, and environment variables of its own."""

    name: str
    threads: int = 1
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Job:
    """One program to run. `root` is the repository: files under it are the project's."""

    path: str
    source: str
    seconds: int
    memory: int  # bytes that the program may allocate beyond the imports
    root: str
    setting: Setting


def limit_memory(allowance: int) -> None:
    """Let this process allocate `allowance` more bytes of data. Linux only, like RLIMIT_DATA."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return
    used = int(status.partition("VmData:")[2].split()[0]) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (used + allowance,) * 2)


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent ends, however that ends."""
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig, sigkill = 1, 9
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, sigkill)


def prepare(job: Job) -> None:
    """Give the program the same start on every machine, and no seed of its own."""
    os.environ.update(job.setting.environment)
    threads = str(job.setting.threads)
    os.environ.update(OMP_NUM_THREADS=threads, MKL_NUM_THREADS=threads)
    torch = sys.modules.get("torch")
    if torch:
        torch.set_num_threads(job.setting.threads)
        # Forks inherit the state of the generators: a program that forgets to seed would
        # repeat itself here and nowhere else. Fresh entropy lets the proof find it.
        torch.seed()
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    atexit._clear()  # handlers of the imports; the program's own run at its end
    limit_memory(job.memory)
    sys.argv = [job.path]
    sys.path.insert(0, os.path.dirname(job.path))
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)
    # Tracebacks and inspect.getsource must show the text that runs, also a page's copy.
    lines = job.source.splitlines(keepends=True)
    linecache.cache[job.path] = (len(job.source), None, lines, job.path)


def describe_exception(error: BaseException, root: str) -> dict:
    """Return type, message and the frames that lie in the project, outermost first."""
    frames = [
        (frame.filename, frame.lineno, frame.name, frame.line)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(root + os.sep) and frame.filename != __file__
    ]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno, "<module>", error.text or ""))
    message = "\n".join([str(error), *getattr(error, "__notes__", ())])
    return {"type": type(error).__name__, "message": message, "frames": frames}


def read_versions() -> dict[str, str]:
    """Return Python's version and that of each named distribution imported so far."""
    found = {"python": "{}.{}.{}".format(*sys.version_info)}
    for module, distribution in VERSIONED.items():
        if module in sys.modules:
            try:
                found[distribution] = importlib.metadata.version(distribution)
            except importlib.metadata.PackageNotFoundError:
                continue
    return found


def read_cpu() -> dict:
    """Return what of the CPU decides over the last digits, and its name.

    `capability` is what torch dispatches on; `vnni` and `bf16` are the instructions that
    int8 and bfloat16 products use (flags of /proc/cpuinfo, which is Linux only).
    """
    torch = sys.modules.get("torch")
    capability = torch.backends.cpu.get_cpu_capability() if torch else ""
    try:
        info = Path("/proc/cpuinfo").read_text()
    except OSError:
        info = ""
    fields = {
        key.strip(): value.strip()
        for key, colon, value in (line.partition(":") for line in info.splitlines())
        if colon
    }
    flags = set(fields.get("flags", "").split())
    return {
        "name": fields.get("model name", "unknown CPU"),
        "capability": capability,
        "vnni": bool(flags & {"avx512_vnni", "avx_vnni"}),
        "bf16": bool(flags & {"avx512_bf16", "amx_bf16"}),
    }


def project_files(root: str, program: str) -> list[str]:
    """Return the project's files that were imported, and the program itself."""
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    snippets = os.path.join(root, "snippets") + os.sep
    return sorted({program} | {f for f in files if f and f.startswith(snippets)})


def execute(job: Job) -> dict:
    """Run the program as `__main__`; return the report, everything but what it printed."""
    module = types.ModuleType("__main__")
    module.__file__ = job.path
    sys.modules["__main__"] = module  # pickle and dataclasses look names up here
    error, caught = None, []
    threads = set(threading.enumerate())

    def show(message, category, filename, lineno, file=None, line=None):
        # The line of the program that led here, not the library's line that warned.
        own = [f.lineno for f in traceback.extract_stack() if f.filename == job.path]
        caught.append((category.__name__, str(message), own[-1] if own else 0))

    warnings.resetwarnings()
    warnings.simplefilter("default")
    warnings.showwarning = show
    started = time.perf_counter()
    try:
        exec(compile(job.source, job.path, "exec", dont_inherit=True), module.__dict__)
    except BaseException as raised:  # SystemExit and KeyboardInterrupt are reports, too
        error = describe_exception(raised, job.root)
    seconds = time.perf_counter() - started
    left = [
        thread.name
        for thread in threading.enumerate()
        if thread not in threads and not thread.daemon
    ]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return {
        "exception": error,
        "warnings": caught,
        "threads_left": left,
        "seconds": seconds,
        "threads": job.setting.threads,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "files": project_files(job.root, job.path),
        "versions": read_versions(),
        "cpu": read_cpu(),
    }


def main(job: Job, directory: str, out, err, report) -> None:
    """Entry of the forked process. Ends it: nothing of the caller's runs afterwards.

    `out`, `err` and `report` are the writing ends of pipes. Whoever reads knows that the
    program ended before its time when nothing comes through `report`.
    """
    os.setsid()  # one session for all that the program starts, so that all can be ended
    die_with_parent()
    # The server ends when nobody holds this pipe. The generator does; its programs must
    # not, or they would keep the server alive when the generator is killed.
    os.close(forkserver._forkserver._forkserver_alive_fd)
    forkserver._forkserver._forkserver_alive_fd = None
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    for connection in (out, err):
        connection.close()
    os.chdir(directory)
    prepare(job)
    result = execute(job)
    with open(report.fileno(), "wb", closefd=False) as pipe:
        pipe.write(json.dumps(result).encode())
    os._exit(0)
