"""The doc-test: `pytest --markdown-docs docs README.md` runs the programs as published.

pytest-markdown-docs finds the code blocks and makes a test of each, but compares no output
and runs all of them in one process. This plugin gives it a runner that forks a process for
each program and compares what it prints with the block below it, a parser that also sees
blocks in admonitions, tabs and lists, and a count that leaves no block unaccounted for.
"""

import dataclasses
import os
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from pytest_markdown_docs._runners import register_runner
from pytest_markdown_docs.plugin import MarkdownInlinePythonItem

from scripts.check import DECLARED, check_fences, find_python_fences
from scripts.compare import check_run
from scripts.drift import check_outcome
from scripts.generate import missing_needs
from scripts.page import Block, Page, make_parser, read_page
from scripts.problem import ContentError, Problem
from scripts.project import Project, read_project
from scripts.record import Record, make_record
from scripts.runner import Outcome, Runner
from scripts.snippet import SNIPPETS, Snippet, read_snippet
from scripts.text import read_stdout


class PageFailure(Exception):
    """What is wrong with one code block of a page."""

    def __init__(self, problems: list[Problem]):
        super().__init__(f"{len(problems)} problem(s)")
        self.problems = problems


def read_published(block: Block, base: Record) -> Record:
    """Return what a block shows as a record; what it does not show is taken from `base`."""
    shown = {"output": [], "warnings": [], "raises": []}
    for token in make_parser().parse(block.body):
        title = token.info.partition('title="')[2].rstrip('"')
        if token.type == "fence" and title in shown:
            shown[title] = token.content.removesuffix("\n").split("\n")
    copy = {name: getattr(base, name) for name in base.__struct_fields__}
    return Record(
        **copy
        | {
            "stdout": shown["output"],
            "warnings": shown["warnings"],
            "exception": "\n".join(shown["raises"]),
        }
    )


def read_program(page: Page, line: int, source: str) -> tuple[Snippet, Block | None]:
    """Return the program of the fence at this line, and the block it stands in, if any.

    A program in a block is its snippet, with the text of the page. Any other one is named
    after its place; blank lines above it make its line numbers those of the page.
    """
    for block in page.blocks:
        if block.kind == "snippet" and block.start < line < block.end:
            path = (SNIPPETS / block.name).with_suffix(".py")
            return read_snippet(path, source.lstrip("\n")), block
    name = f"{page.place}:{line}"
    return Snippet(name=name, path=page.path, source=source, title=name), None


def check_program(
    project: Project,
    page: Page,
    line: int,
    snippet: Snippet,
    block: Block | None,
    run: Outcome,
) -> list[Problem]:
    """Return what is wrong with the run of a published program."""
    if block and not run.fault:
        base = project.records.get(snippet.name, make_record(snippet, run))
        return check_outcome(project, snippet, read_published(block, base), run)
    problems = [
        dataclasses.replace(
            p, path=page.place, line=line, what=f"{p.what} ({p.path}:{p.line})"
        )
        for p in check_run(snippet, run)
    ]
    if not snippet.source.strip():
        what = "the code block is empty"
        problems.append(
            Problem(page.place, line, what, "put a program in it, or delete it")
        )
    if not problems and (run.stdout or run.stderr):
        what = "this program prints, and the page shows no output"
        mend = "make it a snippet, so that its output is shown and compared"
        problems.append(
            Problem(page.place, line, what, mend, tuple(read_stdout(run.stdout)[:5]))
        )
    return problems


