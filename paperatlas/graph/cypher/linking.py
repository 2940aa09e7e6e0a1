"""Which entities a question names: one look-up of all its word sequences, the longest that is a name wins."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rapidfuzz import fuzz, process

from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.knowledge import Entity, EntityId
from paperatlas.core.naming import name_key
from paperatlas.core.text import fold
from paperatlas.graph.cypher.lexicon import kinds_of_noun, reserved_words

__all__ = ["Candidate", "Linked", "link"]

How: TypeAlias = Literal["quoted", "exact", "plural", "part", "typo"]

_LONGEST = 12
"""Words of a name: titles of papers are the longest; further words of a title are not needed to know it."""
_CANDIDATES = 5
"""Entities kept for one name: beyond that a name is a common word."""
_PLURAL = 0.9
"""How sure a name is that differs in number: "transformers" is the Transformer, "BERTs" rarely anything else."""
_FOLDED = 0.95
"""How sure a name is that differs in case or joints."""
_RIVAL = 0.8
"""What an entity of the same name loses against one that is mentioned more."""
_PART = 0.8
"""How sure a name is that is given in part: several may go by it."""
_KIND = 0.5
"""What an entity loses whose kind is not the one the question gives it ("the dataset X")."""
_TYPO_CUTOFF = 86.0
"""Similarity (0 to 100) from which a word is a misspelt name: one wrong letter of seven, two of fifteen."""
_TYPO_SHORTEST = 5
"""Letters of a name that may be misspelt: BERT and BART, GPT and GAT are neighbours by nature."""

_ARTICLES = frozenset("the a an our their its this these such".split())
_LONGEST_GUESS = 5
"""Words of a misspelt name: each more is one more comparison with all names."""
_WORD = re.compile(r"[^\W_]+(?:[-–./+@#&’'][^\W_]+)*[+#]*")
_QUOTED = re.compile(r"[\"“”„«]([^\"“”„«»]+)[\"“”»]|(?<!\w)['‘]([^'‘’]+(?:['’]\w[^'‘’]*){0,20})['’](?!\w)")
_DIGITS = re.compile(r"\d+")


class Candidate(NamedTuple):
    """An entity that may be meant."""

    entity: Entity
    score: float
    """0 to 1; best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A name in a question and the entities that bear it."""

    start: int
    """Offsets into the question, half-open."""
    end: int
    text: str
    how: How
    candidates: tuple[Candidate, ...]

    @property
    def entity(self) -> Entity:
        """The likeliest."""
        return self.candidates[0].entity

    @property
    def ids(self) -> tuple[EntityId, ...]:
        """Of all that may be meant; best first."""
        return tuple(candidate.entity.id for candidate in self.candidates)


class _Sequence(NamedTuple):
    """Words in a row, as a name might be."""

    start: int
    end: int
    text: str
    quoted: bool
    words: int


def link(question: str, knowledge: Knowledge, *, typos: bool = True) -> tuple[Linked, ...]:
    """The entities that a question names, in its order; none overlap.

    Two reads of `knowledge` however long the question is. Only when nothing is named exactly, or something is left that is
    written as a name, and unless `typos` is off, are its words compared with all names.
    """
    sequences = list(_sequences(question))
    keys = {sequence: _keys(sequence.text) for sequence in sequences}
    ids = knowledge.named({key for found in keys.values() for key, _ in found})
    entities = knowledge.entities({one for found in ids.values() for one in found[:_CANDIDATES]})
    named = [linked for sequence in sequences if (linked := _exact(sequence, keys[sequence], ids, entities, question))]
    chosen = _without_overlap(named)
    left = _left(sequences, chosen) if typos else []
    if not left:
        return chosen
    return tuple(sorted((*chosen, *_guessed(left, knowledge, question)), key=lambda one: one.start))


def _left(sequences: Sequence[_Sequence], chosen: Sequence[Linked]) -> list[_Sequence]:
    """What else may be a name: beside names that are known, only what is written as one."""
    free = [one for one in sequences if all(one.end <= other.start or one.start >= other.end for other in chosen)]
    if not chosen:
        return free
    return [one for one in free if one.quoted or (one.start > 0 and one.text[0].isupper() and one.text[-1].isalnum())]


def _sequences(question: str) -> Iterator[_Sequence]:
    quoted = [(match.start(), match.end(), match.start(group), match[group]) for match, group in _quotes(question)]
    for start, end, _, text in quoted:
        yield _Sequence(start, end, text.strip(" .,?!"), quoted=True, words=len(text.split()))
    words = [match for match in _WORD.finditer(question) if not any(start <= match.start() < end for start, end, *_ in quoted)]
    for first in range(len(words)):
        for last in range(first, min(first + _LONGEST, len(words))):
            if last > first and re.search(r"[?!;,\"“”]", question[words[last - 1].end() : words[last].start()]):
                break
            start, end = words[first].start(), words[last].end()
            if fold(words[first].group()) in _ARTICLES:
                break  # keys have none: the name begins after it
            if _may_be_name(words[first : last + 1]):
                yield _Sequence(start, end, question[start:end], quoted=False, words=last - first + 1)


def _quotes(question: str) -> Iterator[tuple[re.Match[str], int]]:
    for match in _QUOTED.finditer(question):
        yield match, 1 if match[1] is not None else 2


def _may_be_name(words: Sequence[re.Match[str]]) -> bool:
    """A name is not made of the question's own words alone, unless it is written as a name."""
    reserved = reserved_words()
    return any(fold(word.group()) not in reserved or (word.start() > 0 and _is_acronym(word.group())) for word in words)


