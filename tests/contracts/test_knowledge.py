"""What the catalog promises of entities and relations: they go with their documents, and nothing is left to be done unsaid."""

from collections.abc import Iterator

import pytest

from paperatlas.catalog import Database, SqlCatalog, SqlKnowledge, SqlWriter
from paperatlas.core.deciding import Decision
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Extraction, Member
from tests.contracts.test_catalog import LAMPS, TIDES, entry, store
from tests.fakes.engines import Place
from tests.fakes.knowledge import extraction, local

RULES = "r-1"
HARBOUR, LAMP = local("Harbour", "place"), local("Amber Lamp", "material", "lamp")


@pytest.fixture
def database(place: Place) -> Iterator[Database]:
    database = place.database()
    database.create_or_migrate()
    yield database
    database.close()


@pytest.fixture
def writer(database: Database) -> Iterator[SqlWriter]:
    writer = SqlWriter(database, SqlCatalog(database))
    store(writer, TIDES, LAMPS)
    yield writer
    writer.close()


@pytest.fixture
def knowledge(database: Database) -> SqlKnowledge:
    return SqlKnowledge(database)


def said(writer: SqlWriter, document: DocumentId) -> Extraction:
    """Both papers speak of a harbour; each names something of its own."""
    first, second = (chunk.id for chunk in writer.catalog.chunks_of(document))
    own = LAMP if document == LAMPS.id else local("Spring Tide", "event")
    return extraction(
        document,
        [HARBOUR, own],
        mentions=[(1, first), (1, second), (2, second), (2, second)],
        relations=[(2, "part_of", 1, second)],
        title=f"On {document[:4]}",
    )


def put(writer: SqlWriter, *documents: DocumentId) -> None:
    with writer.transaction():
        for document in documents:
            found = said(writer, document)
            writer.knowledge.put(found, [{f"n {each.name}"} for each in found.entities], rules=RULES)


def resolve(writer: SqlWriter) -> dict[str, set[Member]]:
    """Members of one name are one entity; what was resolved, by name."""
    with writer.transaction():
        members = writer.knowledge.unresolved()
        ids = {member: EntityId(f"id {each.name}") for member, each in members.items()}
        entities = {ids[member]: Entity(id=ids[member], name=each.name, kind=each.kind) for member, each in members.items()}
        writer.knowledge.put_entities(ids, entities.values())
    touched: dict[str, set[Member]] = {}
    for member, each in members.items():
        touched.setdefault(each.name, set()).add(member)
    return touched


def names(knowledge: SqlKnowledge) -> set[str]:
    return {entity.name for entity in knowledge.all_entities()}


def test_an_extraction_comes_back_as_it_was_put(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id)
    assert knowledge.extraction(LAMPS.id) == said(writer, LAMPS.id)
    assert knowledge.extraction(TIDES.id) == Extraction(document=TIDES.id)


def test_documents_are_to_be_read_until_they_were_read_by_the_rules_of_today(writer: SqlWriter) -> None:
    assert set(writer.knowledge.unextracted(RULES)) == {LAMPS.id, TIDES.id}
    put(writer, LAMPS.id)
    assert writer.knowledge.unextracted(RULES) == [TIDES.id]
    assert len(writer.knowledge.unextracted("r-2")) == 2


