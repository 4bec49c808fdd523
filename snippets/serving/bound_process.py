"""A server process that cannot outlive the program that started it

For Linux: elsewhere no signal tells a child of its parent's death.
"""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

START = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1 is PR_SET_PDEATHSIG
if os.getppid() == int(sys.argv[1]):  # or the parent died before the line above
    os.execv(sys.argv[2], sys.argv[2:])
"""


def free_addresses(count: int) -> list[str]:
    """Local addresses for a server; below port 32768 no client takes them first."""
    free = []
    for port in random.SystemRandom().sample(range(10_000, 32_768), 20 * count):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                free.append(f"127.0.0.1:{port}")
    return free[:count]


@contextlib.contextmanager
def bound_process(command: list, env: dict, log: str, patience: float = 5):
    """Run the command during the with block; its output goes to the log."""
    with open(log, "w") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", START, str(os.getpid()), *command],
            env=env,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a group of its own, with its children in it
        )
    try:
        yield process
    except BaseException as error:
        error.add_note(Path(log).read_text())  # stands below the traceback
        raise
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
