"""The self-check: chosen by mouse and by keyboard, kept, filtered, gone through again."""

import re

import pytest

from tests.browser.test_pages import run_axe

pytest.importorskip("playwright")

ALL = "practice/"


def question(page, number=0):
    """Return (the question, its options, the number of the right one)."""
    box = page.locator(".question:visible").nth(number)
    return box, box.get_by_role("radio"), int(box.get_attribute("data-answer"))


def answer(page, number=0, right=True):
    _, options, index = question(page, number)
    options.nth(index if right else (index + 1) % options.count()).click()


def score(page) -> str:
    return page.locator(".quiz-bar").get_by_role("status").inner_text()


def choice(page, name):
    return page.locator(".quiz-bar").get_by_label(name)


def go_to(page, path, **options):
    """Open a page of the site in a window that is open, where routes are set already."""
    page.goto(page.url.replace("404.html", path), **options)


@pytest.mark.parametrize("path", [ALL, "mixed-precision/"])
def test_an_answer_is_judged_explained_and_linked(open_page, path):
    page = open_page(path)
    for number, right in [(0, True), (1, False)]:
        box = question(page, number)[0]
        explanation = box.locator("details p")
        assert not explanation.is_visible()
        answer(page, number, right)
        letter = box.locator("label.right").inner_text()[0]
        told = "Right." if right else f"Wrong. The answer is {letter}."
        assert box.get_by_role("status").inner_text() == told
        assert explanation.is_visible()
        box.get_by_role("link", name="Where this is shown").wait_for()
        assert explanation.inner_text().startswith(f"{letter}. ")
        assert box.locator("label.wrong").count() == (not right)
    assert re.fullmatch(r"Answered 2 of \d+, right 1\.", score(page))


def test_an_explanation_comes_from_the_page_that_answers(open_page):
    page = open_page(ALL)
    asked = []
    page.on("requestfinished", lambda request: asked.append(request))
    boxes = [question(page, number)[0] for number in (0, 1)]
    names = [box.get_attribute("id") for box in boxes]
    answer(page, 0)
    boxes[1].locator("summary").click()  # who only looks it up reads it, too
    script = """names => names.map((name) => {
        const reason = document.querySelector(`#${name} details p`);
        return [reason.textContent, ...[...reason.querySelectorAll("a")].map((a) => a.href)];
    })"""
    for box in boxes:
        box.get_by_role("link", name="Where this is shown").wait_for()
    read = page.evaluate(script, names)
    fetched = [request.url for request in asked if request.resource_type == "fetch"]
    assert fetched == [page.url.replace(ALL, "mixed-precision/")]
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    page.goto(fetched[0])
    assert page.evaluate(script, names) == read
    page.goto(read[0][-1])
    assert page.locator(":target").is_visible()


@pytest.mark.parametrize(
    "no_page",
    ["fetch = () => Promise.reject(TypeError())", "fetch = async () => new Response()"],
)
def test_an_explanation_that_cannot_be_had_leaves_its_link(open_page, no_page):
    page = open_page(ALL)
    page.evaluate(f"() => {{ window.before = fetch; {no_page} }}")
    box = question(page)[0]
    answer(page)
    assert box.get_by_role("status").inner_text() == "Right."
    link = box.get_by_role("link", name="Explanation")
    page.wait_for_timeout(100)
    assert link.is_visible()
    page.evaluate("() => { fetch = window.before }")  # once more, and it is there
    box.locator("summary").click()
    box.locator("summary").click()
    box.get_by_role("link", name="Where this is shown").wait_for()


def test_the_focus_is_not_lost_when_the_explanation_takes_the_place_of_its_link(
    open_page,
):
    page = open_page("404.html")
    held = []
    page.route("**/mixed-precision/", lambda route: held.append(route))
    go_to(page, ALL)
    box = question(page)[0]
    answer(page)
    box.get_by_role("link", name="Explanation").focus()
    held[0].continue_()
    box.get_by_role("link", name="Where this is shown").wait_for()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", [ALL, "mixed-precision/"])