class Session:
    """The state of one doc-test run: the pages, the programs under way, the counts."""

    def __init__(self, jobs: int):
        self.files: dict[Path, Page] = {}
        self.pool = ThreadPoolExecutor(jobs)
        self.runner = Runner(jobs)
        self.runs: dict[
            tuple[Path, int], tuple[Snippet, Block | None, Future | str]
        ] = {}
        self.collected: dict[Path, set[int]] = {}
        self.started = False
        self.project: Project | None = None

    def check_count(self) -> list[Problem]:
        """Return a problem for each Python-looking block that is not accounted for."""
        return [
            problem
            for path, page in self.files.items()
            for problem in check_fences(page, self.collected.get(path, set()))
        ]

    def start(self, items: list[MarkdownInlinePythonItem]) -> None:
        """Hand every program to the runner; tests then wait for theirs."""
        self.project = read_project()
        plans = []
        for item in items:
            page = self.files[Path(item.path)]
            plans.append((item, *read_program(page, item.start_line, item.code)))
        if any(not missing_needs(snippet) for _, snippet, _ in plans):
            self.runner.__enter__()
            self.started = True
        for item, snippet, block in plans:
            missing = missing_needs(snippet)
            future = (
                f"needs `make {' '.join(missing)}`; the page shows the recorded output"
                if missing
                else self.pool.submit(self.runner.run, snippet)
            )
            self.runs[Path(item.path), item.start_line] = (snippet, block, future)

    def stop(self) -> None:
        """End what still runs."""
        self.pool.shutdown(cancel_futures=True)
        if self.started:
            self.runner.__exit__()


KEY = pytest.StashKey[Session]()
_session: Session | None = (
    None  # the runner's interface brings no pytest session with it
)


@register_runner(default=True)
class PageRunner:
    """Runs a code block in a process of its own and compares it with its page."""

    def runtest(self, test, args, **_) -> None:
        """Wait for the program's run; raise PageFailure for what is wrong."""
        path = Path(test.source_path)
        snippet, block, future = _session.runs[path, test.start_line]
        if isinstance(future, str):
            pytest.skip(future)
        page = _session.files[path]
        outcome = future.result()
        problems = check_program(
            _session.project, page, test.start_line, snippet, block, outcome
        )
        if problems:
            raise PageFailure(problems)

    def repr_failure(self, test, excinfo, style=None) -> str:
        """Return the problems as text; any other exception with its traceback."""
        if not isinstance(excinfo.value, PageFailure):
            return str(excinfo.getrepr(style="short"))
        lines = [problem.render() for problem in excinfo.value.problems]
        if os.environ.get("GITHUB_ACTIONS") == "true":
            lines += [problem.render_annotation() for problem in excinfo.value.problems]
        return "\n".join(lines)


def pytest_markdown_docs_markdown_it():
    """Give pytest-markdown-docs the parser that sees what the site shows."""
    return make_parser()


def pytest_configure(config) -> None:
    """Begin a session of page tests where the option asks for them."""
    global _session
    if config.option.markdowndocs:
        _session = config.stash[KEY] = Session(int(os.environ.get("JOBS", "2")))


def pytest_collect_file(file_path, parent) -> None:
    """Note each Markdown file, so that one without any collected block counts, too."""
    session = parent.config.stash.get(KEY, None)
    if session and file_path.suffix == ".md":
        try:
            session.files[file_path] = read_page(file_path)
        except ContentError as error:
            raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, items) -> None:
    """Count the collected blocks, before any selection takes some away."""
    state = session.config.stash.get(KEY, None)
    if state:
        for item in items:
            if isinstance(item, MarkdownInlinePythonItem):
                state.collected.setdefault(Path(item.path), set()).add(item.start_line)


def pytest_collection_finish(session) -> None:
    """Refuse to go on with a block unaccounted for; start the programs."""
    state = session.config.stash.get(KEY, None)
    if not state or session.config.option.collectonly:
        return
    problems = state.check_count()
    if problems:
        raise pytest.UsageError("\n".join(problem.render() for problem in problems))
    items = [
        item for item in session.items if isinstance(item, MarkdownInlinePythonItem)
    ]
    try:
        state.start(items)
    except ContentError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_terminal_summary(terminalreporter, config) -> None:
    """Print what was found, and that it is all accounted for."""
    state = config.stash.get(KEY, None)
    if state:
        fences = [
            info
            for page in state.files.values()
            for _, info in find_python_fences(page)
        ]
        declared = sum(bool(DECLARED.match(info)) for info in fences)
        absent = sum(isinstance(future, str) for *_, future in state.runs.values())
        terminalreporter.write_line(
            f"code blocks: {len(fences)} found = {len(fences) - declared - absent} run"
            f" + {declared} declared not to run + {absent} waiting for an environment"
        )


def pytest_unconfigure(config) -> None:
    """End what still runs."""
    state = config.stash.get(KEY, None)
    if state:
        state.stop()
