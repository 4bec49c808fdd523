"""All that pages are made of, read once: snippets, records, pages and the data files."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from scripts.page import DOCS, Page, find_pages, read_page
from scripts.problem import ContentError, Problem, relative
from scripts.record import Record, Value, find_values, read_record
from scripts.snippet import SNIPPETS, Snippet, find_programs, read_snippet
from scripts.text import differ

DATA = DOCS / "data"

# Chapter folder of the snippets -> (folder of the pages, title), in the site's order.
CHAPTERS = {
    "mixed_precision": ("mixed-precision", "Mixed precision"),
    "quantization": ("quantization", "Quantization"),
    "pruning": ("pruning", "Pruning"),
    "tuning": ("tuning", "Hyperparameter tuning and training optimization"),
    "multimodal": ("multimodal", "Multimodal-specific transfer learning"),
    "serving": ("serving", "Triton for serving efficiency"),
    "toolchain": ("toolchain", "NVIDIA NeMo and Model Optimizer"),
}
SECTIONS = dict(CHAPTERS.values())  # by the folder of the pages


def evidence_of(snippet: str) -> str:
    """Return the page, below docs, on which the values of a snippet stand."""
    chapter = snippet.split("/")[0]
    return f"evidence/{CHAPTERS.get(chapter, [chapter])[0]}.md"


class Reading(msgspec.Struct, forbid_unknown_fields=True):
    """One entry of the reading list, and the pages after which it is worth reading.

    `looked_at` is a date, "" for not since the note.
    """

    id: str
    section: str
    pages: list[str]
    title: str
    publisher: str
    url: str
    why: str
    authors: str = ""
    year: int = 0
    looked_at: str = ""


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """One practice question. `page` is the section that answers it, `answer` counts from 0.

    `general` lists phrases with numbers that everybody can check or that it supposes.
    """

    id: str
    section: str
    page: str
    text: str
    options: list[str]
    answer: int
    explanation: str
    evidence: list[str] = []
    general: list[str] = []

    @property
    def path(self) -> str:
        """The page that answers and explains it, below docs."""
        return self.page.partition("#")[0]

    @property
    def claims(self) -> tuple[str, str, str]:
        """Text, right option, explanation: what it states. Other options are wrong on purpose."""
        return self.text, self.options[self.answer], self.explanation


class Point(msgspec.Struct, forbid_unknown_fields=True):
    """A named category of a bar chart and the id of the value it shows."""

    x: str
    value: str


class Series(msgspec.Struct, forbid_unknown_fields=True):
    """Points of a chart: lines of a snippet's output that match `line`, or named values."""

    label: str
    snippet: str = ""
    line: str = ""
    points: list[Point] = []


class Figure(msgspec.Struct, forbid_unknown_fields=True):
    """A chart of recorded numbers. `name` is chapter/what, `alt` states the trend."""

    name: str
    kind: str
    title: str
    xlabel: str
    ylabel: str
    caption: str
    alt: str
    series: list[Series]
    xscale: str = "linear"
    yscale: str = "linear"


class Column(msgspec.Struct, forbid_unknown_fields=True):
    """The values of all snippets on one version of PyTorch: one column of the table."""

    versions: dict[str, str]
    cpu: str
    date: str
    values: dict[str, str]


def read_data(path: Path, key: str, kind: type) -> list:
    """Return the tables under `key` of a TOML data file, each as a `kind`.

    Raises ContentError, with the line of the faulty table where it can be told.
    """
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    try:
        tables = tomllib.loads(text).get(key, [])
    except tomllib.TOMLDecodeError as error:
        line = int(str(error).partition("line ")[2].partition(",")[0] or 1)
        problem = Problem(relative(path), line, f"not TOML: {error}", "correct it")
        raise ContentError(problem) from None
    heads = [
        n for n, line in enumerate(text.split("\n"), 1) if line.strip() == f"[[{key}]]"
    ]
    items = []
    for table, line in zip(tables, heads, strict=True):
        try:
            items.append(msgspec.convert(table, kind))
        except msgspec.ValidationError as error:
            what, mend = f"this [[{key}]] is not valid: {error}", "correct it"
            raise ContentError(Problem(relative(path), line, what, mend)) from None
    names = [getattr(item, "id", None) or item.name for item in items]
    for name, line in zip(names, heads, strict=True):
        if names.count(name) > 1:
            what = f"{name!r} names more than one [[{key}]]"
            raise ContentError(Problem(relative(path), line, what, "rename one"))
    return items


