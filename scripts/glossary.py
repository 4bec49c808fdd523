"""Link the first use of each glossary term on a page to its entry.

A Python-Markdown extension, so that MkDocs and Zensical both run it. The one source is
`docs/glossary.md`: a heading for each term, its other names in `<small>`, and below it
the definition, whose first sentence becomes the title (the tooltip) of every link.
A page opts out with `glossary: false` in its front matter.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

import yaml
from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from scripts.problem import ROOT, Problem

SOURCE = ROOT / "docs" / "glossary.md"
PAGE = "glossary.md"  # the same file as links see it: relative to the docs folder
LONGEST = 200  # characters of a definition

HEADING = re.compile(r"## (?P<term>.+?)(?: <small>(?P<names>.+)</small>)?\s*")
FRONT_MATTER = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
SENTENCE = re.compile(r".+?[.!?](?=\s|$)", re.DOTALL)
PLAIN = re.compile(r"`|\[([^\]]*)\]\([^)]*\)")
GAP = re.compile(r"[\s-]+")  # between words: a blank, a hyphen, the end of a line
STASHED_LINK = re.compile(r"<(a\b[^>]*\shref|button|label|summary)\b", re.I)

SKIPPED_TAGS = {
    "a",
    "button",
    "code",
    "kbd",
    "label",
    "pre",
    "script",
    "style",
    "summary",
}
SKIPPED_CLASSES = {"admonition-title", "filename"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


@dataclass(frozen=True)
class Term:
    """An entry: its first name is the heading, the others are what people also type."""

    names: tuple[str, ...]
    definition: str
    line: int

    @property
    def anchor(self) -> str:
        """The id of the entry. Other names may come and go; links to it stay good."""
        words = re.sub(r"[^\w\s-]", "", self.names[0]).strip().lower()
        return re.sub(r"[-\s]+", "-", words)

    @property
    def title(self) -> str:
        """The first sentence of the definition, without markup."""
        plain = PLAIN.sub(r"\1", self.definition)
        sentence = SENTENCE.match(plain)
        return sentence[0] if sentence else plain


def read_terms(text: str) -> list[Term]:
    """Return the entries of the glossary in their order."""
    terms = []
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        heading = HEADING.fullmatch(line)
        if not heading:
            continue
        names = [heading["term"].replace("`", "")]
        names += [name.strip() for name in (heading["names"] or "").split(",")]
        body = "\n".join(lines[number:]).partition("\n#")[0].strip()
        definition = " ".join(body.partition("\n\n")[0].split())
        terms.append(Term(tuple(filter(None, names)), definition, number))
    return terms


def check_terms(terms: list[Term], path: str = f"docs/{PAGE}") -> list[Problem]:
    """Return what keeps an entry from being found, read or told apart from others."""
    problems = []
    seen: dict[str, Term] = {}
    for before, term in zip([None, *terms], terms, strict=False):
        first = term.names[0]
        if not term.definition:
            what, mend = f"{first!r} has no definition", "write it below the heading"
            problems.append(Problem(path, term.line, what, mend))
        if len(PLAIN.sub(r"\1", term.definition)) > LONGEST:
            what = f"the definition of {first!r} is longer than {LONGEST} characters"
            mend = "move what is more than a definition into a second paragraph"
            problems.append(Problem(path, term.line, what, mend))
        if before and before.names[0].lower() > first.lower():
            what = f"{first!r} stands after {before.names[0]!r}"
            problems.append(Problem(path, term.line, what, "keep to the alphabet"))
        for name in term.names:
            other = seen.setdefault(GAP.sub(" ", name.lower()), term)
            if other is not term:
                what = f"{name!r} is also a name of {other.names[0]!r}"
                mend = "keep it in the entry that people look for"
                problems.append(Problem(path, term.line, what, mend))
    return problems


class Index:
    """Finds terms in prose: one expression for all names, longest first."""

    def __init__(self, text: str):
        """Read the text of a glossary."""
        front = FRONT_MATTER.match(text)
        meta = yaml.safe_load(front[1]) if front else {}
        listed = {name.lower() for name in meta.get("search_only", [])}
        self.terms: dict[str, Term] = {}  # by each name, singular and plural
        self.exact: dict[str, str] = {}  # abbreviations: their capitals must match
        self.search_only: set[str] = set()  # too common in prose to mean the term
        patterns = []
        for term in read_terms(text):
            for name in term.names:
                stem, ends = name, [""]
                if name.endswith("y"):
                    stem, ends = name[:-1], ["y", "ies"]
                elif name[-1].isalpha():
                    ends = ["", "s", "es"]
                for form in (GAP.sub(" ", stem + end) for end in ends):
                    self.terms.setdefault(form.lower(), term)
                    if name.isupper():
                        self.exact.setdefault(form.lower(), form)
                    if name.lower() in listed:
                        self.search_only.add(form.lower())
                words = r"[\s-]+".join(map(re.escape, GAP.split(stem)))
                patterns.append((words, "|".join(reversed(ends))))
        patterns.sort(key=lambda pattern: len(pattern[0]), reverse=True)
        names = "|".join(f"{words}(?:{ends})" for words, ends in patterns) or "(?!)"
        bounds = rf"(?<![\w./@-])(?:{names})(?![\w/]|[.:-]\w)"
        self.expression = re.compile(bounds, re.IGNORECASE)

    def find(self, text: str, everything: bool) -> Iterator[tuple[re.Match, Term]]:
        """Yield each match in the text with its term."""
        for match in self.expression.finditer(text):
            form = GAP.sub(" ", match[0])
            key = form.lower()
            if self.exact.get(key, form) == form and (
                everything or key not in self.search_only
            ):
                yield match, self.terms[key]


@lru_cache(maxsize=4)
def _read_index(path: Path, changed: int) -> Index:
    return Index(path.read_text(encoding="utf-8"))


def read_index(path: Path) -> Index:
    """Return the index of a glossary; read again only when the file has changed."""
    return _read_index(path, path.stat().st_mtime_ns)


def find_page(md: Markdown) -> tuple[str, dict]:
    """Return the path of the page being rendered, below docs, and its front matter."""
    if "relpath" in md.treeprocessors:  # MkDocs
        file = md.treeprocessors["relpath"].file
        return file.src_uri, getattr(file.page, "meta", None) or {}
    if "rendering_context" in md.preprocessors:  # Zensical
        page = md.preprocessors["rendering_context"].page
        return page.path, page.meta or {}
    return "", getattr(md, "Meta", {})


class GlossaryLinks(Treeprocessor):
    """Replaces text in the finished tree, after inline markup and before relative links."""

    def __init__(self, md: Markdown, source: Path):
        """Take the terms from the file `source` when a page comes."""
        super().__init__(md)
        self.source = source

    def run(self, root: Element) -> None:
        """Link the terms of a page, or name the entries if it is the glossary."""
        page, meta = find_page(self.md)
        if page == PAGE:
            self.name_entries(root)
        elif meta.get("glossary", True):
            self.index = read_index(self.source)
            self.target = "../" * page.count("/") + PAGE
            self.linked: set[str] = set()
            self.in_terms = False
            self.walk(root)

    def name_entries(self, root: Element) -> None:
        """Give each entry the id and the short label that do not change with synonyms."""
        terms = read_terms(self.source.read_text("utf-8"))
        for heading, term in zip(root.iter("h2"), terms, strict=True):
            heading.set("id", term.anchor)
            heading.set("data-toc-label", term.names[0])

    def walk(self, element: Element) -> None:
        """Link the terms in an element and in what it contains, in reading order."""
        classes = set((element.get("class") or "").split())
        if element.tag in HEADINGS:
            # The closing list of a page's terms links each of them, whatever came before.
            self.in_terms = "".join(element.itertext()).strip() == "Terms"
            self.linked = set() if self.in_terms else self.linked
            return
        if element.tag in SKIPPED_TAGS or classes & SKIPPED_CLASSES:
            return
        children = list(element)
        raw = self.holds_raw_link(element)
        element.text, content = (element.text, []) if raw else self.split(element.text)
        for child in children:
            content.append(child)
            if self.in_terms and child.tag == "code" and not len(child):
                content[-1] = child = self.wrap(child)
            self.walk(child)
            child.tail, more = (child.tail, []) if raw else self.split(child.tail)
            content.extend(more)
        element[:] = content

    def split(self, text: str | None) -> tuple[str | None, list[Element]]:
        """Return the text before the first link, and the links with the text after each."""
        if not text or isinstance(text, AtomicString):
            return text, []
        end, before, links = 0, text, []
        for match, term in self.index.find(text, everything=self.in_terms):
            if term.anchor in self.linked:
                continue
            passed = text[end : match.start()]
            if links:
                links[-1].tail = passed
            else:
                before = passed
            links.append(self.render_link(term))
            links[-1].text = match[0]
            end = match.end()
        if links:
            links[-1].tail = text[end:]
        return before, links

    def wrap(self, code: Element) -> Element:
        """Return inline code as a link if the whole of it is a term not yet linked."""
        term = self.index.terms.get((code.text or "").lower())
        if not term or term.anchor in self.linked:
            return code
        link = self.render_link(term)
        link.append(code)
        link.tail, code.tail = code.tail, None
        return link

    def render_link(self, term: Term) -> Element:
        """Return an empty link to the entry of a term, and remember that it exists."""
        self.linked.add(term.anchor)
        link = Element("a", {"class": "term", "href": f"{self.target}#{term.anchor}"})
        link.set("title", term.title)
        return link

    def holds_raw_link(self, element: Element) -> bool:
        """Tell whether HTML written by hand puts a link into this text: none goes inside."""
        text = (element.text or "") + "".join(child.tail or "" for child in element)
        if "\x02" not in text:
            return False
        stash = self.md.htmlStash.rawHtmlBlocks
        numbers = map(int, re.findall(r"\x02wzxhzdk:(\d+)\x03", text))
        return any(STASHED_LINK.search(str(stash[number])) for number in numbers)


class GlossaryExtension(Extension):
    """`source` is the glossary's file; the default is the one of this repository."""

    def __init__(self, **options):
        """Take the options from the configuration of the site."""
        self.config = {"source": [str(SOURCE), "path of the glossary"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Put the links into the order of what happens to a finished tree."""
        # After inline markup (20) and attribute lists (8), before the ids of headings
        # and the table of contents (5) and before MkDocs resolves links (0).
        links = GlossaryLinks(md, Path(self.getConfig("source")))
        md.treeprocessors.register(links, "glossary", 7)


def makeExtension(**options) -> GlossaryExtension:
    """The name by which Python-Markdown finds an extension."""
    return GlossaryExtension(**options)
