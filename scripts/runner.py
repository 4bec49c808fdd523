"""Runs programs, each in a process of its own, and tells what became of each.

The processes are forked from one server that has imported torch, torch._dynamo and
torchao: one import for all of them, and no program can touch another.
"""

import json
import multiprocessing
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import connection, forkserver
from pathlib import Path

from scripts import child
from scripts.child import Job, Setting
from scripts.problem import ROOT
from scripts.snippet import Snippet

PLAIN = Setting("plain")
MEMORY = 2 << 30  # bytes a program may allocate beyond the imports
OUTPUT = 200_000  # bytes a program may print on each channel: a page holds far less

# What must be settled before the interpreter starts or the first library loads.
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "PASSIVE",  # waiting threads sleep: on a busy machine spinning starves
    "CUDA_VISIBLE_DEVICES": "",  # the site shows what a CPU does
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "COLUMNS": "80",
    "NO_COLOR": "1",
    "TERM": "dumb",
    "HF_HUB_OFFLINE": "1",  # a program that needs the network is not repeatable
}


@dataclass
class Outcome:
    """What one run of a program left: the text of its channels, and how it ended.

    `fault` says in words why the run cannot be used ("" where it can): a time limit, a
    signal, a process left behind. `exception` is the child's description, or None.
    """

    stdout: str = ""
    stderr: str = ""
    warnings: list[tuple[str, str, int]] = field(default_factory=list)
    exception: dict | None = None
    fault: str = ""
    seconds: float = 0.0
    peak: int = 0
    threads: int = 1
    files: list[str] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    cpu: dict = field(default_factory=dict)


@contextmanager
def environment(values: dict[str, str]) -> Iterator[None]:
    """Set variables of this process for the duration, as a new process inherits them."""
    before = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def find_session(session: int, token: str) -> Iterator[int]:
    """Yield the processes of a session, and those elsewhere that carry its token.

    A child that was forked is found by the session, one that began a session of its own
    and executed another program by the token in its environment. Linux only.
    """
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if fields[0] == "Z" or int(entry.name) == os.getpid():
                continue
            if (
                int(fields[3]) == session
                or token.encode() in (entry / "environ").read_bytes()
            ):
                yield int(entry.name)
        except (OSError, IndexError):
            continue


