"""The tab Graph in a real browser: the map, what it is asked, and the page behind each quote."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from paperatlas.bootstrap import open_library
from paperatlas.mcp_server.desk import Desk
from paperatlas.settings import Settings
from tests.fakes.serving import serving
from tests.fakes.visits import Visit, Visits, pictures_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUOTE = "On the public MossBank test part"
REFUSED = "status of 422"
"""What the console says of a query that the guard refuses."""

PLACE = """name => {
  const { view } = document.querySelector("#graph-tab .map").graph, entity = view.model.entities.find(each => each.name === name);
  view.camera.project(view.model.entities);
  const frame = document.querySelector("#graph-tab canvas.map").getBoundingClientRect();
  return [frame.left + entity.left, frame.top + entity.top];
}"""

YELLOW = """() => {
  const image = document.querySelector(".sheet img.paper"), address = new URL(image.src);
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
  const picture = canvas.getContext("2d");
  picture.drawImage(image, 0, 0);
  const dpi = +address.searchParams.get("dpi") / 72;
  return address.searchParams.get("boxes").split(";").map(each => {
    const [x0, y0, x1, y1] = each.split(",").map(corner => corner * dpi);
    const { data } = picture.getImageData(x0, y0, x1 - x0, y1 - y0);
    let yellow = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] > 200 && data[at + 1] > 170 && data[at + 2] < 170) yellow += 1;
    return yellow / (data.length / 4);
  });
}"""
"""The share of each marked box that is yellow."""


@pytest.fixture(scope="module")
def sample_papers(root: Path) -> tuple[Path, ...]:
    names = ("lindqvist2023-glownet.pdf", "sato2024-twelve-numbers.pdf")
    return tuple(root / "data" / "samples" / name for name in names)


@pytest.fixture
def graph(visit: Visits) -> Visit:
    """The tab, its map drawn."""
    opened = visit()
    return at_graph(opened)


def at_graph(opened: Visit) -> Visit:
    opened.open_tab("graph")
    opened.page.locator("#graph-tab canvas.map").wait_for()
    opened.page.locator("#graph-tab .ways").wait_for()
    return opened


@pytest.fixture
def elsewhere(chromium: "Browser", tmp_path: Path) -> Iterator[Any]:
    """Opens the tab of an app with settings of its own."""
    with ExitStack() as stack:

        def opened(**settings: Any) -> Visit:
            made = Settings(library=tmp_path / "library", **settings)
            address = stack.enter_context(serving(Desk(lambda: open_library(settings=made))))
            visits = Visits(chromium, address, pictures_in(tmp_path / "screenshots"))
            stack.callback(visits.close)
            visit = visits()
            visit.open_tab("graph")
            return visit

        yield opened


def find(opened: Visit, name: str) -> None:
    field = opened.page.locator("#graph-tab").get_by_role("combobox", name="Find an entity")
    field.fill(name)
    field.press("Enter")


def heading(opened: Visit) -> str:
    return opened.page.locator("#graph-tab .details h2").inner_text()


def choose(opened: Visit, way: str) -> None:
    opened.page.locator(f"#graph-tab [data-way={way}]").click()


def beside(opened: Visit, selector: str = "h3") -> Any:
    found = opened.page.locator(f"#graph-tab .results {selector}").first
    found.wait_for()
    return found


def ask(opened: Visit, question: str) -> None:
    field = opened.page.get_by_label("Question to the graph")
    field.fill(question)
    field.press("Enter")
    opened.page.locator("#graph-tab .results :is(table, .failed)").wait_for()


def test_the_map_is_drawn_and_its_script_fetched_when_the_tab_is_opened(visit: Visits) -> None:
    opened = visit()
    assert opened.page.locator("script[src*='graph/view.js']").count() == 0

    at_graph(opened)

    assert "connections" in opened.page.locator("#graph-tab .status").inner_text()
    assert opened.page.locator("#graph-tab").get_by_role("checkbox", name="dataset").is_checked()
    opened.picture("graph-map")


def test_a_name_is_found_and_a_line_is_read_to_its_page(graph: Visit) -> None:
    find(graph, "GlowNet")
    assert heading(graph) == "GlowNet"

    row = graph.page.locator("#graph-tab .details li", has_text="MossBank").first
    row.locator(".read").click()
    quote = graph.page.locator("#graph-tab .details blockquote", has_text=QUOTE)
    quote.click()

    graph.page.wait_for_function("document.querySelector('.sheet img.paper')?.naturalWidth > 0")
    assert min(graph.page.evaluate(YELLOW)) > 0.5
    assert QUOTE in graph.page.locator("#graph-tab .sheet blockquote").inner_text()
    graph.picture("graph-page")
    graph.page.keyboard.press("Escape")
    assert not graph.page.locator("#graph-tab .sheet").is_visible()


def test_a_click_on_the_map_selects_what_is_there(graph: Visit) -> None:
    graph.page.mouse.click(*graph.page.evaluate(PLACE, "MossBank"))

    assert heading(graph) == "MossBank"


def test_a_question_gives_rows_with_their_quotes_and_lights_them(graph: Visit) -> None:
    ask(graph, "What was evaluated on MossBank?")

    row = graph.page.locator("#graph-tab .results tbody tr", has_text="GlowNet").first
    row.locator(".read").click()
    assert QUOTE in beside(graph, ".quote").inner_text()
    assert "evaluated on" in beside(graph, ".says").inner_text()
    graph.page.wait_for_function("document.querySelector('#graph-tab .details h2').textContent.startsWith('What was evaluated')")
    graph.picture("graph-question")


def test_rows_are_copied_for_spreadsheets_without_formulas(graph: Visit) -> None:
    graph.page.evaluate("atlas.copy = async text => { window.copied = text; }")
    choose(graph, "cypher")
    graph.page.get_by_label("Cypher").fill(
        "MATCH (e:Entity {name: 'GlowNet'}) RETURN e.name AS name, '=1+1, \"x\"' AS formula LIMIT 1"
    )
    graph.page.get_by_label("Cypher").press("Enter")
    beside(graph, "table")

    graph.page.get_by_role("button", name="CSV").click()

    assert graph.page.evaluate("window.copied") == 'name,formula\r\nGlowNet,"\'=1+1, ""x"""'


