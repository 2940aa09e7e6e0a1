"""Which verbs and nouns say which relation, and between which of their arguments. Data, read by one rule for all.

An argument is named by its role: the *agent* does it ("X uses", "is used by X"), the *theme* has it done ("uses X", "X is
used"), the others stand after a preposition. So active, passive, participle and relative clause need no entries of their own.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

__all__ = ["ADJECTIVES", "NOUNS", "VERBS", "Frame", "NounFrame", "fits"]


class Frame(NamedTuple):
    """A relation that a verb or an adjective states."""

    predicate: str
    head: tuple[str, ...]
    """Roles, tried in order: "agent", "theme" or prepositions."""
    tail: tuple[str, ...]
    confidence: float


class NounFrame(NamedTuple):
    """A relation that a noun states of what it is said of ("X is an extension of Y") and what its preposition leads to."""

    predicate: str
    prepositions: tuple[str, ...]
    confidence: float
    reverse: bool
    """The noun says what Y is to X: "the founder of Y" founded it, so that Y is founded_by X."""


_VERBS = (
    # predicate, head > tail, confidence, verbs
    "uses | agent > theme | .85 | use employ utilize utilise leverage adopt incorporate exploit integrate accomplish",
    "uses | agent > on | .8 | rely",
    "uses | agent > of | .8 | make",
    "uses | in > theme | .8 | use employ utilize utilise adopt incorporate integrate",
    "uses | theme > with | .7 | equip combine augment implement optimize optimise parameterize parameterise",
    "uses | theme > agent | .8 | power drive",
    "used_for | theme > for | .75 | use employ utilize utilise adopt apply design develop",
    "used_for | theme > to | .75 | apply",
    "extends | agent > theme | .85 | extend generalize generalise",
    "based_on | theme/agent > on/upon | .85 | base build",
    "based_on | theme > from | .8 | derive adapt initialize initialise distill distil",
    "based_on | theme > agent | .7 | inspire",
    "outperforms | agent > theme | .9 | outperform surpass exceed beat outscore outrank",
    "outperforms | agent > upon/over | .7 | improve",
    "compared_with | theme > with/to/against | .85 | compare contrast",
    "evaluated_on | theme/agent > on/over/against | .85 | evaluate test assess validate benchmark experiment",
    "evaluated_on | agent > on | .75 | achieve obtain attain reach perform score report yield set",
    "trained_on | theme/agent > on/over/from | .85 | train pretrain pre-train fine-tune finetune finetun fine-tun tune learn",
    "part_of | of/theme > agent | .8 | consist comprise contain",
    "part_of | of > theme | .8 | compose comprise",
    "part_of | theme > agent | .65 | include encompass",
    "part_of | agent > to | .75 | belong",
    "proposes | agent > theme | .85 | propose introduce develop release design devise invent publish unveil coin",
    "proposes | agent > theme | .7 | present",
    "supports | agent > theme | .8 | support",
    "causes | agent > theme | .85 | cause induce trigger provoke elicit",
    "causes | agent > to | .7 | lead",
    "causes | agent > in | .7 | result",
    "inhibits | agent > theme | .85 | inhibit suppress block downregulate antagonize antagonise impair",
    "activates | agent > theme | .8 | activate stimulate upregulate promote",
    "treats | agent > theme | .8 | treat cure alleviate",
    "treats | with > theme | .75 | treat",
    "associated_with | theme/agent > with/to | .85 | associate correlate link",
    # what encyclopaedias say
    "born_in | theme/agent > in/at/near | .9 | bear",
    "died_in | agent > in/at/near | .9 | die",
    "located_in | theme/agent > in/within/near | .85 | locate situate",
    "lives_in | agent > in | .8 | live reside dwell",
    "directed_by | theme > agent | .9 | direct",
    "written_by | theme > agent | .85 | write author pen",
    "composed_by | theme > agent | .85 | compose",
    "produced_by | theme > agent | .8 | produce manufacture",
    "created_by | theme > agent | .85 | create",
    "built_by | theme > agent | .8 | build construct",
    "performed_by | theme > agent | .85 | perform sing record",
    "published_by | theme > agent | .85 | publish",
    "founded_by | theme > agent | .9 | found establish",
    "discovered_by | theme > agent | .85 | discover",
    "stars | agent > theme | .85 | star",
    "stars | in > agent | .85 | star",
    "owned_by | theme > agent | .85 | own acquire",
    "led_by | theme > agent | .75 | lead head chair coach manage",
    "spouse | theme/agent > to | .85 | marry",
    "spouse | agent > theme | .85 | marry",
    "parent_of | agent > theme | .8 | father",
    "member_of | agent > theme | .75 | join",
    "member_of | agent > for | .75 | play",
    "educated_at | theme/agent > at/from | .85 | educate graduate study",
    "educated_at | agent > theme | .75 | attend",
    "works_for | agent > for/at | .8 | work",
    "works_for | theme > by | .8 | employ hire",
    "won | agent > theme | .8 | win",
    "named_after | theme > after/for | .85 | name",
    "part_of | theme > in | .6 | feature include",
    "succeeds | agent > theme | .8 | succeed",
)

_NOUNS = (
    # predicate, prepositions, confidence, nouns; "<" before the predicate: it runs the other way
    "extends | of/to | .85 | extension generalization generalisation",
    "based_on | of | .75 | variant adaptation modification derivative successor",
    "part_of | of | .85 | part component element module subset section subunit portion",
    "member_of | of | .85 | member",
    "is_a | of | .85 | type kind form sort class example instance case",
    "inhibits | of | .85 | inhibitor antagonist",
    "causes | of | .85 | cause",
    "outperforms | over | .6 | improvement",
    "located_in | in/of | .8 | city town village district suburb municipality river mountain commune neighborhood",
    "capital_of | of | .9 | capital",
    "child_of | of | .9 | son daughter child",
    "parent_of | of | .9 | father mother parent",
    "sibling_of | of | .9 | brother sister sibling",
    "spouse | of | .9 | wife husband spouse widow",
    "<founded_by | of | .85 | founder cofounder co-founder",
    "<directed_by | of | .85 | director",
    "<written_by | of | .85 | author writer",
    "<composed_by | of | .85 | composer",
    "<created_by | of | .85 | creator inventor",
    "<led_by | of | .8 | president chairman ceo leader head king queen emperor",
    "<produced_by | of | .8 | producer manufacturer",
)

_ADJECTIVES = (
    "outperforms | agent > than | .85 | better stronger faster superior",
    "outperforms | agent > to | .85 | superior",
    "compared_with | agent > with/to | .75 | comparable competitive",
    "associated_with | agent > with | .75 | associated correlated",
    "based_on | agent > on | .8 | based",
    "part_of | agent > in | .6 | included",
)

_NOT: Mapping[str, tuple[str, str]] = {
    # predicate: kinds that its head and its tail cannot be
    "uses": ("place event metric disease dataset", "person place event organisation disease"),
    "used_for": ("person place event organisation", "person place organisation dataset metric model work"),
    "extends": ("person place event organisation metric", "person place event organisation metric"),
    "supports": ("person place event metric", "person place event organisation metric"),
    "based_on": ("person place event organisation metric", "person place event organisation metric"),
    "outperforms": ("person place event dataset metric task", "person place event dataset metric task"),
    "compared_with": ("person place event", "person place event"),
    "evaluated_on": (
        "person place event organisation dataset metric task",
        "person place event organisation metric model method work",
    ),
    "proposes": ("", "person place event organisation metric disease"),
    "causes": ("person place model dataset metric work", "person place organisation model method dataset work"),
    "inhibits": ("person place", "person place organisation"),
    "part_of": ("metric work", "metric person work"),
    "is_a": ("metric", "person place"),
    "associated_with": ("work", "work"),
    "trained_on": ("person place event dataset metric task work", "person place event organisation metric"),
}


_ONLY: Mapping[str, tuple[str, str]] = {
    # predicate: kinds that its head and its tail must be of ("" for any): verbs that technical prose uses in other senses
    **dict.fromkeys(
        "directed_by written_by composed_by produced_by created_by built_by performed_by published_by founded_by discovered_by"
        " owned_by led_by".split(),
        ("", "person organisation"),
    ),
    **dict.fromkeys("spouse child_of parent_of sibling_of".split(), ("person", "person")),
    **dict.fromkeys("born_in died_in lives_in".split(), ("person", "place")),
    **dict.fromkeys("member_of works_for educated_at".split(), ("person", "organisation")),
    "proposes": ("person organisation work", ""),
    "located_in": ("place organisation creation event", "place"),
    "capital_of": ("place", "place"),
    "stars": ("creation concept", "person"),
    "won": ("person organisation creation", "event creation concept"),
    "succeeds": ("person organisation", "person organisation"),
    "named_after": ("", "person place organisation"),
}


def fits(predicate: str, head: str, tail: str) -> bool:
    """Whether a relation can hold between things of these kinds."""
    heads, tails = _NOT.get(predicate, ("", ""))
    if head in heads.split() or tail in tails.split():
        return False
    heads, tails = _ONLY.get(predicate, ("", ""))
    return (not heads or head in heads.split()) and (not tails or tail in tails.split())


def _frames(lines: tuple[str, ...]) -> Iterator[tuple[str, Frame]]:
    for line in lines:
        predicate, roles, confidence, words = (part.strip() for part in line.split("|"))
        head, tail = (tuple(part.strip().split("/")) for part in roles.split(">"))
        for word in words.split():
            yield word, Frame(predicate, head, tail, float(confidence))


def _by_word(lines: tuple[str, ...]) -> Mapping[str, tuple[Frame, ...]]:
    found: dict[str, tuple[Frame, ...]] = {}
    for word, frame in _frames(lines):
        found[word] = (*found.get(word, ()), frame)
    return found


def _noun_frames() -> Iterator[tuple[str, NounFrame]]:
    for line in _NOUNS:
        predicate, prepositions, confidence, words = (part.strip() for part in line.split("|"))
        for word in words.split():
            yield (
                word,
                NounFrame(predicate.lstrip("<"), tuple(prepositions.split("/")), float(confidence), predicate.startswith("<")),
            )


VERBS = _by_word(_VERBS)
ADJECTIVES = _by_word(_ADJECTIVES)
NOUNS: Mapping[str, NounFrame] = dict(_noun_frames())
