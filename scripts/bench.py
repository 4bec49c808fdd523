"""Prints how long the engine takes, beside the bound and beside other ways to do it.

    python -m scripts.bench [--runs 3]

Everything happens in a copy of the project. Medians of at least three runs; the bound is
one import of torch and torchao plus the programs' own computing time over two cores.
Machines are noisy: compare ratios, and only of figures from one machine.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import nbformat

from scripts.child import die_with_parent
from scripts.generate import missing_needs
from scripts.problem import ROOT
from scripts.runner import ENVIRONMENT
from scripts.snippet import Snippet, find_programs, read_snippet

CORES = 2


def copy_project(folder: Path) -> Path:
    """Copy what git would clone, as it is now, without the environment."""
    copy = folder / "project"
    made = (".venv", ".git", ".cache", "site", "node_modules", "__pycache__")
    ignored = shutil.ignore_patterns(*made)
    shutil.copytree(ROOT, copy, ignore=ignored)
    return copy


def tree_memory(pid: int) -> int:
    """Return the memory of a process and all below it in bytes, shared pages counted once."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        children.setdefault(parent, []).append(int(entry.name))
    total, todo = 0, [pid]
    while todo:
        current = todo.pop()
        todo += children.get(current, [])
        try:
            rollup = Path(f"/proc/{current}/smaps_rollup").read_text()
        except OSError:
            continue
        match = re.search(r"Pss:\s+(\d+)", rollup)
        total += int(match[1]) * 1024 if match else 0
    return total


class Run:
    """One command, timed: `seconds`, `peak` bytes of memory and what it printed."""

    def __init__(self, arguments: list[str], cwd: Path, watch: bool = False):
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=cwd,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.peak = 0
        if watch:
            threading.Thread(target=self._watch, args=(process,), daemon=True).start()
        self.printed, _ = process.communicate()
        self.seconds, self.status = time.perf_counter() - started, process.returncode

    def _watch(self, process: subprocess.Popen) -> None:
        while process.poll() is None:
            self.peak = max(self.peak, tree_memory(process.pid))
            time.sleep(0.05)