def test_entities_count_their_mentions_and_documents(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    counts = {entity.name: (entity.mentions, entity.documents) for entity in knowledge.all_entities()}
    assert counts["Harbour"] == (4, 2)
    assert counts["Amber Lamp"] == (2, 1)
    assert knowledge.all_entities()[0].name == "Harbour"


def test_an_entity_is_found_by_each_of_its_forms(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id)
    resolve(writer)
    assert knowledge.named({"amber lamp", "lamp", "nothing"}) == {
        "amber lamp": ("id Amber Lamp",),
        "lamp": ("id Amber Lamp",),
    }


def test_entities_can_be_asked_for_by_kind_and_by_document(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    assert [entity.name for entity in knowledge.all_entities(kind="place")] == ["Harbour"]
    assert "Spring Tide" not in {entity.name for entity in knowledge.all_entities(document=LAMPS.id)}


def test_relations_are_between_entities_and_name_their_document(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    stated = knowledge.relations(entities=[EntityId("id Harbour")])
    assert {(each.head, each.predicate, each.tail, each.document) for each in stated} == {
        ("id Amber Lamp", "part_of", "id Harbour", LAMPS.id),
        ("id Spring Tide", "part_of", "id Harbour", TIDES.id),
    }
    assert [each.document for each in knowledge.relations(document=LAMPS.id)] == [LAMPS.id]
    assert len(knowledge.relations(entities=[EntityId("id Amber Lamp")])) == 1


def test_passages_know_their_entities_and_how_much_they_are_about_them(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    whole = knowledge.incidence()
    told: dict[str, dict[str, float]] = {}
    for row, column, weight in zip(whole.rows, whole.columns, whole.weights, strict=True):
        told.setdefault(whole.chunks[row], {})[whole.entities[column]] = float(weight)
    lamps, tides = ([chunk.id for chunk in writer.catalog.chunks_of(document)] for document in (LAMPS.id, TIDES.id))
    assert told == {
        lamps[0]: {"id Harbour": 1.0},
        lamps[1]: {"id Harbour": 1.0, "id Amber Lamp": 2.0},
        tides[0]: {"id Harbour": 1.0},
        tides[1]: {"id Harbour": 1.0, "id Spring Tide": 2.0},
    }


def test_only_what_a_new_document_touches_is_resolved_anew(writer: SqlWriter) -> None:
    put(writer, LAMPS.id)
    resolve(writer)
    put(writer, TIDES.id)
    touched = resolve(writer)
    assert touched["Harbour"] == {Member(LAMPS.id, 1), Member(TIDES.id, 1)}
    assert "Amber Lamp" not in touched
    assert not writer.knowledge.is_unresolved()


def test_a_document_takes_its_entities_along_and_leaves_those_that_others_name(
    writer: SqlWriter, knowledge: SqlKnowledge
) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    with writer.transaction():
        writer.forget(LAMPS.id)
    resolve(writer)
    assert names(knowledge) == {"Harbour", "Spring Tide", f"On {TIDES.id[:4]}"}
    with writer.transaction():
        writer.forget(TIDES.id)
    resolve(writer)
    assert knowledge.all_entities() == ()
    assert knowledge.relations() == ()
    assert len(knowledge.incidence().rows) == 0


def test_the_store_is_told_of_what_changed_and_of_nothing_else(writer: SqlWriter) -> None:
    put(writer, LAMPS.id)
    resolve(writer)
    with writer.transaction():
        writer.knowledge.settle()
    put(writer, TIDES.id)
    resolve(writer)
    assert writer.knowledge.pending_documents(10) == [TIDES.id]
    assert "id Amber Lamp" not in writer.knowledge.pending_entities()
    assert "id Harbour" in writer.knowledge.pending_entities()


def test_the_store_is_told_of_documents_whose_entities_became_others(writer: SqlWriter) -> None:
    put(writer, LAMPS.id)
    resolve(writer)
    with writer.transaction():
        writer.knowledge.settle()
    member = Member(LAMPS.id, 1)
    with writer.transaction():
        writer.knowledge.touch_blocks(["n Harbour"])
        assert set(writer.knowledge.unresolved()) == {member}
        port = Entity(id=EntityId("id Port"), name="Port", kind="place")
        writer.knowledge.put_entities({member: port.id}, [port])
    assert writer.knowledge.pending_documents(10) == [LAMPS.id]
    assert writer.knowledge.pending_entities() == ["id Harbour", "id Port"]


def test_a_document_that_is_put_anew_is_known_anew(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    put(writer, LAMPS.id)
    resolve(writer)
    with writer.transaction():
        writer.put(entry(LAMPS))
    assert LAMPS.id in writer.knowledge.unextracted(RULES)
    assert writer.knowledge.pending_documents(10) == [LAMPS.id]
    resolve(writer)
    assert knowledge.all_entities() == ()


def test_a_failure_is_kept_with_its_reason(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    with writer.transaction():
        writer.knowledge.put(Extraction(document=LAMPS.id), (), rules=RULES, failure="ValueError: odd")
    assert knowledge.failures() == {LAMPS.id: "ValueError: odd"}
    assert LAMPS.id not in writer.knowledge.unextracted(RULES)


def test_decisions_are_kept_in_their_order_and_have_their_names_resolved_anew(writer: SqlWriter, knowledge: SqlKnowledge) -> None:
    merge = Decision(verdict="merge", names=("BERT", "bert-base"))
    split = Decision(verdict="split", names=("Paris",), kind="person")
    put(writer, LAMPS.id)
    resolve(writer)
    with writer.transaction():
        writer.knowledge.put_decisions([merge, split], ["n Harbour"])
    assert knowledge.decisions() == (merge, split)
    assert set(resolve(writer)) == {"Harbour"}
    with writer.transaction():
        writer.knowledge.put_decisions([split], [])
    assert knowledge.decisions() == (split,)


def test_what_is_tied_is_resolved_together(writer: SqlWriter) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    with writer.transaction():
        writer.knowledge.touch_blocks(["n Amber Lamp"])
        assert len(writer.knowledge.unresolved()) == 1
        ties = [frozenset({"n Harbour", "n Spring Tide"}), frozenset({"n Amber Lamp", "n Harbour"})]
        assert set(writer.knowledge.unresolved(ties)) == {
            Member(LAMPS.id, 1),
            Member(LAMPS.id, 2),
            Member(TIDES.id, 1),
            Member(TIDES.id, 2),
        }


def test_new_rules_of_resolution_touch_everything(writer: SqlWriter) -> None:
    put(writer, LAMPS.id, TIDES.id)
    resolve(writer)
    with writer.transaction():
        writer.knowledge.touch_all("resolution 2")
        assert len(writer.knowledge.unresolved()) == 6
    assert writer.knowledge.resolved_by() == "resolution 2"