def kill(pids: Iterable[int]) -> None:
    """End processes at once; one that is gone already is no fault."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Runner:
    """A fork server and a number of programs at a time. A context manager.

    `imports` is what importing the preloaded libraries printed to stderr, once.
    """

    def __init__(self, jobs: int = 2, preload: Iterable[str] = child.PRELOAD):
        self.jobs = jobs
        self.preload = list(preload)
        self.imports = ""
        self.import_seconds = 0.0
        self._context = multiprocessing.get_context("forkserver")
        self._server = forkserver._forkserver
        self._noise = tempfile.TemporaryFile()

    def __enter__(self) -> "Runner":
        """Start the server with the fixed environment and catch what its imports print."""
        # Children would run the caller's main module again; there is nothing in it for them.
        main = sys.modules["__main__"]
        self._main = (main.__spec__, getattr(main, "__file__", None))
        main.__spec__, main.__file__ = None, None
        self._server._stop()  # one that runs already has other settings
        self._context.set_forkserver_preload([*self.preload, "scripts.child"])
        started = time.perf_counter()
        sys.stderr.flush()
        saved = os.dup(2)
        os.dup2(self._noise.fileno(), 2)
        try:
            with environment(ENVIRONMENT):
                self._server.ensure_running()
                # The first process can only start when the imports are done.
                first = self._context.Process(target=int)
                first.start()
                first.join()
        finally:
            os.dup2(saved, 2)
            os.close(saved)
        self.imports = self._read_noise()
        self.import_seconds = time.perf_counter() - started
        return self

    def __exit__(self, *_) -> None:
        """Stop the server; the processes it forked end with it."""
        self._server._stop()
        sys.modules["__main__"].__spec__, sys.modules["__main__"].__file__ = self._main
        self._noise.close()

    def _read_noise(self) -> str:
        """Return what the server itself has printed since it started."""
        self._noise.seek(0)
        return self._noise.read().decode("utf-8", "replace")

    def run(self, snippet: Snippet, setting: Setting = PLAIN) -> Outcome:
        """Run one program in a fresh directory and return what became of it."""
        directory = tempfile.mkdtemp(prefix="snippet-")
        token = f"SNIPPET_RUN={os.path.basename(directory)}"
        name, _, value = token.partition("=")
        job = Job(
            path=str(snippet.path),
            source=snippet.source,
            seconds=snippet.seconds,
            memory=MEMORY,
            root=str(ROOT),
            setting=Setting(
                setting.name, setting.threads, (*setting.environment, (name, value))
            ),
        )
        pipes = [self._context.Pipe(duplex=False) for _ in range(3)]
        process = self._context.Process(
            target=child.main, args=(job, directory, *(write for _, write in pipes))
        )
        try:
            process.start()
            for _, write in pipes:
                write.close()
            readers = [read for read, _ in pipes]
            texts, fault = self._follow(process, readers, snippet.seconds, token)
        finally:
            kill(find_session(process.pid or -1, token))
            process.join()
            for read, write in pipes:
                read.close()
                write.close()
            shutil.rmtree(directory, ignore_errors=True)
        return read_outcome(texts, fault, process.exitcode, directory)

    def _follow(self, process, readers, seconds, token) -> tuple[list[bytes], str]:
        """Read the three pipes until the program ends, is too slow or prints too much."""
        texts = dict.fromkeys(readers, b"")
        out, err, _ = readers
        deadline, fault, open_ = time.monotonic() + seconds, "", {*readers}
        ended = False
        while open_:
            waiting = [*open_] if ended else [*open_, process.sentinel]
            left = 0.5 if ended else deadline - time.monotonic()
            ready = connection.wait(waiting, max(left, 0))
            if not ready and not ended:
                fault = fault or f"ran longer than its limit of {seconds} s"
                kill(find_session(process.pid, token))
                process.kill()
                ended = True
                continue
            if not ready:
                break
            for end in ready:
                if end is process.sentinel or end == process.sentinel:
                    ended = True
                    leftover = [
                        p for p in find_session(process.pid, token) if p != process.pid
                    ]
                    if leftover and not fault:
                        fault = f"left {len(leftover)} child process(es) running"
                    kill(leftover)
                    continue
                data = os.read(end.fileno(), 1 << 16)
                texts[end] += data
                if not data:
                    open_.discard(end)
                elif end in (out, err) and len(texts[end]) > OUTPUT and not fault:
                    fault = f"printed more than {OUTPUT:,} bytes"
                    kill(find_session(process.pid, token))
                    process.kill()
        return [texts[reader] for reader in readers], fault

    def run_all(
        self, tasks: Iterable[tuple[Snippet, Setting]], jobs: int = 0
    ) -> Iterator[tuple[Snippet, Setting, Outcome]]:
        """Run tasks, `jobs` at a time (0: the runner's); yield each as it ends."""
        with ThreadPoolExecutor(jobs or self.jobs) as pool:
            futures = {pool.submit(self.run, *task): task for task in tasks}
            try:
                for future in as_completed(futures):
                    yield (*futures[future], future.result())
            finally:
                pool.shutdown(cancel_futures=True)


def read_outcome(
    texts: list[bytes], fault: str, status: int, directory: str
) -> Outcome:
    """Put together what the pipes brought; a program that reported nothing ended early."""
    out, err, report = texts
    outcome = Outcome(
        stdout=out.decode("utf-8", "replace"),
        stderr=err.decode("utf-8", "replace"),
        fault=fault,
    )
    try:
        result = json.loads(report)
    except ValueError:
        if not fault and status < 0:
            outcome.fault = f"was ended by signal {signal.Signals(-status).name}"
        elif not fault:
            outcome.fault = f"ended the process itself, status {status} (os._exit?)"
        return outcome
    outcome.warnings = [tuple(warning) for warning in result["warnings"]]
    outcome.exception = result["exception"]
    outcome.seconds, outcome.peak = result["seconds"], result["peak"]
    outcome.threads = result["threads"]
    outcome.files = [os.path.relpath(file, ROOT) for file in result["files"]]
    outcome.versions, outcome.cpu = result["versions"], result["cpu"]
    if not fault and result["threads_left"]:
        outcome.fault = f"left the thread {result['threads_left'][0]} running"
    elif not fault and re.search(r"\x1b\[", outcome.stdout + outcome.stderr):
        outcome.fault = "printed terminal codes (ESC [)"
    elif not fault and outcome.exception and outcome.exception["type"] == "SystemExit":
        outcome.fault = f"ended early: SystemExit({outcome.exception['message']})"
    return outcome
