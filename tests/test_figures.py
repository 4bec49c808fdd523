"""Charts: drawn from recorded numbers, the same bytes each time, told when out of date."""

import re

import pytest

FIGURE = """\
[[figure]]
name = "pruning/size"
kind = "{kind}"
title = "Size"
xlabel = "share"
ylabel = "bytes"
caption = "It falls."
alt = "A falling line."
series = [ {series} ]
"""
LINE = '{ label = "dense", snippet = "pruning/a", line = "size at {x} %: {y} bytes" }'
BARS = (
    '{ label = "bytes", points = [ { x = "half", value = "pruning-a-size-at-50" } ] }'
)


def draw(scratch, kind="line", series=LINE, status=0):
    scratch.snippet(
        "pruning/a",
        "for x in (0, 50, 90):\n    print(f'size at {x} %: {1000 - 10 * x} bytes')\n",
    )
    scratch.write(
        "docs/data/figures.toml",
        FIGURE.replace("{kind}", kind).replace("{series}", series),
    )
    scratch.write(
        "docs/a.md",
        "# A\n\n<!-- snippet: pruning/a -->\n<!-- /snippet -->\n\n"
        "<!-- figure: pruning/size -->\n<!-- /figure -->\n",
    )
    return scratch.generate(status=status)


@pytest.mark.parametrize(("kind", "series"), [("line", LINE), ("bar", BARS)])
def test_a_chart_is_the_same_bytes_each_time(scratch, kind, series):
    draw(scratch, kind, series)
    files = sorted((scratch.root / "docs/assets/figures/pruning").glob("*.svg"))
    assert [file.name for file in files] == ["size-dark.svg", "size-light.svg"]
    first = [file.read_bytes() for file in files]
    for data in first:
        assert len(data) < 30_000
        assert b"<text" in data  # text stays text
        assert not re.search(rb"dc:date|20\d\d-\d\d-\d\d", data)
    for file in files:
        file.unlink()
    scratch.generate()
    assert [file.read_bytes() for file in files] == first
    assert "| bytes |" in scratch.read(
        "docs/a.md"
    ) or "| dense | 50 | 500 |" in scratch.read("docs/a.md")
    scratch.generate("--check")


def test_a_chart_of_other_numbers_is_an_error(scratch):
    draw(scratch)
    file = scratch.root / "docs/assets/figures/pruning/size-light.svg"
    file.write_text(re.sub(r"[0-9a-f]{16}", "0" * 16, file.read_text(), count=1))
    printed = scratch.generate("--check", "--pages", status=1)
    assert "the figure 'pruning/size' does not show the recorded numbers" in printed


@pytest.mark.parametrize(
    ("kind", "series", "what"),
    [
        (
            "line",
            LINE.replace("size at", "weight at"),
            "no output of pruning/a matches",
        ),
        ("bar", BARS.replace("at-50", "at-55"), "no snippet printed the value"),
        (
            "line",
            LINE.replace("snippet =", "snipped ="),
            "this [[figure]] is not valid",
        ),
    ],
)
def test_a_chart_of_nothing_is_an_error(scratch, kind, series, what):
    assert what in draw(scratch, kind, series, status=1)


def test_data_that_is_not_toml_has_its_line(scratch):
    scratch.write("docs/data/figures.toml", "[[figure]]\nname = \n")
    printed = scratch.generate("--check", "--pages", status=1)
    assert "docs/data/figures.toml:2: not TOML" in printed
