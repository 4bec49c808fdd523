"""The values on other versions of PyTorch: beside each value, and what moved by itself."""


def make_site(scratch):
    """A site whose program ran on two versions; a third one printed nothing of it."""
    program = "print('size: 1 byte\\ntook: about 3 ms\\nkind: a\\nnew: 1')\n"
    scratch.snippet("pruning/a", program)
    scratch.page("a.md", "pruning/a")
    scratch.write(
        "docs/versions.md", "# V\n\n<!-- versions: all -->\n<!-- /versions -->\n"
    )
    scratch.generate()
    scratch.date("pruning/a", "1.10.0+cpu", "2026-03-01")
    scratch.column("1.9.0", "2026-02-01", size="2 bytes", took="about 9 ms", kind="a")
    scratch.column("1.0.0", "2026-01-01")
    scratch.generate("--pages")


def test_a_value_stands_beside_what_the_older_version_printed(scratch):
    make_site(scratch)
    page = scratch.read("docs/evidence/pruning.md")
    assert "| value | torch 1.10.0 | torch 1.9.0 |\n" in page
    for row in (
        "</a>size | **`1 byte`** | **`2 bytes`** |",
        "</a>took | `about 3 ms` | `about 9 ms` |",
        "</a>kind | `a` | same |",
        "</a>new | `1` | - |",
    ):
        assert row in page


def test_the_versions_are_listed_with_what_moved(scratch):
    make_site(scratch)
    page = scratch.read("docs/versions.md")
    assert [line.split(" | ")[0] for line in page.split("\n") if "| 2026-" in line] == [
        "| 1.10.0",
        "| 1.9.0",
        "| 1.0.0",
    ]
    assert "| 1.9.0 | Python 3.11.7, a CPU | 2026-02-01 | 3 | 1 |" in page
    assert "[a: size](evidence/pruning.md#pruning-a-size) | **`1 byte`**" in page
    assert "pruning-a-took" not in page


def test_nothing_moved_is_no_table(scratch):
    make_site(scratch)
    scratch.column("1.9.0", "2026-02-01", size="1 byte")
    scratch.generate("--pages")
    assert "pruning-a" not in scratch.read("docs/versions.md")


def test_a_site_without_records_has_no_versions(scratch):
    scratch.write(
        "docs/versions.md", "# V\n\n<!-- versions: all -->\n<!-- /versions -->\n"
    )
    scratch.generate("--pages")
    assert "Nothing is recorded yet." in scratch.read("docs/versions.md")
