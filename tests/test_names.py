"""API names in the prose exist in the installed libraries, or are declared gone and are."""

import pytest

from scripts.names import check_names
from scripts.page import DOCS, Page
from scripts.project import read_project
from scripts.runner import Runner


@pytest.fixture(scope="module")
def runner():
    with Runner() as runner:
        yield runner


def test_every_api_name_of_the_site_is_true(runner):
    problems = list(check_names(read_project().pages, runner))
    assert not problems, "\n".join(problem.render() for problem in problems)


def page(text: str) -> Page:
    return Page(DOCS / "chapter" / "a.md", text, "\n", ())


def test_a_renamed_class_is_found_on_its_line(runner):
    text = "# A\n\nUse `torch.nn.Linear`,\n`torch.nn.Linea.weight` or\n`torch.nn.utils.prune.l1(x)`.\n"
    problems = list(check_names([page(text)], runner))
    assert [(p.path, p.line) for p in problems] == [
        ("docs/chapter/a.md", 4),
        ("docs/chapter/a.md", 5),
    ]
    assert "`torch.nn.Linea.weight` does not exist" in problems[0].what


def test_a_name_that_is_said_to_be_gone_must_be_gone(runner):
    text = "---\ngone: [torch.nn.Linear, torch.nn.Linea]\n---\n\n`torch.nn.Linea`, `torch.nn.Linear`\n"
    problems = list(check_names([page(text)], runner))
    assert [problem.what for problem in problems] == [
        "`torch.nn.Linear` is listed under `gone:` and exists"
    ]
