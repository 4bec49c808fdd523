"""The search box: every term, every synonym and what else people type."""

import re
from pathlib import Path

import pytest

from scripts.glossary import SOURCE, read_terms

api = pytest.importorskip("playwright.sync_api")

DOCS = SOURCE.parent
QUERIES = Path(__file__).with_name("queries.txt")
RESULTS = """() => {
  const items = [...document.querySelectorAll(".md-search-result__item")];
  return items.map((item) => {
    const links = [...item.querySelectorAll("a.md-search-result__link")];
    return links.map((a) => a.pathname + a.hash);
  });
}"""


def read_titles() -> dict[str, str]:
    """Return the title of each page by its address."""
    titles = {}
    for path in DOCS.rglob("*.md"):
        place = f"/{path.relative_to(DOCS).with_suffix('').as_posix()}/"
        title = re.search(r"^# (.+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if title and not place.startswith(("/data/", "/overrides/")):
            titles[place.replace("/index/", "/")] = title[1]
    return titles


def read_entries() -> list[tuple[str, str]]:
    """Return (name, address of the entry) for all names in the glossary."""
    terms = read_terms(SOURCE.read_text(encoding="utf-8"))
    return [
        (name, f"/glossary/#{term.anchor}") for term in terms for name in term.names
    ]


def read_queries() -> list[tuple[str, str]]:
    """Return (what is typed, the address that comes first) from the file."""
    lines = QUERIES.read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" => ") for line in lines if line and not line.startswith("#")]
    return [(typed, f"/{place}".replace("//", "/")) for typed, place in pairs]


def find_words(text: str) -> list[str]:
    """Return what of a text the search looks at: no small words, no signs."""
    small = {"a", "and", "be", "of", "on", "or", "the", "to", "what", "your"}
    words = re.findall(r"\w+", text.lower().replace("_", " "))
    return [word for word in words if word not in small]


def search(page, query: str) -> list[list[str]]:
    """Type a query; return the addresses of what is found: a page, then its sections."""
    box = page.locator("[data-md-component=search-query]")
    box.fill("")
    box.press("End")
    page.wait_for_function("!document.querySelector('.md-search-result__item')")
    box.fill(query)
    box.press("End")  # the box listens to keys, not to changes
    try:
        page.wait_for_selector(".md-search-result__item", timeout=5000)
    except api.TimeoutError:
        return []
    return page.evaluate(RESULTS)


@pytest.fixture
def box(open_page):
    """Return a page with its search open."""
    page = open_page("", viewport={"width": 1280, "height": 900})
    page.keyboard.press("s")
    return page


def test_enough_queries():
    assert len(read_entries()) + len(read_titles()) + len(read_queries()) >= 150


def test_every_name_of_a_term_finds_its_entry(box):
    """First, or right behind a page that has the name in its title: the topic."""
    titles, missed = read_titles(), []
    for name, entry in read_entries():
        found = search(box, name)
        topic = find_words(titles.get(found[0][0], "")) if found else []
        if all(any(t.startswith(w) for t in topic) for w in find_words(name)):
            found = [results for results in found if results[0] == "/glossary/"]
        if entry not in (found[0][:2] if found else []):
            missed.append(f"{name!r}: {entry} is not first in {found[:2]}")
    assert not missed, f"{len(missed)} missed:\n" + "\n".join(missed)


def test_every_title_finds_its_page(box):
    """First, or behind what has the whole title in its own: its term, its chapter."""
    titles, missed = read_titles(), []
    for place, title in titles.items():
        words = find_words(title)
        found = [results[0] for results in search(box, " ".join(words))]
        pages = [
            page
            for page in found
            if page == place
            or (
                page != "/glossary/"
                and not set(words) <= set(find_words(titles.get(page, "")))
            )
        ]
        if place not in pages[:1]:
            missed.append(f"{title!r}: {place} is not first in {found[:3]}")
    assert not missed, f"{len(missed)} missed:\n" + "\n".join(missed)


def test_what_else_people_type_is_found_first(box):
    missed = []
    for query, place in read_queries():
        found = search(box, query)
        if place not in (found[0][:2] if found else []):
            missed.append(f"{query!r}: {place} is not first in {found[:2]}")
    assert not missed, f"{len(missed)} missed:\n" + "\n".join(missed)
