"""What a document is in the graph."""

from dataclasses import replace

import pytest

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import (
    Entity,
    EntityId,
    Evidence,
    Extraction,
    GraphChange,
    GraphEdge,
    GraphNode,
    Member,
    Mention,
    Relation,
)
from paperatlas.core.types import Span
from paperatlas.graph.shape import document_graph, edge_id, predicate_type
from paperatlas.graph.stores.changes import check
from tests.fakes.graph_shelf import Statement, a_paper

USES: Statement = ("BERT", "uses", "Attention")
PLACE = Evidence(page=2, quote="BERT uses Attention.", span=Span(2, 10, 30))


def graph(
    *statements: Statement, text: str = "", relations: tuple[Relation, ...] = ()
) -> tuple[list[GraphNode], list[GraphEdge]]:
    document, chunk, extraction = a_paper("a", statements, text)
    extraction = replace(extraction, relations=extraction.relations + relations)
    nodes, edges = document_graph(document, [chunk], extraction, entities_of(extraction))
    return list(nodes), list(edges)


def entities_of(extraction: Extraction) -> dict[Member, Entity]:
    return {
        Member(extraction.document, at): Entity(id=EntityId(f"entity-{at}"), name=local.name, kind=local.kind)
        for at, local in enumerate(extraction.entities)
    }


def relation(**changes: object) -> Relation:
    said = Relation(head=1, predicate="uses", tail=2, evidence=PLACE, extractor="syntax", confidence=0.5)
    return replace(said, **changes)  # type: ignore[arg-type]


def typed(edges: list[GraphEdge], kind: str) -> list[GraphEdge]:
    return [edge for edge in edges if edge.type == kind]


def test_a_document_holds_its_passages_is_a_work_and_names_entities() -> None:
    nodes, edges = graph(USES)
    assert [(node.label, node.properties["title"]) for node in nodes if node.label != "Chunk"] == [
        ("Document", "On a"),
        ("Entity", "On a"),
        ("Entity", "BERT"),
        ("Entity", "Attention"),
    ]
    assert sorted((edge.type, edge.target) for edge in edges if edge.type != "HAS_CHUNK") == [
        ("IS", "entity-0"),
        ("MENTIONS", "entity-1"),
        ("MENTIONS", "entity-2"),
        ("USES", "entity-2"),
    ]


def test_every_node_and_edge_has_what_the_stores_ask_of_it() -> None:
    nodes, edges = graph(USES, ("BERT", "evaluated on", "GLUE"))
    documents = tuple({edge.document for edge in edges})
    check(GraphChange(documents=documents, nodes=tuple(nodes), edges=tuple(edges)))


def test_an_edge_carries_its_evidence_and_leaves_out_what_it_does_not_say() -> None:
    _, edges = graph(USES, relations=(relation(metric="F1", value="93.2"),))
    found = {len(edge.properties): edge.properties for edge in typed(edges, "USES")}
    assert {"metric", "value", "start", "end"} <= found[max(found)].keys()
    assert found[min(found)].keys() == {"id", "doc_id", "page", "chunk_id", "quote", "confidence", "extractor", "standing"}


def test_mentions_of_one_entity_in_one_passage_are_one_edge_with_their_count_and_weight() -> None:
    document, chunk, extraction = a_paper("a", [USES])
    again = Mention(
        entity=1, text="Bert", evidence=Evidence(page=3, quote="Bert", chunk=chunk.id), extractor="ner", confidence=1, weight=2.5
    )
    metadata = Mention(entity=2, text="Attention", evidence=Evidence(page=1, quote="Attention"), extractor="ner", confidence=1)
    extraction = replace(extraction, mentions=(*extraction.mentions, again, metadata))
    _, edges = document_graph(document, [chunk], extraction, entities_of(extraction))
    found = {edge.target: (edge.properties["count"], edge.properties["weight"]) for edge in typed(list(edges), "MENTIONS")}
    assert found == {"entity-1": (2, 3.5), "entity-2": (1, 1.0)}


def test_what_two_extractors_found_in_one_place_is_one_edge_and_the_surer_one() -> None:
    sure, unsure = relation(confidence=0.9, extractor="syntax"), relation(confidence=0.4, extractor="pattern")
    for order in ((sure, unsure), (unsure, sure)):
        _, edges = graph(USES, relations=order)
        assert [edge.properties["extractor"] for edge in typed(edges, "USES") if "start" in edge.properties] == ["syntax"]


@pytest.mark.parametrize(
    "other",
    [
        {"document": DocumentId("e")},
        {"head": EntityId("x")},
        {"tail": EntityId("x")},
        {"predicate": "extends"},
        {"evidence": replace(PLACE, span=Span(2, 40, 60))},
        {"evidence": replace(PLACE, span=None)},
        {"metric": "F1"},
        {"value": "93"},
    ],
)
def test_an_edge_s_id_tells_who_says_what_and_where(other: dict[str, object]) -> None:
    said = {"document": DocumentId("d"), "head": EntityId("h"), "predicate": "uses", "tail": EntityId("t"), "evidence": PLACE}
    assert edge_id(**said) == edge_id(**said)  # type: ignore[arg-type]
    assert edge_id(**(said | other)) != edge_id(**said)  # type: ignore[arg-type]


def test_an_edge_s_id_does_not_hang_on_how_the_passages_were_cut_or_how_sure_one_is() -> None:
    said = {"document": DocumentId("d"), "head": EntityId("h"), "predicate": "uses", "tail": EntityId("t")}
    assert edge_id(**said, evidence=PLACE) == edge_id(**said, evidence=replace(PLACE, quote="other words", boxes=()))


@pytest.mark.parametrize(
    ("predicate", "kind"),
    [("uses", "USES"), ("evaluated_on", "EVALUATED_ON"), ("is related to", "IS_RELATED_TO"), ("2-fold", "R_2_FOLD"), ("”", "R_")],
)
def test_a_predicate_is_a_type_that_needs_no_quoting(predicate: str, kind: str) -> None:
    assert predicate_type(predicate) == kind


def test_half_characters_of_broken_fonts_do_not_reach_a_store() -> None:
    nodes, _ = graph(USES, text="a \ud800 b")
    assert [node.properties["text"] for node in nodes if node.label == "Chunk"] == ["a ? b"]
