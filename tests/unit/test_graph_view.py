import base64
import hashlib
import json
import random
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.graph.view.map import GraphMap
from paperatlas.graph.view.page import graph_data, graph_page, script
from paperatlas.graph.view.scene import EVIDENCE_A_LINE, Line, compose
from tests.fakes.graphs import FIRST, MARKUP, NAMES, SECOND, entity, said, small_graph

NODES, EDGES = small_graph()


class _Page(HTMLParser):
    """The elements of a page, and the text of those that hold data, script and style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, str] = {}
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = str(dict(attrs).get("type") or tag)

    def handle_data(self, data: str) -> None:
        self.raw[self._open] = self.raw.get(self._open, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def line_between(lines: tuple[Line, ...], *ends: str) -> Line:
    return next(line for line in lines if line.ends == ends)


def test_what_several_sentences_say_of_two_entities_is_one_line() -> None:
    line = line_between(compose(NODES, EDGES).lines, "e1", "e2")

    assert [edge.id for edge in line.evidence] == ["r1", "r2"]


def test_both_directions_are_one_line() -> None:
    edges = [said("r1", "e1", "USES", "e2"), said("r2", "e2", "USES", "e1")]

    scene = compose([entity("e1", "a"), entity("e2", "b")], edges)

    assert [line.ends for line in scene.lines] == [("e1", "e2")]
    assert scene.entities[0].degree == 1


def test_what_is_asserted_comes_before_what_is_surer_and_denied() -> None:
    edges = [said("r1", "e1", "USES", "e2", confidence=0.9, standing="negated"), said("r2", "e1", "USES", "e2", confidence=0.5)]

    (line,) = compose([entity("e1", "a"), entity("e2", "b")], edges).lines

    assert [edge.id for edge in line.evidence] == ["r2", "r1"]


def test_a_line_keeps_the_surest_evidence_and_counts_the_rest() -> None:
    edges = [said(f"r{number:03}", "e1", "USES", "e2", confidence=number / 100) for number in range(EVIDENCE_A_LINE + 5)]

    (line,) = compose([entity("e1", "a"), entity("e2", "b")], edges).lines

    assert (len(line.evidence), line.left_out) == (EVIDENCE_A_LINE, 5)
    assert line.evidence[0].id == f"r{EVIDENCE_A_LINE + 4:03}"


def test_the_most_related_are_chosen_and_the_rest_is_counted() -> None:
    scene = compose(NODES, EDGES, most=3)

    assert [drawn.node.id for drawn in scene.entities] == ["e1", "e2", "e3"]
    assert (scene.all_entities, scene.all_lines) == (9, 6)
    assert [line.ends for line in scene.lines] == [("e1", "e2"), ("e1", "e3")]


def test_papers_of_an_entity_are_those_that_name_it_most_first() -> None:
    drawn = {entity.node.id: entity for entity in compose(NODES, EDGES).entities}

    assert [(place.document, place.count, place.page) for place in drawn["e1"].appearances] == [(FIRST, 5, 2), (SECOND, 1, 1)]
    assert [place.document for place in drawn["e5"].appearances] == [SECOND]  # named in a relation, in no passage


@given(seed=st.integers(0, 10_000))
def test_the_scene_does_not_depend_on_the_order_of_the_stream(seed: int) -> None:
    nodes, edges = NODES.copy(), EDGES.copy()
    random.Random(seed).shuffle(nodes)
    random.Random(seed).shuffle(edges)

    assert compose(nodes, edges) == compose(NODES, EDGES)


def test_a_relation_to_itself_and_one_to_nothing_are_no_lines() -> None:
    edges = [said("r1", "e1", "USES", "e1"), said("r2", "e1", "USES", "gone")]

    assert compose([entity("e1", "a")], edges).lines == ()


def test_the_page_is_the_same_for_the_same_graph() -> None:
    pages = {graph_page(iter(NODES), iter(EDGES), title="T", names=NAMES) for _ in range(2)}

    assert len(pages) == 1


def test_the_page_holds_nothing_that_another_file_or_server_must_give() -> None:
    page = _Page(graph_page(NODES, EDGES, title="My papers", names=NAMES))

    assert not [attributes for _, attributes in page.tags if "src" in attributes or "href" in attributes]
    assert "@import" not in page.raw["style"]
    assert "url(" not in page.raw["style"]


def test_the_policy_of_the_page_lets_its_own_script_and_style_run_and_nothing_else() -> None:
    page = _Page(graph_page(NODES, EDGES, title="My papers", names=NAMES))

    (policy,) = [tag["content"] for name, tag in page.tags if tag.get("http-equiv") == "Content-Security-Policy"]

    def hashed(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    rules = dict(rule.strip().split(" ", 1) for rule in str(policy).split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": hashed(page.raw["script"]),
        "style-src": hashed(page.raw["style"]),
        "base-uri": "'none'",
        "form-action": "'none'",
    }


@given(
    text=st.text(st.characters(exclude_categories=[]), max_size=60) | st.sampled_from([MARKUP, "<!--<script>", "]]>", "\u2028"])
)
def test_no_name_and_no_quote_becomes_markup(text: str) -> None:
    nodes = [entity("e1", text, aliases=(text,)), entity("e2", "b", kind=text or "x")]
    page = _Page(graph_page(nodes, [said("r1", "e1", "USES", "e2", quote=text)], title=text, names={FIRST: text}))

    plain = _Page(graph_page([], [], title="plain", names={}))
    data = json.loads(page.raw["application/json"])
    shown = text.encode("utf-8", "replace").decode("utf-8")
    assert [name for name, _ in page.tags] == [name for name, _ in plain.tags]
    assert data["lines"][0]["evidence"][0]["quote"] == shown
    assert data["documents"] == [{"id": FIRST, "name": shown}]


def test_the_script_takes_text_for_text() -> None:
    assert not re.findall(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|fetch\(|XMLHttp|import\(", script()
    )


def test_the_data_tells_how_a_line_is_read_from_its_ends() -> None:
    data = json.loads(json.dumps(graph_data(NODES, EDGES, title="T", names=NAMES)))

    names = [entity["name"] for entity in data["entities"]]
    (line,) = [line for line in data["lines"] if {names[end] for end in line["ends"]} == {"GlowNet", "Réseau Ω"}]
    (evidence,) = line["evidence"]
    head, tail = reversed(line["ends"]) if evidence.get("back") else line["ends"]
    assert (names[head], evidence["predicate"], names[tail]) == ("Réseau Ω", "extends", "GlowNet")


def test_known_places_are_kept() -> None:
    data = json.loads(
        json.dumps(graph_data(NODES, EDGES, title="T", names=NAMES, positions={"e1": (3.0, 4.0), "gone": (0.0, 0.0)}))
    )

    assert [(entity["x"], entity["y"]) for entity in data["entities"] if entity["id"] == "e1"] == [(3.0, 4.0)]


def test_an_empty_library_has_a_page_too() -> None:
    data = json.loads(_Page(graph_page([], [], title="Empty", names={})).raw["application/json"])

    assert (data["entities"], data["lines"], data["documents"]) == ([], [], [])


def graph_map(**known: tuple[float, float]) -> GraphMap:
    return GraphMap.of(NODES, EDGES, title="T", names=NAMES, years={FIRST: 2021}, known=known)


def test_a_map_shows_a_part_of_itself_with_everything_in_its_place() -> None:
    whole, part = graph_map().first(), graph_map().first(3)

    places = {each["id"]: (each["x"], each["y"]) for each in whole["entities"]}  # type: ignore[attr-defined]
    assert len(part["entities"]) == 3  # type: ignore[arg-type]
    assert all(places[each["id"]] == (each["x"], each["y"]) for each in part["entities"])  # type: ignore[attr-defined]
    assert {"id": FIRST, "name": NAMES[FIRST], "year": 2021} in whole["documents"]  # type: ignore[operator]


def test_a_map_whose_places_are_known_is_the_same_again() -> None:
    made = graph_map()

    again = GraphMap.of(NODES, EDGES, title="T", names=NAMES, years={FIRST: 2021}, known=made.places)

    assert again.first() == made.first()


def test_what_is_not_on_the_map_stands_beside_what_is_and_is_as_large_as_it_is_related() -> None:
    nodes = [entity("e1", "a"), entity("e2", "b"), entity("e3", "c")]
    edges = [said("r1", "e1", "USES", "e2"), said("r2", "e2", "USES", "e3"), said("r3", "e3", "USES", "e1")]
    known = GraphMap.of(nodes[:2], edges[:1], title="T", names=NAMES, years={}, known={})

    part = known.part(nodes[1:], edges[1:])

    drawn = {each["name"]: each for each in part["entities"]}  # type: ignore[attr-defined]
    assert (drawn["b"]["x"], drawn["b"]["y"]) == known.places["e2"]
    assert (drawn["c"]["x"], drawn["c"]["y"]) != (drawn["b"]["x"], drawn["b"]["y"])
    assert drawn["c"]["degree"] == 2
    assert len(part["lines"]) == 1  # type: ignore[arg-type]
