import json
from collections.abc import Callable

import pytest

from paperatlas.graph.view.map import GraphMap
from paperatlas.graph.view.page import graph_page, script, style
from tests.fakes.browser import Opened
from tests.fakes.graphs import FIRST, MARKUP, NAMES, small_graph

pytestmark = pytest.mark.browser

Show = Callable[..., Opened]

NODES, EDGES = small_graph()
PAGE = graph_page(NODES, EDGES, title="My papers", names=NAMES)

PLACE = """name => {
  const entity = paperatlasGraph.shown.view.model.entities.find(each => each.name === name);
  const frame = document.querySelector("canvas.map").getBoundingClientRect();
  return [frame.left + entity.left, frame.top + entity.top];
}"""
"""Where an entity is drawn, in pixels of the window."""

COLOURS = """() => {
  const map = document.querySelector("canvas.map");
  const picture = map.getContext("2d").getImageData(0, 0, map.width, map.height);
  return new Set(new Uint32Array(picture.data.buffer)).size;
}"""

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def heading(opened: Opened) -> str:
    return opened.page.locator(".details h2").inner_text()


def search(opened: Opened, text: str) -> None:
    opened.page.keyboard.press("/")
    opened.page.keyboard.type(text)
    opened.page.keyboard.press("Enter")


def place(opened: Opened, name: str) -> tuple[float, float]:
    opened.page.evaluate(DRAWN)
    return tuple(opened.page.evaluate(PLACE, name))


