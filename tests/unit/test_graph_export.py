import csv
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import kglite
import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.errors import InputError, LibraryDamaged
from paperatlas.core.knowledge import GraphNode, Value
from paperatlas.graph.view.export import FORMATS, export
from tests.fakes.graphs import FIRST, FORMULA, MARKUP, entity, said, small_graph

NODES, EDGES = small_graph()

anything = st.text(st.characters(exclude_categories=[]), max_size=30)
"""Also control characters, halves of surrogate pairs, quotes and line ends."""


def load_cypher(script: str) -> kglite.KnowledgeGraph:
    graph = kglite.KnowledgeGraph()
    # At line feeds alone: a name may hold other signs that Python takes for the end of a line.
    for statement in script.split("\n"):
        if statement:
            graph.cypher(statement.removesuffix(";"))
    return graph


def nodes_in(graph: kglite.KnowledgeGraph) -> dict[str, tuple[list[str], dict[str, object]]]:
    rows = graph.cypher("MATCH (n) RETURN n.id AS id, labels(n) AS labels, properties(n) AS said").to_list()
    return {row["id"]: (row["labels"], row["said"]) for row in rows}


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def stated(properties: Mapping[str, Value]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in properties.items()}


def test_a_cypher_script_gives_kglite_the_same_graph(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.cypher")

    graph = load_cypher((tmp_path / "graph.cypher").read_text(encoding="utf-8"))

    assert nodes_in(graph) == {node.id: ([node.label], stated(node.properties)) for node in NODES}
    rows = graph.cypher("MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS type, b.id AS b, properties(r) AS said").to_list()
    # kglite gives the type of an edge among its properties as well.
    assert {row["said"].pop("id"): (row["a"], row["said"].pop("type"), row["b"], row["said"]) for row in rows} == {
        edge.id: (edge.source, edge.type, edge.target, {name: value for name, value in edge.properties.items() if name != "id"})
        for edge in EDGES
    }
    assert len(rows) == len(EDGES)


def test_running_a_cypher_script_again_changes_nothing(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.cypher")
    script = (tmp_path / "graph.cypher").read_text(encoding="utf-8")

    graph = load_cypher(script + script)

    assert graph.cypher("MATCH (n) RETURN count(n) AS many").to_list() == [{"many": len(NODES)}]
    assert graph.cypher("MATCH ()-[r]->() RETURN count(r) AS many").to_list() == [{"many": len(EDGES)}]


def test_a_cypher_script_makes_ids_unique_before_it_looks_for_them(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.cypher")

    lines = (tmp_path / "graph.cypher").read_text(encoding="utf-8").splitlines()

    constraints = [number for number, line in enumerate(lines) if line.startswith("CREATE CONSTRAINT")]
    assert [lines[number].split()[2] for number in constraints] == ["Chunk_id", "Document_id", "Entity_id"]
    assert max(constraints) < min(number for number, line in enumerate(lines) if "MATCH" in line)


def test_an_edge_to_nowhere_is_not_left_out_of_a_cypher_script_in_silence(tmp_path: Path) -> None:
    with pytest.raises(LibraryDamaged, match="edge r1 ends at gone"):
        export([entity("e1", "a")], [said("r1", "e1", "USES", "gone")], tmp_path / "graph.cypher")


@given(text=anything)
def test_no_name_breaks_out_of_its_string_in_a_cypher_script(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("cypher") / "graph.cypher"
    export([entity("e1", text)], [], path)

    graph = load_cypher(path.read_bytes().decode("utf-8"))

    assert nodes_in(graph)["e1"][1]["name"] == sound(text)


def test_graphml_is_read_by_networkx_with_types_and_parallel_edges(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.graphml")

    graph = nx.read_graphml(tmp_path / "graph.graphml")

    assert set(graph.nodes) == {node.id for node in NODES}
    assert {key for _, _, key in graph.edges(keys=True)} == {edge.id for edge in EDGES}
    assert graph.nodes["e4"]["name"] == MARKUP
    assert graph.nodes["e6"]["name"] == "It's a \\ back\nslash"
    assert json.loads(graph.nodes["e1"]["aliases"]) == ["glow net", "Glow-Net"]
    assert graph.edges["e1", "e2", "r1"] == {
        "label": "EVALUATED_ON",
        **stated(next(edge for edge in EDGES if edge.id == "r1").properties),
    }


@given(text=anything)
def test_graphml_is_well_formed_whatever_a_paper_prints(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("graphml") / "graph.graphml"
    export([entity("e1", text), entity("e2", "b")], [said("r1", "e1", "USES", "e2", quote=text)], path)

    graph = nx.read_graphml(path)

    printable = "".join(
        sign if sign in "\t\n\r" or (sign >= " " and sign not in "\ufffe\uffff") else "\ufffd" for sign in sound(text)
    )
    assert graph.nodes["e1"].get("name") == printable
    assert graph.edges["e1", "e2"].get("quote") == printable


def test_json_is_read_by_networkx_as_the_same_graph(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.json")

    graph = nx.node_link_graph(json.loads((tmp_path / "graph.json").read_text(encoding="utf-8")), edges="edges")

    assert dict(graph.nodes(data=True)) == {
        node.id: {name: value for name, value in (stated(node.properties) | {"label": node.label}).items() if name != "id"}
        for node in NODES
    }
    assert graph.edges["e1", "e2", "r2"]["quote"] == 'It\'s not evaluated on "Mossbank".'
    assert graph.edges["e1", "e2", "r2"]["type"] == "EVALUATED_ON"


def test_csv_tables_hold_every_node_and_edge_once(tmp_path: Path) -> None:
    written = export(NODES, EDGES, tmp_path / "graph.csv")

    assert written == (tmp_path / "graph-nodes.csv", tmp_path / "graph-edges.csv")
    nodes, edges = map(table, written)
    assert [row["id"] for row in nodes] == [node.id for node in NODES]
    assert [(row["source"], row["type"], row["target"]) for row in edges] == [
        (edge.source, edge.type, edge.target) for edge in EDGES
    ]
    assert [row["name"] for row in nodes if row["id"] == "e6"] == ["It's a \\ back\nslash"]
    assert [row["confidence"] for row in edges if row["id"] == "r3"] == ["0.4"]


def test_a_folder_gets_the_two_tables(tmp_path: Path) -> None:
    assert export(NODES, EDGES, tmp_path) == (tmp_path / "nodes.csv", tmp_path / "edges.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["edges.csv", "nodes.csv"]


def test_a_zip_holds_the_same_tables_as_a_folder(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.zip")
    export(NODES, EDGES, tmp_path)

    with zipfile.ZipFile(tmp_path / "graph.zip") as archive:
        assert archive.namelist() == ["nodes.csv", "edges.csv"]
        assert {name: archive.read(name) for name in archive.namelist()} == {
            name: (tmp_path / name).read_bytes() for name in archive.namelist()
        }


@given(sign=st.sampled_from("=+-@\t\r\n＝＋－＠"), rest=st.text(max_size=10))
def test_no_cell_of_a_table_is_a_formula(tmp_path_factory: pytest.TempPathFactory, sign: str, rest: str) -> None:
    folder = tmp_path_factory.mktemp("csv")
    export([entity("e1", sign + rest), entity("e2", FORMULA)], [], folder)

    assert all(row["name"].startswith("'") for row in table(folder / "nodes.csv"))


def test_a_number_below_zero_stays_a_number_in_a_table(tmp_path: Path) -> None:
    export([entity("e1", "a", mentions=-3)], [], tmp_path)

    assert [row["mentions"] for row in table(tmp_path / "nodes.csv")] == ["-3"]


def test_html_is_the_page_to_look_at(tmp_path: Path) -> None:
    export(NODES, EDGES, tmp_path / "graph.html", title="My papers", names={FIRST: "glownet.pdf"})

    page = (tmp_path / "graph.html").read_text(encoding="utf-8")
    assert "<title>My papers</title>" in page
    assert '"glownet.pdf"' in page


@pytest.mark.parametrize("suffix", [*FORMATS, ""])
def test_the_same_graph_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    targets = [tmp_path / f"{number}{suffix}" for number in (1, 2)]
    for target in targets:
        if not suffix:
            target.mkdir()
    first, second = (export(iter(NODES), iter(EDGES), target) for target in targets)

    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_an_unknown_format_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'\.docx'") as refused:
        export(NODES, EDGES, tmp_path / "graph.docx")

    assert all(suffix in refused.value.hint for suffix in FORMATS)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        export(NODES, EDGES, tmp_path / "nowhere" / "graph.json")


def test_what_fails_midway_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.json"
    path.write_text("the old one", encoding="utf-8")

    def failing() -> "list[GraphNode]":
        raise RuntimeError("the store is gone")

    with pytest.raises(RuntimeError):
        export((node for node in failing()), EDGES, path)

    assert path.read_text(encoding="utf-8") == "the old one"
    assert [each.name for each in tmp_path.iterdir()] == ["graph.json"]


def sound(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