def test_nothing_moves_when_the_script_arrives(open_page, path, width):
    page = open_page("404.html", viewport={"width": width, "height": 900})
    held = []
    page.route("**/quiz.js", lambda route: held.append(route))
    go_to(page, path, wait_until="commit")
    page.locator("footer").wait_for()
    page.add_style_tag(content=".question {content-visibility: visible !important}")
    script = """[...document.querySelectorAll(".quiz-bar, .question")].map((element) => {
        const {top, height} = element.getBoundingClientRect();
        return [Math.round(top + scrollY), Math.round(height)];
    })"""
    before = page.evaluate(script)
    held[0].continue_()
    page.locator(".question").get_by_role("radio").first.wait_for()
    assert page.evaluate(script) == before


def test_a_link_leads_to_its_question_however_far_down(open_page):
    page = open_page(ALL)
    last = page.locator(".question").last.get_attribute("id")
    page = open_page(f"{ALL}#{last}")
    page.wait_for_timeout(300)
    assert 0 < page.locator(":target").bounding_box()["y"] < 300


def test_a_screen_reader_meets_a_group_of_choices(open_page):
    page = open_page(ALL)
    box, options, index = question(page)
    text = box.locator("legend").inner_text()
    assert page.get_by_role("group", name=text, exact=True).count() == 1
    assert options.count() == box.locator("label").count()
    assert box.locator("fieldset a").count() == 0
    answer(page)
    assert "right" in options.nth(index).aria_snapshot()


def test_the_first_answer_counts(open_page):
    page = open_page(ALL)
    box, options, index = question(page)
    answer(page, right=False)
    options.nth(index).click(force=True)
    assert not options.nth(index).is_checked()
    assert box.get_by_role("status").inner_text().startswith("Wrong.")


def test_the_keyboard_alone(open_page):
    page = open_page(ALL)
    box, options, index = question(page)
    status = box.get_by_role("status")
    options.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert status.inner_text() == "Press Enter to answer."
    assert re.match("Answered 0 of", score(page))
    while not options.nth(index).is_checked():
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert status.inner_text() == "Right."
    page.keyboard.press("ArrowDown")
    assert options.nth(index).is_checked()

    box, options, index = question(page, 1)
    options.first.focus()
    page.keyboard.press("Space")
    assert re.match("Right|Wrong", box.get_by_role("status").inner_text())


def test_a_mouse_may_finish_what_the_keyboard_began(open_page):
    page = open_page(ALL)
    box, options, _ = question(page)
    options.first.focus()
    page.keyboard.press("ArrowDown")
    options.nth(1).click()
    assert re.match("Right|Wrong", box.get_by_role("status").inner_text())


def test_answers_are_kept_and_deleted_when_asked(open_page):
    page = open_page(ALL)
    answer(page, 0)
    answer(page, 1, right=False)
    before = score(page)
    page.reload()
    assert score(page) == before
    box, options, index = question(page)
    assert options.nth(index).is_checked()
    assert not box.locator("details p").is_visible()

    button = page.get_by_role("button", name="Start again")
    button.click()  # the test's browser says no to every question of the page
    assert score(page) == before
    page.once("dialog", lambda dialog: dialog.accept())
    button.click()
    page.reload()
    assert re.match("Answered 0 of", score(page))
    assert not options.nth(index).is_checked()


def test_two_tabs_keep_each_other_s_answers(open_page):
    page = open_page(ALL)
    other = page.context.new_page()
    other.goto(page.url)
    answer(page, 0)
    answer(other, 1)
    page.reload()
    assert re.match("Answered 2 of", score(page))


@pytest.mark.parametrize(
    "storage",
    [
        # The theme asks the storage too, and does not stand a refusal.
        "Storage.prototype.getItem = (key) => { if (key === 'quiz') throw Error(); return null; }",
        "Storage.prototype.setItem = () => { throw Error('full'); }",
        "localStorage.setItem('quiz', 'no JSON')",
        "localStorage.setItem('quiz', 'null')",
    ],
)
def test_without_storage_it_judges_all_the_same(open_page, storage):
    page = open_page("404.html")
    page.context.add_init_script(storage)
    go_to(page, ALL)
    answer(page, 0)
    answer(page, 1, right=False)
    assert re.fullmatch(r"Answered 2 of \d+, right 1\.", score(page))
    choice(page, "Show").select_option("wrong")
    assert score(page) == "Answered 0 of 1, right 0."


