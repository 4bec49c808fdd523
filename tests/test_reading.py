"""The reading list: each page lists what is worth reading after it."""

ENTRY = """\
[[reading]]
id = "{id}"
section = "pruning"
pages = ["pruning/a.md"]
title = "{id}"
publisher = "A publisher"
url = "https://example.org/{id}"
why = "For this."
looked_at = "{looked_at}"
"""
PAGE = "# A\n\n<!-- reading: pruning/a.md -->\n<!-- /reading -->\n"


def write_list(scratch, **entries):
    text = "\n".join(ENTRY.format(id=id, looked_at=day) for id, day in entries.items())
    scratch.write("docs/data/reading.toml", text)


def test_a_page_that_lists_nothing_is_an_error(scratch):
    write_list(scratch, first="")
    printed = scratch.generate("--pages", status=1)
    assert (
        "docs/data/reading.toml:4: 'first': no reading list on 'pruning/a.md'; put <!--"
        in printed
    )
    scratch.write("docs/other.md", PAGE)
    assert "no reading list" in scratch.generate("--pages", status=1)
    scratch.write("docs/pruning/a.md", PAGE)
    (scratch.root / "docs/other.md").unlink()
    scratch.generate("--pages")


def test_the_day_of_the_last_look_is_told(scratch):
    scratch.write("docs/pruning/a.md", PAGE)
    write_list(scratch, first="2026-12-01")
    scratch.generate("--pages")
    page = scratch.read("docs/pruning/a.md")
    assert "For this. *(looked at 2026-12-01)*" in page
    assert "not checked" not in page
    write_list(scratch, first="2026-12-01", second="")
    scratch.generate("--pages")
    assert "*Links without a date: not checked" in scratch.read("docs/pruning/a.md")
