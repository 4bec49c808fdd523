"""A site that is read from a folder, without a server: built with OFFLINE=true."""

import os
import subprocess
import sys

import pytest

from tests.browser.conftest import ROOT


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """Return the address of the start page in the folder."""
    folder = tmp_path_factory.mktemp("offline")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", folder]
    environment = {**os.environ, "OFFLINE": "true"}
    environment.pop("SITE_URL", None)
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return (folder / "index.html").as_uri()


@pytest.fixture
def offline(browser, start):
    """Return the start page and what it asked for or complained about."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults, asked = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(start)
    yield page, asked
    context.close()
    assert faults == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_search_finds_and_its_result_opens(offline):
    page, asked = offline
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "iframe-worker" in url]
    page.keyboard.press("s")
    page.keyboard.type("gradscaler")
    result = page.locator(".md-search-result__item a", has_text="GradScaler").first
    result.wait_for()
    result.click()
    page.wait_for_selector("article mark")
    assert ".html?h=" in page.url


def test_every_page_of_the_navigation_opens(offline):
    page, _ = offline
    script = "Array.from(document.querySelectorAll('.md-tabs__link, .md-nav__link'), (a) => a.href)"
    places = {place.partition("#")[0] for place in page.evaluate(script) if place}
    assert len(places) > 20
    for place in places:
        page.goto(place)
        assert page.locator("article h1").count() == 1


def test_a_question_is_answered_and_leads_to_its_explanation(offline):
    page, _ = offline
    page.goto(page.url.replace("index.html", "practice.html"))
    page.wait_for_load_state("networkidle")
    told = []
    page.on("console", lambda message: told.append(message.text))
    box = page.locator(".question").first
    box.get_by_role("radio").nth(int(box.get_attribute("data-answer"))).click()
    assert box.get_by_role("status").inner_text() == "Right."
    page.wait_for_timeout(100)
    assert told == []
    box.get_by_role("link", name="Explanation").click()
    page.locator(".question:target").wait_for()
