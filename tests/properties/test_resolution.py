"""What resolution gives depends on what is there, not on the order it came in, nor on what was resolved before."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.deciding import Decision
from paperatlas.core.knowledge import LocalEntity, Member
from paperatlas.graph.resolve.blocks import block_keys, tied_blocks
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.resolve import resolve
from paperatlas.graph.resolve.shapes import shape
from tests.fakes.members import document, named

NAMES = (
    "graph attention network; Graph Attention Networks; graph atention network; GAT; GATs; network of graph attention;"
    " general aptitude test; GPT-3; GPT-4; GPT4; generative pre-trained transformer; E. coli; Escherichia coli; Entamoeba coli;"
    " Python; Paris; University of Paris; Univ. of Paris; Paris University; USA; United States; tumour; tumor; Wei Wang; W. Wang;"
    " Wang, Wei; Yoshua Bengio; Y. Bengio; Yann Bengio; Deep learning; deep learning; Deep lerning; text summarization;"
    " text summarizing; M1; MiniMax-M1; …"
).split("; ")
CONTEXTS = ("jiawei han", "j. han", "maria rossi", "lecun", "2015", "2016", "goodfellow", "li zhang", "mila institute")
IDENTIFIERS = ("orcid:1", "orcid:2", "doi:10.1/a", "doi:10.1/b", "arxiv:1234.5678v1", "arxiv:1234.5678")
KINDS = ("method", "model", "concept", "organism", "place", "person", "organisation", "work", "gadget")

locals_ = st.builds(
    lambda name, kind, forms, identifiers, context: named(name, kind, *forms, identifiers=identifiers, context=context),
    st.sampled_from(NAMES),
    st.sampled_from(KINDS),
    st.lists(st.sampled_from(NAMES), max_size=2),
    st.lists(st.sampled_from(IDENTIFIERS), max_size=1),
    st.lists(st.sampled_from(CONTEXTS), max_size=3, unique=True),
)
libraries = st.lists(locals_, max_size=24).map(
    lambda each: {Member(document(at // 3), at % 3): local for at, local in enumerate(each)}
)
decisions_ = st.lists(
    st.one_of(
        st.builds(
            lambda verdict, names, kind, by: Decision(verdict=verdict, names=tuple(names), kind=kind, by=by),
            st.sampled_from(("merge", "split")),
            st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True),
            st.sampled_from(("", "method", "person")),
            st.sampled_from(("hand", "llm:m")),
        ),
        st.builds(
            lambda name, documents: Decision(verdict="split", names=(name,), documents=tuple(sorted(documents))),
            st.sampled_from(NAMES),
            st.lists(st.integers(0, 3).map(document), max_size=2, unique=True),
        ),
    ),
    max_size=3,
)

Members = Mapping[Member, LocalEntity]


def closure(start: Member, members: Members, decisions: Sequence[Decision]) -> Members:
    """What can be reached from a member over shared block keys."""
    reached, keys = {start}, set(block_keys(members[start]))
    while True:
        for tied in tied_blocks(decisions):
            if tied & keys:
                keys |= tied
        more = {member for member, local in members.items() if block_keys(local) & keys} - reached
        if not more:
            return {member: members[member] for member in reached}
        reached |= more
        keys.update(key for member in more for key in block_keys(members[member]))


@given(libraries, decisions_, st.randoms())
def test_the_order_of_members_and_decisions_does_not_matter(members, decisions, chance):
    shuffled_members, shuffled_decisions = list(members.items()), list(decisions)
    chance.shuffle(shuffled_members)
    chance.shuffle(shuffled_decisions)
    one, other = resolve(members, decisions), resolve(dict(shuffled_members), shuffled_decisions)
    assert one.entity_of == other.entity_of
    assert one.entities == other.entities
    assert one.doubts == other.doubts


@given(libraries, decisions_)
def test_what_a_member_reaches_is_resolved_as_the_whole_is(members, decisions):
    whole = resolve(members, decisions)
    entities = {entity.id: entity for entity in whole.entities}
    for start in members:
        part = resolve(closure(start, members, decisions), decisions)
        assert part.entity_of == {member: whole.entity_of[member] for member in part.entity_of}
        assert all(entity == entities[entity.id] for entity in part.entities)


@given(libraries, decisions_, st.data())
def test_documents_that_come_one_by_one_give_what_they_give_together(members, decisions, data):
    known: dict[Member, LocalEntity] = {}
    entity_of: dict[Member, str] = {}
    documents = data.draw(st.permutations(sorted({member.document for member in members})))
    for each in documents:
        new = {member: local for member, local in members.items() if member.document == each}
        known |= new
        for member in new:
            entity_of.update(resolve(closure(member, known, decisions), decisions).entity_of)
    assert entity_of == resolve(members, decisions).entity_of


@given(libraries, decisions_)
def test_ids_are_unique_and_every_member_has_one(members, decisions):
    resolution = resolve(members, decisions)
    ids = [entity.id for entity in resolution.entities]
    assert len(ids) == len(set(ids))
    assert resolution.entity_of.keys() == members.keys()
    assert set(resolution.entity_of.values()) == set(ids)


@given(libraries)
def test_links_join_all_members_of_an_entity_but_those_of_the_very_same_words(members):
    resolution = resolve(members)
    for entity in resolution.entities:
        held = {member for member, its in resolution.entity_of.items() if its == entity.id}
        said = {(members[member], member.number == 0 and member.document) for member in held}
        links = resolution.explain(entity.id)
        assert all({link.left, link.right} <= held for link in links)
        assert len(links) >= len({local for local, _ in said}) - 1


@given(st.text(max_size=40), st.sampled_from(Family))
def test_any_text_has_a_key_and_only_its_digits_as_numbers(name, family):
    its = shape(name, family)
    assert its.key
    assert block_keys(named(name, "method"))
    assert block_keys(named(name, "person"))
    assert block_keys(named(name, "work"))


@given(st.sampled_from(NAMES))
def test_case_and_joints_do_not_matter_to_words(name):
    if name[1:].islower():
        assert shape(name.upper().title(), Family.THING).key == shape(name.replace(" ", "-"), Family.THING).key
