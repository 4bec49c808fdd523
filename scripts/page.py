"""Pages: complete Markdown with generated blocks and value links, read and rewritten.

A block stands between two comment lines; the closing one holds the digest of what stands
between, so an edit by hand can be told from an output that is out of date.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from scripts.problem import ROOT, ContentError, Problem, relative

DOCS = ROOT / "docs"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, where built
OPEN = re.compile(r"<!-- (?P<kind>[a-z]+): (?P<name>\S+) -->$")
CLOSE = re.compile(r"<!-- /(?P<kind>[a-z]+)(?: (?P<digest>[0-9a-f]{10}))? -->$")
FENCE = re.compile(r"^[ ]{0,3}(?P<ticks>`{3,}|~{3,})")
VALUE = r"(?P<place>(?:\.\./)*evidence/[a-z-]+\.md)#(?P<id>[a-z0-9-]+)"
TARGET = re.compile(VALUE)  # of a value link
# The text may be a code span: values with brackets or stars need one.
LINK = re.compile(rf"\[(?P<text>`[^`\n]*`|[^\[\]\n]*)\]\({VALUE}\)")


@dataclass(frozen=True)
class Block:
    """A generated part of a page. `start` is the line of its opening marker, from 1."""

    kind: str
    name: str
    start: int
    end: int
    body: str
    digest: str

    @property
    def edited(self) -> bool:
        """Whether what stands there is not what was generated."""
        return (
            self.digest != digest(self.body) if self.digest else bool(self.body.strip())
        )


@dataclass(frozen=True)
class Page:
    """One Markdown file: `text` has plain line ends, `newline` is what the file uses."""

    path: Path
    text: str
    newline: str
    blocks: tuple[Block, ...]

    @property
    def place(self) -> str:
        """The path as messages show it."""
        return relative(self.path)

    @property
    def up(self) -> str:
        """The way from this page to the docs folder: "" or "../"."""
        return "../" * (len(self.path.relative_to(DOCS).parts) - 1)

    def prose_lines(self) -> Iterator[tuple[int, str]]:
        """Yield (line number, line) of all that is written by hand, without fences."""
        inside = {n for block in self.blocks for n in range(block.start, block.end + 1)}
        fence = ""
        for number, line in enumerate(self.text.split("\n"), 1):
            if number in inside:
                continue
            fence_before = fence
            fence = follow_fence(fence, line)
            if not fence and not fence_before:
                yield number, line

    def links(self) -> Iterator[tuple[int, re.Match]]:
        """Yield (line number, match of LINK) for each value link in the prose."""
        for number, line in self.prose_lines():
            for match in LINK.finditer(line):
                yield number, match


def digest(body: str) -> str:
    """Return the first 10 hexadecimal digits of the SHA-256 of a block's body."""
    return hashlib.sha256(body.encode()).hexdigest()[:10]


def follow_fence(fence: str, line: str) -> str:
    """Return the fence that is open after this line ("" for none), given that before."""
    match = FENCE.match(line)
    if not fence:
        return match["ticks"] if match else ""
    closes = (
        match and match["ticks"].startswith(fence) and line.strip() == match["ticks"]
    )
    return "" if closes else fence


def find_blocks(text: str, place: str) -> Iterator[Block]:
    """Yield the blocks of a page's text, in order.

    Raises ContentError for a marker without its partner. A marker in a fence is text, in
    a program or output as well as in a fence written by hand.
    """
    opened, start, fence = None, 0, ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        fence = follow_fence(fence, line)
        opening, closing = OPEN.match(line), CLOSE.match(line)
        if fence or not (opening or closing):
            continue
        if not opened and closing:
            what, mend = f"{line} closes nothing", "put the opening marker above it"
            raise ContentError(Problem(place, number, what, mend))
        if not opened:
            opened, start = opening, number
            continue
        if opening or closing["kind"] != opened["kind"]:
            break
        body = "".join(f"{line}\n" for line in lines[start : number - 1])
        yield Block(
            opened["kind"], opened["name"], start, number, body, closing["digest"] or ""
        )
        opened = None
    if opened:
        what = f"{opened[0]} has no end"
        mend = f"put <!-- /{opened['kind']} --> on a line of its own below it"
        raise ContentError(Problem(place, start, what, mend))


def read_page(path: Path) -> Page:
    """Parse one page. Raises ContentError where it is not UTF-8 or a block is broken."""
    try:
        raw = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        problem = Problem(relative(path), 1, f"not UTF-8: {error}", "save it as UTF-8")
        raise ContentError(problem) from None
    text = raw.replace("\r\n", "\n")
    newline = "\r\n" if "\r\n" in raw else "\n"
    return Page(path, text, newline, tuple(find_blocks(text, relative(path))))


def find_pages() -> Iterator[Path]:
    """Yield the path of every page under docs/, in order."""
    yield from sorted(DOCS.rglob("*.md"))


def render_page(
    page: Page, render: Callable[[Block], str], value_of: Callable[[str], str | None]
) -> str:
    """Return the page's text with every block rendered anew and every value link equal.

    `render` returns a block's body; `value_of` the text of a value, None to leave a link.
    """
    lines = page.text.split("\n")
    for number, _ in page.prose_lines():

        def put(match: re.Match) -> str:
            value = value_of(match["id"])
            if value is None:
                return match[0]
            text = f"`{value}`" if match["text"].startswith("`") else value
            return f"[{text}]({match['place']}#{match['id']})"

        lines[number - 1] = LINK.sub(put, lines[number - 1])
    for block in reversed(page.blocks):
        body = render(block)
        closing = f"<!-- /{block.kind} {digest(body)} -->"
        lines[block.start : block.end] = [*body.split("\n")[:-1], closing]
    return "\n".join(lines)


def make_parser() -> MarkdownIt:
    """Return the parser that finds what the site shows: in lists, admonitions and tabs.

    Python-Markdown has no indented code under an admonition's title, CommonMark would see
    one, so indented code is off.
    """
    parser = MarkdownIt("commonmark").enable("table").disable("code")
    return parser.use(admon_plugin).use(front_matter_plugin)


def read_front_matter(page: Page) -> dict:
    """Return the page's front matter, {} for none; raises ContentError if it is invalid."""
    if not page.text.startswith("---\n"):
        return {}
    source = page.text[4:].partition("\n---\n")[0]
    try:
        data = yaml.load(source, LOADER) or {}
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", 0) + 2
        what = f"the front matter is not YAML: {getattr(error, 'problem', error)}"
        raise ContentError(Problem(page.place, line, what, "correct it")) from None
    if not isinstance(data, dict):
        what = "the front matter is not a list of keys"
        raise ContentError(Problem(page.place, 2, what, "write `key: value` lines"))
    return data


def find_tokens(page: Page) -> list[Token]:
    """Return the page's tokens; lines of a token count as in the file, from 0.

    Generated tables and lists are left blank: they are checked where they are made, and
    parsing them would take longer than all the rest. Programs stay.
    """
    lines = page.text.split("\n")
    for block in page.blocks:
        if block.kind != "snippet":
            lines[block.start : block.end - 1] = [""] * (block.end - 1 - block.start)
    return make_parser().parse("\n".join(lines))
