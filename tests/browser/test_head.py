"""The page's head in a real browser: search in all papers, keys, language, colours, the source."""

import io
import zipfile

import pytest

from tests.fakes.visits import Visit, Visits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DARK = "() => document.body.classList.contains('dark')"
FOCUSED = "() => document.activeElement.matches('#question textarea')"


def choose(visit: Visit, name: str, value: str) -> None:
    """In the settings of the head."""
    visit.page.locator(".settings summary").click()
    visit.page.locator(".settings label", has_text=name).locator("select").select_option(value)


def test_the_head_says_what_answers_and_that_nothing_leaves(visit: Visits) -> None:
    state = visit().page.locator(".atlas-head .state").inner_text()

    assert "2 papers · offline · bge-small · no language model" in state


def test_passages_of_all_papers_are_found_and_gone_through_by_keys(visit: Visits) -> None:
    page = visit().page
    page.keyboard.press("s")
    page.keyboard.type("humidity bias")
    page.locator(".passage").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")

    assert page.evaluate("() => [...document.querySelectorAll('.passage')].indexOf(document.activeElement)") == 1
    assert "tanaka2024-humidity.pdf · p. 1" in page.locator(".passage").first.inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".found").is_hidden()


def test_a_passage_is_opened_where_it_stands(visit: Visits) -> None:
    page = visit().page
    page.evaluate("() => document.addEventListener('atlas:read', (event) => { window.opened = event.detail; })")
    page.locator(".search input").fill("humidity bias")
    page.locator(".passage").first.click()

    opened = page.evaluate("() => window.opened")
    assert (opened["page"], len(opened["boxes"]) > 0) == (1, True)


def test_what_is_looked_for_is_never_taken_for_markup(visit: Visits) -> None:
    page = visit().page
    page.locator(".search input").fill("<img src=x onerror=hacked=1>")
    page.locator(".found").wait_for()

    assert page.locator(".found img").count() == 0
    assert page.evaluate("() => window.hacked") is None


def test_keys_lead_to_the_question_and_to_their_own_list(visit: Visits) -> None:
    page = visit().page
    page.keyboard.press("?")
    assert page.locator("dialog.help").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("dialog.help").is_hidden()
    page.keyboard.press("/")
    page.wait_for_function(FOCUSED)
    page.keyboard.type("why? /s")

    assert page.locator("#question textarea").input_value() == "why? /s"
    assert page.locator("dialog.help").is_hidden()


def test_the_first_stop_of_the_tab_key_leads_past_the_head(visit: Visits) -> None:
    page = visit().page
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip"
    page.keyboard.press("Enter")

    page.wait_for_function(FOCUSED)


@pytest.mark.parametrize(
    ("locale", "language", "tab"), [("pt-PT", "pt-PT", "Perguntar"), ("zh-CN", "zh-Hans", "提问"), ("fi-FI", "en", "Ask")]
)
def test_the_page_speaks_as_the_browser_does(visit: Visits, locale: str, language: str, tab: str) -> None:
    page = visit(locale=locale).page

    assert page.evaluate("() => document.documentElement.lang") == language
    assert page.locator("#tab-ask-button").first.inner_text() == tab


def test_a_chosen_language_stays(visit: Visits) -> None:
    opened = visit()
    choose(opened, "Language", "pt")
    opened.page.wait_for_function("() => document.documentElement.lang === 'pt-PT'")
    opened.page.reload()

    opened.page.locator("#send", has_text="Perguntar").wait_for()
    opened.page.locator("#tab-ask-button", has_text="Perguntar").first.wait_for()


def test_chosen_colours_stay_whatever_the_browser_has(visit: Visits) -> None:
    opened = visit(color_scheme="light")
    assert not opened.page.evaluate(DARK)
    choose(opened, "Colours", "dark")
    assert opened.page.evaluate(DARK)
    opened.page.reload()
    opened.page.locator(".turns").wait_for()

    opened.page.wait_for_function(DARK)


@pytest.mark.parametrize("width", [1400, 390])
def test_nothing_stands_out_of_the_window(visit: Visits, width: int) -> None:
    opened = visit(viewport={"width": width, "height": 844})
    for name in opened.tabs():
        opened.open_tab(name)
        opened.settle()
        assert opened.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, name


def test_the_source_of_what_runs_is_to_be_had(visit: Visits) -> None:
    opened = visit()
    opened.page.locator(".settings summary").click()
    with opened.page.expect_download() as waiting:
        opened.page.locator(".settings a[href=source]").click()

    with zipfile.ZipFile(io.BytesIO(waiting.value.path().read_bytes())) as source:
        assert {"paperatlas/web/source.py", "paperatlas/web/ui/assets/head.js", "LICENSE"} <= set(source.namelist())
