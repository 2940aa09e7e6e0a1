"""From what may be a name in each passage to the entities that a document knows."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from paperatlas.core.acronyms import definitions
from paperatlas.graph.extract.names import Candidate
from paperatlas.graph.extract.sameness import form_key, singular, without_head
from paperatlas.graph.extract.schema import Schema
from paperatlas.graph.extract.usage import Usage
from paperatlas.graph.extract.votes import Votes
from paperatlas.graph.extract.wording import is_shaped, rarest

__all__ = ["Group", "groups"]


@dataclass(slots=True)
class Group:
    """What a document names in one way or several."""

    forms: Counter[str] = field(default_factory=Counter)
    votes: Votes = field(default_factory=Votes)
    extractors: Counter[str] = field(default_factory=Counter)
    proper: int = 0
    """How often it was written like a name."""
    short: set[str] = field(default_factory=set)
    """Forms that the document defines as short for others."""
    long: set[str] = field(default_factory=set)
    """Forms that the document gives a short one for."""
    surname: set[str] = field(default_factory=set)
    """Words by which a person is called as well, which do not tell it from others in a library."""
    kind: str = "concept"

    @property
    def count(self) -> int:
        return self.forms.total()

    @property
    def name(self) -> str:
        """The form that says most: what is defined, or the most used; a longer one in case of doubt."""
        forms = [form for form in self.forms if form in self.long] or list(self.forms)
        return max(forms, key=lambda form: (self.forms[form], len(form), form))

    def take(self, other: "Group") -> None:
        self.forms += other.forms
        self.votes.take(other.votes)
        self.extractors += other.extractors
        self.proper += other.proper
        self.short |= other.short
        self.long |= other.long


_LONG_DOCUMENT = 1500
"""Words. In a paper what matters is said again; in an abstract or a record hardly anything is."""
_SURE = 1.0
"""Votes below which the kind stays open."""
_TOLD = 2.0
"""Votes for a technical kind that make a term of what is said once."""
_LABELLED = ("person", "organisation", "place")
_LABELLED_MOST = 1.5
"""Votes that these kinds can have in a paper, where mostly the parser's labels speak for them: what it takes once for a person,
as "Common Crawl", it does each time."""
_RARE = 12.5
"""Nats of the rarest word that do so too."""
_TERM_KINDS = frozenset({"dataset", "metric", "model", "task", "method", "material", "organism", "disease"})


def groups(
    passages: Sequence[Sequence[Candidate]],
    texts: Sequence[str],
    schema: Schema,
    usage: Usage,
    *,
    same: Iterable[tuple[str, str]] = (),
) -> list[Group]:
    """The names that a document has, in order of their first place; one of several forms is one.

    `same` are pairs of forms that the text gives for one thing: "X, also known as Y".
    """
    found: dict[str, Group] = {}
    for candidate in (each for passage in passages for each in passage):
        group = found.setdefault(form_key(candidate.text), Group())
        group.forms[candidate.text] += 1
        group.votes.take(candidate.votes)
        group.extractors[candidate.extractor] += 1
        group.proper += candidate.proper
    _join(found, ((form_key(one), form_key(other)) for one, other in same))
    _join(found, _same(found, texts))
    siblings = _listed(passages, texts)
    for key, group in found.items():
        group.kind = _kind(group, siblings.get(key, Votes()), schema, scholarly=usage.scholarly)
    brief = sum(len(text.split()) for text in texts) < _LONG_DOCUMENT
    kept = {id(group): group for group in found.values() if _is_name(group, usage, brief=brief)}
    taken = _surnames(list(kept.values()))
    return [group for group in kept.values() if group.short or group.surname or not taken.issuperset(group.forms)]


def _same(found: Mapping[str, Group], texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of keys of one name: of a short form and what it stands for, of a name with its kind or rank and without."""
    meant: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for each in definitions(text):
            meant[each.short.removesuffix("s") if each.short[:-1].isupper() else each.short][each.long] += 1
    for short, longs in sorted(meant.items()):
        long = min(longs, key=lambda form: (-longs[form], form))
        keys = form_key(short), form_key(long)
        if all(key in found for key in keys):
            found[keys[0]].short.add(short)
            found[keys[1]].long.update(form for form in found[keys[1]].forms)
            yield keys
    for key, group in found.items():
        form = next(iter(group.forms))
        rest = without_head(key, proper=_reads_proper(found, key)) if form.rsplit(" ", 1)[-1].islower() else ""
        if rest in found and (found[rest].proper or " " in rest or "-" in rest):
            yield rest, key
        if ", " in form and (plain := form_key(form.split(", ")[0])) in found:
            yield key, plain


