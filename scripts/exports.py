"""What machines read of the site: a list of its pages, all of its text, a feed of changes.

Like pages these are projections: written without running anything, and the same bytes
each time. No address of the site is needed: links are relative, ids are names.
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import escape, quoteattr

import yaml

from scripts.page import DOCS, Page, follow_fence, read_front_matter, read_page
from scripts.problem import ACCEPT, ROOT, ContentError, Problem, relative
from scripts.project import CHAPTERS, Project, evidence_of, plain, version_key
from scripts.record import slug, write_whole
from scripts.text import differ

CONFIG = ROOT / "mkdocs.yml"
# A committed file would hold every edit of a sentence a second time, so this one is not.
FULL = DOCS / "llms-full.txt"
# Ids of the feed are made from names below this one: they stay when the site moves.
NAMES = uuid.uuid5(uuid.NAMESPACE_OID, "pytorch-performance-measured")
TARGET = re.compile(
    r"(?<=\]\()(?!(?:[a-z]+:|#only-))(?P<path>[^)#\s]*)(?P<rest>[^)\s]*)"
)
COMMENT = re.compile(r"<!-- [^>]* -->$")
FOR_DARK = re.compile(r"!\[[^\]]*\]\([^)]*#only-dark\)")
FOR_LIGHT = re.compile(r"#only-light\)\{[^}]*\}")


class ConfigLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Reads mkdocs.yml; what comes from the environment is nothing."""


ConfigLoader.add_constructor("!ENV", lambda loader, node: None)


@dataclass(frozen=True)
class Config:
    """What the exports need of mkdocs.yml; `sections` holds (title, paths below docs)."""

    name: str
    description: str
    sections: list[tuple[str, list[str]]]


def read_config() -> Config | None:
    """Read mkdocs.yml, None where there is none: then there is no site to export."""
    try:
        data = yaml.load(CONFIG.read_bytes(), Loader=ConfigLoader)
        sections = [part for entry in data["nav"] for part in find_sections(entry)]
        return Config(data["site_name"], data["site_description"], sections)
    except FileNotFoundError:
        return None
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        what = f"no name, description and navigation of a site: {error!r}"
        raise ContentError(Problem(CONFIG.name, 1, what, "correct it")) from None


def find_sections(entry: dict) -> Iterator[tuple[str, list[str]]]:
    """Yield (title, paths) of one entry of the navigation, then of each one inside it."""
    for title, content in entry.items():
        entries = [content] if isinstance(content, str) else content
        yield title, [part for part in entries if isinstance(part, str)]
        for part in entries:
            if isinstance(part, dict):
                yield from find_sections(part)


def address(path: str) -> str:
    """Return where a page is on the site, from its root: `a/b.md` is at `a/b/`."""
    place = str(PurePosixPath(path).with_suffix("")) + "/"
    return place.removesuffix("index/") or "./"


def find_title(text: str) -> str:
    """Return the text of the first heading, without the signs of Markdown."""
    match = re.search(r"^# (.+?)(?: \{[^}]*\})?$", text, re.MULTILINE)
    return match[1].replace("`", "") if match else ""


def read_entry(pages: dict[str, Page], path: str) -> tuple[str, str]:
    """Return (title, description) of a page or notebook of the navigation."""
    if path in pages:
        page = pages[path]
        return find_title(page.text), read_front_matter(page).get("description", "")
    titles = {
        f"labs/{folder}.ipynb": f"Lab: {title}" for folder, title in CHAPTERS.values()
    }
    return titles.get(path, path), "The programs of the chapter as a notebook."


def by_path(project: Project) -> dict[str, Page]:
    """Return the pages by their path below docs."""
    return {page.path.relative_to(DOCS).as_posix(): page for page in project.pages}


