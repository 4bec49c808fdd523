"""Compares runs: with what the snippet declares, with each other, with the record."""

import ast
import difflib
import re
from collections import Counter
from collections.abc import Iterator

from scripts.child import Setting
from scripts.problem import Problem, relative
from scripts.record import Record, find_values
from scripts.runner import Outcome
from scripts.snippet import Snippet
from scripts.text import ADDRESS, mask, normalize, read_stdout

# What a value must survive before it is recorded.
PROOF = (
    Setting("in a second run"),
    Setting("with two threads", threads=2),
    Setting(
        "as on a CPU without AVX-512 and VNNI",
        environment=(
            ("ATEN_CPU_CAPABILITY", "avx2"),
            ("ONEDNN_MAX_CPU_ISA", "AVX2"),
            ("MKL_ENABLE_INSTRUCTIONS", "AVX2"),
        ),
    ),
)
UNSTABLE = (
    "print fewer digits, or `about` before the number and an assert that bounds it"
)


def check_fault(snippet: Snippet, outcome: Outcome) -> Iterator[Problem]:
    """Yield the reason why a run cannot be used at all, if there is one."""
    if outcome.fault:
        detail = tuple(outcome.stderr.strip().splitlines()[-5:])
        mend = "a snippet runs to its end within its limits and leaves nothing behind"
        yield Problem(
            relative(snippet.path), 1, f"the program {outcome.fault}", mend, detail
        )


def matches(declared: str, kind: str, message: str) -> bool:
    """Tell whether `Kind: fragment` describes an exception or warning."""
    wanted, _, fragment = declared.partition(":")
    return kind == wanted.strip() and fragment.strip() in normalize(message)


def check_exception(snippet: Snippet, outcome: Outcome) -> Iterator[Problem]:
    """Yield a problem for an exception that was not declared, or declared and absent."""
    path, error = relative(snippet.path), outcome.exception
    if snippet.raises and not error:
        what = f"declares raises = {snippet.raises!r} and raised nothing"
        yield Problem(path, 1, what, "show what is true now, or drop the declaration")
    if error and not (
        snippet.raises and matches(snippet.raises, error["type"], error["message"])
    ):
        own = [line for file, line, *_ in error["frames"] if file == str(snippet.path)]
        detail = tuple(
            f"{normalize(file)}:{line} in {name}: {text}"
            for file, line, name, text in error["frames"]
        )
        what = f"raised {error['type']}: {normalize(error['message'])}"
        if snippet.raises:
            what += f", but declares raises = {snippet.raises!r}"
        mend = "mend the program, or declare it: raises = in [tool.snippet]"
        yield Problem(path, own[-1] if own else 1, what, mend, detail)


def check_warnings(snippet: Snippet, outcome: Outcome) -> Iterator[Problem]:
    """Yield a problem for each undeclared warning and each declared one that is absent."""
    path = relative(snippet.path)
    for kind, message, line in outcome.warnings:
        if not any(matches(declared, kind, message) for declared in snippet.warns):
            what = f"undeclared {kind}: {normalize(message)}"
            mend = "change the program, or declare it: warns = in [tool.snippet]"
            yield Problem(path, line or 1, what, mend)
    for declared in snippet.warns:
        if not any(matches(declared, kind, text) for kind, text, _ in outcome.warnings):
            what = f"declares warns = {declared!r} and nothing warned so"
            yield Problem(
                path, 1, what, "show what is true now, or drop the declaration"
            )


def check_run(snippet: Snippet, outcome: Outcome) -> list[Problem]:
    """Return what is wrong with one run by itself, before any comparison."""
    problems = list(check_fault(snippet, outcome))
    if problems:
        return problems
    problems += check_exception(snippet, outcome)
    problems += check_warnings(snippet, outcome)
    path, lines = relative(snippet.path), read_stdout(outcome.stdout)
    for line in lines:
        if ADDRESS.search(line):
            what = f"prints a memory address: {line!r}"
            problems.append(
                Problem(path, find_print(snippet, line), what, "print the name")
            )
    rough = any(mask(line, same_machine=False) != mask(line, True) for line in lines)
    if rough and not re.search(r"^\s*assert\b", snippet.source, re.MULTILINE):
        what = "prints an `about` number that no assert bounds"
        problems.append(
            Problem(path, 1, what, "assert the bound that makes it a claim")
        )
    counts = Counter(value.id for value in find_values(snippet.name, lines))
    for value in find_values(snippet.name, lines):
        if counts[value.id] > 1:
            what = f"prints {value.label!r} more than once as a value"
            mend = "give each a label of its own"
            problems.append(
                Problem(path, find_print(snippet, lines[value.line - 1]), what, mend)
            )
    return problems


def differences(
    old: Record, new: Record, same_machine: bool
) -> list[tuple[str, str, str]]:
    """Return (channel, old line, new line) for all that differs; "" where one has none."""
    found = []
    for channel, before in old.channels().items():
        after = new.channels()[channel]
        a = [mask(line, same_machine) for line in before]
        b = [mask(line, same_machine) for line in after]
        for tag, i, i2, j, j2 in difflib.SequenceMatcher(
            None, a, b, False
        ).get_opcodes():
            if tag != "equal":
                size = max(i2 - i, j2 - j)
                olds = (before[i:i2] + [""] * size)[:size]
                news = (after[j:j2] + [""] * size)[:size]
                found += [
                    (channel, was, now) for was, now in zip(olds, news, strict=True)
                ]
    return found


def check_proof(
    snippet: Snippet, first: Record, other: Record, setting: Setting
) -> list[Problem]:
    """Return a problem for each line that another setting prints differently."""
    same_machine = setting == PROOF[0]
    return [
        Problem(
            relative(snippet.path),
            find_print(snippet, was or now),
            f"not repeatable {setting.name}",
            UNSTABLE,
            (f"first: {was}", f"then:  {now}"),
        )
        for _, was, now in differences(first, other, same_machine)
    ]


def find_print(snippet: Snippet, line: str) -> int:
    """Return the line of the program that prints such a line, 1 where none can be told.

    The text of each string in the program, with anything for its `{...}` parts, is tried;
    the one with the longest fixed part wins.
    """
    best = (0, 1)
    for node in ast.walk(ast.parse(snippet.source)):
        if isinstance(node, ast.JoinedStr):
            fixed = [
                part.value if isinstance(part, ast.Constant) else None
                for part in node.values
            ]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            fixed = [node.value, None]  # print("label:", value) adds to it
        else:
            continue
        text = "".join(".*" if part is None else re.escape(part) for part in fixed)
        length = sum(len(part) for part in fixed if part)
        if length > best[0] and re.fullmatch(text, line):
            best = (length, node.lineno)
    return best[1]
