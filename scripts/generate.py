"""The one entry: run the snippets, record what they print, project it onto the pages.

    python -m scripts.generate                    run what changed, prove, record, write pages
    python -m scripts.generate --check            run all, compare with the records, write nothing
    python -m scripts.generate --pages            project the records onto the pages; no torch
    python -m scripts.generate --check --pages    compare pages with records; no torch
    python -m scripts.generate --only 'pruning/*' only these snippets
    python -m scripts.generate --column           run all, store the values of this torch version

Exit status: 0 all is well; 1 drift, or a fault in the content; 2 wrong usage.
"""

import argparse
import importlib.metadata
import importlib.util
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

import msgspec

from scripts.check import check_pages, write_pages
from scripts.child import VERSIONED
from scripts.compare import PROOF, check_proof, check_run
from scripts.drift import check_outcome
from scripts.figures import write_figures
from scripts.problem import ACCEPT, ContentError, Problem, relative, report
from scripts.project import DATA, Column, Project, plain, read_project
from scripts.record import (
    CACHE,
    Record,
    digest_files,
    find_values,
    make_record,
    update_record,
    write_record,
    write_whole,
)
from scripts.runner import PLAIN, Outcome, Runner
from scripts.snippet import SNIPPETS, Snippet
from scripts.text import normalize

VERIFIED = CACHE / "verified.json"
IMPORTS = SNIPPETS / "imports.json"

# What each optional environment is recognized by: a module that only it brings.
NEEDS = {"nvidia": "tritonclient"}


def missing_needs(snippet: Snippet) -> list[str]:
    """Return the optional environments that a snippet needs and this one lacks."""
    return [n for n in snippet.needs if not importlib.util.find_spec(NEEDS.get(n, n))]


def current_versions() -> dict[str, str]:
    """Return the installed version of each distribution that records name."""
    found = {"python": "{}.{}.{}".format(*sys.version_info)}
    for distribution in sorted(set(VERSIONED.values())):
        try:
            found[distribution] = importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


class Cache:
    """Which snippets were verified here, with which files and versions. Not committed.

    An entry is good only while the program, what it imports, the versions it ran with and
    its record are what they were. Deleting the file is always safe.
    """

    def __init__(self, path: Path = VERIFIED):
        self.path = path
        try:
            self.entries = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            self.entries = {}
        self.versions = current_versions()

    def knows(self, snippet: Snippet, record: Record | None) -> bool:
        """Tell whether this very state of the snippet was verified before."""
        entry = self.entries.get(snippet.name)
        if record is None or entry is None:
            return False
        try:
            files, versions, verified = entry
            return (
                digest_files(sorted(files)) == files
                and {name: self.versions.get(name) for name in versions} == versions
                and verified == msgspec.to_builtins(record)
            )
        except (OSError, ValueError, TypeError):
            return False

    def add(self, snippet: Snippet, record: Record, run: Record) -> None:
        """Note that a run agreed with the record; write it down at once.

        The digests are those of what ran: a file that was edited meanwhile is not verified.
        """
        self.entries[snippet.name] = [
            run.files,
            run.versions,
            msgspec.to_builtins(record),
        ]
        write_whole(self.path, json.dumps(self.entries, indent=1, sort_keys=True))


class Progress:
    """Prints a line a finished run: what is left, the seconds, what came of it."""

    def __init__(self, total: int):
        self.total, self.done = total, 0

    def show(self, snippet: Snippet, outcome: Outcome, word: str) -> None:
        """Count one run and print its line."""
        self.done += 1
        left = self.total - self.done
        print(
            f"{outcome.seconds:6.2f} s  {snippet.name}: {word} ({left} left)",
            flush=True,
        )