def test_a_query_that_writes_is_refused_with_the_reason(graph: Visit) -> None:
    graph.expected.append(REFUSED)
    choose(graph, "cypher")
    graph.page.get_by_label("Cypher").fill("MATCH (n) DETACH DELETE n")
    graph.page.get_by_label("Cypher").press("Enter")

    assert "only reading is allowed" in beside(graph, ".failed").inner_text()
    graph.picture("graph-refused")


def test_the_way_between_two_names_is_told_step_by_step_and_drawn(graph: Visit) -> None:
    choose(graph, "path")
    graph.page.get_by_label("From…").fill("LSTM")
    graph.page.get_by_label("to…").fill("GlowNet")
    graph.page.get_by_label("to…").press("Enter")

    assert beside(graph).inner_text() == "From LSTM to GlowNet"
    assert beside(graph, ".step .quote").inner_text()
    graph.page.wait_for_function("document.querySelector('#graph-tab .details h2').textContent === 'From LSTM to GlowNet'")
    graph.picture("graph-path")


def test_a_name_that_there_is_not_is_said_with_those_near_it(graph: Visit) -> None:
    graph.expected.append("status of 404")
    choose(graph, "path")
    graph.page.get_by_label("From…").fill("GlowNot")
    graph.page.get_by_label("to…").fill("LSTM")
    graph.page.get_by_label("to…").press("Enter")

    assert "no entity called 'GlowNot'" in beside(graph, ".failed").inner_text()


def test_a_subject_is_lit_on_the_map_with_what_the_papers_say(graph: Visit) -> None:
    choose(graph, "subjects")
    title = beside(graph, ".subject .title")
    name = title.inner_text()
    title.click()

    graph.page.wait_for_function("name => document.querySelector('#graph-tab .details h2').textContent === name", arg=name)
    assert title.get_attribute("aria-pressed") == "true"


def test_a_person_makes_two_names_one_and_takes_it_back(graph: Visit) -> None:
    choose(graph, "names")
    beside(graph, ".by-hand")
    graph.page.get_by_label("One name").fill("GlowNet")
    graph.page.get_by_label("Another name").fill("LSTM")

    graph.page.get_by_role("button", name="Same").click()
    graph.page.get_by_text("They are one now.").wait_for()
    ask_again = "fetch('api/v1/graph/entities?query=LSTM').then(reply => reply.json()).then(({ entities }) => entities[0].id)"
    other = "fetch('api/v1/graph/entities?query=GlowNet').then(reply => reply.json()).then(({ entities }) => entities[0].id)"
    assert graph.page.evaluate(ask_again) == graph.page.evaluate(other)

    graph.page.get_by_role("button", name="Different").click()
    graph.page.get_by_text("They stay apart.").wait_for()
    assert graph.page.evaluate(ask_again) != graph.page.evaluate(other)


def test_an_empty_library_says_what_a_map_is_made_of(elsewhere: Any) -> None:
    opened = elsewhere()

    assert opened.page.locator("#graph-tab .empty h2").inner_text() == "No papers yet"
    opened.picture("graph-empty")


def test_a_graph_that_is_off_says_how_it_is_switched_on(elsewhere: Any) -> None:
    opened = elsewhere(graph="off")
    opened.expected.append("status of")

    assert "PAPERATLAS_GRAPH=auto" in opened.page.locator("#graph-tab .failed").inner_text()
    opened.picture("graph-off")
