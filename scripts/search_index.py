"""Keep out of the search index what would only hide better results in it.

A Python-Markdown extension that marks such parts with `data-search-exclude`, which the
search of the theme understands: programs and outputs (the prose beside them names what
matters), the numbers below a picture, the sections that repeat other pages, and what
every page says in the same words. Of the pages given as `intro_only` only the
introduction is found. The index stays small enough to be fetched on a phone.
"""

from fnmatch import fnmatch
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

from scripts.glossary import find_page

MARK = "data-search-exclude"
# Whole headings and paragraphs (an empty one holds a picture), and how others start.
REPEATED = {"Check yourself", "Terms", "Further reading", "In short", ""}
STARTS = {"h2": (), "h3": (), "p": "Recorded on ", "ul": "You will learn"}
FENCE = '<div class="'


class SearchMarks(Treeprocessor):
    """Marks elements of the finished tree, and fences, which wait outside of it."""

    def __init__(self, md: Markdown, intro_only: list[str]):
        """Take the pages of which only the introduction is found."""
        super().__init__(md)
        self.intro_only = intro_only

    def run(self, root: Element) -> None:
        """Mark what is not to be found."""
        page, _ = find_page(self.md)
        only_intro = any(fnmatch(page, pattern) for pattern in self.intro_only)
        for element in root.iter():
            heading = element.tag in ("h2", "h3")
            if (heading and only_intro) or is_noise(element):
                element.set(MARK, "")
        stash = self.md.htmlStash.rawHtmlBlocks
        for number, html in enumerate(stash):
            if isinstance(html, str) and is_fence(html):
                stash[number] = html.replace("<div ", f'<div {MARK}="" ', 1)


def is_noise(element: Element) -> bool:
    """Tell whether nobody would look for the text of an element."""
    if element.tag in ("details", "div"):
        return element.get("class") in ("numbers", "admonition checked")
    if element.tag not in STARTS:
        return False
    text = "".join(element.itertext()).strip()
    return text in REPEATED or text.startswith(STARTS[element.tag])


def is_fence(html: str) -> bool:
    """Tell whether a piece of HTML is a fence: a program or an output."""
    classes = html.removeprefix(FENCE).partition('"')[0].split()
    return html.startswith(FENCE) and "highlight" in classes


class SearchIndexExtension(Extension):
    """`intro_only` lists pages by their path below docs, also `evidence/*.md`."""

    def __init__(self, **options):
        """Take the options from the configuration of the site."""
        self.config = {"intro_only": [[], "pages found by their introduction only"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Mark before the table of contents (5) reads the headings."""
        marks = SearchMarks(md, self.getConfig("intro_only"))
        md.treeprocessors.register(marks, "search_index", 6)


def makeExtension(**options) -> SearchIndexExtension:
    """The name by which Python-Markdown finds an extension."""
    return SearchIndexExtension(**options)