def _ends_in_own_word(sequence: _Sequence) -> bool:
    """Whether it begins or ends with a word of the question's own: as a guess it is worse than what is left without that."""
    words = fold(sequence.text).split()
    return not sequence.quoted and (sequence.words > _LONGEST_GUESS or bool(reserved_words() & {words[0], words[-1]}))


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _keys(text: str) -> tuple[tuple[str, How], ...]:
    """The keys under which a name may be known: as written, and in the singular."""
    bare = re.sub(r"['’]s?$", "", text)
    key = name_key(bare)
    if not key:
        return ()
    return ((key, "exact"), *((singular, "plural") for singular in _singulars(key)))


def _singulars(key: str) -> Iterator[str]:
    """The other number of a key: of "gans" "gan", of "policies" "policy", of "benches" "bench", of "gan" "gans"."""
    if key.endswith("ies") and len(key) > 4:
        yield f"{key[:-3]}y"
    if key.endswith("es") and len(key) > 4:
        yield key[:-2]
    if key.endswith("s") and not key.endswith("ss") and len(key) > 3:
        yield key[:-1]
    elif not key.endswith("s") and len(key) > 2:
        yield f"{key}s"


def _exact(
    sequence: _Sequence,
    keys: Iterable[tuple[str, How]],
    ids: Mapping[str, Sequence[EntityId]],
    entities: Mapping[EntityId, Entity],
    question: str,
) -> Linked | None:
    for key, how in keys:
        found = [entities[one] for one in ids.get(key, ())[:_CANDIDATES] if one in entities]
        if not found:
            continue
        sure = _PLURAL if how == "plural" else 1.0
        return _linked(sequence, "quoted" if sequence.quoted else how, [(entity, sure) for entity in found], question)
    return None


def _linked(sequence: _Sequence, how: How, found: Sequence[tuple[Entity, float]], question: str) -> Linked:
    hinted = _hinted_kinds(question, sequence)
    most = max(entity.mentions for entity, _ in found) or 1
    candidates = []
    for entity, sure in found:
        score = sure
        if how in {"exact", "quoted"} and sequence.text not in (entity.name, *entity.aliases):
            score *= _FOLDED
        score *= _RIVAL + (1 - _RIVAL) * entity.mentions / most
        if hinted and entity.kind not in hinted:
            score *= _KIND
        candidates.append(Candidate(entity, round(score, 4)))
    candidates.sort(key=lambda one: (-one.score, -one.entity.mentions, one.entity.name, one.entity.id))
    return Linked(start=sequence.start, end=sequence.end, text=sequence.text, how=how, candidates=tuple(candidates))


