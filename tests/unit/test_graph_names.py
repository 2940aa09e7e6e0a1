"""Which names a document has, of which kind, and where."""

import pytest

from paperatlas.core.errors import BadSetting
from paperatlas.core.knowledge import KINDS, Extraction
from paperatlas.core.types import Metadata, Reference
from paperatlas.graph.extract.extract import extract
from paperatlas.graph.extract.schema import default_schema, read_schema
from tests.fakes.extracting import extracted, kinds, told


def mentions(extraction: Extraction, name: str) -> list[str]:
    numbers = {at for at, entity in enumerate(extraction.entities) if name in entity.forms}
    return [mention.text for mention in extraction.mentions if mention.entity in numbers]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("We evaluate our parser on the Tidal Treebank dataset. We use Tidal Treebank.", "Tidal Treebank", "dataset"),
        ("We report results on TideBank and compare them with NorthBERT.", "TideBank", "dataset"),
        ("In this paper we fine-tune the NorthNet model on tide tables.", "NorthNet", "model"),
        ("NorthNet is a neural network that we train on tides.", "NorthNet", "model"),
        ("We measure quality by the TIDEX score of each answer.", "TIDEX", "metric"),
        ("We study patients with dermatosclerosis in this paper.", "dermatosclerosis", "disease"),
        ("This paper looks at named entity recognition in letters.", "named entity recognition", "task"),
        ("We use stochastic gradient descent in all experiments.", "stochastic gradient descent", "method"),
        ("Marja Lund was born in Oslo. She was a Norwegian painter.", "Oslo", "place"),
        ("The Silent Tide is a 1931 drama film directed by Marja Lund.", "The Silent Tide", "creation"),
        ("Marja Lund (born 1950) is a Norwegian painter.", "Marja Lund", "person"),
    ],
)
def test_a_name_has_the_kind_that_its_text_shows(text: str, name: str, kind: str) -> None:
    assert kinds(extracted(text))[name] == kind


def test_an_acronym_and_what_it_stands_for_are_one() -> None:
    found = extracted("We use a Tidal Language Model (TLM). The TLM is large. Two TLMs are trained on tides.")
    entity = next(entity for entity in found.entities if "TLM" in entity.forms)
    assert entity.name == "Tidal Language Model"
    assert mentions(found, "TLM") == ["Tidal Language Model", "TLM", "TLM", "TLMs"]


def test_ways_of_writing_are_one_name_and_sizes_and_versions_are_not() -> None:
    text = (
        "We compare NorthBERT, NorthBERT-large, Tide-3 and Tide-4 on self-attention. Self attention and the self-attention"
        " mechanism help NorthBERT. Tide-3 is fast. NorthBERT-based models and Tide-4 are slow."
    )
    found = extracted(text)
    forms = {form: number for number, entity in enumerate(found.entities) for form in entity.forms}
    assert forms["self-attention"] == forms["Self attention"] == forms["self-attention mechanism"]
    assert len({forms["NorthBERT"], forms["NorthBERT-large"], forms["Tide-3"], forms["Tide-4"]}) == 4
    assert mentions(found, "NorthBERT") == ["NorthBERT", "NorthBERT", "NorthBERT"]


def test_what_is_no_name_is_left_out() -> None:
    text = (
        "As shown by Lund et al. (2018) and in Table 3, our model outperforms previous methods by 3.5 %. The results in"
        " Section 4.2 show good performance [12, 13] (Lund and Berg, 2019; see Figure 2). Let W1 = x2 + h and K ∈ Rd for"
        " several important cases. It was 2018."
    )
    assert kinds(extracted(text)) == {}


def test_every_further_place_of_a_name_is_a_mention() -> None:
    found = extracted(
        "We present NorthNet, a network for tides.", "Nothing here.", "All of it rests on NorthNet; NorthNet's gate opens."
    )
    assert mentions(found, "NorthNet") == ["NorthNet", "NorthNet", "NorthNet"]


def test_a_short_acronym_is_told_from_a_word_by_its_case() -> None:
    found = extracted("We use Agents in Decline (AID). First aid is not AID, and we aid nobody.")
    assert mentions(found, "AID") == ["Agents in Decline", "AID", "AID"]


def test_the_same_document_gives_the_same_extraction() -> None:
    text = "We train NorthNet and SouthNet on TideBank, TideQuiz and TideQA, with RMSProp and Adagrad."
    assert extracted(text) == extracted(text)


def test_a_record_is_about_what_its_title_names() -> None:
    metadata = Metadata(title="Marja Lund (painter)")
    found = extracted("Marja Elisa Lund (born 1950) is a Norwegian painter. Lund lives in Oslo.", metadata=metadata)
    entity = next(at for at, each in enumerate(found.entities) if at and "Marja Lund" in each.forms)
    assert found.entities[entity].kind == "person"
    assert {mention.text: mention.weight for mention in found.mentions} == {"Marja Elisa Lund": 5.0, "Lund": 5.0, "Oslo": 1.0}
    assert all(mention.entity == entity for mention in found.mentions if "Lund" in mention.text)


