"""The command: what it selects, its exit statuses, what it prints, that a check never writes."""

import re

import pytest


@pytest.fixture
def small(scratch):
    """A project of two snippets, recorded."""
    for name in ("a", "b"):
        scratch.snippet(f"pruning/{name}", f"print('name: {name}')\n")
    scratch.page(
        "a.md",
        "pruning/a",
        "pruning/b",
        prose="[a](evidence/pruning.md#pruning-a-name)",
    )
    scratch.generate()
    return scratch


def snapshot(scratch) -> dict:
    return {
        path: path.read_bytes()
        for folder in ("docs", "snippets")
        for path in (scratch.root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--no-such"], "unrecognized arguments"),
        (["--only", "nothing/*"], "no snippet matches nothing/*"),
        (["--jobs", "0"], "--jobs must be at least 1"),
        (["--pages", "--only", "pruning/a"], "--pages runs nothing"),
    ],
)
def test_wrong_usage_has_status_2(small, arguments, what):
    assert what in small.generate(*arguments, status=2)


def test_progress_is_a_line_a_snippet_with_seconds_and_what_is_left(small):
    printed = small.generate("--check")
    lines = re.findall(
        r"(?m)^ +\d+\.\d\d s  pruning/([ab]): as recorded \((\d) left\)$", printed
    )
    assert {name for name, _ in lines} == {"a", "b"}
    assert [left for _, left in lines] == ["1", "0"]


def test_only_selects(small):
    printed = small.generate("--check", "--only", "*/b")
    assert "pruning/b: as recorded" in printed
    assert "pruning/a" not in printed


def test_a_check_never_writes(small):
    small.snippet("pruning/a", "print('name: other')\n")
    page = small.root / "docs/a.md"
    page.write_text(page.read_text() + "\n[x](evidence/pruning.md#pruning-b-name)\n")
    before = snapshot(small)
    for arguments in (["--check"], ["--check", "--pages"]):
        small.generate(*arguments, status=1)
        assert snapshot(small) == before


def test_new_output_is_accepted_by_the_command_that_the_message_names(small):
    small.snippet("pruning/a", "print('name: other')\n")
    printed = small.generate("--check", status=1)
    command = re.search(
        r"accept it: python -m (scripts\.generate --only pruning/a)", printed
    )
    assert small.command(*command[1].split()).returncode == 0
    assert "[other](evidence/pruning.md#pruning-a-name)" in small.read("docs/a.md")
    small.generate("--check")


def test_a_block_edited_by_hand_is_told_from_drift_and_kept(small):
    page = small.root / "docs/a.md"
    page.write_text(page.read_text().replace("name: b\n", "name: c\n"))
    for arguments in (["--check", "--pages"], []):
        printed = small.generate(*arguments, status=1)
        assert (
            "this snippet block was edited by hand; edit snippets/pruning/b.py"
            in printed
        )
    assert "name: c\n" in page.read_text()


def test_annotations_on_github(small):
    small.snippet("pruning/a", "print('name: other')\n")
    printed = small.generate("--check", status=1, GITHUB_ACTIONS="true")
    assert re.search(
        r"(?m)^::error file=docs/a\.md,line=\d+::drift: the output", printed
    )
    failed = small.doctest(
        status=0, GITHUB_ACTIONS="true"
    )  # the page still shows the old one
    assert "::error" not in failed


def test_not_a_program_and_no_title(small):
    small.write("snippets/pruning/c.py", "print(1\n")
    assert "snippets/pruning/c.py:1: not a Python program" in small.generate(status=1)
    small.write("snippets/pruning/c.py", "print(1)\n")
    assert "snippets/pruning/c.py:1: no title" in small.generate(status=1)


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ("# need = []", "[tool.snippet] has need = []"),
        ("# seconds = 'x'", "[tool.snippet] has seconds = 'x'"),
        ("# x = = 1", "the script block is not TOML"),
    ],
)
def test_a_declaration_that_is_not_valid(small, table, what):
    block = f"# /// script\n# [tool.snippet]\n{table}\n# ///\n"
    small.snippet("pruning/c", f"print(1)\n\n{block}")
    assert f"snippets/pruning/c.py:5: {what}" in small.generate(status=1)


@pytest.mark.parametrize(
    ("program", "what"),
    [
        (
            "import warnings\nwarnings.warn('new', DeprecationWarning)\n",
            "a.py:4: undeclared DeprecationWarning: new",
        ),
        ("print(object())\n", "prints a memory address"),
        (
            "import time\nprint('time:', time.time())\n",
            "a.py:4: not repeatable in a second run",
        ),
        (
            "import os\nprint('threads:', os.environ['OMP_NUM_THREADS'])\n",
            "a.py:4: not repeatable with two threads",
        ),
        (
            "import os\nprint('cpu:', os.environ.get('ONEDNN_MAX_CPU_ISA'))\n",
            "a.py:4: not repeatable as on a CPU without AVX-512 and VNNI",
        ),
    ],
)
def test_what_is_refused_before_it_is_recorded(scratch, program, what):
    scratch.snippet("pruning/a", program)
    scratch.page("a.md", "pruning/a")
    printed = scratch.generate(status=1)
    assert what in printed
    assert not (scratch.root / "snippets/pruning/a.json").exists()
    if "not repeatable" in what:
        assert "first: " in printed
        assert "then:  " in printed


def test_a_missing_environment_is_said_and_keeps_the_record(small):
    block = "\n# /// script\n# [tool.snippet]\n# needs = ['absent']\n# ///\n"
    small.snippet("pruning/c", f"print('name: c')\n{block}")
    small.page("c.md", "pruning/c")
    small.write("packages/absent.py", "")
    small.generate(PYTHONPATH=str(small.root / "packages"))
    printed = small.generate("--check")
    assert "not run  pruning/c: needs `make absent`; its record is kept" in printed
    assert "Recorded on" in small.read("docs/c.md")
    assert "1 waiting for an environment" in small.doctest()
    small.snippet("pruning/c", f"print('name: d')\n{block}")
    assert "has changed since it was recorded" in small.generate("--check", status=1)


def test_a_program_edited_while_it_runs_is_not_taken_for_verified(scratch):
    path = scratch.root / "snippets/pruning/a.py"
    # The program edits its own file, as a person might at that moment.
    scratch.snippet(
        "pruning/a",
        f"with open({str(path)!r}, 'a') as file:\n    file.write('# edited\\n')\nprint('done')\n",
    )
    scratch.page("a.md", "pruning/a")
    printed = scratch.generate(status=1)
    assert "has changed since it was recorded" in printed
    assert "unchanged since" not in scratch.generate(status=1)
