"""Records: damaged ones are told with their line; writing is whole, and only when needed."""

import json
import re

import pytest

from scripts.text import (
    ABOUT,
    ABOUT_TIME,
    RULES,
    keep_volatile,
    mask,
    normalize,
    read_stdout,
)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda t: t.replace("{", "", 1), "a.json:"),
        (
            lambda t: t.replace(' "date"', '<<<<<<< HEAD\n "date"'),
            "merge-conflict lines; delete it and run",
        ),
        (
            lambda t: t.replace('"threads": 1', '"threads": "one"'),
            "Expected `int`, got `str`",
        ),
        (lambda t: t.replace('"threads": 1', '"thread": 1'), "unknown field `thread`"),
        (lambda t: t[: len(t) // 2], "a.json:"),
    ],
)
def test_a_damaged_record_is_told_with_its_line(scratch, damage, message):
    scratch.snippet("pruning/a", "print(1)\n")
    scratch.page("a.md", "pruning/a")
    scratch.generate()
    record = scratch.root / "snippets/pruning/a.json"
    record.write_text(damage(record.read_text()))
    for arguments in (["--check", "--pages"], ["--check"], []):
        printed = scratch.generate(*arguments, status=1)
        assert message in printed
        assert re.search(r"snippets/pruning/a\.json:\d+: ", printed)


def test_a_record_without_its_snippet_is_an_error(scratch):
    scratch.write("snippets/pruning/b.json", "{}")
    assert "a record without its snippet" in scratch.generate(
        "--check", "--pages", status=1
    )


def test_a_record_is_one_line_a_value_with_sorted_keys(scratch):
    scratch.snippet("pruning/a", "print('b: 1')\nprint('a: 2')\n")
    scratch.page("a.md", "pruning/a")
    scratch.generate()
    text = scratch.read("snippets/pruning/a.json")
    assert list(json.loads(text)) == sorted(json.loads(text))
    assert '\n  "b: 1",\n  "a: 2"\n' in text
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (
            "log prefix",
            "W1201 09:05:15.844000 9629 torch/a.py:646] text",
            "W torch/a.py] text",
        ),
        ("internal source", "a (Triggered internally at /pytorch/a.cpp:1.)", "a"),
        (
            "directory",
            "at /home/x/lib/site-packages/torch/a.py",
            "at site-packages/torch/a.py",
        ),
        (
            "run directory",
            "in /tmp/snippet-ab12cd34/model.pt",
            "in snippet-directory/model.pt",
        ),
        (
            "torchao's CUDA parts",
            "Failed to load /x/torchao/_C_cutlass_90a.abi3.so: Could not load this library: y",
            "",
        ),
        ("line number", "snippets/pruning/a.py:12: x", "snippets/pruning/a.py: x"),
    ],
)
def test_each_rule_for_stderr_does_its_work(name, before, after):
    assert name in {rule for rule, *_ in RULES}
    assert normalize(before) == after


def test_no_rule_is_without_a_test():
    assert len(RULES) == 6


def test_about_numbers_are_masked_and_others_are_not():
    line = "accuracy: about 0.97, size 12 bytes"
    assert mask(line, same_machine=True) == line
    assert mask(line, same_machine=False) == "accuracy: about #, size 12 bytes"
    for time in (
        "about 12 ms",
        "about 1.5 s",
        "about 300 req/s",
        "about 2.1 times as fast",
    ):
        assert ABOUT_TIME.search(time), time
        assert ABOUT.search(time)
    assert not ABOUT_TIME.search("about 12 steps")
    assert not ABOUT_TIME.search("about 12 settings")


def test_a_time_that_moved_alone_keeps_its_old_value():
    old, new = ["time: about 5 ms", "size: 1"], ["time: about 7 ms", "size: 2"]
    assert keep_volatile(old, new) == ["time: about 5 ms", "size: 2"]


def test_lines_are_what_a_terminal_shows():
    assert read_stdout("10 %\r100 %\n\nend") == ["100 %", "", "end"]
    assert read_stdout("a\r\nb\r\n") == ["a", "b"]
    assert read_stdout("") == []


def test_an_edited_program_is_timed_anew(scratch):
    program = "import time\nprint(f'took: about {time.time_ns() % 1_000_000} us')\n"
    scratch.snippet("pruning/a", program)
    scratch.page("a.md", "pruning/a")
    scratch.generate()

    def read_time():
        return json.loads(scratch.read("snippets/pruning/a.json"))["stdout"]

    first = read_time()
    scratch.generate()
    assert read_time() == first
    scratch.snippet("pruning/a", f"{program}# a comment\n")
    scratch.generate()
    assert read_time() != first
