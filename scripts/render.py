"""Projects records and data into what a reader sees: the body of each kind of block."""

import difflib
import re
from collections.abc import Callable

from scripts.figures import figure_files, read_points
from scripts.page import DOCS, LINK, Block, Page
from scripts.problem import ContentError, Problem
from scripts.project import (
    SECTIONS,
    Project,
    Question,
    Reading,
    evidence_of,
    plain,
)
from scripts.record import Record, Value, find_values, slug
from scripts.text import differ

NOTE_DATE = "2026-11-07"  # when the study note looked at its sources


def render_fence(info: str, lines: list[str]) -> str:
    """Return a fence that is longer than any run of backticks inside."""
    text = "\n".join(lines)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{info}\n{text}\n{ticks}\n"


def render_outputs(record: Record) -> list[str]:
    """Return a fence for each channel that a reader sees and that is not empty."""
    return [
        render_fence(f'text title="{title}"', lines)
        for title, lines in (
            ("output", record.stdout),
            ("warnings", record.warnings),
            ("raises", [record.exception] if record.exception else []),
        )
        if lines
    ]


def render_snippet(project: Project, page: Page, block: Block) -> str:
    """The program with its path as title, and what it printed."""
    snippet, record = project.snippets[block.name], project.records.get(block.name)
    info = f'python title="snippets/{snippet.name}.py"'
    parts = [render_fence(info, snippet.source.rstrip("\n").split("\n"))]
    if record:
        parts += render_outputs(record)
        if snippet.needs:
            needs = " and ".join(snippet.needs)
            parts.append(
                f"*Recorded on {record.date} with {render_versions(record.versions)}. "
                f"This program needs more than the site does: `make {needs}`.*\n"
            )
    return "\n".join(parts)


def render_versions(versions: dict[str, str]) -> str:
    """Return `torch 2.15.0, torchao 0.18.0, …, Python 3.11.7`, torch first."""
    first = [name for name in ("torch", "torchao") if name in versions]
    rest = sorted(versions.keys() - {*first, "python"})
    names = [f"{name} {plain(versions[name])}" for name in first + rest]
    return ", ".join([*names, f"Python {versions['python']}"])


def render_cpu(record: Record) -> str:
    """Return the CPU's name with what of it decides over numbers."""
    extras = [
        record.cpu.capability,
        "VNNI" if record.cpu.vnni else "no VNNI",
        "bf16 instructions" if record.cpu.bf16 else "no bf16 instructions",
    ]
    return f"{record.cpu.name} ({', '.join(extras)})"


def find_names(project: Project, folder: str) -> list[str]:
    """Return the names of a chapter's recorded snippets; `folder` is that of its pages."""
    page = f"evidence/{folder}.md"
    return [name for name in sorted(project.records) if evidence_of(name) == page]


def render_checked(project: Project, page: Page, block: Block) -> str:
    """What the chapter's records were made with, and the command that checks them."""
    names = find_names(project, block.name)
    if not names:
        return '!!! checked "Checked with"\n    Nothing is recorded yet.\n'
    chapter = project.snippets[names[0]].chapter
    records = [project.records[name] for name in names]
    versions: dict[str, str] = {}
    for record in sorted(records, key=lambda record: record.date):
        versions |= record.versions
    dates = sorted({record.date for record in records})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    cpus = sorted({render_cpu(record) for record in records})
    return (
        '!!! checked "Checked with"\n'
        f"    {render_versions(versions)}; CPU {'; '.join(cpus)}; {when}.\n"
        f"    Check it yourself: `python -m scripts.generate --check --only '{chapter}/*'`\n"
    )


