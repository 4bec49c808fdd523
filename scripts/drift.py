"""Says what drifted: page, snippet, old and new, who states it, with what, how to accept."""

from collections.abc import Iterator

from scripts.compare import check_run, differences, find_print
from scripts.page import Page
from scripts.problem import ACCEPT, Problem, relative
from scripts.project import Project
from scripts.record import Record, find_values, make_record
from scripts.render import render_cpu, render_versions
from scripts.runner import Outcome
from scripts.snippet import Snippet
from scripts.text import normalize


def find_line(page: Page | None, snippet: Snippet, text: str) -> int:
    """Return the line of the page on which the snippet's block shows this text."""
    for block in page.blocks if page else ():
        if block.kind == "snippet" and block.name == snippet.name:
            lines = block.body.split("\n")
            # The output stands below the program: the last line that has the text.
            found = [
                n
                for n, line in enumerate(lines)
                if text and line.strip() == text.strip()
            ]
            return block.start + 1 + found[-1] if found else block.start
    return 0


def find_statements(project: Project, id: str) -> Iterator[str]:
    """Yield `path:line: the line` for each sentence or question that states the value."""
    for page in project.pages:
        for line, match in page.links():
            if match["id"] == id:
                text = page.text.split("\n")[line - 1].strip()
                yield f"{page.place}:{line}: {text}"
    for question in project.questions:
        if id in question.evidence or f"#{id})" in " ".join(question.claims):
            yield f"docs/data/questions.toml: question {question.id}"
    for figure in project.figures:
        if any(
            point.value == id for series in figure.series for point in series.points
        ):
            yield f"docs/data/figures.toml: figure {figure.name}"


def render_provenance(record: Record) -> str:
    """Return with what, on what machine and when a run was made."""
    threads = "1 thread" if record.threads == 1 else f"{record.threads} threads"
    return f"{render_versions(record.versions)}; {render_cpu(record)}, {threads}; {record.date}"


def find_source_line(
    snippet: Snippet, channel: str, text: str, outcome: Outcome
) -> int:
    """Return the line of the program that is behind a line of a channel."""
    if channel == "exception" and outcome.exception:
        own = [f[1] for f in outcome.exception["frames"] if f[0] == str(snippet.path)]
        return own[-1] if own else 1
    if channel == "warnings":
        lines = [
            line for kind, _, line in outcome.warnings if text.startswith(f"{kind}:")
        ]
        return lines[0] if lines and lines[0] else 1
    return find_print(snippet, text)


def check_drift(
    project: Project, snippet: Snippet, old: Record, new: Record, outcome: Outcome
) -> Iterator[Problem]:
    """Yield a problem for each channel of a run that is not what was recorded.

    An exception explains all that is missing after it: only lines that changed are told.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for channel, was, now in differences(old, new, old.same_machine(new)):
        found.setdefault(channel, []).append((was, now))
    if "exception" in found:  # it explains what is missing, not what has changed
        changed = [pair for pair in found.get("output", []) if all(pair)]
        found = {"output": changed, "exception": found["exception"]}
        found = {channel: pairs for channel, pairs in found.items() if pairs}
    page = project.page_of(snippet.name)
    block = (
        next(
            (b for b in page.blocks if (b.kind, b.name) == ("snippet", snippet.name)),
            None,
        )
        if page
        else None
    )
    ids = {old.stdout[v.line - 1]: v.id for v in find_values(snippet.name, old.stdout)}
    for channel, pairs in found.items():
        was, now = pairs[0]
        source = find_source_line(snippet, channel, was or now, outcome)
        line = find_line(page, snippet, was) if channel == "output" and was else 0
        if block and line <= block.start:
            line = block.start + 1 + source  # the program's own line on the page
        detail = []
        for was, now in pairs[:12]:
            detail.append(f"- {was}" if was else f"- (no such line in the {channel})")
            detail.append(f"+ {now}" if now else f"+ (no such line in the {channel})")
            if channel == "output" and was in ids:
                detail += [
                    f"  stated in {at}" for at in find_statements(project, ids[was])
                ]
        if len(pairs) > 12:
            detail.append(f"and {len(pairs) - 12} more lines")
        if channel == "exception" and outcome.exception:
            detail += [
                f"  {normalize(file)}:{number} in {name}: {text}"
                for file, number, name, text in outcome.exception["frames"]
            ]
        detail += [
            f"recorded with {render_provenance(old)}",
            f"now with      {render_provenance(new)}",
        ]
        place = f"{relative(snippet.path)}:{source}"
        yield Problem(
            page.place if page else relative(snippet.path),
            line if page else source,
            f"drift: the {channel} of {snippet.name} is not what was recorded ({place})",
            f"if the new one is right, accept it: {ACCEPT} --only {snippet.name}",
            tuple(detail),
            drift=True,
        )


def check_outcome(
    project: Project, snippet: Snippet, old: Record | None, outcome: Outcome
) -> list[Problem]:
    """Return all that is wrong with a run: by itself, and beside what was recorded."""
    problems = check_run(snippet, outcome)
    if old and not outcome.fault:
        drift = list(
            check_drift(project, snippet, old, make_record(snippet, outcome), outcome)
        )
        problems = drift + problems
    return problems
