"""The faults of other systems of verified documentation: none of them is ours.

The numbers follow the table of faults this project began with; each name says the case.
"""

import json
import re

import pytest

from scripts.check import check_fences, collected_lines
from scripts.page import find_tokens, read_page
from tests.conftest import CASES

FENCES = sorted((CASES / "fences").glob("*.md"))


# 1 and 2: every form of a code block is run, or is an error with file and line


@pytest.mark.parametrize("path", FENCES, ids=lambda path: path.stem)
def test_each_fence_form_is_collected_or_an_error(path):
    page = read_page(path)
    collected = collected_lines(find_tokens(page))
    problems = list(check_fences(page, collected))
    line = next(
        n
        for n, text in enumerate(page.text.split("\n"), 1)
        if "```" in text or "~~~" in text
    )
    declared = path.stem == "declared"
    assert bool(collected) + bool(problems) + declared == 1
    if problems:
        assert (problems[0].path, problems[0].line) == (page.place, line)
        assert "neither run nor declared" in problems[0].what


def test_each_collected_fence_really_runs(scratch):
    ran = []
    for path in FENCES:
        if collected_lines(find_tokens(read_page(path))):
            ran.append(path.stem)
            scratch.write(f"docs/{path.name}", path.read_text())
    printed = scratch.doctest(status=1)
    for stem in ran:
        assert re.search(rf"docs/{stem}\.md:\d+: raised ValueError: it ran", printed), (
            printed
        )
    assert f"{len(ran)} failed" in printed
    assert f"{len(ran)} found = {len(ran)} run + 0 declared" in printed
    assert {"admonition", "tab", "list", "quotation", "details", "tildes"} <= set(ran)


def test_a_form_that_is_not_collected_stops_the_run(scratch):
    scratch.write("docs/capital.md", (CASES / "fences" / "capital.md").read_text())
    printed = scratch.doctest(status=4)
    assert (
        "docs/capital.md:3: the code block `Python` is neither run nor declared"
        in printed
    )


def test_a_declared_block_is_counted(scratch):
    scratch.write("docs/declared.md", (CASES / "fences" / "declared.md").read_text())
    printed = scratch.doctest(status=5)  # pytest's status for no tests
    assert "1 found = 0 run + 1 declared" in printed


def test_an_empty_block_fails(scratch):
    scratch.write("docs/a.md", "# A\n\n```python\n```\n")
    assert "docs/a.md:3: the code block is empty" in scratch.doctest(status=1)


def test_a_program_that_prints_beside_no_output_fails(scratch):
    scratch.write("docs/a.md", "# A\n\n```python\nprint(1)\n```\n")
    assert "the page shows no output" in scratch.doctest(status=1)


def test_a_published_program_that_prints_beside_no_output_fails(scratch):
    scratch.snippet("pruning/a", "print('size: 1 byte')\n")
    page = scratch.page("a.md", "pruning/a")
    scratch.generate()
    text = page.read_text()
    page.write_text(re.sub(r'(?s)\n```text title="output".*?```\n', "", text))
    printed = scratch.doctest(status=1)
    assert "+ size: 1 byte" in printed
    assert "docs/a.md:5: this snippet block was edited by hand" in scratch.generate(
        "--check", "--pages", status=1
    )


# 3: a program that raises fails every mode, and no page shows a traceback


def test_a_program_that_raises_fails_every_mode(scratch):
    scratch.snippet("pruning/a", "1 / 0\n")
    page = scratch.page("a.md", "pruning/a")
    before = page.read_bytes()
    for arguments in ([], ["--check"]):
        printed = scratch.generate(*arguments, status=1)
        assert (
            "snippets/pruning/a.py:3: raised ZeroDivisionError: division by zero"
            in printed
        )
    assert scratch.generate("--check", "--pages", status=1)
    assert "Traceback" not in page.read_text()
    assert (
        page.read_bytes() != before
    )  # the program is shown; there is no output to show
    assert 'title="output"' not in page.read_text()
    assert not (scratch.root / "snippets/pruning/a.json").exists()
    assert "raised ZeroDivisionError" in scratch.doctest(status=1)


