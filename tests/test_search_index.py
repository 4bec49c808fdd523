"""What the search index leaves out."""

import json
import re

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

PAGE = """\
# Page

!!! abstract "In short"
    abstract_text

- **You will learn** learn_text
- **Time** 10 minutes.

!!! checked "Checked with"
    checked_text

Prose about apples. `inline_code`

- A list: list_text

## Section

```python title="snippets/x.py"
program_text = 1
```

```text title="output"
output_text
```

*Recorded on 2026-01-01 with recorded_text.*

![a picture](x.svg)

<details class="numbers" markdown="1"><summary>Numbers</summary>

| a |
|---|
| number_text |

</details>

<details class="more" markdown="1"><summary>More</summary>

more_text

</details>

More prose.

## Terms

term_text

## Questions people ask

question_text
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """Return the text of the index by the place that is found."""
    root = tmp_path_factory.mktemp("search")
    docs = root / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(PAGE)
    (docs / "evidence.md").write_text("# Evidence\n\nintro_text\n\n## A\n\nrow_text\n")
    (root / "mkdocs.yml").write_text(
        "site_name: x\ntheme: {name: material, font: false}\nplugins: [search]\n"
        "markdown_extensions:\n- admonition\n- toc\n- tables\n- md_in_html\n- pymdownx.superfences\n"
        "- pymdownx.highlight: {pygments_lang_class: true}\n"
        "- scripts.search_index: {intro_only: [evid*.md]}\n"
    )
    build(load_config(str(root / "mkdocs.yml")))
    found = json.loads((root / "site" / "search" / "search_index.json").read_text())
    return {entry["location"]: entry["text"] for entry in found["docs"]}


@pytest.mark.parametrize(
    "word",
    [
        "apples",
        "inline_code",
        "list_text",
        "abstract_text",
        "more_text",
        "More",
        "question_text",
    ],
)
def test_prose_is_found(index, word):
    assert word in " ".join(index.values())


@pytest.mark.parametrize(
    "word", ["program_text", "output_text", "number_text", "term_text", "row_text"]
)
def test_what_repeats_prose_is_not(index, word):
    assert word not in " ".join(index.values())


@pytest.mark.parametrize("word", ["short", "learn", "Time", "Checked", "Recorded"])
def test_what_every_page_says_is_not(index, word):
    assert word not in " ".join(index.values())


def test_a_picture_leaves_no_empty_paragraph(index):
    assert not re.search(r"<p>\s*</p>", "".join(index.values()))


def test_a_page_that_is_no_prose_is_found_by_its_introduction(index):
    assert "intro_text" in index["evidence/"]
    assert set(index) == {"", "#section", "#questions-people-ask", "evidence/"}
