"""A generation that is killed at any moment leaves every file whole."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from scripts.page import read_page

MOMENTS = 50


def running(token: str) -> list[str]:
    """Return the command lines of processes whose environment has the token."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if token.encode() in (entry / "environ").read_bytes() and entry.name != str(
                os.getpid()
            ):
                found.append((entry / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def test_killed_at_random_moments(scratch):
    names = [f"pruning/s{n}" for n in range(4)]
    for name in names:
        scratch.snippet(
            name,
            "import subprocess, time\nfrom shared import VALUE\n"
            "subprocess.run(['sleep', '0.02'], check=True)\ntime.sleep(0.02)\n"
            f"print('value:', VALUE)\nprint('name: {name[-2:]}')\n",
        )
    pages = [scratch.page(f"p{name[-1]}.md", name) for name in names]
    scratch.page("shared.md", "pruning/shared")
    states: dict[str, set[bytes]] = {}
    files = [*pages, *(scratch.root / f"snippets/{name}.json" for name in names)]
    for value in (1, 2):
        scratch.snippet("pruning/shared", f"VALUE = {value}\n")
        started = time.monotonic()
        scratch.generate()
        whole = time.monotonic() - started
        for file in files:
            states.setdefault(file.name, set()).add(file.read_bytes())
    assert all(len(variants) == 2 for variants in states.values())

    chance = random.Random(0)
    for moment in range(MOMENTS):
        scratch.snippet("pruning/shared", f"VALUE = {1 + moment % 2}\n")
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.generate"],
            cwd=scratch.root,
            env={**os.environ, "KILL_TEST": str(scratch.root)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0, whole))
        process.send_signal(signal.SIGKILL)
        process.wait()
        for file in files:
            data = file.read_bytes()
            assert data in states[file.name], (
                f"{file.name} is not whole at moment {moment}"
            )
        for file in files:
            json.loads(file.read_text()) if file.suffix == ".json" else read_page(file)
    deadline = time.monotonic() + 10
    while (
        left := running(f"KILL_TEST={scratch.root}")
    ) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left, "a process outlived the generator"
    scratch.generate()
    scratch.generate("--check")
