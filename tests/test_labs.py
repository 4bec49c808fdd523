"""The notebooks really run: each cell prints what is recorded, by the same rules."""

import json
import re
import sys
import tomllib

import nbformat
import pytest
from nbclient import NotebookClient

from scripts.labs import find_chapter, lab_path
from scripts.problem import ROOT
from scripts.project import CHAPTERS, read_project
from scripts.runner import ENVIRONMENT
from scripts.text import mask, read_stdout


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_notebook_prints_what_is_recorded(chapter, tmp_path, monkeypatch):
    project = read_project()
    programs = find_chapter(project, chapter)
    if not programs:
        pytest.skip("no program of this chapter runs without the NVIDIA environment")
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    notebook = nbformat.reads(lab_path(chapter).read_text("utf-8"), as_version=4)
    nbformat.validate(notebook)
    recorded = {
        cell.id: text_of(cell) for cell in notebook.cells if cell.cell_type == "code"
    }
    NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    # A kernel differs in threads and state from the recorded run: an assert holds `about`.
    different = [
        f"{cell.id}: {was!r} is now {now!r}"
        for cell in notebook.cells
        if cell.cell_type == "code"
        for was, now in zip_lines(recorded[cell.id], text_of(cell))
        if mask(was, same_machine=False) != mask(now, same_machine=False)
    ]
    assert not different, "\n".join(different)
    assert len(recorded) == len(programs) + 1  # the first sets up


def text_of(cell) -> list[str]:
    text = "".join(
        output["text"]
        for output in cell.outputs
        if output.output_type == "stream" and output.name == "stdout"
    )
    return read_stdout(text)


def zip_lines(was: list[str], now: list[str]):
    size = max(len(was), len(now))
    pad = ["(no line)"] * size
    return zip((was + pad)[:size], (now + pad)[:size], strict=True)


def test_a_notebook_edited_by_hand_is_an_error(scratch):
    scratch.snippet("pruning/a", "print('size: 1 byte')\n")
    scratch.page("a.md", "pruning/a")
    scratch.generate()
    lab = scratch.root / "docs/labs/pruning.ipynb"
    assert json.loads(lab.read_text())["cells"][3]["outputs"][0]["text"] == [
        "size: 1 byte\n"
    ]
    lab.write_text(lab.read_text().replace("1 byte", "2 bytes"))
    printed = scratch.generate("--check", "--pages", status=1)
    assert (
        "docs/labs/pruning.ipynb:1: this notebook is not what the records say"
        in printed
    )


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_notebook_says_what_to_install(chapter):
    path = lab_path(chapter)
    if not path.exists():
        pytest.skip("this chapter has no notebook")
    cells = nbformat.reads(path.read_text("utf-8"), as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    install = re.search(r"%pip install --quiet (.+)", code[0])[1].split()
    names = {"scikit-learn": "sklearn"}
    installed = [
        names.get(part.partition("==")[0], part.partition("==")[0]) for part in install
    ]
    imported = re.findall(r"(?m)^ *(?:import|from) (\w+)", "\n".join(code))
    assert set(imported) - sys.stdlib_module_names <= set(installed)
    # The pins of the project, not others.
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pins = [pin for pin in groups["dependency-groups"]["run"] if "==" in pin]
    pins += groups["dependency-groups"]["torch"]
    assert set(pins) <= set(install)