def render_list(project: Project, config: Config) -> str:
    """The list of pages by section, each with its description: llms.txt."""
    pages = by_path(project)
    parts = [f"# {config.name}\n\n> {' '.join(config.description.split())}\n"]
    parts.append(
        f"All pages in one file: [{FULL.name}]({FULL.name}). Values that changed:"
        " [changes.xml](changes.xml), an Atom feed.\n"
    )
    for title, paths in config.sections:
        lines = []
        for path in paths:
            name, description = read_entry(pages, path)
            about = f": {description}" if description else ""
            lines.append(f"- [{name}]({address(path)}){about}")
        parts.append(f"## {title}\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def render_text(page: Page) -> str:
    """A page's Markdown without front matter and markers, links led from the site's root."""
    path = PurePosixPath(page.path.relative_to(DOCS).as_posix())
    markers = {n for block in page.blocks for n in (block.start, block.end)}

    def lead(match: re.Match) -> str:
        steps: list[str] = (
            list(path.parent.parts) if match["path"] else list(path.parts)
        )
        for part in PurePosixPath(match["path"]).parts:
            steps = steps[:-1] if part == ".." else [*steps, part]
        target = "/".join(steps)
        known = target.endswith((".md", ".ipynb"))
        return (address(target) if known else target) + match["rest"]

    lines, fence = [], ""
    first = 1
    if page.text.startswith("---\n"):
        first += page.text.partition("\n---\n")[0].count("\n") + 2
    for number, line in enumerate(page.text.split("\n"), 1):
        if number < first or number in markers:
            continue
        before, fence = fence, follow_fence(fence, line)
        if not before and not fence:
            if FOR_DARK.match(line) or COMMENT.match(line):
                continue
            line = FOR_LIGHT.sub(")", TARGET.sub(lead, line))
        lines.append(line)
    text = "\n".join(lines).strip("\n")
    place = address(path.as_posix())
    return text.replace("\n", f"\n\nPage: [{place}]({place})\n", 1) + "\n"


def render_full(project: Project, config: Config) -> str:
    """All pages in the order of the navigation, one after the other: llms-full.txt."""
    pages = by_path(project)
    order = [path for _, paths in config.sections for path in paths if path in pages]
    return "\n".join(render_text(pages[path]) for path in order)


@dataclass(frozen=True)
class Change:
    """One entry of the feed. `name` is what its id is made from, `day` an ISO date."""

    name: str
    day: str
    title: str
    text: str
    link: str


def find_moved(project: Project) -> Iterator[Change]:
    """Yield each value that is another one on the next of the versions it was run on."""
    for (old, before), (new, after) in pairwise(project.versions):
        for id, (text, day) in after.items():
            value, (was, _) = project.value_by_id.get(id), before.get(id, (text, day))
            if value and differ(was, text):
                yield Change(
                    f"{id} {old} {new}",
                    day,
                    f"{value.snippet}: {value.label}: {text}",
                    f"{was} on torch {old}, {text} on torch {new}",
                    f"{address(evidence_of(value.snippet))}#{id}",
                )


def find_recorded(project: Project) -> Iterator[Change]:
    """Yield each day on which programs were recorded."""
    days: dict[str, list[str]] = {}
    for name, record in project.records.items():
        days.setdefault(record.date, []).append(name)
    for day, names in days.items():
        versions = {plain(project.records[n].versions.get("torch", "")) for n in names}
        newest = max(versions, key=version_key)
        programs = "1 program" if len(names) == 1 else f"{len(names)} programs"
        on = f" on torch {newest}" if newest else ""
        place = address(evidence_of(names[0]))
        link = f"{place}#{slug(names[0])}" if len(names) == 1 else "evidence/"
        text = ", ".join(sorted(names))
        yield Change(day, day, f"{programs} recorded{on}, {day}", text, link)


def render_feed(project: Project, config: Config) -> str:
    """The feed of changed values and days of recording, the newest first: changes.xml."""
    changes = [*find_moved(project), *find_recorded(project)]
    changes.sort(key=lambda change: change.name)
    changes.sort(key=lambda change: change.day, reverse=True)
    newest = max((change.day for change in changes), default="1970-01-01")
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"  <title>{escape(config.name)}: what changed</title>",
        f"  <id>{NAMES.urn}</id>",
        f"  <updated>{newest}T00:00:00Z</updated>",
        f"  <author><name>{escape(config.name)}</name></author>",
        '  <link rel="self" type="application/atom+xml" href="changes.xml"/>',
        '  <link rel="alternate" type="text/html" href="versions/"/>',
    ]
    for change in changes:
        lines += [
            "  <entry>",
            f"    <title>{escape(change.title)}</title>",
            f"    <id>{uuid.uuid5(NAMES, change.name).urn}</id>",
            f"    <updated>{change.day}T00:00:00Z</updated>",
            f"    <link href={quoteattr(change.link)}/>",
            f"    <content>{escape(change.text)}</content>",
            "  </entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def find_exports(project: Project) -> Iterator[tuple[Path, str]]:
    """Yield (path, text) of each committed export; none without a configured site."""
    if config := read_config():
        yield DOCS / "llms.txt", render_list(project, config)
        yield DOCS / "changes.xml", render_feed(project, config)


def check_exports(project: Project) -> Iterator[Problem]:
    """Yield a problem for each committed export that is out of date."""
    for path, text in find_exports(project):
        if (path.read_text("utf-8") if path.exists() else "") != text:
            what = "this file is not what pages and records say"
            mend = f"never edit it; run {ACCEPT} --pages"
            yield Problem(relative(path), 1, what, mend)


def write_exports(project: Project) -> list[str]:
    """Write the exports that changed, from the pages as they are now; return their places."""
    config = read_config()
    if not config:
        return []
    fresh = replace(project, pages=[read_page(page.path) for page in project.pages])
    exports = [*find_exports(project), (FULL, render_full(fresh, config))]
    return [relative(path) for path, text in exports if write_whole(path, text)]
