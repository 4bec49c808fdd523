"""Questions as pages show them: plain Markdown that is complete without a script."""

from xml.etree import ElementTree

import pytest
from markdown import Markdown

from scripts.page import DOCS, Block, Page
from scripts.project import DATA, Project, Question, read_data
from scripts.render import render_questions

QUESTIONS = [
    Question(
        id="first",
        section="quantization",
        page="quantization/index.md#the-idea",
        text="What does `int8` *not* change?",
        options=["The sign", "The `shape`", "A, see [here](pruning/index.md)"],
        answer=1,
        explanation="Because of [](evidence/pruning.md#no-such-value).",
    ),
    Question("second", "pruning", "pruning/index.md#a", "Which?", ["x", "y"], 0, "So."),
    Question("third", "pruning", "pruning/b.md", "What?", ["x", "y"], 0, "So."),
]


def render(name: str, path: str = "practice.md") -> str:
    page = Page(DOCS / path, "", "\n", ())
    block = Block("questions", name, 1, 2, "", "")
    return render_questions(Project(questions=QUESTIONS), page, block)


def convert(text: str) -> ElementTree.Element:
    html = Markdown(extensions=["md_in_html", "attr_list"]).convert(text)
    return ElementTree.fromstring(f"<body>{html}</body>")


def test_a_question_has_the_parts_that_the_script_takes():
    box = convert(render("all")).find("div[@class='question']")
    assert [part.tag for part in box] == ["p", "ul", "details"]
    assert box.get("id") == "first"
    assert box.get("data-answer") == "1"
    text, options, details = box
    assert "".join(text.itertext()) == "1. What does int8 not change?"
    assert ["".join(li.itertext()).strip()[0] for li in options] == ["A", "B", "C"]
    assert details.find("summary").text == "Answer"
    assert details.find("p/strong").text == "B."


def test_the_practice_page_has_all_by_section_and_leads_to_the_explanations():
    body = convert(render("all"))
    shown = [part.text if part.tag == "h2" else part.get("id") for part in body]
    assert shown == [None, "Quantization", "first", "Pruning", "second", "third"]
    links = [link.get("href") for link in body.iterfind(".//details/p/a")]
    assert links == [
        "quantization/index.md#first",
        "pruning/index.md#second",
        "pruning/b.md#third",
    ]
    assert "Because" not in "".join(body.itertext())


def test_a_page_has_its_own_and_explains_it():
    body = convert(render("quantization/index.md", "quantization/index.md"))
    assert [part.get("id") for part in body] == [None, "first"]
    reason = body.find(".//details/p")
    assert "".join(reason.itertext()).startswith("B. Because of ")
    assert reason.find("a[2]").get("href") == "../quantization/index.md#the-idea"


def test_the_score_stands_on_the_page_from_the_start_and_out_of_the_search():
    for name, path, count, choices in [
        ("all", "practice.md", 3, 2),
        ("pruning/b.md", "pruning/b.md", 1, 0),
    ]:
        bar = convert(render(name, path))[0]
        assert bar.get("class") == "quiz-bar"
        assert "data-search-exclude" in bar.attrib
        assert bar.find("p[@role='status']").text == f"Answered 0 of {count}, right 0."
        assert len(bar.findall("label/select")) == choices


def test_no_questions_yet():
    assert render("tuning/index.md") == "No questions yet.\n"


QUESTION = """\
[[question]]
id = "one"
section = "pruning"
page = "pruning/index.md#a"
text = "Which?"
options = ["3 bytes", "4 bytes"]
answer = 0
explanation = "It is [](evidence/pruning.md#pruning-a-size)."
"""
BLOCK = "<!-- questions: pruning/index.md -->\n<!-- /questions -->\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("3 bytes", "2 bytes", "toml:6: question 'one': the number 2 in “2 bytes” is"),
        ("It is []", "6: []", "toml:8: question 'one': the number 6 in"),
        ("answer = 0", "answer = 2", "toml:2: question 'one': answer = 2 is none"),
        ("pruning/index.md#a", "pruning/b.md", "no page 'pruning/b.md'"),
        ("#pruning-a-size", "#pruning-a-weight", "no snippet prints the value"),
        (BLOCK, "", "pruning/index.md does not show it; put <!-- questions: pruning/"),
    ],
)
def test_a_question_that_is_not_right_is_refused(scratch, old, new, told):
    scratch.snippet("pruning/a", "print('size: 3 bytes')\n")

    def write(change):
        scratch.write("docs/data/questions.toml", change(QUESTION))
        scratch.page("pruning/index.md", "pruning/a", prose=change(BLOCK))

    write(lambda text: text)
    scratch.generate()
    assert "all is well" in scratch.generate("--check", "--pages")
    write(lambda text: text.replace(old, new))
    assert told in scratch.generate("--check", "--pages", status=1)


@pytest.mark.parametrize(
    "question",
    read_data(DATA / "questions.toml", "question", Question),
    ids=lambda question: question.id,
)
def test_a_question_of_the_site_can_be_answered(question):
    assert 2 <= len(question.options) <= 8
    assert len(set(question.options)) == len(question.options)
    assert question.text.endswith(("?", ".", ":"))
    assert "#" in question.page, "name the heading that answers it"
    assert question.explanation.strip()