@dataclass
class Project:
    """Everything read from the repository; the only state that the checks share."""

    snippets: dict[str, Snippet] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    reading: list[Reading] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)

    def values(self) -> Iterator[Value]:
        """Yield all values, chapter by chapter, in the order they are printed."""
        order = list(CHAPTERS)
        for name in sorted(
            self.records,
            key=lambda n: (
                order.index(c) if (c := n.split("/")[0]) in order else 99,
                n,
            ),
        ):
            yield from find_values(name, self.records[name].stdout)

    @cached_property
    def value_by_id(self) -> dict[str, Value]:
        """All values by their id. Read it only when the records do not change any more."""
        return {value.id: value for value in self.values()}

    @cached_property
    def versions(self) -> list[tuple[str, dict[str, tuple[str, str]]]]:
        """(torch version, {value id: (text, date)}) of each version, oldest first.

        The last one is what is recorded. A record that no upgrade touched keeps its
        version; it is of the newest, too.
        """
        current, newest = {}, ""
        for value in self.values():
            record = self.records[value.snippet]
            current[value.id] = (value.text, record.date)
            torch = plain(record.versions.get("torch", ""))
            newest = max(newest, torch, key=version_key)
        stored = [
            (
                plain(column.versions["torch"]),
                {id: (text, column.date) for id, text in column.values.items()},
            )
            for column in self.columns
        ]
        return [pair for pair in stored if pair[0] != newest] + [(newest, current)]

    @cached_property
    def moved(self) -> set[str]:
        """The ids of the values that are not the same on all versions."""
        _, current = self.versions[-1]
        return {
            id
            for _, texts in self.versions
            for id, (text, _) in texts.items()
            if id in current and differ(text, current[id][0])
        }

    def page_of(self, snippet: str) -> Page | None:
        """Return the page that shows the snippet."""
        for page in self.pages:
            if any(b.kind == "snippet" and b.name == snippet for b in page.blocks):
                return page
        return None


def read_columns() -> list[Column]:
    """Return the stored columns of other PyTorch versions, oldest first."""
    columns = []
    for path in (DATA / "versions").glob("*.json"):
        try:
            columns.append(msgspec.json.decode(path.read_bytes(), type=Column))
        except msgspec.DecodeError as error:
            problem = Problem(
                relative(path), 1, f"not a column: {error}", "write it anew"
            )
            raise ContentError(problem) from None
    return sorted(columns, key=lambda column: version_key(column.versions["torch"]))


def plain(version: str) -> str:
    """Return a version without a local part such as +cpu."""
    return version.partition("+")[0]


def version_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, without a local part such as +cpu, for sorting."""
    return tuple(int(part) for part in plain(version).split(".") if part.isdigit())


def read_project() -> Project:
    """Read everything. Raises ContentError with every fault that hinders reading."""
    problems: list[Problem] = []

    def attempt(function, *arguments):
        try:
            return function(*arguments)
        except ContentError as error:
            problems.extend(error.problems)
            return None

    read = [attempt(read_snippet, path) for path in find_programs()]
    snippets = {snippet.name: snippet for snippet in read if snippet}
    records = {
        name: attempt(read_record, snippet) for name, snippet in snippets.items()
    }
    project = Project(
        snippets=snippets,
        records={name: record for name, record in records.items() if record},
        pages=[page for path in find_pages() if (page := attempt(read_page, path))],
        reading=attempt(read_data, DATA / "reading.toml", "reading", Reading) or [],
        questions=attempt(read_data, DATA / "questions.toml", "question", Question)
        or [],
        figures=attempt(read_data, DATA / "figures.toml", "figure", Figure) or [],
        columns=attempt(read_columns) or [],
    )
    for path in sorted(SNIPPETS.glob("*/*.json")):
        if not path.with_suffix(".py").exists():
            what = "a record without its snippet"
            problems.append(
                Problem(relative(path), 0, what, "delete it, or add the snippet")
            )
    if problems:
        raise ContentError(*problems)
    return project