def test_a_declared_exception_is_shown_and_must_come(scratch):
    block = '# /// script\n# [tool.snippet]\n# raises = "ZeroDivisionError: by zero"\n# ///\n'
    scratch.snippet("pruning/a", f"1 / 0\n\n{block}")
    page = scratch.page("a.md", "pruning/a")
    scratch.generate()
    assert 'title="raises"\nZeroDivisionError: division by zero' in page.read_text()
    scratch.doctest()
    scratch.snippet("pruning/a", f"1 / 1\n\n{block}")
    assert "raised nothing" in scratch.generate("--check", status=1)


# 4: only what stands between the markers changes; the second run changes nothing


OUTPUTS = {
    "backticks": "print('```')\nprint('````')\n",
    "the closing marker": "print('<!-- /snippet 0123456789 -->')\nprint('<!-- /snippet -->')\n",
    "an opening marker": "print('<!-- snippet: pruning/b -->')\n",
    "an include": "print('--8<-- \"secret.md\"')\n",
    "a triple-quoted text": "print('''a\n\n  b\n''')\n",
    "part of the code": "print('import os')\nimport os\n",
    "nothing": "x = 1\n",
    "no newline at the end": "print('a', end='')\n",
    "Windows line ends": "import os\nos.write(1, b'a\\r\\nb\\r\\n')\n",
}


@pytest.mark.parametrize("program", OUTPUTS.values(), ids=OUTPUTS)
def test_any_output_stays_between_its_markers(scratch, program):
    scratch.snippet("pruning/a", program)
    above, below = (
        "# A page\n\nabove\n\n",
        "\nbelow `<!-- /snippet -->`\n\n```text\nx\n```\n",
    )
    page = scratch.write(
        "docs/a.md", f"{above}<!-- snippet: pruning/a -->\n<!-- /snippet -->\n{below}"
    )
    scratch.generate()
    once = page.read_bytes()
    text = once.decode()
    assert text.startswith(above)
    assert text.endswith(below)
    scratch.generate("--pages")
    (scratch.root / ".cache" / "verified.json").unlink()
    scratch.generate()
    assert page.read_bytes() == once
    scratch.generate("--check")
    scratch.doctest()


def test_identical_programs_with_different_outputs_keep_their_own(scratch):
    program = "import os\nprint('name:', os.path.basename(__file__))\n"
    for name in ("a", "b"):
        scratch.snippet(f"pruning/{name}", program)
    page = scratch.page("a.md", "pruning/a", "pruning/b")
    scratch.generate()
    text = page.read_text()
    assert (
        text.index("name: a.py")
        < text.index("snippet: pruning/b")
        < text.index("name: b.py")
    )


def test_output_to_none_and_back(scratch):
    page = scratch.page("a.md", "pruning/a")
    seen = []
    for program in ("print(1)\n", "x = 1\n", "print(1)\n"):
        scratch.snippet("pruning/a", program)
        scratch.generate()
        seen.append(page.read_text())
    assert 'title="output"' not in seen[1]
    assert seen[0] == seen[2]


def test_terminal_codes_are_refused_by_name(scratch):
    scratch.snippet("pruning/a", "print('\\x1b[31mred')\n")
    page = scratch.page("a.md", "pruning/a")
    assert "pruning/a.py:1: the program printed terminal codes" in scratch.generate(
        status=1
    )
    assert "\x1b" not in page.read_text()


def test_a_page_keeps_its_line_ends(scratch):
    scratch.snippet("pruning/a", "print(1)\n")
    page = scratch.write(
        "docs/a.md",
        "# A\r\n\r\n<!-- snippet: pruning/a -->\r\n<!-- /snippet -->\r\nend",
    )
    scratch.generate()
    raw = page.read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n") > 8
    assert raw.endswith(b"\r\nend")
    scratch.generate("--check")


# 5: whoever prints, and however, is recorded in order