def code(text: str) -> str:
    """Return a code span that may stand in a table cell."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}".replace("|", "\\|")


def render_evidence(project: Project, page: Page, block: Block) -> str:
    """The values of one chapter by program, or for all chapters how many there are."""
    if block.name == "all":
        return render_chapters(project)
    parts = []
    for name in find_names(project, block.name):
        record, snippet = project.records[name], project.snippets[name]
        shown = project.page_of(name)
        place = (
            f"[{snippet.title}]({page.up}{shown.path.relative_to(DOCS).as_posix()})"
            if shown
            else snippet.title
        )
        threads = "one thread" if record.threads == 1 else f"{record.threads} threads"
        parts.append(
            f"## `{snippet.path.stem}` {{ #{slug(name)} }}\n\n"
            f"{place}. {render_versions(record.versions)}; {record.cpu.name}, "
            f"{record.cpu.capability}, {threads}; {record.date}.\n"
        )
        rows = [
            (f'<a id="{value.id}"></a>{value.label}', value)
            for value in find_values(name, record.stdout)
        ]
        if rows:
            parts.append(render_values(project, rows))
    return "\n".join(parts) or "Nothing is recorded yet.\n"


def render_chapters(project: Project) -> str:
    """One row a chapter: a link to its evidence, its programs and values."""
    lines = ["| chapter | programs | values |", "| --- | --- | --- |"]
    for folder, title in SECTIONS.items():
        names = find_names(project, folder)
        count = sum(1 for value in project.values() if value.snippet in names)
        if names:
            lines.append(f"| [{title}]({folder}.md) | {len(names)} | {count} |")
    return "\n".join([*lines, ""])


def render_values(project: Project, rows: list[tuple[str, Value]]) -> str:
    """A table: one row a value, after its first cell one column a version, newest first.

    `same` is the newest text to the letter, a dash that nothing was printed. A version
    that has none of the values gets no column.
    """
    (newest, _), *older = reversed(project.versions)
    older = [(v, texts) for v, texts in older if any(x.id in texts for _, x in rows)]
    head = ["value", *(f"torch {version}" for version in (newest, *dict(older)))]
    table = [head, ["---"] * len(head)]
    for first, value in rows:
        cells = [code(value.text)]
        for _, texts in older:
            text, _ = texts.get(value.id, ("", ""))
            cells.append("same" if text == value.text else code(text) if text else "-")
        if value.id in project.moved:
            cells = [f"**{cell}**" for cell in cells]
        table.append([first, *cells])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in table)


def find_machines(project: Project) -> dict[str, tuple[dict[str, str], str, str]]:
    """Return (versions of the packages, CPUs, days) by version of torch."""
    machines = {
        plain(column.versions["torch"]): (column.versions, column.cpu, column.date)
        for column in project.columns
    }
    records = sorted(project.records.values(), key=lambda record: record.date)
    installed: dict[str, str] = {}
    for record in records:
        installed |= record.versions
    cpus = ", ".join(sorted({record.cpu.name for record in records}))
    days = " to ".join(sorted({records[0].date, records[-1].date}))
    newest, _ = project.versions[-1]
    return machines | {newest: (installed, cpus, days)}


def render_versions_table(project: Project, page: Page, block: Block) -> str:
    """The versions that the programs ran on, then the values that differ between them."""
    if not project.records:
        return "Nothing is recorded yet.\n"
    newest, current = project.versions[-1]
    table = [
        f"| torch | with | run on | values | other than on {newest} |",
        "| --- | --- | --- | --- | --- |",
    ]
    machines = find_machines(project)
    for version, texts in reversed(project.versions):
        installed, cpus, days = machines[version]
        known = [id for id in texts if id in current]
        others = sum(differ(texts[id][0], current[id][0]) for id in known)
        kept = {n: installed[n] for n in ("torchao", "python") if n in installed}
        cells = [
            version,
            f"{render_versions(kept)}, {cpus}",
            days,
            str(len(known)),
            str(others),
        ]
        table.append(f"| {' | '.join(cells)} |")
    rows = [
        (
            f"[{value.snippet.split('/')[1]}: {value.label}]"
            f"({evidence_of(value.snippet)}#{id})",
            value,
        )
        for id, value in project.value_by_id.items()
        if id in project.moved
    ]
    return "\n".join([*table, "", render_values(project, rows) if rows else ""])


def render_reading_item(item: Reading, anchor: bool) -> str:
    """One entry: link, authors or publisher, year, what to read there and when looked at."""
    who = f"{item.authors}, " if item.authors else ""
    year = f", {item.year}" if item.year else ""
    seen = f" *(looked at {item.looked_at})*" if item.looked_at else ""
    id = f'<a id="{item.id}"></a>' if anchor else ""
    return f"- {id}[{item.title}]({item.url}), {who}{item.publisher}{year}. {item.why}{seen}"


def render_reading(project: Project, page: Page, block: Block) -> str:
    """What to read on after one page, or the whole list by section."""
    if block.name != "all":
        items = [item for item in project.reading if block.name in item.pages]
        lines = [render_reading_item(item, anchor=False) for item in items]
        if not all(item.looked_at for item in items):
            lines += ["", f"*Links without a date: not checked since {NOTE_DATE}.*"]
        return "\n".join([*lines, ""])
    lines = []
    for section, title in SECTIONS.items():
        items = [item for item in project.reading if item.section == section]
        lines += [f"## {title}", ""] if items else []
        lines += [render_reading_item(item, anchor=True) for item in items]
        lines += [""] if items else []
    return "\n".join(lines) or "Nothing is listed yet.\n"


def fill_links(project: Project, page: Page, text: str) -> str:
    """Fill value links of a data file with their values and lead them from this page."""

    def put(match: re.Match) -> str:
        value = project.value_by_id.get(match["id"])
        shown = value.text if value else match["text"]
        if re.search(r"[\[\]*_<`]", shown):
            shown = code(shown)
        return f"[{shown}]({page.up}{match['place']}#{match['id']})"

    text = LINK.sub(put, text)
    return re.sub(
        r"\]\((?!https?:|#|\.\./|evidence/)([\w./-]+\.md)", rf"]({page.up}\1", text
    )


def render_question(
    project: Project, page: Page, number: int, question: Question
) -> str:
    """A question, its options, and the answer that opens on demand, also without a script.

    docs/javascripts/quiz.js makes a choice of the three. Only the page that answers the
    question explains the answer; from elsewhere a link leads there, and the script follows
    it when somebody answers.
    """
    letters = "ABCDEFGH"
    options = "\n".join(
        f"- {letter}. {fill_links(project, page, option)}"
        for letter, option in zip(letters, question.options, strict=False)
    )
    if page.path == DOCS / question.path:
        explanation = fill_links(project, page, question.explanation.strip())
        reason = f"{explanation} [Where this is shown]({page.up}{question.page})."
    else:
        reason = f"[Explanation]({page.up}{question.path}#{question.id})"
    return (
        f'<div class="question" id="{question.id}" data-answer="{question.answer}"'
        f' markdown="1">\n\n'
        f"**{number}. {fill_links(project, page, question.text)}**\n\n{options}\n\n"
        f'<details class="answer" markdown="1"><summary>Answer</summary>\n\n'
        f"**{letters[question.answer]}.** {reason}\n\n"
        f"</details>\n\n</div>\n"
    )


def render_score(count: int, everything: bool) -> str:
    """The bar above the questions; on the page of all it has what to choose them by.

    Without a script it is not shown. It is no text of the page: the search leaves it out.
    """
    choice = (
        '<label>Section <select><option value="">all</option></select></label>\n'
        '<label>Show <select><option value="all">all</option>'
        '<option value="open">not answered yet</option>'
        '<option value="wrong">answered wrong, once more</option></select></label>\n'
    )
    return (
        f'<div class="quiz-bar" data-search-exclude="1">\n{choice if everything else ""}'
        f'<p role="status">Answered 0 of {count}, right 0.</p>\n'
        f'<button type="button">Start again</button>\n</div>\n'
    )


def render_questions(project: Project, page: Page, block: Block) -> str:
    """The practice questions that one page answers, or all by section."""
    parts, everything, count = [], block.name == "all", 0
    for section, title in SECTIONS.items():
        chosen = [
            question
            for question in project.questions
            if question.section == section
            and (everything or question.path == block.name)
        ]
        if chosen and everything:
            parts.append(f"## {title}\n")
        parts += [
            render_question(project, page, number, question)
            for number, question in enumerate(chosen, 1)
        ]
        count += len(chosen)
    if not count:
        return "No questions yet.\n"
    return "\n".join([render_score(count, everything), *parts])


def render_figure(project: Project, page: Page, block: Block) -> str:
    """The chart for light and for dark, its caption, and its numbers as a table."""
    figure = next(figure for figure in project.figures if figure.name == block.name)
    light, dark = figure_files(figure)
    rows = [
        f"| {series.label} | {x} | {y} |"
        for series in figure.series
        for x, y in read_points(project, series)
    ]
    table = "\n".join(
        [f"| series | {figure.xlabel} | {figure.ylabel} |", "|" + " --- |" * 3, *rows]
    )
    return (
        f"![{figure.alt}]({page.up}{light}#only-light){{ loading=lazy }}\n"
        f"![{figure.alt}]({page.up}{dark}#only-dark){{ loading=lazy }}\n\n"
        f"*{figure.caption}*\n\n"
        f'<details class="numbers" markdown="1"><summary>The numbers of this picture</summary>\n\n'
        f"{table}\n\n</details>\n"
    )


RENDERERS: dict[str, Callable[[Project, Page, Block], str]] = {
    "snippet": render_snippet,
    "figure": render_figure,
    "checked": render_checked,
    "questions": render_questions,
    "reading": render_reading,
    "evidence": render_evidence,
    "versions": render_versions_table,
}


def known_names(project: Project) -> dict[str, list[str]]:
    """Return what may stand after each kind of marker."""
    return {
        "snippet": list(project.snippets),
        "figure": [figure.name for figure in project.figures],
        "checked": list(SECTIONS),
        "questions": ["all", *{question.path for question in project.questions}],
        "reading": ["all", *{page for item in project.reading for page in item.pages}],
        "evidence": ["all", *SECTIONS],
        "versions": ["all"],
    }


def render_block(project: Project, page: Page, block: Block) -> str:
    """Return the body of a block. Raises ContentError for an unknown kind or name."""
    known = known_names(project)
    choices = known.get(block.kind)
    wrong, among = (
        (block.name, choices) if choices is not None else (block.kind, list(known))
    )
    if choices is None or block.name not in choices:
        close = difflib.get_close_matches(wrong, among, 1, 0.4)
        mend = (
            f"did you mean {close[0]!r}?"
            if close
            else f"known are {', '.join(sorted(among))}"
        )
        what = (
            f"no {block.kind} is called {block.name!r}"
            if choices is not None
            else (f"no kind of block is called {block.kind!r}")
        )
        raise ContentError(Problem(page.place, block.start, what, mend))
    return RENDERERS[block.kind](project, page, block)
