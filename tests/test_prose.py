"""Numbers in the prose: measured, cited or general knowledge, else an error."""

import pytest

from scripts.page import DOCS, Page
from scripts.problem import ContentError
from scripts.project import Question
from scripts.prose import check_claims, check_numbers
from scripts.record import Value


def check(text: str) -> list:
    return list(check_numbers(Page(DOCS / "chapter" / "a.md", text, "\n", ())))


@pytest.mark.parametrize(
    "text",
    [
        "It is 4x smaller.",
        "It shrinks by 50 %.",
        "- a list with 7 items",
        "!!! note\n    At 3.5 seconds.",
        "| what | size |\n| --- | --- |\n| a | 12 bytes |",
        "## 3 things",
        "It is [4x](../evidence/a.md#a-b) and 5x. ([Hu](../reading.md#hu) says more.)",
        "1e-3 is small.",
        "A ([page with 4 parts](other.md)).",
        "It costs −2 points.",
    ],
)
def test_a_number_without_a_source_is_found(text):
    problems = check(f"# A\n\n{text}\n")
    assert len(problems) == 1
    assert (
        problems[0].line == 3 + text[: text.find("\n") + 1].count("\n") or "|" in text
    )
    assert "neither measured nor cited" in problems[0].what


@pytest.mark.parametrize(
    "text",
    [
        "It is [3.95x](../evidence/quantization.md#quantization-a-ratio).",
        "It is [`['a', 2]`](../evidence/a.md#a-b).",
        "Twice as fast on 2 cores ([Hu et al. 2021](../reading.md#hu-2021)).",
        "Twice, [says the paper of 2021](https://example.org).",
        "`x = 4` and\n```text\n4\n```\n",
        "int8, fp16, bfloat16, float32, L1, H100 and x86-64 are names; so is 2:4.",
        "1. the marker of a list\n2. is no number",
        "| a | b |\n| --- | --- |\n| 12 | [Hu](../reading.md#hu) |",
    ],
)
def test_a_number_with_a_source_is_fine(text):
    assert check(f"# A\n\n{text}\n") == []


def test_general_knowledge_is_declared_by_phrase():
    text = (
        '---\ngeneral: ["8 bits"]\n---\n\nA byte has 8 bits, not 9 bits, not 88 bits.\n'
    )
    assert [p.what.split("number ")[1].split()[0] for p in check(text)] == ["9", "88"]


def test_a_phrase_that_the_page_does_not_say_is_an_error():
    problems = check('---\ngeneral: ["8 bits"]\n---\n\nNothing.\n')
    assert "lists '8 bits', which the page does not say" in problems[0].what


def test_front_matter_that_is_not_yaml_is_an_error():
    with pytest.raises(ContentError, match=r"a\.md:[23]: the front matter is not YAML"):
        check("---\ngeneral: [\n---\n\n# A\n")


SOURCE = """\
[[question]]
id = "first"
text = "What is \\"it\\"?"
options = [
  "5 of 9",
  "7 of 9",
]
answer = 1
explanation = "It is [](evidence/a.md#a-b)."
general = ["3 of 9"]
"""
RIGHT = {"text": 'What is "it"?', "explanation": "It is [](evidence/a.md#a-b)."}


def check_question(**fields) -> list:
    """Check a question about the value a-b, whose recorded text is `7 of 9`."""
    fields = {**RIGHT, "options": ["5 of 9", "7 of 9"], **fields}
    question = Question("first", "pruning", "pruning/index.md#a", answer=1, **fields)
    values = {"a-b": Value("a-b", "pruning/a", "b", "7 of 9", 1)}
    return list(check_claims(question, values, "questions.toml", SOURCE))


@pytest.mark.parametrize(
    ("fields", "line", "number"),
    [
        ({"text": "Of 12 weights, how many?"}, 2, "12"),
        ({"options": ["5 of 9", "8 of 10"]}, 2, "8 of 10"),
        ({"explanation": "It is [](evidence/a.md#a-b), not 6."}, 2, "6"),
        ({"explanation": "So it is."}, 6, "7 of 9"),
    ],
)
def test_a_number_that_a_question_claims_has_a_source(fields, line, number):
    problems = check_question(**fields)
    found = [p.what.split("number ")[1].split()[0] for p in problems]
    assert found == number.split(" of ")
    assert {p.line for p in problems} == {line}
    assert "'first'" in problems[0].what


def test_what_a_question_claims_with_a_source_is_fine():
    assert check_question() == []
    cited = "It is 6 ([Hu 2021](reading.md#hu)). It is [](evidence/a.md#a-b)."
    assert check_question(explanation=cited) == []
    assert check_question(text="Of 12 weights?", general=["12 weights"]) == []


def test_a_wrong_option_claims_nothing():
    assert check_question(options=["11", "7 of 9", "12"]) == []


def test_a_phrase_that_a_question_does_not_claim_is_an_error():
    (problem,) = check_question(general=["3 of 9"])
    assert problem.what.startswith("`general` lists '3 of 9'")
    assert problem.line == 10
