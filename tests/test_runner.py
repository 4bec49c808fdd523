"""What programs can do wrong: each is reported by name and harms no other."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.runner import PLAIN, Runner
from scripts.snippet import SNIPPETS, Snippet

FAULTS = {
    "hangs": ("import time\ntime.sleep(60)", "ran longer than its limit of 2 s"),
    "ends the process": (
        "import os\nos._exit(3)",
        "ended the process itself, status 3",
    ),
    "ends early": ("import sys\nsys.exit(1)", "ended early: SystemExit(1)"),
    "is killed": (
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
        "was ended by signal SIGKILL",
    ),
    "crashes": ("import ctypes\nctypes.string_at(0)", "was ended by signal SIGSEGV"),
    "leaves a child": (
        "import subprocess\nsubprocess.Popen(['sleep', '61'])",
        "left 1 child process(es) running",
    ),
    "leaves a child in a session of its own": (
        "import subprocess\nsubprocess.Popen(['sleep', '61'], start_new_session=True)",
        "left 1 child process(es) running",
    ),
    "leaves a fork": (
        "import os, time\nif os.fork() == 0:\n    time.sleep(61)",
        "left 1 child process(es) running",
    ),
    "leaves a thread": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(61,)).start()",
        "left the thread Thread-1",
    ),
    "prints 50 MB": (
        "for _ in range(500_000):\n    print('x' * 100)",
        "printed more than 200,000 bytes",
    ),
    "prints terminal codes": ("print('\\x1b[1mbold')", "printed terminal codes"),
    "writes beside Python": (
        "import os\nos.write(2, b'x' * 300_000)",
        "printed more than",
    ),
}


def program(source: str, name: str = "pruning/a") -> Snippet:
    return Snippet(name, SNIPPETS / f"{name}.py", source, "A program", seconds=2)


@pytest.fixture(scope="module")
def runner():
    with Runner(preload=[]) as runner:
        yield runner


def test_each_fault_is_named_and_the_others_run_on(runner):
    good = program("print('fine')", "pruning/good")
    tasks = []
    for name, (source, _) in FAULTS.items():
        tasks += [(program(source, name), PLAIN), (good, PLAIN)]
    outcomes = list(runner.run_all(tasks))
    faults = {snippet.name: outcome.fault for snippet, _, outcome in outcomes}
    for name, (_, fault) in FAULTS.items():
        assert faults[name].startswith(fault), name
    fine = [outcome for snippet, _, outcome in outcomes if snippet is good]
    assert len(fine) == len(FAULTS)
    assert all((o.fault, o.stdout, o.exception) == ("", "fine\n", None) for o in fine)
    sleeping = subprocess.run(
        ["pgrep", "-f", "^sleep 61"], capture_output=True, check=False
    )
    assert not sleeping.stdout


def test_too_much_memory_is_an_exception_of_the_program(runner):
    outcome = runner.run(program("x = bytearray(4 << 30)"))
    assert outcome.exception["type"] == "MemoryError"


def test_faults_do_not_change_what_comes_after(runner):
    source = (
        "import os, random, warnings, sys\n"
        "print(os.getcwd().split('-')[0], sorted(os.listdir()), os.environ['TZ'])\n"
        "print(os.environ['OMP_NUM_THREADS'], __name__, sys.stdin.read())\n"
    )
    first = runner.run(program(source)).stdout
    change = "import os\nos.chdir('/')\nos.environ['TZ'] = 'x'\nos.environ['OMP_NUM_THREADS'] = '9'"
    runner.run(program(change))
    assert runner.run(program(source)).stdout == first


def test_dataclasses_and_pickle_find_the_program(runner):
    source = (
        "from __future__ import annotations\nimport pickle\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass A:\n    x: int\nprint(pickle.loads(pickle.dumps(A(1))))\n"
    )
    assert runner.run(program(source)).stdout == "A(x=1)\n"


def test_a_type_error_runs_once(runner):
    outcome = runner.run(program("print('once')\nlen(5)"))
    assert outcome.stdout == "once\n"
    assert outcome.exception["type"] == "TypeError"


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_programs_end_with_the_generator(scratch, ending):
    pids = scratch.root / "pids"
    scratch.snippet(
        "pruning/a",
        "import os, subprocess, time\n"
        f"print(os.getpid(), file=open({str(pids)!r}, 'w'), flush=True)\n"
        "time.sleep(60)\n",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "scripts.generate"],
        cwd=scratch.root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 20
    while (
        not (pids.exists() and pids.read_text().strip()) and time.monotonic() < deadline
    ):
        time.sleep(0.05)
    pid = int(pids.read_text())
    process.send_signal(ending)
    process.wait(timeout=30)
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_nothing_runs_on_a_gpu_or_asks_the_network(runner):
    source = "import os\nprint(repr(os.environ['CUDA_VISIBLE_DEVICES']), os.environ['HF_HUB_OFFLINE'])"
    assert runner.run(program(source)).stdout == "'' 1\n"
    assert (
        os.environ.get("CUDA_VISIBLE_DEVICES") != ""
    )  # the caller's own is left alone