def test_everything_printed_is_recorded_in_order(scratch):
    scratch.write("snippets/pruning/__init__.py", "")
    scratch.write(
        "snippets/pruning/helper.py", '"""Helps"""\n\n\ndef help():\n    print("b")\n'
    )
    scratch.snippet(
        "pruning/a",
        "import logging, os, subprocess, sys, warnings\n"
        "from helper import help\n"
        "print('a')\nhelp()\nsys.stdout.write('c\\n')\nos.write(1, b'd\\n')\n"
        "subprocess.run(['echo', 'e'], check=True)\n"
        "for i in range(3):\n    print(f'\\rstep {i}', end='')\nprint()\n"
        "logging.warning('logged')\nos.write(2, b'raw\\n')\nwarnings.warn('w')\n"
        "\n# /// script\n# [tool.snippet]\n# warns = ['UserWarning: w']\n# ///\n",
    )
    scratch.page("a.md", "pruning/a", "pruning/helper")
    scratch.generate()
    record = json.loads(scratch.read("snippets/pruning/a.json"))
    assert record["stdout"] == ["a", "b", "c", "d", "e", "step 2"]
    assert record["stderr"] == ["WARNING:root:logged", "raw"]
    assert record["warnings"] == ["UserWarning: w"]
    assert sorted(record["files"]) == [
        "snippets/pruning/a.py",
        "snippets/pruning/helper.py",
    ]


# 6: what makes a snippet run again, and what does not


def test_what_makes_a_snippet_run_again(scratch):
    scratch.write("snippets/pruning/helper.py", '"""Helps"""\n\nVALUE = 1\n')
    scratch.snippet("pruning/a", "from helper import VALUE\nprint('value:', VALUE)\n")
    page = scratch.page("a.md", "pruning/a", "pruning/helper")
    scratch.generate()
    assert "2 snippets unchanged" in scratch.generate()
    page.write_text(page.read_text() + "\nMore prose.\n")
    assert "2 snippets unchanged" in scratch.generate()
    scratch.write("snippets/pruning/helper.py", '"""Helps"""\n\nVALUE = 2\n')
    assert "has changed since" in scratch.generate("--check", "--pages", status=1)
    printed = scratch.generate()
    assert "pruning/a: new output" in printed
    assert "value: 2" in page.read_text()
    assert "value: 2" in scratch.read("snippets/pruning/a.json")


