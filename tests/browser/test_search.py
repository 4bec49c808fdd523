"""The search box: every term, every synonym and what else people type.

The rule of order: a page comes first for its title, then the entry of the glossary that
is called the same; for every other name of a term its entry comes first.
"""

import json
import re
from pathlib import Path
from urllib.request import urlopen

import pytest

from scripts.glossary import SOURCE, read_terms

api = pytest.importorskip("playwright.sync_api")

DOCS = SOURCE.parent
QUERIES = Path(__file__).with_name("queries.txt")
LATE = "amsgrad"  # stands in the part of the index that comes later
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
    """Return a page with its search open and all of its index there."""
    page = open_page("", viewport={"width": 1280, "height": 900})
    page.keyboard.press("s")
    page.keyboard.type(LATE)
    page.wait_for_selector(".md-search-result__item")
    return page


def test_enough_queries():
    assert len(read_queries()) >= 150


def test_every_name_of_a_term_finds_its_entry_first(box):
    """Or second where the name is the title of a page, too."""
    pages = {title.lower(): place for place, title in read_titles().items()}
    missed = []
    for name, entry in read_entries():
        found = search(box, name)
        before = [place for place in [pages.get(name.lower())] if place]
        right = [results[0] for results in found[: len(before)]] == before
        after = found[len(before) :]
        if not right or not after or after[0][:2] != ["/glossary/", entry]:
            missed.append(f"{name!r}: {entry} is not where it belongs in {found[:2]}")
    assert not missed, f"{len(missed)} missed:\n" + "\n".join(missed)


def test_every_title_finds_its_page_first(box):
    missed = []
    for place, title in read_titles().items():
        found = search(box, title)
        if [place] != [results[0] for results in found[:1]]:
            missed.append(f"{title!r}: {place} is not first in {found[:2]}")
    assert not missed, f"{len(missed)} missed:\n" + "\n".join(missed)


def test_what_else_people_type_is_found_first(box):
    missed = []
    for query, place in read_queries():
        found = search(box, query)
        if place not in (found[0][:2] if found else []):
            missed.append(f"{query!r}: {place} is not first in {found[:2]}")
    assert not missed, f"{len(missed)} missed:\n" + "\n".join(missed)


def test_the_enter_key_opens_what_comes_first(box):
    search(box, "pruning")
    box.keyboard.press("Enter")
    box.wait_for_url("**/pruning/?h=*")


def hold_rest(page) -> list:
    """Let the later part of the index wait; return the list that its request comes to."""
    held = []
    page.route("**/search_rest.json", lambda route: held.append(route))
    page.keyboard.press("s")
    return held


def test_results_become_complete_by_themselves(open_page):
    page = open_page("", viewport={"width": 1280, "height": 900})
    held = hold_rest(page)
    page.keyboard.type(LATE)
    page.locator(".md-search-result__meta", has_text="No matching").wait_for()
    held[0].continue_()
    page.locator("[href*=optimizers-state]").first.wait_for()


def test_nobody_loses_the_result_they_have_moved_to(open_page):
    page = open_page("", viewport={"width": 1280, "height": 900})
    held = hold_rest(page)
    page.keyboard.type("float32")
    page.wait_for_selector(".md-search-result__item")
    page.keyboard.press("ArrowDown")
    page.evaluate("window.chosen = document.activeElement")
    with page.expect_response("**/search_rest.json"):
        held[0].continue_()
    page.wait_for_timeout(1000)  # more than the worker needs to read the index anew
    assert page.evaluate("chosen.isConnected && chosen === document.activeElement")
    page.keyboard.press("ArrowUp")
    assert search(page, LATE)


def test_an_index_that_is_whole_is_asked_for_nothing_more(open_page, site):
    first, rest = (
        json.load(urlopen(f"{site}search/search_{part}.json"))
        for part in ("index", "rest")
    )
    del first["config"]["rest"]
    for entry in first["docs"]:
        entry["text"] += rest.get(entry["location"], "")
    page = open_page("", viewport={"width": 1280, "height": 900})
    page.route("**/search_index.json", lambda route: route.fulfill(json=first))
    held = hold_rest(page)
    page.keyboard.type(LATE)
    page.wait_for_selector(".md-search-result__item")
    assert not held
