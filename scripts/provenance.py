"""A Python-Markdown extension: each value link tells on the site where its value is from.

The link's title, which the theme shows as a tooltip, says: measured, with which versions,
on what machine, when. A class sets it apart for the style sheet.
"""

import functools

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

from scripts.page import TARGET
from scripts.record import Record, find_values, read_record
from scripts.render import render_versions
from scripts.snippet import SNIPPETS, find_programs, read_snippet

SHORT = 16  # characters that stay on one line: a number and its unit


@functools.lru_cache(maxsize=1)
def read_titles(newest: float) -> dict[str, str]:
    """Return the tooltip of each value by its id; `newest` tells records that changed."""
    titles = {}
    for snippet in map(read_snippet, find_programs()):
        record = read_record(snippet)
        for value in find_values(snippet.name, record.stdout) if record else ():
            titles[value.id] = render_title(snippet.name, record)
    return titles


def render_title(name: str, record: Record) -> str:
    """Return one line: what measured it, with what, on what machine, when."""
    return (
        f"Measured by snippets/{name}.py with {render_versions(record.versions)}"
        f" on {record.cpu.name} ({record.cpu.capability}), {record.date}"
    )


class ProvenanceProcessor(Treeprocessor):
    """Gives every link to the evidence page its title."""

    def run(self, root) -> None:
        """Set the titles in place; a link that leads to no value stays as it is."""
        newest = max(
            (p.stat().st_mtime for p in SNIPPETS.glob("*/*.json")), default=0.0
        )
        titles = read_titles(newest)
        for link in root.iter("a"):
            target = TARGET.fullmatch(link.get("href", ""))
            if target and target["id"] in titles:
                link.set("title", titles[target["id"]])
                short = len("".join(link.itertext())) <= SHORT
                link.set("class", "value short" if short else "value")


class ProvenanceExtension(Extension):
    """Registers the processor before MkDocs resolves links (its priority is 0)."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Add the processor to the parser."""
        md.treeprocessors.register(ProvenanceProcessor(md), "provenance", 5)


def makeExtension(**options) -> ProvenanceExtension:
    """Return the extension, as Python-Markdown asks for it."""
    return ProvenanceExtension(**options)