def fake_distribution(scratch, name: str, version: str) -> dict[str, str]:
    """Put a distribution on the path, as an upgrade would; return the variables for it."""
    folder = scratch.root / "packages"
    for old in folder.glob(f"{name}-*.dist-info"):
        (old / "METADATA").unlink()
        old.rmdir()
    info = f"packages/{name}-{version}.dist-info/METADATA"
    scratch.write(info, f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    scratch.write(f"packages/{name}.py", f'VERSION = "{version}"\n')
    return {"PYTHONPATH": str(folder)}


def test_an_upgrade_makes_its_snippets_run_again_and_no_others(scratch):
    paths = fake_distribution(scratch, "torchao", "0.18.0")
    fake_distribution(scratch, "optuna", "5.0.0")
    scratch.snippet("pruning/a", "import torchao\nprint('one')\n")
    scratch.snippet("pruning/b", "import optuna\nprint('version:', optuna.VERSION)\n")
    scratch.page("a.md", "pruning/a", "pruning/b")
    scratch.generate(**paths)
    record = scratch.read("snippets/pruning/a.json")
    assert "2 snippets unchanged" in scratch.generate(**paths)
    fake_distribution(scratch, "pytest_cov", "9.0.0")  # a tool that no snippet imports
    assert "2 snippets unchanged" in scratch.generate(**paths)
    fake_distribution(scratch, "torchao", "0.19.0")
    printed = scratch.generate(**paths)
    assert "1 snippets unchanged" in printed
    assert "pruning/a: as recorded" in printed
    assert scratch.read("snippets/pruning/a.json") == record  # no churn
    fake_distribution(scratch, "optuna", "6.0.0")
    printed = scratch.generate("--check", status=1, **paths)
    assert "- version: 5.0.0" in printed
    assert "+ version: 6.0.0" in printed
    assert re.search(r"recorded with .*optuna 5\.0\.0", printed)
    assert re.search(r"now with .*optuna 6\.0\.0", printed)


def test_a_failed_run_is_never_taken_for_good(scratch):
    flag = scratch.root / "flag"
    scratch.snippet(
        "pruning/a",
        f"import os\nassert not os.path.exists({str(flag)!r})\nprint('fine')\n",
    )
    scratch.page("a.md", "pruning/a")
    flag.touch()
    for _ in range(2):
        assert "raised AssertionError" in scratch.generate(status=1)
    flag.unlink()
    assert "pruning/a: new output" in scratch.generate()


# 7: the next day, another commit, no history: still green


def test_a_record_of_another_day_is_still_good(scratch):
    scratch.snippet("pruning/a", "print('one')\n")
    scratch.page("a.md", "pruning/a")
    scratch.generate()
    record = scratch.root / "snippets/pruning/a.json"
    record.write_text(
        re.sub(r'"date": "[^"]*"', '"date": "2020-02-29"', record.read_text())
    )
    scratch.generate("--pages")
    scratch.generate("--check")  # the scratch project has no history at all
    scratch.doctest()
    assert "2020-02-29" in record.read_text()


# 8: a difference is never hidden by a rule that is wide enough for it


def test_a_ratio_that_moves_is_drift_and_so_is_the_last_digit(scratch):
    values = scratch.write("values.txt", "4.00 0.3333333333333333")
    scratch.snippet(
        "pruning/a",
        f"import pathlib\nratio, third = pathlib.Path({str(values)!r}).read_text().split()\n"
        "print('ratio:', ratio)\nprint('third:', third)\n",
    )
    scratch.page(
        "a.md", "pruning/a", prose="It is [4.00](evidence/pruning.md#pruning-a-ratio)."
    )
    scratch.generate()
    values.write_text("3.10 0.3333333333333334")
    printed = scratch.generate("--check", status=1)
    for line in ("- ratio: 4.00", "+ ratio: 3.10", "- third: 0.3333333333333333"):
        assert line in printed
    assert "stated in docs/a.md:3: It is [4.00]" in printed


def test_an_about_number_needs_its_assert(scratch):
    scratch.snippet("pruning/a", "print('accuracy: about 0.97')\n")
    scratch.page("a.md", "pruning/a")
    assert "no assert bounds" in scratch.generate(status=1)


@pytest.mark.parametrize(
    ("capability", "drifts"), [("AVX512-as-here", True), ("another", False)]
)
def test_an_about_number_is_compared_on_the_same_machine_only(
    scratch, capability, drifts
):
    values = scratch.write("values.txt", "0.97")
    scratch.snippet(
        "pruning/a",
        f"import pathlib\naccuracy = float(pathlib.Path({str(values)!r}).read_text())\n"
        "assert accuracy > 0.9\nprint(f'accuracy: about {accuracy}')\n",
    )
    scratch.page("a.md", "pruning/a")
    scratch.generate()
    record = scratch.root / "snippets/pruning/a.json"
    if not drifts:
        text = record.read_text().replace(
            '"capability": ""', f'"capability": "{capability}"'
        )
        record.write_text(text)
        scratch.generate("--pages")
    values.write_text("0.96")
    printed = scratch.generate("--check", status=int(drifts))
    assert ("+ accuracy: about 0.96" in printed) == drifts
    values.write_text("0.5")  # the assert holds on every machine
    assert "raised AssertionError" in scratch.generate("--check", status=1)


# 9: an exception in a helper names the page, the snippet and the helper


def test_an_exception_in_a_helper_is_located(scratch):
    helper = '"""Helps"""\n\n\ndef half(x):\n    return 1 / x\n'
    scratch.write("snippets/pruning/helper.py", helper)
    scratch.snippet("pruning/a", "from helper import half\nprint('half:', half(2))\n")
    scratch.page("a.md", "pruning/a", "pruning/helper")
    scratch.generate()
    scratch.write("snippets/pruning/helper.py", helper.replace("1 / x", "1 / (x - 2)"))
    for printed in (scratch.generate("--check", status=1), scratch.doctest(status=1)):
        # line 10 of the page shows line 4 of the program
        assert "docs/a.md:10: drift: the exception of pruning/a" in printed
        assert "(snippets/pruning/a.py:4)" in printed
        assert "+ ZeroDivisionError: division by zero" in printed
        assert "snippets/pruning/helper.py:5 in half: return 1 / (x - 2)" in printed
    assert scratch.read("docs/a.md").split("\n")[9] == "print('half:', half(2))"


# 10: what one program changes, another never sees


def test_programs_do_not_see_each_other(scratch):
    scratch.snippet(
        "pruning/a",
        "import os, random, sys, warnings\n"
        "os.chdir('/')\nos.environ['LEFT'] = 'behind'\nrandom.seed(7)\n"
        "warnings.simplefilter('error')\nsys.path.append('/left')\nsys.setrecursionlimit(500)\n",
    )
    scratch.snippet(
        "pruning/b",
        "import os, sys, warnings\n"
        "print('files here:', os.listdir())\nprint('left:', os.environ.get('LEFT'))\n"
        "print('filters:', warnings.filters[0][0])\n"
        "print('path:', '/left' in sys.path, sys.getrecursionlimit() == 500)\n",
    )
    scratch.page("a.md", "pruning/a", "pruning/b")
    alone = scratch.generate("--only", "pruning/b", status=1)  # a is not recorded yet
    assert "pruning/b: new output" in alone
    record = scratch.read("snippets/pruning/b.json")
    assert '"left: None"' in record
    assert '"files here: []"' in record
    assert '"path: False False"' in record
    scratch.generate("--jobs", "1")
    scratch.generate("--check", "--jobs", "1")  # after it
    scratch.generate("--check", "--jobs", "2")  # beside it
    assert scratch.read("snippets/pruning/b.json") == record


def test_a_program_that_forgets_to_seed_is_refused(scratch):
    scratch.snippet("pruning/a", "import random\nprint('number:', random.random())\n")
    scratch.page("a.md", "pruning/a")
    printed = scratch.generate(status=1)
    assert "snippets/pruning/a.py:4: not repeatable in a second run" in printed
    assert printed.count("first: number: 0.") >= 1


# 11: prose that no run supports


def test_prose_that_says_something_else_is_an_error(scratch):
    scratch.snippet("pruning/a", "print('ratio: 2.00x')\n")
    scratch.page(
        "a.md",
        "pruning/a",
        prose="Up to [4x](evidence/pruning.md#pruning-a-ratio) and 4x in all.",
    )
    scratch.generate("--only", "pruning/a", status=1)
    assert "[2.00x](evidence/pruning.md#pruning-a-ratio)" in scratch.read("docs/a.md")
    scratch.write("docs/a.md", scratch.read("docs/a.md").replace("2.00x]", "4x]", 1))
    printed = scratch.generate("--check", "--pages", status=1)
    assert "docs/a.md:3: says '4x', the recorded run of pruning/a '2.00x'" in printed
    assert "docs/a.md:3: the number 4" in printed


# 12: misspelt names, open markers, the same thing twice


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (
            "<!-- snippet: pruning/aa -->\n<!-- /snippet -->",
            "a.md:3: no snippet is called",
        ),
        (
            "<!-- snip: pruning/a -->\n<!-- /snip -->",
            "a.md:3: no kind of block is called",
        ),
        (
            "<!-- snippet: pruning/a -->\ntext",
            "a.md:3: <!-- snippet: pruning/a --> has no end",
        ),
        ("<!-- /snippet -->", "a.md:3: <!-- /snippet --> closes nothing"),
        (
            "<!-- snippet: pruning/a -->\n<!-- /snippet -->\n" * 2,
            "is shown a second time, first in docs/a.md:3",
        ),
        ("[1](evidence/pruning.md#pruning-a-sizes)", "did you mean 'pruning-a-size'?"),
        (
            "[1 byte](../evidence/pruning.md#pruning-a-size)",
            "write (evidence/pruning.md#pruning-a-size)",
        ),
        (
            "[1 byte](evidence/tuning.md#pruning-a-size)",
            "write (evidence/pruning.md#pruning-a-size)",
        ),
        ("---\nx", "no page shows this snippet"),
    ],
)
def test_faults_of_a_page_have_page_and_line(scratch, page, message):
    scratch.snippet("pruning/a", "print('size: 1 byte')\n")
    path = scratch.write("docs/a.md", f"# A\n\n{page}\n")
    before = path.read_bytes()
    printed = scratch.generate(status=1)
    assert message in printed
    if "no end" in message or "closes" in message or "called" in message:
        assert path.read_bytes() == before


