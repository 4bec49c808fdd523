"""Every page: readable for everybody, on a phone, in the dark, without other hosts."""

import importlib.resources
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def find_pages() -> list[str]:
    """Return the address of each page below the site's."""
    sources = [*DOCS.rglob("*.md"), *DOCS.glob("labs/*.ipynb")]
    pages = [source.relative_to(DOCS).with_suffix("").as_posix() for source in sources]
    return sorted(
        f"{page}/".removesuffix("index/")
        for page in pages
        if not page.startswith(("data/", "overrides/"))
    )


# A question far from the screen has a guessed height until it was once on it.
READ_QUESTIONS = """async () => {
  for (const question of document.querySelectorAll(".question")) {
    question.scrollIntoView();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  scrollTo(0, 0);
  await new Promise((resolve) => setTimeout(resolve, 300)); // the table of contents follows
  for (const box of document.querySelectorAll(".md-sidebar__scrollwrap")) box.scrollTop = 0;
}"""


def run_axe(page) -> list[str]:
    """Return what axe-core finds, one line for each element that breaks a rule."""
    if not page.evaluate("'axe' in window"):
        package = pytest.importorskip("axe_playwright_python")
        script = importlib.resources.files(package) / "axe.min.js"
        page.add_script_tag(content=script.read_text("utf-8"))
    found = page.evaluate("rules => axe.run({runOnly: rules})", RULES)
    return [
        f"{violation['id']}: {node['target'][0]}: {node['html'][:120]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("path", [*find_pages(), "404.html"])
def test_a_page_is_for_everybody(open_page, path):
    page = open_page(path, viewport=DESKTOP, reduced_motion="reduce")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = {}
    for scheme, viewport in [("light", DESKTOP), ("dark", DESKTOP), ("dark", PHONE)]:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(viewport)
        page.evaluate(READ_QUESTIONS)
        page.wait_for_timeout(100)
        found[f"{scheme}, {viewport['width']}"] = run_axe(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], "the page scrolls sideways"
    assert not any(found.values()), found


def test_the_search_dialog_is_for_everybody(open_page):
    for viewport in (DESKTOP, PHONE):
        page = open_page("glossary/", viewport=viewport, reduced_motion="reduce")
        page.keyboard.press("s")
        page.keyboard.type("pruning")
        page.wait_for_selector(".md-search-result__item")
        page.wait_for_timeout(500)
        assert run_axe(page) == []


def test_a_term_explains_itself_to_the_keyboard(open_page):
    page = open_page("", viewport=DESKTOP)
    term = page.locator(".md-content a.term").first
    sentence = term.get_attribute("title")
    term.focus()
    tooltip = page.get_by_role("tooltip")
    tooltip.wait_for()
    assert tooltip.inner_text() == sentence
    page.keyboard.press("Escape")
    tooltip.wait_for(state="hidden")
