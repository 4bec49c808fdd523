"""What machines read: the list of pages, the whole text, the feed of changed values."""

import re
from xml.etree import ElementTree

import pytest

from scripts import exports
from scripts.exports import address, read_config, render_full, render_list
from scripts.page import DOCS
from scripts.project import read_project

ATOM = "{http://www.w3.org/2005/Atom}"
CONFIG = """\
site_name: A & B
site_description: >-
  Two
  lines.
site_url: !ENV [SITE_URL, ""]
nav:
  - Home: index.md
  - Pruning:
      - pruning/index.md
      - More:
          - pruning/more.md
          - labs/pruning.ipynb
"""
MORE = """\
---
description: "More: of it."
---

# More of `it`

[1 byte](../evidence/pruning.md#pruning-a-size), [up](../index.md#here), [next](index.md), [self](#below),
[away](https://example.org/a.md), ![alt](../assets/figures/pruning/a-light.svg#only-light){ loading=lazy }
![alt](../assets/figures/pruning/a-dark.svg#only-dark){ loading=lazy }

<!-- snippet: pruning/a -->
<!-- /snippet -->

```text
[left as it is](../index.md)
<!-- snippet: pruning/a -->
```
"""


@pytest.fixture(scope="module")
def project():
    return read_project()


def make_site(scratch):
    scratch.write("mkdocs.yml", CONFIG)
    scratch.snippet("pruning/a", "print('size: 1 byte')\nprint('took: about 3 ms')\n")
    scratch.write("docs/index.md", "# Start\n\nText.\n")
    scratch.write("docs/pruning/index.md", "---\ngeneral: []\n---\n\n# Pruning\n")
    scratch.write("docs/pruning/more.md", MORE)
    scratch.write("docs/assets/figures/pruning/a-light.svg", "")
    return scratch.generate()


def read_feed(scratch):
    feed = ElementTree.fromstring(scratch.read("docs/changes.xml"))
    return [
        {child.tag.removeprefix(ATOM): child for child in entry}
        for entry in feed.iter(f"{ATOM}entry")
    ]


def test_the_list_has_each_page_with_its_description(scratch):
    make_site(scratch)
    text = scratch.read("docs/llms.txt")
    assert text.startswith("# A & B\n\n> Two lines.\n")
    assert "## Home\n\n- [Start](./)\n" in text
    assert "## Pruning\n\n- [Pruning](pruning/)\n" in text
    assert "## More\n\n- [More of it](pruning/more/): More: of it.\n" in text
    assert "- [Lab: Pruning](labs/pruning/): " in text


def test_the_text_holds_no_front_matter_and_no_marker_and_its_links_start_at_the_root(
    scratch,
):
    make_site(scratch)
    text = scratch.read("docs/llms-full.txt")
    order = [text.index(title) for title in ("# Start", "# Pruning", "# More of `it`")]
    assert order == sorted(order)
    assert "description:" not in text
    assert "general:" not in text
    for link in (
        "[1 byte](evidence/pruning/#pruning-a-size)",
        "[up](./#here)",
        "[next](pruning/)",
        "[self](pruning/more/#below)",
        "[away](https://example.org/a.md)",
        "![alt](assets/figures/pruning/a-light.svg)\n",
    ):
        assert link in text
    assert "only-dark" not in text
    assert "print('size: 1 byte')" in text  # the block as it is now, not as it was
    assert "[left as it is](../index.md)\n<!-- snippet: pruning/a -->\n```" in text
    assert text.count("<!--") == 1


def test_the_feed_has_what_differs_between_versions_and_the_days_of_recording(scratch):
    make_site(scratch)
    scratch.column("1.0.0", "2026-01-01", size="3 bytes", took="about 9 ms")
    scratch.column("1.1.0", "2026-02-01", size="2 bytes", gone="1")
    scratch.date("pruning/a", "1.2.0+cpu", "2026-03-01")
    scratch.generate("--pages")
    entries = read_feed(scratch)
    assert [entry["title"].text for entry in entries] == [
        "1 program recorded on torch 1.2.0, 2026-03-01",
        "pruning/a: size: 1 byte",
        "pruning/a: size: 2 bytes",
    ]
    assert entries[1]["content"].text == "2 bytes on torch 1.1.0, 1 byte on torch 1.2.0"
    assert entries[1]["link"].get("href") == "evidence/pruning/#pruning-a-size"
    assert entries[2]["updated"].text == "2026-02-01T00:00:00Z"
    ids = [entry["id"].text for entry in entries]
    assert len(set(ids)) == 3
    # One version more: what was told before keeps its id.
    scratch.column("0.9.0", "2025-12-01", size="4 bytes")
    scratch.generate("--pages")
    assert [entry["id"].text for entry in read_feed(scratch)][:3] == ids


def test_the_same_bytes_each_time_and_an_edit_is_an_error(scratch):
    make_site(scratch)
    names = ("docs/llms.txt", "docs/changes.xml", "docs/llms-full.txt")
    first = [scratch.read(name) for name in names]
    for name in names:
        (scratch.root / name).unlink()
    assert scratch.generate("--pages").count("wrote ") == 3
    assert [scratch.read(name) for name in names] == first
    assert "wrote" not in scratch.generate("--pages")
    for name in names[:2]:
        scratch.write(name, "by hand")
        assert f"{name}:1: " in scratch.generate("--check", "--pages", status=1)
        scratch.generate("--pages")
    # The whole text is not committed: a sentence is corrected without writing it anew.
    scratch.write("docs/index.md", "# Start\n\nOther text.\n")
    scratch.generate("--check", "--pages")


def test_a_damaged_configuration_has_a_message(scratch):
    make_site(scratch)
    for text in ("nav: [", "nav: 3\n", "[]\n", "site_name: A\n"):
        scratch.write("mkdocs.yml", text)
        said = scratch.generate("--check", "--pages", status=1)
        assert "mkdocs.yml:1: " in said


def test_every_page_of_this_site_is_in_the_navigation_and_has_a_description(project):
    config = read_config()
    text = render_list(project, config)
    for page in project.pages:
        place = address(page.path.relative_to(DOCS).as_posix())
        assert re.search(rf"^- \[.+\]\({re.escape(place)}\): ", text, re.MULTILINE)


def test_every_link_of_the_whole_text_leads_to_something(project):
    text = render_full(project, read_config())
    pages = {address(path) for path in exports.by_path(project)}
    prose = re.sub(r"(?ms)^ *(`{3,})[^\n]*\n.*?^ *\1$", "", text)
    for match in re.finditer(r"\]\((?!https?:)([^)#\s]*)[^)\s]*\)", prose):
        target = match[1]
        lab = re.fullmatch(r"labs/([\w-]+)/", target)
        assert (
            target in pages
            or (DOCS / target).is_file()
            or (lab and (DOCS / f"labs/{lab[1]}.ipynb").exists())
        ), match[0]
