"""No Triton server outlives its program, however that program or the generator ends."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("tritonclient", reason="needs `make nvidia`")

PROGRAM = '''\
from pathlib import Path

from triton_server import triton_server

MODEL = """
class TritonPythonModel:
    def execute(self, requests):
        return []
"""
folder = Path("models/echo/1")
folder.mkdir(parents=True)
(folder / "model.py").write_text(MODEL)
Path("models/echo/config.pbtxt").write_text("""
backend: "python"
input {{ name: "x" data_type: TYPE_FP32 dims: 4 }}
output {{ name: "y" data_type: TYPE_FP32 dims: 4 }}
""")
with triton_server("models"):
    Path({started!r}).touch()
    {inside}
print("served: True")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = {seconds}
# ///
'''


@pytest.fixture
def serve(scratch):
    """Write a project with one program that starts a server; return (project, its sign)."""

    def write(inside: str, seconds: int = 60):
        for name in ("triton_server", "bound_process"):
            (scratch.root / "snippets/serving").mkdir(exist_ok=True)
            shutil.copy(
                ROOT / f"snippets/serving/{name}.py", scratch.root / "snippets/serving"
            )
        started = scratch.root / "started"
        program = PROGRAM.format(started=str(started), inside=inside, seconds=seconds)
        scratch.snippet("serving/a", program)
        scratch.page(
            "a.md", "serving/a", "serving/triton_server", "serving/bound_process"
        )
        return scratch, started

    return write


def servers(scratch) -> list[str]:
    """Return the processes of servers and stubs that the project's programs started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if "triton" in command and f"OF={scratch.root}".encode() in environment:
            found.append(command)
    return found


def wait_for_none(scratch) -> None:
    deadline = time.monotonic() + 10
    while servers(scratch) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert servers(scratch) == []


@pytest.mark.parametrize(
    ("inside", "seconds", "says"),
    [
        ("pass", 60, "serving/a: new output"),
        ("raise ValueError('stop')", 60, "raised ValueError: stop"),
        ("import time; time.sleep(90)", 15, "ran longer than its limit of 15 s"),
        ("import os; os._exit(3)", 60, "ended the process itself, status 3"),
    ],
    ids=["success", "failure", "timeout", "exit"],
)
def test_no_server_is_left(serve, inside, seconds, says):
    scratch, started = serve(inside, seconds)
    # The helpers are not recorded, so the status is 1 in each case.
    printed = scratch.generate("--only", "serving/a", status=1, OF=str(scratch.root))
    assert started.exists(), printed
    assert says in printed
    wait_for_none(scratch)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_no_server_is_left_when_the_generator_is_ended(serve, ending):
    scratch, started = serve("import time; time.sleep(90)", 60)
    process = subprocess.Popen(
        [sys.executable, "-m", "scripts.generate", "--only", "serving/a"],
        cwd=scratch.root,
        env={**os.environ, "OF": str(scratch.root)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not started.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert servers(scratch)
    process.send_signal(ending)
    process.wait(timeout=30)
    wait_for_none(scratch)