def _reads_proper(found: Mapping[str, Group], key: str) -> bool:
    """Whether what stands before a key's last word is written like a name."""
    rest = found.get(key.rpartition(" ")[0])
    return rest is not None and 2 * rest.proper >= rest.count


def _join(found: dict[str, Group], pairs: Iterable[tuple[str, str]]) -> None:
    for one, other in list(pairs):
        kept, gone = found[one], found[other]
        if kept is not gone:
            kept.take(gone)
            for key, group in found.items():
                if group is gone:
                    found[key] = kept


def _listed(passages: Sequence[Sequence[Candidate]], texts: Sequence[str]) -> Mapping[str, Votes]:
    """For each key the votes of all that is listed with it: "MNLI, QNLI and the RTE task"."""
    votes: defaultdict[str, Votes] = defaultdict(Votes)
    for text, names in zip(texts, passages, strict=True):
        row: list[Candidate] = []
        for name in names:
            if row and not (row[-1].proper == name.proper and _LIST.fullmatch(text, row[-1].end, name.start)):
                _share(row, votes)
                row = []
            row.append(name)
        _share(row, votes)
    return votes


def _share(row: Sequence[Candidate], votes: defaultdict[str, Votes]) -> None:
    if len(row) > 1:
        for name in row:
            for other in row:
                if other is not name:
                    votes[form_key(name.text)].take(other.votes)


_LIST = re.compile(r",? (?:and|or) |, |/")


def _kind(group: Group, beside: Votes, schema: Schema, *, scholarly: bool) -> str:
    """A term is what its last word says; of other names the most that speaks for one kind."""
    last = group.name.rsplit(" ", 1)[-1]
    own = next((kind for form in (last, singular(last)) if (kind := schema.by_head.get(form))), "")
    if " " in group.name and last.islower() and own in _TERM_KINDS:
        return own
    votes = Votes(group.votes)
    for kind in _LABELLED if scholarly else ():
        if kind in votes:
            votes[kind] = min(votes[kind], _LABELLED_MOST)
    if votes.most < _SURE or (scholarly and set(votes) <= set(_LABELLED)):
        kind = beside.best(schema)
        votes[kind] += _SURE if beside.most >= _SURE else 0.0
    kind = votes.best(schema)
    return kind if votes[kind] >= _SURE else "concept"


def _is_name(group: Group, usage: Usage, *, brief: bool) -> bool:
    if group.short or group.long:
        return True
    name = group.name
    if 2 * group.proper >= group.count:
        if " " in name:
            return True
        if len(name) < 3 and not name.isupper():
            return False
        if is_shaped(name):
            return group.count > 1 or len(name) > 3 or group.kind != "concept"
        return bool(group.extractors["ner"]) or group.count > 1 or not usage.scholarly
    if not brief:
        return group.count > 1 and (" " in name or "-" in name or group.kind != "concept" or group.count > 3)
    if usage.scholarly:
        return " " in name or (group.kind in _TERM_KINDS and group.votes.most >= _TOLD) or rarest(name) >= _RARE
    return rarest(name) >= _RARE and (group.count > 1 or group.kind in _TERM_KINDS)


def _surnames(found: Sequence[Group]) -> set[str]:
    """Persons take over the single words of their names that stand alone; of several persons the one named first.

    Returns:
        Those words.
    """
    taken: set[str] = set()
    for person in found:
        if person.kind != "person" or " " not in person.name:
            continue
        for word in dict.fromkeys(word for form in person.forms for word in form.split(",")[0].split()):
            if len(word) > 2 and word[0].isupper() and word not in taken:
                taken.add(word)
                person.surname.add(word)
    return taken