def test_two_values_with_one_id_are_refused(scratch):
    scratch.snippet("pruning/a", "print('size: 1')\nprint('Size: 2')\n")
    scratch.page("a.md", "pruning/a")
    printed = scratch.generate(status=1)
    assert "snippets/pruning/a.py:3: prints 'size' more than once" in printed


# 13: a time that moves by itself makes no difference


def test_a_moving_time_leaves_everything_as_it_is(scratch):
    scratch.snippet(
        "pruning/a",
        "import time\nprint(f'time: about {time.perf_counter_ns() % 1_000_000} us')\n"
        "print('size: 1 byte')\n",
    )
    page = scratch.page("a.md", "pruning/a")
    scratch.generate()
    files = [
        page,
        scratch.root / "snippets/pruning/a.json",
        scratch.root / "docs/evidence/pruning.md",
    ]
    before = [file.read_bytes() for file in files]
    (scratch.root / ".cache" / "verified.json").unlink()
    assert "pruning/a: as recorded" in scratch.generate()
    assert [file.read_bytes() for file in files] == before
    scratch.generate("--check")
    scratch.doctest()


# 14: a warning that is emitted once a process, a line that importing prints


def test_a_warning_once_a_process_is_recorded_at_each_snippet(scratch):
    scratch.write(
        "packages/noisy.py",
        "import warnings\nDONE = False\n\n\ndef call():\n    global DONE\n"
        "    if not DONE:\n        warnings.warn('once\\nand more')\n    DONE = True\n",
    )
    program = (
        "import noisy\nnoisy.call()\nnoisy.call()\n"
        "\n# /// script\n# [tool.snippet]\n# warns = ['UserWarning: once']\n# ///\n"
    )
    for name in ("a", "b"):
        scratch.snippet(f"pruning/{name}", program)
    scratch.page("a.md", "pruning/a", "pruning/b")
    scratch.generate(PYTHONPATH=str(scratch.root / "packages"))
    for name in ("a", "b"):
        record = json.loads(scratch.read(f"snippets/pruning/{name}.json"))
        assert record["warnings"] == ["UserWarning: once\nand more"]
    scratch.doctest(PYTHONPATH=str(scratch.root / "packages"))


def test_what_importing_prints_is_recorded_once_for_the_run(scratch):
    child = scratch.root / "scripts/child.py"
    child.write_text(child.read_text().replace("PRELOAD = ()", 'PRELOAD = ("loud",)'))
    loud = scratch.write(
        "packages/loud.py", "import sys\nprint('hello', file=sys.stderr)\n"
    )
    scratch.snippet("pruning/a", "print(1)\n")
    scratch.page("a.md", "pruning/a")
    paths = {"PYTHONPATH": str(loud.parent)}
    scratch.generate(**paths)
    assert json.loads(scratch.read("snippets/imports.json")) == {"stderr": ["hello"]}
    assert json.loads(scratch.read("snippets/pruning/a.json"))["stderr"] == []
    scratch.generate("--check", **paths)
    loud.write_text("import sys\nprint('good-bye', file=sys.stderr)\n")
    printed = scratch.generate("--check", status=1, **paths)
    assert "- hello" in printed
    assert "+ good-bye" in printed