def measure_preview(project: Path) -> float:
    """Time a sentence from the saving of its page to the answer that has it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    page = project / "docs" / "pruning" / "accuracy.md"
    text = page.read_text("utf-8")
    server = subprocess.Popen(
        [sys.executable, "-m", "scripts.preview", "--dev-addr", address],
        cwd=project,
        # Its site goes with this copy of the project, however the server ends.
        env={**os.environ, "TMPDIR": str(project.parent), "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )

    def wait_for(sentence: str) -> float:
        started = time.perf_counter()
        while server.poll() is None and time.perf_counter() - started < 120:
            with contextlib.suppress(OSError):
                url = f"http://{address}/pruning/accuracy/"
                if sentence in urlopen(url, timeout=60).read().decode():
                    return time.perf_counter() - started
            time.sleep(0.02)
        sys.exit("the preview does not show the page; python -m scripts.preview")

    try:
        wait_for("<h1")
        page.write_text(f"{text}\nA sentence that is new.\n", "utf-8")
        return wait_for("A sentence that is new.")
    finally:
        page.write_text(text, "utf-8")
        server.terminate()
        server.wait()


def median(runs: int, measure: Callable[[], float]) -> float:
    """Return the median of so many measurements."""
    return statistics.median(measure() for _ in range(runs))


def measure_engine(project: Path, runs: int) -> dict[str, float]:
    """Time the engine itself; return seconds by name, and the bound."""
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    for _ in range(runs):
        shutil.rmtree(project / ".cache", ignore_errors=True)
        run = Run(["-m", "scripts.generate"], project, watch=True)
        if run.status:
            sys.exit(f"the programs do not run cleanly:\n{run.printed}")
        times = [float(t) for t in re.findall(r"(?m)^ *([\d.]+) s ", run.printed)]
        note("cold", run.seconds)
        note("import", times[0])
        note("computing", sum(times[1:]))
        note("bound", times[0] + sum(times[1:]) / CORES)
        note("peak", run.peak)
        note("nothing changed", Run(["-m", "scripts.generate"], project).seconds)
        check = ["-m", "scripts.generate", "--check", "--pages"]
        note("pages against records", Run(check, project).seconds)
        verified = project / ".cache" / "verified.json"
        entries = json.loads(verified.read_text())
        entries.pop("pruning/weight_orig_and_mask", None)
        verified.write_text(json.dumps(entries))
        note("one snippet to run", Run(["-m", "scripts.generate"], project).seconds)
    return {name: statistics.median(values) for name, values in figures.items()}


def run_fresh(snippets: list[Snippet]) -> float:
    """Run each program in a process of its own that imports torch itself; two at a time."""
    environment = {**os.environ, **ENVIRONMENT}

    def one(snippet: Snippet) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [sys.executable, str(snippet.path)],
                cwd=folder,
                env=environment,
                capture_output=True,
                check=False,
            )

    started = time.perf_counter()
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(one, snippets))
    return time.perf_counter() - started


def run_plain_doctest(project: Path, snippets: list[Snippet]) -> float:
    """Run the same programs through pytest-markdown-docs alone: one process, no comparison."""
    folder = project.parent / "plain"
    folder.mkdir(exist_ok=True)
    for snippet in snippets:
        text = f"```python\n{snippet.source}```\n"
        (folder / f"{snippet.name.replace('/', '-')}.md").write_text(text)
    arguments = ["-m", "pytest", "-q", "--markdown-docs", "-W", "ignore", "."]
    run = Run(arguments, folder)
    failed = re.findall(r"(\d+) failed", run.printed)  # the last line of pytest counts
    if failed:
        print(
            f"in one process, {failed[-1]} of {len(snippets)} programs fail", flush=True
        )
    return run.seconds


def run_notebooks(project: Path, snippets: list[Snippet]) -> float:
    """Let mkdocs-jupyter execute one notebook a chapter, a cell a program."""
    folder = project.parent / "notebooks"
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    chapters: dict[str, list[Snippet]] = {}
    for snippet in snippets:
        chapters.setdefault(snippet.chapter, []).append(snippet)
    for chapter, programs in chapters.items():
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [
            nbformat.v4.new_code_cell(program.source) for program in programs
        ]
        nbformat.write(notebook, folder / "docs" / f"{chapter}.ipynb")
    (folder / "docs" / "index.md").write_text("# Notebooks\n")
    (folder / "mkdocs.yml").write_text(
        "site_name: x\nplugins:\n  - mkdocs-jupyter: {execute: true, allow_errors: true}\n"
    )
    return Run(["-m", "mkdocs", "build", "-q"], folder).seconds


def main(arguments: list[str] | None = None) -> None:
    """Measure everything and print it as a Markdown table."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.bench", description=__doc__
    )
    parser.add_argument("--runs", type=int, default=3, help="runs a figure (default 3)")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what runs is ended, too
    snippets = [s for s in map(read_snippet, find_programs()) if not missing_needs(s)]
    with tempfile.TemporaryDirectory() as name:
        project = copy_project(Path(name))
        print(
            f"{len(snippets)} programs, {CORES} cores, medians of {options.runs} runs\n"
        )
        engine = measure_engine(project, options.runs)
        others = {
            "a sentence changed, until the preview shows it": lambda: measure_preview(
                project
            ),
            "a fresh process each, two at a time": lambda: run_fresh(snippets),
            "pytest-markdown-docs alone, no comparison": lambda: run_plain_doctest(
                project, snippets
            ),
            "mkdocs-jupyter, one notebook a chapter": lambda: run_notebooks(
                project, snippets
            ),
        }
        rows = [
            ("bound: one import + computing / cores", engine["bound"]),
            ("all programs, nothing known (cold)", engine["cold"]),
            ("one snippet to run", engine["one snippet to run"]),
            ("nothing changed", engine["nothing changed"]),
            ("pages against records, no torch", engine["pages against records"]),
        ]
        rows += [
            (label, median(options.runs, measure)) for label, measure in others.items()
        ]
    print("| what | seconds | times the bound |\n| --- | --- | --- |")
    for label, seconds in rows:
        print(f"| {label} | {seconds:.2f} | {seconds / engine['bound']:.2f} |")
    print(f"\nimport {engine['import']:.2f} s, computing {engine['computing']:.2f} s")
    print(f"peak memory of a cold run: {engine['peak'] / 2**30:.2f} GiB")


if __name__ == "__main__":
    main()
