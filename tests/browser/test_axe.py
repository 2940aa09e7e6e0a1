"""axe-core finds nothing serious on any tab."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.fakes.visits import Visit, Visits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GRAVE = frozenset({"serious", "critical"})
WIDTHS = {"desktop": {"width": 1400, "height": 900}, "phone": {"width": 390, "height": 844}}
QUESTION = "How many readings were taken between 75 and 85 percent humidity?"


def findings(visit: Visit) -> list[str]:
    """What is grave, with the elements that it is about."""
    found = Axe().run(visit.page).response["violations"]
    return [
        f"{each['id']}: {' '.join(node['target'][0])[:200] if isinstance(node['target'][0], list) else node['target'][0]}"
        f" {node.get('failureSummary', '')}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_tab_keeps_anybody_out(visit: Visits, scheme: str, width: str) -> None:
    opened = visit(color_scheme=scheme, viewport=WIDTHS[width])
    found = {}
    for name in opened.tabs():
        opened.open_tab(name)
        opened.picture(f"{name}-first-{scheme}-{width}")
        found[name] = findings(opened)

    assert {name: grave for name, grave in found.items() if grave} == {}
    assert "ask" in found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("question", [QUESTION, "What is the capital of Mongolia?"], ids=["answer", "refusal"])
def test_what_is_said_keeps_nobody_out(visit: Visits, scheme: str, question: str, request: pytest.FixtureRequest) -> None:
    opened = visit(color_scheme=scheme)
    opened.ask(question)
    opened.picture(f"ask-{request.node.callspec.id}")

    assert findings(opened) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_head_keeps_nobody_out(visit: Visits, scheme: str) -> None:
    opened = visit(color_scheme=scheme)
    opened.page.locator(".settings summary").click()
    settings = findings(opened)
    opened.page.locator(".search input").fill("humidity")
    opened.page.locator(".passage").first.wait_for()
    search = findings(opened)
    opened.picture(f"search-{scheme}")
    opened.page.keyboard.press("Escape")
    opened.page.locator(".search input").blur()
    opened.page.keyboard.press("?")
    opened.page.locator("dialog.help").wait_for()

    assert (settings, search, findings(opened)) == ([], [], [])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_paper_that_is_read_keeps_nobody_out(visit: Visits, scheme: str, width: str) -> None:
    opened = visit(color_scheme=scheme, viewport=WIDTHS[width])
    opened.page.locator(".search input").fill("humidity")
    opened.page.locator(".passage").first.click()
    opened.picture(f"read-paper-{scheme}-{width}")

    assert findings(opened) == []
