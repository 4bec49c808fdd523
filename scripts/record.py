"""The record of a snippet: what it printed, with what, on what machine, when.

A record lies beside its snippet and is written whole or not at all. Everything a reader
sees is a projection of records; none of that needs torch.
"""

import datetime
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from scripts.problem import ACCEPT, ROOT, ContentError, Problem, relative
from scripts.runner import Outcome
from scripts.snippet import Snippet
from scripts.text import keep_volatile, normalize, read_stdout

CACHE = ROOT / ".cache"  # on the same file system as what is written; not committed
VALUE = re.compile(r"^(?P<label>[A-Za-z0-9][\w .,%/()+-]*?): (?P<text>\S.*)$")


class Cpu(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The machine of a run, as far as it decides over the last digits."""

    name: str
    capability: str
    vnni: bool
    bf16: bool


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """One recorded run. `files` maps each project file it ran to the digest of its text."""

    stdout: list[str]
    stderr: list[str]
    warnings: list[str]
    exception: str
    files: dict[str, str]
    versions: dict[str, str]
    cpu: Cpu
    threads: int
    date: str

    def channels(self) -> dict[str, list[str]]:
        """Return what a run is compared by: each channel's lines under its name."""
        return {
            "output": self.stdout,
            "warnings": "\n".join(self.warnings).splitlines(),
            "exception": self.exception.splitlines(),
            "stderr": self.stderr,
        }

    def same_machine(self, other: "Record") -> bool:
        """Tell whether an `about` number of the other run must be equal as printed.

        The fingerprint: versions, threads, CPU capability, VNNI and bf16 instructions.
        """
        mine, others = self.cpu, other.cpu
        return (
            self.versions == other.versions
            and self.threads == other.threads
            and (mine.capability, mine.vnni, mine.bf16)
            == (others.capability, others.vnni, others.bf16)
        )


@dataclass(frozen=True)
class Value:
    """One `label: value` line of a record. `id` is its anchor in the evidence."""

    id: str
    snippet: str
    label: str
    text: str
    line: int  # of the output, from 1


def slug(text: str) -> str:
    """Return lower case with one hyphen for every run of other characters."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def find_values(name: str, lines: list[str]) -> Iterator[Value]:
    """Yield the values among the lines that the snippet of that name printed."""
    for number, line in enumerate(lines, 1):
        match = VALUE.match(line)
        if match:
            label, text = match["label"].strip(), match["text"].strip()
            yield Value(slug(f"{name} {label}"), name, label, text, number)


def digest(text: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest_files(files: list[str]) -> dict[str, str]:
    """Return the digest of each file, by its path in the repository."""
    return {file: digest((ROOT / file).read_text("utf-8")) for file in files}


def describe(exception: dict | None) -> str:
    """Return `Type: message` as Python's last line has it, "" for none."""
    if not exception:
        return ""
    message = normalize(exception["message"])
    return f"{exception['type']}: {message}" if message else exception["type"]


def make_record(snippet: Snippet, outcome: Outcome) -> Record:
    """Turn a run into a record, dated today.

    The program's digest is that of the text that ran, whatever the file holds by now.
    """
    program = relative(snippet.path)
    others = [file for file in outcome.files if file != program]
    return Record(
        stdout=read_stdout(outcome.stdout),
        stderr=normalize(outcome.stderr).splitlines(),
        warnings=list(
            dict.fromkeys(
                f"{kind}: {normalize(text)}" for kind, text, _ in outcome.warnings
            )
        ),
        exception=describe(outcome.exception),
        files=digest_files(others) | {program: digest(snippet.source)},
        versions=outcome.versions,
        cpu=Cpu(**outcome.cpu),
        threads=outcome.threads,
        date=datetime.date.today().isoformat(),
    )


def read_record(snippet: Snippet) -> Record | None:
    """Return the record beside the snippet, None where there is none.

    Raises ContentError, with the line, for one that is damaged or of another format.
    """
    path = snippet.record_path
    mend = f"delete it and run {ACCEPT} --only {snippet.name}"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        conflict = re.search(rb"(?m)^(<<<<<<<|=======|>>>>>>>)", data)
        byte = re.search(r"\(byte (\d+)\)", str(error))
        position = conflict.start() if conflict else int(byte[1]) if byte else 0
        line = data[:position].count(b"\n") + 1
        what = "merge-conflict lines" if conflict else f"not a record: {error}"
        raise ContentError(Problem(relative(path), line, what, mend)) from None


def write_whole(path: Path, text: str) -> bool:
    """Write the file whole or not at all; return whether that changed it.

    The text goes to a file of the cache folder that then takes the place in one step, so
    a reader, or a kill at any moment, finds the old text or the new one.
    """
    data = text.encode()
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    CACHE.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=CACHE, prefix="new-", delete=False) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(file.name, 0o644)  # temporary files are private
    os.replace(file.name, path)
    return True


def write_record(snippet: Snippet, record: Record) -> bool:
    """Write the record, one line a value, keys sorted; return whether that changed it."""
    text = json.dumps(
        msgspec.to_builtins(record), indent=1, sort_keys=True, ensure_ascii=False
    )
    return write_whole(snippet.record_path, text + "\n")


def update_record(old: Record | None, new: Record) -> Record:
    """Return the record to keep: the old one, unless a reader would see a difference.

    A time that moved by itself is no difference: the old value stays. A program that was
    edited is one, also when it prints the same, and its times are new.
    """
    if old is None or new.files != old.files:
        return new
    new.stdout = keep_volatile(old.stdout, new.stdout)
    return old if new.channels() == old.channels() else new
