"""Checks that need no torch: pages against records, records against programs, prose."""

import difflib
import re
from collections.abc import Iterator

from scripts.exports import check_exports, write_exports
from scripts.figures import is_current, read_points
from scripts.labs import lab_path, render_lab
from scripts.page import DOCS, LINK, Block, Page, find_tokens, render_page
from scripts.problem import ACCEPT, ContentError, Problem, relative
from scripts.project import CHAPTERS, DATA, Project, evidence_of
from scripts.prose import check_claims, check_numbers, find_line
from scripts.record import digest_files, write_whole
from scripts.render import render_block

# A Python-looking fence in any form, anywhere: quoted, listed, indented.
ANY_FENCE = re.compile(r"^[\s>*+\-\d.]*?(?P<ticks>`{3,}|~{3,})(?P<info>.*)$")
PYTHON = re.compile(r"^\s*\{?\s*\.?(?:python3?|py|pycon|ipython3?)\b", re.IGNORECASE)
DECLARED = re.compile(r"^python \{ notest data-reason=\"(?P<reason>[^\"]+)\" \}$")


def value_text(project: Project, id: str) -> str | None:
    """Return the text of a value, None for an unknown one."""
    value = project.value_by_id.get(id)
    return value.text if value else None


def check_records(project: Project) -> Iterator[Problem]:
    """Yield a problem for each snippet without a record, or changed since it was recorded."""
    for name, snippet in project.snippets.items():
        record, mend = project.records.get(name), f"run {ACCEPT} --only {name}"
        if snippet.chapter not in CHAPTERS:
            what = f"{snippet.chapter!r} is no chapter"
            known = f"known are {', '.join(CHAPTERS)} (scripts/project.py)"
            yield Problem(relative(snippet.path), 0, what, known)
        if record is None:
            yield Problem(relative(snippet.path), 0, "nothing is recorded", mend)
            continue
        try:
            same = digest_files(sorted(record.files)) == record.files
        except OSError:
            same = False
        if not same:
            what = "the program, or one it imports, has changed since it was recorded"
            yield Problem(relative(snippet.path), 0, what, mend)


def check_shown(project: Project) -> Iterator[Problem]:
    """Yield a problem for each snippet or figure that no page shows, or that two show."""
    shown: dict[tuple[str, str], list[tuple[Page, Block]]] = {}
    for page in project.pages:
        for block in page.blocks:
            shown.setdefault((block.kind, block.name), []).append((page, block))
    for name, snippet in project.snippets.items():
        if ("snippet", name) not in shown:
            mend = f"put <!-- snippet: {name} --> and <!-- /snippet --> on a page"
            yield Problem(relative(snippet.path), 0, "no page shows this snippet", mend)
    for figure in project.figures:
        if ("figure", figure.name) not in shown:
            mend = f"put <!-- figure: {figure.name} --> and <!-- /figure --> on a page"
            what = f"no page shows the figure {figure.name!r}"
            yield Problem(relative(DATA / "figures.toml"), 0, what, mend)
    for (kind, name), places in shown.items():
        for page, block in places[1:]:
            if kind in ("snippet", "figure"):
                first = f"{places[0][0].place}:{places[0][1].start}"
                what = f"the {kind} {name!r} is shown a second time, first in {first}"
                yield Problem(page.place, block.start, what, "link to the first")


def check_links(project: Project, page: Page) -> Iterator[Problem]:
    """Yield a problem for each value link that is unknown or says something else."""
    for line, match in page.links():
        value = project.value_by_id.get(match["id"])
        if value is None:
            close = difflib.get_close_matches(match["id"], project.value_by_id, 1, 0.6)
            mend = (
                f"did you mean {close[0]!r}?" if close else "print it as `label: value`"
            )
            yield Problem(
                page.place, line, f"no snippet prints the value {match['id']!r}", mend
            )
            continue
        if match["text"].strip("`") != value.text:
            what = f"says {match['text']!r}, the recorded run of {value.snippet} {value.text!r}"
            mend = f"run {ACCEPT} --pages, then read the sentence again"
            yield Problem(page.place, line, what, mend)
        place = page.up + evidence_of(value.snippet)
        if match["place"] != place:
            what = f"the link {match[0]} does not lead to where {match['id']} stands"
            yield Problem(page.place, line, what, f"write ({place}#{match['id']})")


