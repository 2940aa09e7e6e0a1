"""What names are compared by: keys that spellings share, and what tells look-alikes apart."""

import pytest

from paperatlas.graph.resolve.blocks import block_keys
from paperatlas.graph.resolve.contrast import contrast
from paperatlas.graph.resolve.families import Family, family_of
from paperatlas.graph.resolve.people_names import compatible, person_name
from paperatlas.graph.resolve.shapes import shape
from paperatlas.graph.resolve.slips import slip
from paperatlas.graph.resolve.spelling import common_form
from tests.fakes.members import named


def key(name, family=Family.THING):
    return shape(name, family).key


@pytest.mark.parametrize(
    ("family", "names"),
    [
        (Family.THING, ["Mixture-of-Experts", "the mixture of experts", "Mixtures of Experts"]),
        (Family.THING, ["GPT-4", "GPT4", "gpt 4"]),
        (Family.THING, ["Llama-2-7B", "LLaMA 2 7B", "llama2-7b"]),
        (Family.THING, ["A100s", "A100"]),
        (Family.THING, ["Phase III trial", "phase 3 trials"]),
        (Family.THING, ["SQuAD", "SQuAD dataset", "the SQuAD benchmark"]),
        (Family.THING, ["graph attention network (GAT)", "Graph Attention Networks"]),
        (Family.LIVING, ["TNF-α", "TNF alpha", "TNFα", "TNF-alpha protein"]),
        (Family.LIVING, ["CO₂", "CO2"]),
        (Family.LIVING, ["Alzheimer's disease", "Alzheimer disease", "Alzheimer’s"]),
        (Family.ORGANISATION, ["Google", "Google Inc.", "Google, LLC"]),
        (Family.ORGANISATION, ["University of Oxford", "Univ. of Oxford", "The University of Oxford"]),
        (Family.PLACE, ["St. Louis", "Saint Louis"]),
    ],
)
def test_spellings_of_a_name_share_its_key(family, names):
    assert len({key(name, family) for name in names}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ["M1-40k", "M1-80k", "M14-0k"],
        ["GPT-3", "GPT-3.5", "GPT-35", "GPT-4"],
        ["C", "C++", "C#"],
        ["A", "A*"],
        ["CO", "Co", "CO2"],
        ["CD4+", "CD4-8"],
        ["RL", "RL algorithm"],
        ["heart", "heart disease"],
        ["AIDS", "aid"],
        ["language", "language model"],
        ["World War I", "World War II", "World War"],
    ],
)
def test_what_tells_names_apart_stays_in_the_key(names):
    assert len({key(name, Family.LIVING) for name in names}) == len(names)


def test_a_name_of_signs_alone_has_a_key_of_its_own():
    assert key("…") != key("***") != ""


def test_british_and_american_plural_and_singular_are_one_word():
    pairs = "labelling labeling; tumours tumor; analyses analysis; fibres fiber; anaemia anemia; databases database; caches cache"
    for pair in pairs.split("; "):
        one, other = pair.split()
        assert common_form(one) == common_form(other), pair
    assert len({common_form(word) for word in "noise nose species special gas glass bus virus filling filing".split()}) == 10


LOOK_ALIKES = """
    supervised learning|unsupervised learning; hypotension|hypertension; nitrate|nitrite; left lobe|right lobe; GPT|GPT-3
    cis-butene|trans-butene; non-linear optics|linear optics; pre-operative|post-operative; L-alanine|D-alanine; IL-2|IL-6
    intracellular|intercellular; agonist|antagonist; precision|recall; encoder|decoder; hepatitis B|hepatitis C
"""


@pytest.mark.parametrize("pair", [pair.strip() for line in LOOK_ALIKES.split("\n") for pair in line.split(";") if pair.strip()])
def test_look_alikes_contrast(pair):
    one, other = (shape(name, Family.THING) for name in pair.split("|"))
    assert contrast(one, other)
    assert contrast(other, one)


@pytest.mark.parametrize("pair", ["graph attention|graph atention", "MiniMax-M1|M1", "T5|text-to-text transfer transformer"])
def test_what_may_be_one_does_not_contrast(pair):
    one, other = (shape(name, Family.THING) for name in pair.split("|"))
    assert not contrast(one, other)


def test_a_slip_makes_no_word_and_words_a_letter_apart_are_no_slips():
    def said(one, other):
        return slip(shape(one, Family.THING), shape(other, Family.THING))

    assert said("electromagnetic feild", "electromagnetic field") == "feild for field"
    assert said("knowlegde base", "knowledge base")
    for one, other in (
        ("causal", "casual"),
        ("neutron", "neuron"),
        ("adsorption", "absorption"),
        ("Hansen", "Hanson"),
        ("Table", "Tablet"),
    ):
        assert not said(f"{one} effect", f"{other} effect")


def test_names_of_people_are_read_in_any_order():
    for name in ("Geoffrey E. Hinton", "Hinton, Geoffrey E.", "Prof. Geoffrey E. Hinton"):
        assert person_name(name).key == "geoffrey e hinton"
    assert compatible(person_name("Hinton GE"), person_name("Geoffrey E. Hinton"))
    assert person_name("KAIMING HE").surname == "he"
    assert person_name("Müller, Jörg") == person_name("Joerg Mueller")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John Smith", "James Smith"),
        ("John A. Smith", "John B. Smith"),
        ("Martin Luther King Jr.", "Martin Luther King"),
        ("Henry Ford", "Henry Ford II"),
        ("George W. Bush", "George H. W. Bush"),
        ("Hans Hansen", "Hans Hanson"),
        ("Hinton", "Geoffrey Hinton"),
    ],
)
def test_names_that_cannot_be_of_one_person(one, other):
    assert not compatible(person_name(one), person_name(other))


def test_a_place_with_an_institution_in_its_name_is_an_organisation():
    assert family_of("place", "University of Oxford") is Family.ORGANISATION
    assert family_of("place", "Oxford") is Family.PLACE
    assert family_of("gadget", "Oxford") is Family.OPEN


def test_blocks_are_narrow():
    """Names that share a word, or how they begin, share no block: else one paper would touch the whole library."""
    names = ["neural network", "neural machine translation", "neural architecture search", "network pruning", "neuron"]
    keys = [block_keys(named(name)) for name in names]
    assert all(one.isdisjoint(other) for at, one in enumerate(keys) for other in keys[at + 1 :])