def _hinted_kinds(question: str, sequence: _Sequence) -> frozenset[str]:
    """The kinds that the question gives a name: "the dataset X", "X dataset"."""
    before = re.search(r"(\w+)(?: (?:called|named|titled))?\W*$", question[: sequence.start])
    after = re.match(r"\W*(\w+)", question[sequence.end :])
    kinds: set[str] = set()
    for beside in (before, after):
        if beside and not (beside is before and _is_plural_list(question, beside)):
            kinds.update(kinds_of_noun(fold(beside[1])))
    return frozenset(kinds)


def _is_plural_list(question: str, beside: re.Match[str]) -> bool:
    """Whether a noun asks: "which datasets BERT uses" does not call BERT one."""
    return beside[1].lower().endswith("s") or bool(
        re.search(rf"\b(?:which|what|many)\s+{re.escape(beside[1])}", question, re.IGNORECASE)
    )


def _without_overlap(named: Collection[Linked], *, surest_first: bool = False) -> tuple[Linked, ...]:
    """Quoted names first, then the longest, then the surest; of guesses the surest first."""

    def rank(one: Linked) -> tuple[float, ...]:
        length, doubt = one.start - one.end, -one.candidates[0].score
        return (one.how != "quoted", *((doubt, length) if surest_first else (length, doubt)), one.start)

    chosen: list[Linked] = []
    for linked in sorted(named, key=rank):
        if all(linked.end <= other.start or linked.start >= other.end for other in chosen):
            chosen.append(linked)
    return tuple(sorted(chosen, key=lambda one: one.start))


def _guessed(sequences: Sequence[_Sequence], knowledge: Knowledge, question: str) -> tuple[Linked, ...]:
    """Names that are written in part (a person's last name, a title up to its colon) or not as they should be."""
    names, parts = _all_names(knowledge.all_entities())
    keys = list(names)
    found = []
    for sequence in sequences:
        key = name_key(sequence.text)
        if _ends_in_own_word(sequence):
            continue
        if key in parts:
            found.append(_linked(sequence, "part", [(entity, _PART) for entity in parts[key][:_CANDIDATES]], question))
        elif len(key) >= _TYPO_SHORTEST:
            near = process.extract(key, keys, scorer=fuzz.ratio, score_cutoff=_TYPO_CUTOFF, limit=_CANDIDATES)
            # Another number is another thing, however like the rest is.
            alike = [(name, ratio) for name, ratio, _ in near if _DIGITS.findall(name) == _DIGITS.findall(key)]
            best = {entity.id: (entity, ratio / 100) for name, ratio in reversed(alike) for entity in names[name]}
            if best:
                found.append(_linked(sequence, "typo", list(best.values())[-_CANDIDATES:], question))
    return _without_overlap(found, surest_first=True)


def _all_names(entities: Iterable[Entity]) -> tuple[dict[str, list[Entity]], dict[str, list[Entity]]]:
    """Entities by the keys of their names that are long enough to be misspelt, and by the part that they go by."""
    names: dict[str, list[Entity]] = {}
    parts: dict[str, list[Entity]] = {}
    for entity in entities:
        for key in {name_key(form) for form in (entity.name, *entity.aliases)}:
            if len(key) >= _TYPO_SHORTEST:
                names.setdefault(key, []).append(entity)
        head, colon, _ = entity.name.partition(":")
        if entity.kind == "person" and " " in entity.name:
            parts.setdefault(name_key(entity.name).rsplit(" ", 1)[-1], []).append(entity)
        elif entity.kind == "work" and colon:
            parts.setdefault(name_key(head), []).append(entity)
    return names, parts