def file_behind(project: Project, block: Block) -> str:
    """Return the file to edit instead of a block."""
    if block.kind == "snippet" and block.name in project.snippets:
        return relative(project.snippets[block.name].path)
    data = {"figure": "figures", "questions": "questions", "reading": "reading"}
    if block.kind in data:
        return relative(DATA / f"{data[block.kind]}.toml")
    return "the snippets"


def check_edited(project: Project, page: Page) -> Iterator[Problem]:
    """Yield a problem for each block that was edited by hand."""
    for block in page.blocks:
        if block.edited:
            what = f"this {block.kind} block was edited by hand"
            mend = (
                f"edit {file_behind(project, block)} instead, undo the edit here (or empty"
                f" the block and its digest), and run {ACCEPT}"
            )
            yield Problem(page.place, block.start, what, mend)


def check_blocks(project: Project, page: Page) -> Iterator[Problem]:
    """Yield a problem for each block that is not what the records say."""
    for block in page.blocks:
        try:
            body = render_block(project, page, block)
        except ContentError as error:
            yield from error.problems
            continue
        if block.edited or body == block.body:
            continue
        was, now = block.body.split("\n"), body.split("\n")
        detail = [
            line
            for line in difflib.unified_diff(was, now, lineterm="", n=0)
            if not line.startswith(("---", "+++", "@@"))
        ]
        what = f"the {block.kind} block {block.name!r} is not what the records say"
        mend = f"run {ACCEPT} --pages"
        yield Problem(page.place, block.start, what, mend, tuple(detail[:8]))


def find_python_fences(page: Page) -> Iterator[tuple[int, str]]:
    """Yield (line, info string) of every Python-looking fence, in whatever form.

    Looks at lines, not at a parse: what a parser does not see, a reader may still.
    """
    ticks = ""
    for number, line in enumerate(page.text.split("\n"), 1):
        match = ANY_FENCE.match(line)
        if ticks:
            bare = (
                match and not match["info"].strip() and match["ticks"].startswith(ticks)
            )
            ticks = "" if bare else ticks
        elif match and not (match["ticks"][0] == "`" and "`" in match["info"]):
            ticks = match["ticks"]
            if PYTHON.match(match["info"]):
                yield number, match["info"].strip()


def check_fences(page: Page, collected: set[int]) -> Iterator[Problem]:
    """Yield a problem for each Python-looking fence that is neither run nor declared.

    `collected` holds the lines of the fences that the doc-test runs.
    """
    for line, info in find_python_fences(page):
        if line not in collected and not DECLARED.match(info):
            yield Problem(
                page.place,
                line,
                f"the code block `{info}` is neither run nor declared not to run",
                'write ```python, or ```python { notest data-reason="why" }',
            )


def collected_lines(tokens: list) -> set[int]:
    """Return the lines of the fences that pytest-markdown-docs collects from a page."""
    lines = set()
    for token in tokens:
        words = token.info.split() if token.type == "fence" else []
        runs = (
            words
            and words[0] in ("py", "python", "python3")
            and "notest" not in words[1:]
        )
        if runs and token.map:
            lines.add(token.map[0] + 1)
    return lines