def test_a_record_that_does_not_say_its_title_mentions_it_all_the_same() -> None:
    found = extracted("It was shot in Oslo.", metadata=Metadata(title="The Silent Tide"))
    mention = next(mention for mention in found.mentions if mention.text == "The Silent Tide")
    assert (mention.weight, mention.evidence.span, mention.extractor) == (5.0, None, "metadata")


@pytest.mark.parametrize(
    "title", ["how we came to Oslo", "A long account of how the tide came to the town of Oslo one day in May"]
)
def test_a_title_that_names_no_thing_is_no_name_of_what_the_record_is_about(title: str) -> None:
    found = extracted("Marja Lund is a Norwegian painter.", "She lives by the sea.", metadata=Metadata(title=title))
    assert kinds(found) == {"Marja Lund": "person"}
    assert [mention.text for mention in found.mentions] == ["Marja Lund"]


def test_without_a_title_a_record_is_about_what_it_opens_with() -> None:
    found = extracted("The Silent Tide (Norwegian: Stille) is a 1931 film, also known as Quiet Water, shot in Oslo.")
    subject = next(entity for entity in found.entities if "The Silent Tide" in entity.forms)
    assert "Quiet Water" in subject.forms
    assert {mention.text: mention.weight for mention in found.mentions}["The Silent Tide"] == 5.0


def test_names_in_the_title_weigh_more() -> None:
    found = extracted("We train NorthNet and SouthNet on tides.", metadata=Metadata(title="NorthNet: Gates for Tides"))
    weights = {mention.text: mention.weight for mention in found.mentions}
    assert weights["NorthNet"] > weights["SouthNet"]


def test_another_language_gives_names_written_like_names() -> None:
    text = (
        "Wir zeigen, dass NorthNet (NN2) die Gezeiten besser vorhersagt als alle anderen Verfahren, die wir kennen, und dass"
        " NorthNet dabei weniger Strom braucht als SouthNet, wenn man beide auf denselben Daten trainiert."
    )
    found = kinds(extracted(text))
    assert {"NorthNet", "SouthNet"} <= found.keys()
    assert "Verfahren" not in found


def test_authors_affiliations_venue_and_references_are_related_to_the_work() -> None:
    metadata = Metadata(
        title="Gates for Tides",
        authors=("Marja Lund", "Per Berg"),
        affiliations=("University of Oslo",),
        author_affiliations=((0,), ()),
        venue="Proceedings of Tides 2020",
        arxiv_id="2001.00001v2",
        emails=("lund@uio.no",),
        year=2020,
    )
    cited = Reference(
        number=1, text="[1] P. Berg. Deep tides. 2018.", page=1, title="Deep tides", authors=("P. Berg",), doi="10.1/AB"
    )
    untold = Reference(number=2, text="[2] Ibid.", page=1)
    found = extracted("Gates for Tides", "Marja Lund, Per Berg", cited.text, metadata=metadata, references=[cited, untold])
    names = [entity.name for entity in found.entities]
    stated = {(names[each.head], each.predicate, names[each.tail]) for each in found.relations}
    assert stated == {
        ("Gates for Tides", "authored_by", "Marja Lund"),
        ("Gates for Tides", "authored_by", "Per Berg"),
        ("Marja Lund", "affiliated_with", "University of Oslo"),
        ("Gates for Tides", "published_in", "Proceedings of Tides 2020"),
        ("Gates for Tides", "cites", "Deep tides"),
    }
    by_name = {entity.name: entity for entity in found.entities}
    assert by_name["Gates for Tides"].identifiers == ("arxiv:2001.00001",)
    assert by_name["Deep tides"].identifiers == ("doi:10.1/ab",)
    assert by_name["Marja Lund"].identifiers == ("email:lund@uio.no",)
    assert "per berg" in by_name["Marja Lund"].context
    cites = next(each for each in found.relations if each.predicate == "cites")
    assert cites.evidence.quote == cited.text
    assert cites.evidence.span is not None


def test_relations_are_between_the_documents_entities() -> None:
    found = extracted(
        "We propose NorthNet, a network for tides. NorthNet outperforms SouthNet on TideBank.",
        metadata=Metadata(title="NorthNet: Gates for Tides"),
    )
    names = [entity.name for entity in found.entities]
    stated = {(names[each.head], each.predicate, names[each.tail]) for each in found.relations}
    assert ("NorthNet", "outperforms", "SouthNet") in stated


def test_an_empty_document_is_a_work_and_nothing_else() -> None:
    assert len(extract(*told("")).entities) == 1


def test_the_schema_has_the_kinds_of_the_graph() -> None:
    assert {kind.name for kind in default_schema().kinds} == set(KINDS)


def test_a_schema_laid_over_another_adds_kinds_and_words() -> None:
    schema = read_schema('[gadget]\nheads = "widget"\n[dataset]\nheads = "almanac"', over=default_schema())
    document, chunks = told("We fit the FX20 widget and evaluate it with the TideLog almanac in this paper.")
    found = kinds(extract(document, chunks, schema))
    assert (found["FX20"], found["TideLog"]) == ("gadget", "dataset")


@pytest.mark.parametrize("text", ["[gadget", "[gadget]\ncolour = 'red'", "gadget = 3"])
def test_a_schema_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(BadSetting):
        read_schema(text)
