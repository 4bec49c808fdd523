"""No server outlives its program, not even one ended by kill -9"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import triton_server

MODEL = "class TritonPythonModel:\n    def execute(self, requests): pass\n"
CONFIG = """backend: "python" max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
PROGRAM = """
import sys
from triton_server import triton_server

with triton_server("models"):
    print("ready", flush=True)
    sys.stdin.read()
"""
HELPERS = str(Path(triton_server.__file__).parent)
Path("models/idle/1").mkdir(parents=True)
Path("models/idle/1/model.py").write_text(MODEL)
Path("models/idle/config.pbtxt").write_text(CONFIG)


def count_processes(mark: str) -> int:
    """The processes that inherited this mark in their environment."""
    count = 0
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it may end while we look
            count += mark.encode() in environment.read_bytes()
    return count


for ending in [signal.SIGINT, signal.SIGKILL]:
    mark = f"{ending.name}-{os.getpid()}"
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONPATH": HELPERS, "MARK": mark},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with program:
        program.stdout.readline()
        print(f"{ending.name}, processes while it serves: {count_processes(mark)}")
        program.send_signal(ending)
        program.wait()
    end = time.monotonic() + 15
    while count_processes(mark) and time.monotonic() < end:
        time.sleep(0.05)
    print(f"{ending.name}, processes left: {count_processes(mark)}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
