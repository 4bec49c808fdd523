"""The search index in two parts, which together say what the whole one said."""

import copy
import json
import subprocess
import sys

import pytest

from scripts.problem import ROOT
from scripts.shards import divide, split

INDEX = {
    "config": {"lang": ["en"]},
    "docs": [
        {"location": "glossary/#a", "title": "A", "text": "<p>One.</p> <p>Two.</p>"},
        {"location": "a/", "title": "Page", "text": "<p>First.</p> <p>Größe.</p>"},
        {"location": "a/#b", "title": "List", "text": "<ul> <li>item</li> </ul>"},
        {"location": "a/#c", "title": "Short", "text": "<p>All.</p>"},
        {"location": "a/#d", "title": "Empty", "text": ""},
    ],
}


@pytest.fixture
def site(tmp_path):
    """Return the folder of a site whose index is whole."""
    (tmp_path / "search").mkdir()
    path = tmp_path / "search" / "search_index.json"
    path.write_text(json.dumps(INDEX), encoding="utf-8")
    return tmp_path


def run(folder) -> subprocess.CompletedProcess:
    """Run the step as the Makefile does."""
    command = [sys.executable, "-m", "scripts.shards", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def read(site, name: str) -> dict:
    """Return what is in a file of the search."""
    return json.loads((site / "search" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("<p>a</p> <p>b</p>", "<p>a</p>"),
        ("<p>a\nb</p>", "<p>a\nb</p>"),
        ("<ul> <li> <p>a</p> </li> </ul> <p>b</p>", ""),
        ("a table <p>b</p>", ""),
        ("", ""),
    ],
)
def test_a_section_is_split_behind_its_first_paragraph(text, first):
    assert split(text) == (first, text.removeprefix(first))


def test_nothing_is_lost():
    index = copy.deepcopy(INDEX)
    rest = divide(index)
    for entry in index["docs"]:
        entry["text"] += rest.pop(entry["location"], "")
    assert index["docs"] == INDEX["docs"]
    assert not rest


def test_the_glossary_comes_first_and_whole():
    index = copy.deepcopy(INDEX)
    divide(index)
    assert index["docs"][0] == INDEX["docs"][0]


def test_the_first_part_names_the_second(site):
    assert run(site).returncode == 0
    rest = read(site, read(site, "search_index.json")["config"]["rest"])
    assert rest == {"a/": " <p>Größe.</p>", "a/#b": "<ul> <li>item</li> </ul>"}


def test_once_more_does_no_harm(site):
    run(site)
    once = [path.read_bytes() for path in sorted(site.rglob("*.json"))]
    assert run(site).returncode == 0
    assert once == [path.read_bytes() for path in sorted(site.rglob("*.json"))]


def test_a_folder_without_an_index_is_a_problem(tmp_path):
    done = run(tmp_path)
    place = tmp_path / "search" / "search_index.json"
    assert done.returncode == 1
    assert done.stdout.startswith(f"{place}: there is no search index; build ")
