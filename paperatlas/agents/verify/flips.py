"""Whether the text says the contrary: opposites, denials and exchanged roles, counted together.

A sentence may turn another round twice and say the same ("B is slower than A", "A is faster than B"; "augmentation lowers the
error", "without augmentation the error rises"). So each predicate's turns are counted, and an odd number is a contradiction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from paperatlas.agents.verify.align import Alignment, Match
from paperatlas.agents.verify.denial import denials
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.frames import Frame, frames
from paperatlas.agents.verify.lexicon import Side, kin_of, sides_of
from paperatlas.agents.verify.words import Sentence, Word

__all__ = ["Flips", "flips"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flips:
    """What was found, as inputs of the model."""

    opposite: float
    """0 to 1: how surely a predicate is replaced by its contrary."""
    denied: float
    swapped: float
    agreed: float
    """How surely a predicate that has a contrary, or is denied, is said alike."""
    elsewhere: float
    """0 to 1: how surely the text says of something else what the claim says of its subject or object."""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class _Read:
    sentence: Sentence

    @cached_property
    def denials(self) -> tuple[frozenset[int], ...]:
        return denials(self.sentence)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        return frames(self.sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    kind: str
    sure: float
    reason: str


def flips(alignment: Alignment) -> Flips:
    claim, evidence = _Read(sentence=alignment.claim), [_Read(sentence=sentence) for sentence in alignment.evidence]
    shares = [alignment.covered(sentence=rank) for rank in range(len(evidence))]
    worst: dict[str, float] = {"opposite": 0.0, "denied": 0.0, "swapped": 0.0}
    agreed, elsewhere, findings = 0.0, 0.0, []
    for predicate in _predicates(claim, evidence, alignment):
        match = alignment.matches[predicate]
        if match is None:
            continue
        turns = list(_turns(predicate, match, claim, evidence[match.sentence], alignment))
        sure = shares[match.sentence]
        if len(turns) % 2:
            turn = turns[0]
            if sure * turn.sure > worst[turn.kind]:
                worst[turn.kind] = sure * turn.sure
                findings.append(Finding(kind=turn.kind, weight=sure * turn.sure, reason=turn.reason))
        else:
            agreed = max(agreed, sure)
    for frame in claim.frames:
        if (sure_named := _elsewhere(frame, claim, evidence, alignment)) is not None:
            sure, named = sure_named
            elsewhere = max(elsewhere, sure)
            findings.append(Finding(kind="subject", weight=0.8 * sure, reason=f"the text says so of “{named}”"))
    return Flips(**worst, agreed=agreed, elsewhere=elsewhere, findings=tuple(sorted(findings, key=lambda each: -each.weight)))


def _predicates(claim: _Read, text: Sequence[_Read], alignment: Alignment) -> Iterator[int]:
    """Words of the claim that can be turned round: verbs, words with a contrary, heads of what is denied."""
    compared = {frame.predicate for frame in claim.frames}
    for index in alignment.content:
        word = claim.sentence.words[index]
        if (
            (word.part == "VERB" and word.relation not in {"aux", "auxpass", "amod"})
            or sides_of(word)
            or index in compared
            or word.relation in {"ROOT", "acomp", "attr"}
            or _is_denied_alone(index, claim, text, alignment)
        ):
            yield index


def _is_denied_alone(index: int, claim: _Read, text: Sequence[_Read], alignment: Alignment) -> bool:
    """A noun with a denial of its own ("no effect", "without dropout"), here or there, that no verb of both governs."""
    word, match = claim.sentence.words[index], alignment.matches[index]
    if word.part not in {"NOUN", "PROPN"} or match is None:
        return False
    verb, said = alignment.matches[word.head], text[match.sentence]
    if verb is not None and verb.sentence == match.sentence and match.word in said.sentence.under(verb.word, without=_APART):
        return False
    here = any(claim.sentence.words[cue].head in {index, word.head} for cue in claim.denials[index])
    return here or bool(said.denials[match.word])


_APART = frozenset("advcl relcl conj parataxis".split())
"""Branches of a verb that are statements of their own."""


def _turns(predicate: int, match: Match, claim: _Read, text: _Read, alignment: Alignment) -> Iterator[_Turn]:
    mine, theirs = claim.sentence.words[predicate], text.sentence.words[match.word]
    exchange = _exchange(predicate, match, claim, text, alignment)
    if match.opposite and not (exchange and exchange.settles):
        yield _Turn(kind="opposite", sure=1.0, reason=f"the text says “{theirs.text}”, the claim says “{mine.text}”")
    if exchange and exchange.sure:
        yield _Turn(kind="swapped", sure=exchange.sure, reason="the text says it the other way round")
    if theirs.part == "ADP":
        return
    here, there = _denying(predicate, match, claim, text, alignment)
    if (len(here) + len(there)) % 2:
        cue, said = (min(here), claim.sentence) if here else (min(there), text.sentence)
        who = "claim" if here else "text"
        yield _Turn(kind="denied", sure=1.0, reason=f"only the {who} has “{said.words[cue].text}” to “{mine.text}”")


def _denying(
    predicate: int, match: Match, claim: _Read, text: _Read, alignment: Alignment
) -> tuple[frozenset[int], frozenset[int]]:
    """The denials of the predicate and of its arguments that both have, in the claim and in the text."""
    here, there = set(claim.denials[predicate]), set(text.denials[match.word])
    for index in claim.sentence.under(predicate, without=frozenset("conj cc advcl relcl parataxis punct".split())):
        other = alignment.matches[index]
        if other is not None and other.sentence == match.sentence:
            here |= claim.denials[index]
            there |= text.denials[other.word]
            if other.opposite and index != predicate and claim.sentence.words[index].relation != "advmod":
                here.add(index)
    return frozenset(here), frozenset(there)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Exchange:
    """How surely the two sides of a predicate have changed places; `settles` where that takes in a contrary predicate."""

    sure: float
    settles: bool


def _exchange(predicate: int, match: Match, claim: _Read, text: _Read, alignment: Alignment) -> _Exchange | None:
    """From the pair of frames that have most in common; None where there is none.

    In a comparison a contrary exchanges the sides once more: "A is slower than B", "B is faster than A".
    """
    best, most = None, 0.0
    for frame in claim.frames:
        if frame.predicate != predicate:
            continue
        for other in text.frames:
            if frame.oblique != other.oblique or (not frame.compares and not (frame.doer and frame.other and other.other)):
                continue  # "the error drops", "twenty nights lower the error": the same, with one side left out
            if not _alike(frame, other, match, claim.sentence, text.sentence):
                continue
            straight, crossed = _crossing(frame, other, match.sentence, alignment)
            settles = frame.compares and other.compares
            if settles and _contrary(claim.sentence.words[frame.predicate], text.sentence.words[other.predicate]):
                straight, crossed = crossed, straight
            if straight + crossed > most:
                most = straight + crossed
                best = _Exchange(sure=crossed / most if crossed > _CROSSED * straight else 0.0, settles=settles)
    return best


_CROSSED = 1.2
"""Times as much that has to have changed sides as has not."""


def _contrary(one: Word, other: Word) -> bool:
    mine, theirs = sides_of(one), sides_of(other)
    return not mine & theirs and bool(mine & {Side(axis, -sign) for axis, sign in theirs})


def _alike(frame: Frame, other: Frame, match: Match, claim: Sentence, text: Sentence) -> bool:
    """Whether two frames are of one predicate, or of one comparison."""
    if other.predicate == match.word:
        return True
    a, b = claim.words[frame.predicate], text.words[other.predicate]
    axes = {axis for axis, _ in sides_of(a)} & {axis for axis, _ in sides_of(b)}
    return bool(axes) or a.stem == b.stem or bool(kin_of(a) & kin_of(b))


def _crossing(frame: Frame, other: Frame, rank: int, alignment: Alignment) -> tuple[float, float]:
    """How much of the claim's sides stands on the same sides in the text, and how much on the other ones, in nats.

    Words on both sides tell nothing ("the error of A is lower than the error of B"); and where something has crossed in both
    directions, what stayed says only what they are compared in ("A costs a hundredth of B").
    """
    words = alignment.claim.words
    both = {words[index].stem for index in frame.doer} & {words[index].stem for index in frame.other}
    straight, crossed = [0.0, 0.0], [0.0, 0.0]
    sides = ((frame.doer, other.doer, other.other), (frame.other, other.other, other.doer))
    for side, (own, same, opposite) in enumerate(sides):
        for index in own:
            match = alignment.matches[index]
            if match is None or match.sentence != rank or words[index].stem in both:
                continue
            straight[side] += words[index].weight * (match.word in same)
            crossed[side] += words[index].weight * (match.word in opposite)
    return (0.0 if all(crossed) and not straight[0] else sum(straight)), sum(crossed)


def _elsewhere(frame: Frame, claim: _Read, evidence: Sequence[_Read], alignment: Alignment) -> tuple[float, str] | None:
    """What the text's predicate is said of, when it is nothing that the claim says it of, and how sure that is."""
    verb, match = claim.sentence.words[frame.predicate], alignment.matches[frame.predicate]
    found = None
    for rank, read in enumerate(evidence):
        for other in read.frames:
            same = (match is not None and (rank, other.predicate) == (match.sentence, match.word)) or (
                match is None and verb.lemma in _PLAIN and read.sentence.words[other.predicate].lemma == verb.lemma
            )
            if not same:
                continue
            pairs = _of_being(frame, other) if verb.lemma == "be" else _pairs(frame, other)
            apart = [stated for own, stated in pairs if not any(_stands_in(index, stated, rank, alignment) for index in own)]
            if not apart:
                return None
            words = [read.sentence.words[index] for index in sorted(apart[0])]
            found = found or (1.0 / len(pairs), read.sentence.text[words[0].start : words[-1].end])
    return found


_PLAIN = frozenset({"be", "have"})


def _of_being(frame: Frame, other: Frame) -> list[tuple[frozenset[int], frozenset[int]]]:
    """What "is" is said of: "the author is Lind" and "Lind is the author" are of the same."""
    stated = other.doer | other.other
    return [(frame.doer, stated)] if frame.doer and stated and not other.vague else []


def _pairs(frame: Frame, other: Frame) -> list[tuple[frozenset[int], frozenset[int]]]:
    """The sides of two frames that should be of the same things. One side alone may be either: "the error drops"."""
    if not frame.other or not other.other or not frame.doer or not other.doer:
        own, stated = frame.doer | frame.other, other.doer | other.other
        return [(own, stated)] if own and stated and not other.vague else []
    pairs = [(frame.other, other.other)]
    return pairs if other.vague else [(frame.doer, other.doer), *pairs]


def _stands_in(index: int, stated: frozenset[int], rank: int, alignment: Alignment) -> bool:
    match = alignment.matches[index]
    return match is not None and match.sentence == rank and match.word in stated