def prove(
    runner: Runner, firsts: dict[str, tuple[Snippet, Record]]
) -> Iterator[tuple[str, list[Problem]]]:
    """Run new outputs again under each setting of the proof.

    Yields each name with the problems as soon as its last run has ended.
    """
    left = dict.fromkeys(firsts, len(PROOF))
    problems: dict[str, list[Problem]] = {name: [] for name in firsts}
    # A proof may be slower than the plain run: its limit is three times as long.
    snippets = [replace(s, seconds=3 * s.seconds) for s, _ in firsts.values()]
    single = [setting for setting in PROOF if setting.threads == 1]
    several = [setting for setting in PROOF if setting.threads > 1]
    progress = Progress(len(PROOF) * len(snippets))
    runs = chain(
        runner.run_all(
            (snippet, setting) for setting in single for snippet in snippets
        ),
        # Threads of two programs at a time would wait for each other more than compute.
        runner.run_all(
            ((snippet, setting) for setting in several for snippet in snippets), 1
        ),
    )
    for snippet, setting, outcome in runs:
        faults = check_run(snippet, outcome)
        found = [
            Problem(p.path, p.line, f"{setting.name}: {p.what}", p.mend, p.detail)
            for p in faults
        ]
        if not faults:
            first = firsts[snippet.name][1]
            again = make_record(snippet, outcome)
            found = check_proof(snippet, first, again, setting)
        problems[snippet.name] += found
        progress.show(
            snippet, outcome, f"proved {setting.name}" if not found else "differs"
        )
        left[snippet.name] -= 1
        if not left[snippet.name]:
            yield snippet.name, problems[snippet.name]


def check_imports(runner: Runner, write: bool) -> Iterator[Problem]:
    """Compare what importing the libraries prints with what was recorded, once for the run."""
    lines = [line for line in normalize(runner.imports).splitlines() if line.strip()]
    text = json.dumps({"stderr": lines}, indent=1) + "\n"
    if write:
        write_whole(IMPORTS, text)
    elif not IMPORTS.exists() or IMPORTS.read_text("utf-8") != text:
        was = (
            json.loads(IMPORTS.read_text("utf-8"))["stderr"] if IMPORTS.exists() else []
        )
        detail = [f"- {line}" for line in was if line not in lines]
        detail += [f"+ {line}" for line in lines if line not in was]
        what = "drift: importing torch and torchao prints something else than recorded"
        mend = f"if that is right, accept it: {ACCEPT}"
        yield Problem(relative(IMPORTS), 1, what, mend, tuple(detail), drift=True)


def run_snippets(
    project: Project, chosen: list[Snippet], write: bool, jobs: int, cache: Cache
) -> list[Problem]:
    """Run the chosen snippets, compare each with its record; record news if `write`.

    A record is written as soon as its proof is complete, so a run that is stopped keeps
    what it had.
    """
    problems, news = [], {}
    with Runner(jobs) as runner:
        print(
            f"{runner.import_seconds:6.2f} s  importing torch and torchao", flush=True
        )
        problems += check_imports(runner, write)
        progress = Progress(len(chosen))
        for snippet, _, outcome in runner.run_all((s, PLAIN) for s in chosen):
            old = project.records.get(snippet.name)
            faults = check_run(snippet, outcome)
            drift = [
                p for p in check_outcome(project, snippet, old, outcome) if p.drift
            ]
            if faults or (drift and not write):
                problems += [*drift, *faults]
                progress.show(snippet, outcome, "failed" if faults else "drift")
                continue
            new = make_record(snippet, outcome)
            if old and not drift and old.files == new.files:
                cache.add(snippet, old, new)
                progress.show(snippet, outcome, "as recorded")
            elif write:
                news[snippet.name] = (snippet, new)
                progress.show(
                    snippet,
                    outcome,
                    "new output" if drift or not old else "new program",
                )
            else:
                progress.show(
                    snippet, outcome, "not recorded"
                )  # check_records says more
        if news:
            print(
                f"proving {len(news)} outputs: {', '.join(s.name for s in PROOF)}",
                flush=True,
            )
            for name, found in prove(runner, news):
                snippet, new = news[name]
                problems += found
                if not found:
                    kept = update_record(project.records.get(name), new)
                    write_record(snippet, kept)
                    cache.add(snippet, kept, new)
                    project.records[name] = kept
    return problems


