"""What a first view of a page fetches; the search comes when somebody turns to it."""

import gzip
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

LIMIT = 120_000
INDEX_LIMIT = 60_000  # what a phone waits for before it shows results
PATHS = [
    "",
    "quantization/",
    "serving/dynamic-batching/",
    "glossary/",
    "evidence/tuning/",
    "practice/",
    "versions/",
    "labs/tuning/",
]


def find_fetched(page) -> list[str]:
    """Return the addresses of all that the page has fetched, itself first."""
    page.wait_for_load_state("networkidle")
    script = "performance.getEntriesByType('resource').map((entry) => entry.name)"
    addresses = [page.url.partition("#")[0], *page.evaluate(script)]
    return [address for address in addresses if address.startswith("http")]


def weigh(address: str) -> int:
    """Return the size of what is at the address, compressed as servers do."""
    with urlopen(address) as answer:
        return len(gzip.compress(answer.read(), 6))


def is_search(address: str) -> bool:
    return "search_index" in address or "workers/search" in address


@pytest.mark.parametrize("path", PATHS)
def test_a_first_view_is_light(open_page, path):
    fetched = find_fetched(open_page(path, viewport={"width": 1280, "height": 900}))
    sizes = {urlsplit(address).path: weigh(address) for address in fetched}
    assert sum(sizes.values()) <= LIMIT, sizes
    assert not [address for address in fetched if is_search(address)]


def test_the_page_of_all_questions_is_light_itself(site):
    assert weigh(f"{site}practice/") <= 25_000


def test_the_index_of_the_first_results_is_light(site):
    assert weigh(f"{site}search/search_index.json") <= INDEX_LIMIT


def test_the_search_comes_with_the_focus_of_its_box(open_page):
    page = open_page("", viewport={"width": 1280, "height": 900})
    page.keyboard.press("s")
    page.keyboard.type("gradscaler")
    page.wait_for_selector(".md-search-result__item")
    assert [address for address in find_fetched(page) if is_search(address)]


def test_the_search_comes_with_a_tap_on_a_phone(open_page):
    page = open_page("", viewport={"width": 390, "height": 800}, has_touch=True)
    page.locator("label.md-header__button[for=__search]").tap()
    page.locator("[data-md-component=search-query]").press_sequentially("gradscaler")
    page.wait_for_selector(".md-search-result__item")


def test_a_shared_query_is_answered_at_once(open_page):
    page = open_page("?q=gradscaler", viewport={"width": 1280, "height": 900})
    page.wait_for_selector(".md-search-result__item")


def test_what_was_searched_is_marked_on_the_page(open_page):
    page = open_page("glossary/?h=gradscaler")
    page.wait_for_selector("article mark")