def test_one_section_at_a_time(open_page):
    page = open_page(ALL)
    # The last heading has no questions of the bank below it.
    headings = page.locator(".md-content h2:visible", has_not_text="study note")
    names = [h.text_content().removesuffix("¶") for h in headings.all()]
    for name in names:
        choice(page, "Section").select_option(name)
        assert headings.count() == 1
        assert headings.first.text_content().startswith(name)
        shown = page.locator(".question:visible").count()
        assert score(page) == f"Answered 0 of {shown}, right 0."


def test_a_link_to_what_is_not_shown_shows_it(open_page):
    page = open_page(ALL)
    last = page.locator(".question").last
    choice(page, "Section").select_option(index=1)
    assert not last.is_visible()
    page.evaluate("id => location.hash = id", last.get_attribute("id"))
    last.wait_for()
    assert choice(page, "Section").input_value() == ""


def test_once_more_through_the_wrong_ones(open_page):
    page = open_page(ALL)
    answer(page, 0)
    answer(page, 1, right=False)
    answer(page, 2, right=False)
    show = choice(page, "Show")
    show.select_option("wrong")
    assert score(page) == "Answered 0 of 2, right 0."
    assert page.locator(".question:visible :checked").count() == 0
    answer(page, 0)
    answer(page, 1, right=False)
    assert score(page) == "Answered 2 of 2, right 1."
    show.select_option("all")
    assert re.fullmatch(r"Answered 3 of \d+, right 2\.", score(page))
    show.select_option("wrong")
    assert score(page) == "Answered 0 of 1, right 0."
    page.reload()  # an answer once given is kept until there is a new one
    assert re.fullmatch(r"Answered 3 of \d+, right 2\.", score(page))
    choice(page, "Show").select_option("open")
    assert re.match("Answered 0 of", score(page))


def test_nothing_went_wrong_yet(open_page):
    page = open_page(ALL)
    choice(page, "Show").select_option("wrong")
    assert score(page) == "No question of this kind."


def test_a_page_and_the_page_of_all_questions_share_the_score(open_page):
    page = open_page("mixed-precision/")
    assert choice(page, "Section").count() == 0
    answer(page)
    assert re.match("Answered 1 of", score(page))
    page.goto(page.url.replace("mixed-precision/", ALL))
    assert re.match("Answered 1 of", score(page))


def test_without_a_script_it_reads_as_questions_and_answers(open_page):
    page = open_page(ALL, java_script_enabled=False)
    box = page.locator(".question").first
    assert box.get_by_role("radio").count() == 0
    assert box.get_by_role("listitem").count() >= 2
    box.locator("summary").click()
    assert box.locator("details p").is_visible()
    assert not page.locator(".quiz-bar").is_visible()
    box.get_by_role("link", name="Explanation").click()
    there = page.locator(":target")
    assert there.get_attribute("class") == "question"
    there.locator("summary").click()
    assert there.get_by_role("link", name="Where this is shown").is_visible()


def test_on_paper_every_answer_is_open(open_page):
    page = open_page(ALL)
    page.emulate_media(media="print")
    for text in page.locator(".question details p").all():
        assert text.bounding_box()["height"] > 10
    assert not page.locator(".quiz-bar").is_visible()


@pytest.mark.parametrize("path", [ALL, "mixed-precision/"])
def test_answered_questions_are_for_everybody(open_page, path):
    page = open_page(path, reduced_motion="reduce")
    answer(page, 0)
    answer(page, 1, right=False)
    page.locator(".question").get_by_role("link", name="Where").nth(1).wait_for()
    for scheme, width in [("light", 1280), ("dark", 1280), ("dark", 390)]:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(100)
        assert run_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        targets = page.locator(".question label, .quiz-bar :is(select, button)")
        for box in [target.bounding_box() for target in targets.all()[:50]]:
            assert min(box["width"], box["height"]) >= 24