def check_questions(project: Project) -> Iterator[Problem]:
    """Yield a problem for each question with an answer, page or value that does not exist.

    And for each one that its page does not show: what leads to the explanation of a
    question leads there.
    """
    pages = {
        page.path.relative_to(DATA.parent).as_posix(): page for page in project.pages
    }
    path = DATA / "questions.toml"
    source = path.read_text("utf-8") if project.questions else ""
    for question in project.questions:
        what, mend = "", "correct it"
        shown = pages[question.path].blocks if question.path in pages else ()
        if not 0 <= question.answer < len(question.options):
            what = f"answer = {question.answer} is none of the {len(question.options)} options"
        elif question.path not in pages:
            what = f"no page {question.page!r}"
        elif ("questions", question.path) not in [(b.kind, b.name) for b in shown]:
            what = f"{question.path} does not show it"
            mend = (
                f"put <!-- questions: {question.path} --> and <!-- /questions --> there"
            )
        else:
            links = LINK.finditer(" ".join(question.claims))
            for id in [*question.evidence, *(match["id"] for match in links)]:
                if id not in project.value_by_id:
                    what = f"no snippet prints the value {id!r}"
        if what:
            line = find_line(source, question.id, question.id)
            yield Problem(
                relative(path), line, f"question {question.id!r}: {what}", mend
            )
        else:
            yield from check_claims(
                question, project.value_by_id, relative(path), source
            )


def check_reading(project: Project) -> Iterator[Problem]:
    """Yield a problem for each entry that a page ought to list and does not."""
    listed = {
        (block.name, page.path.relative_to(DOCS).as_posix())
        for page in project.pages
        for block in page.blocks
        if block.kind == "reading"
    }
    path = DATA / "reading.toml"
    source = path.read_text("utf-8") if project.reading else ""
    for item in project.reading:
        for page in item.pages:
            if (page, page) not in listed:
                what = f"{item.id!r}: no reading list on {page!r}"
                mend = f"put <!-- reading: {page} --> and <!-- /reading --> there"
                yield Problem(
                    relative(path), find_line(source, item.id, page), what, mend
                )


def check_labs(project: Project) -> Iterator[Problem]:
    """Yield a problem for each notebook that is not what the records say."""
    for chapter in CHAPTERS:
        path, text = lab_path(chapter), render_lab(project, chapter)
        if (path.read_text("utf-8") if path.exists() else "") != text:
            what = "this notebook is not what the records say"
            mend = f"edit the snippets, never the notebook, and run {ACCEPT} --pages"
            yield Problem(relative(path), 1, what, mend)


def check_pages(project: Project) -> list[Problem]:
    """Return everything that is wrong without running a program."""
    problems = [
        *check_records(project),
        *check_shown(project),
        *check_questions(project),
        *check_reading(project),
    ]
    for figure in project.figures:
        try:
            for series in figure.series:
                read_points(project, series)
            current = is_current(project, figure)
        except ContentError as error:
            problems += error.problems
            continue
        if not current:
            what = f"the figure {figure.name!r} does not show the recorded numbers"
            problems.append(
                Problem(relative(DATA / "figures.toml"), 0, what, f"run {ACCEPT}")
            )
    problems += check_labs(project)
    problems += check_exports(project)
    for page in project.pages:
        tokens = find_tokens(page)
        problems += check_edited(project, page)
        problems += check_blocks(project, page)
        problems += check_links(project, page)
        problems += check_numbers(page, tokens)
        problems += check_fences(page, collected_lines(tokens))
    return problems


def write_pages(project: Project) -> tuple[list[str], list[Problem]]:
    """Render pages, notebooks and exports anew, write what changed; return (written, problems).

    A page with a block edited by hand, or with an unknown block, is left as it is.
    """
    written, problems = [], []
    for page in project.pages:
        faults = list(check_edited(project, page))
        try:
            text = render_page(
                page,
                lambda block, page=page: render_block(project, page, block),
                lambda id: value_text(project, id),
            )
        except ContentError as error:
            faults += error.problems
        if faults:
            problems += faults
        elif text != page.text:
            write_whole(page.path, text.replace("\n", page.newline))
            written.append(page.place)
    for chapter in CHAPTERS:
        path, text = lab_path(chapter), render_lab(project, chapter)
        if text and write_whole(path, text):
            written.append(relative(path))
        elif not text:
            path.unlink(missing_ok=True)
    return written + write_exports(project), problems
