"""Labs: one notebook a chapter, the same programs as on the pages with recorded outputs.

A notebook is a projection of records, like a page: written without running anything, and
the same bytes each time. A test runs each notebook and compares by the same rules.
"""

import json
from pathlib import Path

from scripts.page import DOCS
from scripts.project import CHAPTERS, Project, plain
from scripts.record import Record, slug
from scripts.render import render_cpu, render_versions
from scripts.snippet import Snippet

LABS = DOCS / "labs"
SETUP = """\
# In Colab, install what the programs were recorded with. Elsewhere, do it yourself.
import sys

if "google.colab" in sys.modules:
    %pip install --quiet {packages}

# Each program begins with torch's defaults, as in a process of its own.
import torch


def begin(*_):
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)


get_ipython().events.register("pre_run_cell", begin)
"""


def lab_path(chapter: str) -> Path:
    """Return where the notebook of a chapter lies."""
    return LABS / f"{CHAPTERS[chapter][0]}.ipynb"


def find_chapter(project: Project, chapter: str) -> list[tuple[Snippet, Record]]:
    """Return the recorded snippets of a chapter that a notebook can run by themselves.

    Left out is what needs an environment beyond the site's, a process of its own, or
    must raise.
    """
    return [
        (snippet, project.records[name])
        for name, snippet in project.snippets.items()
        if snippet.chapter == chapter
        and name in project.records
        and not (snippet.needs or snippet.alone or snippet.raises)
    ]


def markdown_cell(id: str, text: str) -> dict:
    """Return a cell of prose."""
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": lines_of(text)}


def lines_of(text: str) -> list[str]:
    """Return the text as notebooks keep it: a list of lines with their ends."""
    return text.splitlines(keepends=True)


def code_cell(id: str, source: str, printed: list[str], count: int) -> dict:
    """Return a cell of code with what it printed."""
    output = lines_of("".join(f"{line}\n" for line in printed))
    stream = {"output_type": "stream", "name": "stdout", "text": output}
    return {
        "cell_type": "code",
        "id": id,
        "metadata": {},
        "execution_count": count,
        "outputs": [stream] if output else [],
        "source": lines_of(source.rstrip("\n")),
    }


def find_packages(versions: dict[str, str]) -> list[str]:
    """Return what to install, as pip takes it."""
    return [
        f"{name}=={plain(version)}"
        for name, version in sorted(versions.items())
        if name != "python"
    ]


def render_lab(project: Project, chapter: str) -> str:
    """Return the notebook of a chapter as JSON, "" where it would hold no program."""
    programs = find_chapter(project, chapter)
    if not programs:
        return ""
    folder, title = CHAPTERS[chapter]
    versions: dict[str, str] = {}
    for _, record in programs:
        versions |= record.versions
    newest = max((record for _, record in programs), key=lambda record: record.date)
    intro = (
        f"# Lab: {title}\n\n"
        f"The programs of the chapter [{title}](../{folder}/index.md), each with what it printed"
        f" on {newest.date}: {render_versions(versions)}; {render_cpu(newest)}. Run them, change"
        " them, and compare. Every program stands by itself.\n"
    )
    setup = SETUP.format(packages=" ".join(find_packages(versions)))
    cells = [markdown_cell("lab", intro), code_cell("setup", setup, [], 1)]
    for count, (snippet, record) in enumerate(programs, 2):
        page = project.page_of(snippet.name)
        where = (
            f" [On the site](../{page.path.relative_to(DOCS).as_posix()})."
            if page
            else ""
        )
        id = f"about-{slug(snippet.name)}"[:64]
        cells.append(
            markdown_cell(id, f"## {snippet.title}\n\n`{snippet.name}`.{where}\n")
        )
        id = slug(snippet.name)[:64]
        cells.append(code_cell(id, snippet.source, record.stdout, count))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
