"""Questions to a graph that is not a library's: its schema is all that is known of it."""

from collections.abc import Sequence

import kglite
import pytest

from paperatlas.core.graph_ports import GraphStore
from paperatlas.graph.cypher.foreign import Vocabulary, ask_schema, read_vocabulary
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.cypher.schema import read_schema
from paperatlas.graph.stores.kglite_engine import Snapshot

SECONDS = 5.0

SCRIPT = """
CREATE (rosa:Chef {name: 'Rosa Blum', born: 1961}), (ivan:Chef {name: 'Ivan Petrov', born: 1975}),
 (mia:Chef {name: 'Mia Chen', born: 1982}), (lea:Chef {name: 'Lea Ode', born: 1990}),
 (soup:Dish {title: 'Green Soup', invented: 1999, motto: 'Warm as home'}),
 (cake:Dish {title: 'Moon Cake', invented: 2005, motto: 'Round as the moon'}),
 (pie:Dish {title: 'Cook''s Pie', invented: 2012}),
 (rosa)-[:COOKED {portions: 4}]->(soup), (rosa)-[:COOKED {portions: 9}]->(cake), (ivan)-[:COOKED {portions: 2}]->(soup),
 (mia)-[:COOKED {portions: 1}]->(pie), (rosa)-[:CREATED]->(soup), (mia)-[:CREATED]->(cake),
 (ivan)-[:RATED {stars: 5, remark: 'Could be saltier'}]->(cake), (lea)-[:RATED {stars: 2, remark: 'Dull'}]->(cake),
 (lea)-[:RATED {stars: 3, remark: 'Good crust'}]->(pie),
 (ivan)-[:ADMIRES]->(rosa), (mia)-[:ADMIRES]->(rosa), (lea)-[:ADMIRES]->(mia)
""".replace("Cook''s", "Cook\\'s")


@pytest.fixture(scope="module")
def kitchen() -> tuple[GraphStore, Vocabulary]:
    kglite.set_query_warning_policy("silent")
    graph = kglite.KnowledgeGraph()
    graph.cypher(SCRIPT)
    store = Snapshot(graph)
    return store, read_vocabulary(store, read_schema(store, seconds=SECONDS), seconds=SECONDS)


def _rows(question: str, kitchen: tuple[GraphStore, Vocabulary]) -> Sequence[Sequence[object]]:
    store, words = kitchen
    query = ask_schema(question, words)
    assert query is not None, "not understood"
    return store.query(assert_read_only(query.cypher).text, query.parameters, limit=100, seconds=SECONDS).rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which dishes were invented in 1999?", [("Green Soup",)]),
        ("List all dishes invented after 2000.", [("Cook's Pie",), ("Moon Cake",)]),
        ("Which dishes were invented in the 2000s?", [("Moon Cake",)]),
        ("Find dishes that were invented between 1990 and 2006.", [("Green Soup",), ("Moon Cake",)]),
        ("Which chefs were born after 1970 and before 1985?", [("Ivan Petrov",), ("Mia Chen",)]),
        ("Which dishes have a motto containing the word 'moon'?", [("Moon Cake",)]),
        ("Which dishes have a motto that starts with 'Warm'?", [("Green Soup",)]),
        ("Who cooked 'Green Soup'?", [("Ivan Petrov",), ("Rosa Blum",)]),
        ("Who created the dish titled 'Green Soup'?", [("Rosa Blum",)]),
        ("Which dishes did Rosa Blum cook?", [("Green Soup",), ("Moon Cake",)]),
        ("List the dishes that have been cooked by chefs born before 1970.", [("Green Soup",), ("Moon Cake",)]),
        ("Who are the creators of dishes invented after 2000?", [("Mia Chen",)]),
        ("How many dishes has Rosa Blum cooked?", [(2,)]),
        ("How many different chefs have cooked 'Green Soup'?", [(2,)]),
        ("What are the average stars of dishes rated by chefs born after 1980?", [(2.5,)]),
        ("Who has cooked the most dishes?", [("Rosa Blum", 2)]),
        ("What are the 2 oldest chefs?", [("Ivan Petrov", 1975), ("Rosa Blum", 1961)]),
        ("Who is the youngest chef?", [("Lea Ode", 1990)]),
        ("Which chefs have cooked more than one dish?", [("Rosa Blum",)]),
        ("Which chefs have cooked and created the same dish?", [("Rosa Blum", "Green Soup")]),
        ("Which chefs have cooked or created a dish?", [("Ivan Petrov",), ("Mia Chen",), ("Rosa Blum",)]),
        ("Who has rated dishes but never cooked any?", [("Lea Ode",)]),
        ("Which dishes were rated with stars above 2?", [("Cook's Pie",), ("Moon Cake",)]),
        ("List all dishes with a 'Dull' remark.", [("Moon Cake",)]),
        ("What are the portions of Rosa Blum?", [("Green Soup", 4), ("Moon Cake", 9)]),
        ("Who admires Rosa Blum?", [("Ivan Petrov",), ("Mia Chen",)]),
        ("Whom does Lea Ode admire?", [("Mia Chen",)]),
        ("Which chefs have the most admirers?", [("Rosa Blum", 2)]),
    ],
)
def test_words_of_the_schema_make_the_query(question, rows, kitchen):
    assert sorted(_rows(question, kitchen)) == rows


@pytest.mark.parametrize(
    "question",
    [
        "Which dishes are vegetarian?",
        "What are the top 5 dishes?",
        "Who cooked 'Blue Soup'?",
        "Which dishes have the most votes?",
        "Which chefs have cooked and created dishes?",
        "Delete all dishes.",
        "Why?",
        "",
    ],
)
def test_a_word_that_the_schema_does_not_account_for_is_no_query(question, kitchen):
    assert ask_schema(question, kitchen[1]) is None


def test_values_are_parameters_and_never_part_of_the_query(kitchen):
    query = ask_schema("Which dishes have a motto containing '\" RETURN 1'?", kitchen[1])
    assert query is not None
    assert query.parameters == {"value0": '" RETURN 1'}
    assert "RETURN 1" not in query.cypher


def test_a_schema_is_read_with_counts_properties_and_samples(kitchen):
    schema = read_schema(kitchen[0], seconds=SECONDS)
    assert [(label.name, label.count) for label in schema.labels] == [("Chef", 4), ("Dish", 3)]
    rated = next(one for one in schema.relationships if one.type == "RATED")
    assert (rated.source, rated.target, rated.count) == ("Chef", "Dish", 3)
    assert 5 in rated.properties["stars"]