def store_column(project: Project, chosen: list[Snippet], jobs: int) -> list[Problem]:
    """Run all snippets on the torch that is installed and store the values they print.

    A snippet that fails here leaves its rows empty: that, too, is what the version does.
    """
    column = Column(versions=current_versions(), cpu="", date="", values={})
    with Runner(jobs) as runner:
        progress = Progress(len(chosen))
        for snippet, _, outcome in runner.run_all((s, PLAIN) for s in chosen):
            faults = check_run(snippet, outcome)
            progress.show(snippet, outcome, faults[0].what if faults else "run")
            if outcome.fault or outcome.exception:
                continue
            record = make_record(snippet, outcome)
            column.cpu, column.date = record.cpu.name, record.date
            for value in find_values(snippet.name, record.stdout):
                column.values[value.id] = value.text
    path = DATA / "versions" / f"{plain(column.versions['torch'])}.json"
    text = json.dumps(
        msgspec.to_builtins(column), indent=1, sort_keys=True, ensure_ascii=False
    )
    write_whole(path, text + "\n")
    print(f"wrote {relative(path)}")
    return []


def finish(project: Project, write: bool) -> list[Problem]:
    """Project the records onto figures and pages, or compare them."""
    if not write:
        return check_pages(project)
    drawn, problems = write_figures(project)
    for name in drawn:
        print(f"drew {name}")
    written, faults = write_pages(project)
    problems += faults
    for place in written:
        print(f"wrote {place}")
    fresh = read_project() if drawn or written else project
    return problems + [p for p in check_pages(fresh) if p not in problems]


def select(project: Project, patterns: list[str]) -> list[Snippet]:
    """Return the snippets that match any of the patterns; all for no pattern."""
    chosen = [
        s
        for s in project.snippets.values()
        if not patterns or any(fnmatch(s.name, pattern) for pattern in patterns)
    ]
    if not chosen and patterns:
        wrong_usage(f"no snippet matches {' '.join(patterns)}")
    return chosen


def wrong_usage(what: str) -> None:
    """Say what is wrong with the command line and exit with status 2."""
    print(f"generate: {what}; see python -m scripts.generate --help", file=sys.stderr)
    raise SystemExit(2)


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.generate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--check", action="store_true", help="compare and write nothing"
    )
    parser.add_argument(
        "--pages", action="store_true", help="only pages against records"
    )
    parser.add_argument(
        "--column", action="store_true", help="store this version's values"
    )
    parser.add_argument("--only", action="append", default=[], metavar="GLOB")
    parser.add_argument(
        "--jobs", type=int, default=2, help="programs at a time (default 2)"
    )
    options = parser.parse_args(arguments)
    if options.jobs < 1:
        wrong_usage("--jobs must be at least 1")
    if options.pages and (options.only or options.column):
        wrong_usage("--pages runs nothing, so it goes with neither --only nor --column")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return the exit status."""
    options = read_arguments(arguments)
    started = time.perf_counter()
    try:
        project = read_project()
        problems: list[Problem] = []
        if not options.pages:
            problems = run(project, options)
        if not options.column:
            problems += finish(project, not options.check)
    except ContentError as error:
        problems = list(error.problems)
    count = report(problems)
    seconds = time.perf_counter() - started
    print(f"{count} problem(s)" if count else "all is well", f"({seconds:.1f} s)")
    return 1 if count else 0


def run(project: Project, options: argparse.Namespace) -> list[Problem]:
    """Run what the options choose and what is not known to be verified already."""
    chosen = select(project, options.only)
    cache = Cache()
    able = [s for s in chosen if not missing_needs(s)]
    for snippet in chosen:
        if snippet not in able:
            needs = " ".join(missing_needs(snippet))
            print(
                f"   not run  {snippet.name}: needs `make {needs}`; its record is kept"
            )
    if options.column:
        return store_column(project, able, options.jobs)
    if not options.check:
        known = [s for s in able if cache.knows(s, project.records.get(s.name))]
        if known:
            print(f"{len(known)} snippets unchanged since they were verified here")
        able = [s for s in able if s not in known]
    return (
        run_snippets(project, able, not options.check, options.jobs, cache)
        if able
        else []
    )


if __name__ == "__main__":
    sys.exit(main())