def click_line(opened: Opened, one: str, other: str) -> None:
    (ax, ay), (bx, by) = place(opened, one), place(opened, other)
    opened.page.mouse.click((ax + bx) / 2, (ay + by) / 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_page_opens_from_a_file_without_a_complaint_or_a_request(show: Show, scheme: str, width: int) -> None:
    opened = show(PAGE, color_scheme=scheme, viewport={"width": width, "height": 700})

    opened.page.evaluate(DRAWN)

    assert opened.complaints == []
    assert [url for url in opened.requests if not url.startswith("file:")] == []
    assert len(opened.requests) == 1
    assert heading(opened) == "My papers"
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_something_is_drawn(show: Show) -> None:
    opened = show(PAGE)

    opened.page.evaluate(DRAWN)

    assert opened.page.evaluate(COLOURS) > 20


def test_a_name_is_found_by_its_alias_and_without_accents_by_keys_alone(show: Show) -> None:
    opened = show(PAGE)

    search(opened, "glow-net")
    assert heading(opened) == "GlowNet"
    assert opened.page.evaluate("document.activeElement.tagName") == "H2"  # reading goes on there

    search(opened, "reseau")
    assert heading(opened) == "Réseau Ω"


def test_arrow_keys_choose_among_what_is_found_and_escape_closes(show: Show) -> None:
    opened = show(PAGE)
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("on ")

    assert [name.split("\n")[0] for name in opened.page.locator("[role=option]").all_inner_texts()[:2]] == [
        "On GlowNet",
        "On Mossbank",
    ]
    opened.page.keyboard.press("Escape")
    assert not opened.page.locator("[role=listbox]").first.is_visible()
    opened.page.keyboard.type("m")
    opened.page.keyboard.press("Enter")
    assert heading(opened) == "On Mossbank"


def test_a_click_on_an_entity_lists_what_it_is_related_to_and_where_it_is_named(show: Show) -> None:
    opened = show(PAGE)

    opened.page.mouse.click(*place(opened, "GlowNet"))

    text = opened.page.locator(".details").inner_text()
    assert heading(opened) == "GlowNet"
    assert "glow net · Glow-Net" in text
    assert all(name in text for name in ["Mossbank", "Réseau Ω", "On GlowNet", "evaluated on →", "← extends"])
    assert "glownet.pdf\n5 times, from p. 2" in text


def test_a_click_on_a_line_reads_each_quote_with_its_page_and_whether_it_is_denied(show: Show) -> None:
    opened = show(PAGE)

    click_line(opened, "GlowNet", "Mossbank")

    first, second = opened.page.locator(".evidence").all()
    assert first.locator("blockquote").inner_text() == "e1 evaluated_on e2."
    assert "glownet.pdf · p. 3 · 90 % sure" in first.inner_text()
    assert "accuracy: 91.4 %" in first.inner_text()
    assert second.locator("blockquote").inner_text() == 'It\'s not evaluated on "Mossbank".'
    assert "denied" in second.locator(".standing").inner_text()
    assert "mossbank.pdf · p. 8" in second.inner_text()


def test_names_and_quotes_with_markup_are_shown_as_they_are(show: Show) -> None:
    opened = show(PAGE)

    search(opened, "</script>")
    opened.page.locator(".details .read").first.click()

    assert opened.page.locator(".evidence blockquote").inner_text() == MARKUP
    assert opened.page.locator("img").count() == 0
    assert opened.page.title() == "My papers"
    assert opened.complaints == []


def test_the_legend_hides_a_type_and_what_hangs_on_it(show: Show) -> None:
    opened = show(PAGE)
    assert "8 of 9 entities, 6 connections" in opened.page.locator(".status").inner_text()  # one has no relation

    opened.page.get_by_role("checkbox", name="dataset").uncheck()

    assert "6 of 9 entities, 4 connections" in opened.page.locator(".status").inner_text()


def test_only_one_type_can_be_asked_for_and_all_be_shown_again(show: Show) -> None:
    opened = show(PAGE)

    opened.page.get_by_role("button", name="only model").focus()
    opened.page.keyboard.press("Enter")
    opened.page.get_by_label("Entities without any relation").check()
    assert "1 of 9 entities, 0 connections" in opened.page.locator(".status").inner_text()

    opened.page.get_by_role("button", name="Show everything again").click()
    assert "showing 9 entities, 6 connections" in opened.page.locator(".status").inner_text()


def test_evidence_is_filtered_by_paper_predicate_standing_and_confidence(show: Show) -> None:
    opened = show(PAGE)

    def connections() -> str:
        return opened.page.locator(".status").inner_text().rsplit(", ", 1)[1]

    assert connections() == "6 connections"
    opened.page.get_by_role("checkbox", name="mossbank.pdf").uncheck()
    assert connections() == "4 connections"
    opened.page.get_by_role("checkbox", name="proposes").uncheck()
    assert connections() == "3 connections"
    opened.page.get_by_label("Least confidence, percent").fill("60")
    assert connections() == "2 connections"
    opened.page.get_by_role("checkbox", name="stated").uncheck()
    assert connections() == "0 connections"


def test_the_neighbourhood_alone_is_shown_and_grows_by_a_step(show: Show) -> None:
    opened = show(PAGE)
    search(opened, "on glownet")

    opened.page.get_by_role("button", name="Only its neighbourhood").click()
    assert "showing 2 of" in opened.page.locator(".status").inner_text()

    opened.page.get_by_role("button", name="One step further").click()
    assert "showing 5 of" in opened.page.locator(".status").inner_text()

    opened.page.get_by_role("button", name="Back to the map").click()
    assert "showing 8 of" in opened.page.locator(".status").inner_text()


def test_the_path_between_two_entities_is_told_step_by_step(show: Show) -> None:
    opened = show(PAGE)
    search(opened, "reseau")

    opened.page.get_by_role("button", name="Path to").click()
    opened.page.keyboard.type("mossbank")
    opened.page.keyboard.press("Enter")

    assert heading(opened) == "From Réseau Ω to Mossbank"
    assert opened.page.locator(".way li").all_inner_texts() == [
        "Réseau Ω\nmethod",
        "extends →\n1 quote",
        "GlowNet\nmodel",
        "evaluated on · 2 →\n2 quotes",
        "Mossbank\ndataset",
    ]


def test_what_nothing_connects_is_said_to_be_so(show: Show) -> None:
    opened = show(PAGE)
    search(opened, "on mossbank")

    opened.page.get_by_role("button", name="Path to").click()
    opened.page.keyboard.type("reseau")
    opened.page.keyboard.press("Enter")

    assert "Nothing that is shown connects the two" in opened.page.locator(".details").inner_text()


def test_keys_on_the_map_move_zoom_and_step_to_a_neighbour(show: Show) -> None:
    opened = show(PAGE)
    search(opened, "on glownet")
    opened.page.locator("canvas.map").focus()

    before = opened.page.evaluate("[paperatlasGraph.shown.view.camera.x, paperatlasGraph.shown.view.camera.scale]")
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("+")
    after = opened.page.evaluate("[paperatlasGraph.shown.view.camera.x, paperatlasGraph.shown.view.camera.scale]")
    assert after[0] > before[0]
    assert after[1] > before[1]

    opened.page.keyboard.press("Shift+ArrowRight")
    assert heading(opened) == "GlowNet"
    opened.page.keyboard.press("Escape")
    assert heading(opened) == "On GlowNet"


def test_two_fingers_zoom_and_one_moves(show: Show) -> None:
    opened = show(PAGE, has_touch=True, viewport={"width": 390, "height": 800})
    x, y = place(opened, "GlowNet")
    touch = opened.page.context.new_cdp_session(opened.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        named = [{"x": left, "y": top, "id": number} for number, (left, top) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

    before = opened.page.evaluate("paperatlasGraph.shown.view.camera.scale")
    fingers("touchStart", (x - 20, y), (x + 20, y))
    fingers("touchMove", (x - 60, y), (x + 60, y))
    fingers("touchEnd")
    assert opened.page.evaluate("paperatlasGraph.shown.view.camera.scale") > before * 1.5

    opened.page.touchscreen.tap(*place(opened, "GlowNet"))
    assert heading(opened) == "GlowNet"


def test_what_is_selected_is_said_to_a_screen_reader(show: Show) -> None:
    opened = show(PAGE)

    opened.page.mouse.click(*place(opened, "GlowNet"))

    assert opened.page.locator(".hidden[role=status]").inner_text() == "GlowNet, model, 4 connections"
    assert "Map of 9 entities" in str(opened.page.locator("canvas.map").get_attribute("aria-label"))


def test_a_capped_graph_says_what_it_leaves_out(show: Show) -> None:
    opened = show(graph_page(NODES, EDGES, title="My papers", names=NAMES, most=3))

    assert "Showing the 3 most connected of 9 entities" in opened.page.locator(".details").inner_text()
    assert "3 of 9 entities" in opened.page.locator(".status").inner_text()


def test_a_page_that_embeds_the_graph_hears_which_edge_is_opened_and_which_page_is_asked_for(show: Show) -> None:
    data = PAGE.split('id="data">', 1)[1].split("</script>", 1)[0]
    host = f"""<!doctype html><style>{style()}</style><div id="here" style="height: 600px"></div>
      <script type="application/json" id="data">{data}</script><script>{script()}</script>
      <script>
        heard = [];
        for (const name of ["edgeopened", "pageasked"]) here.addEventListener(name, event => heard.push([name, event.detail]));
        graph = paperatlasGraph.mount(here, JSON.parse(document.getElementById("data").textContent), {{ pages: true }});
      </script>"""
    opened = show(host)

    opened.page.evaluate("graph.open('r1')")
    opened.page.get_by_role("button", name="Show the page").first.click()

    place = {
        "edge": "r1",
        "document": FIRST,
        "name": "glownet.pdf",
        "page": 3,
        "quote": "e1 evaluated_on e2.",
        "start": 10,
        "end": 30,
    }
    assert opened.page.evaluate("heard") == [["edgeopened", place], ["pageasked", place]]
    opened.page.evaluate("graph.end()")
    assert opened.page.locator("#here > *").count() == 0
    assert opened.complaints == []


@pytest.fixture
def partial(show: Show) -> Opened:
    """A page that shows two entities, and is given the whole when it asks for more."""
    drawn = GraphMap.of(NODES, EDGES, title="My papers", names=NAMES, years={FIRST: 2021}, known={})
    data = json.dumps([drawn.first(2), drawn.first()]).replace("<", "\\u003c")
    return show(f"""<!doctype html><style>{style()}</style><div id="here" style="height: 600px"></div>
      <script>{script()}</script><script>
      const [part, whole] = {data};
      const find = async words => whole.entities.filter(each => each.name.includes(words));
      asked = [];
      paperatlasGraph.shown = paperatlasGraph.mount(here, part, {{ find, more: async id => (asked.push(id), whole) }});
      </script>""")


def test_a_click_brings_in_what_an_entity_is_related_to_and_is_not_drawn_yet(partial: Opened) -> None:
    assert "showing 2 of 9 entities" in partial.page.locator(".status").inner_text()

    partial.page.mouse.click(*place(partial, "GlowNet"))

    partial.page.get_by_text("showing 8 of 9 entities").wait_for()
    assert heading(partial) == "GlowNet"
    assert "Réseau Ω" in partial.page.locator(".details").inner_text()
    partial.page.mouse.click(*place(partial, "GlowNet"))
    assert len(partial.page.evaluate("asked")) == 1
    assert partial.complaints == []


def test_a_name_that_is_not_drawn_is_found_and_brought_in(partial: Opened) -> None:
    partial.page.get_by_role("combobox").first.fill("Réseau")
    partial.page.get_by_text("not drawn yet").wait_for()
    partial.page.keyboard.press("Enter")

    partial.page.locator(".details h2", has_text="Réseau Ω").wait_for()


def test_years_filter_what_papers_say(partial: Opened) -> None:
    partial.page.mouse.click(*place(partial, "GlowNet"))
    partial.page.get_by_text("showing 8 of 9 entities").wait_for()
    partial.page.locator("summary", has_text="Years").click()

    partial.page.get_by_role("checkbox", name="2021").uncheck()

    assert "3 connections" in partial.page.locator(".status").inner_text()


def test_the_page_speaks_the_language_of_the_browser(show: Show) -> None:
    opened = show(PAGE, locale="pt-PT")

    assert "entidades" in opened.page.locator(".status").inner_text()


def test_an_empty_library_says_so(show: Show) -> None:
    opened = show(graph_page([], [], title="Empty", names={}))

    assert "No entity has been found" in opened.page.locator(".details").inner_text()
    assert opened.complaints == []
