"""A summary of one paper in its own sentences: contribution first, then method, data, result and limit."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.agents import refuse
from paperatlas.agents.look import Found
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.state import Draft, Proof, Statement
from paperatlas.agents.terms import Term, covered, question_terms
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import match_key, sentences
from paperatlas.core.types import Block, BlockKind, Document, ParsedDocument

__all__ = ["summarise"]

MOST_SENTENCES = 6
MOST_CHARACTERS = 1150
"""What fits a paragraph that is read in one go, marks not counted."""
_CONFIDENT = 0.9
"""A paper that is there can be summarised; what remains is doubt about which paper is meant."""

_ROLES: tuple[tuple[str, float, re.Pattern[str]], ...] = tuple(
    (name, weight, re.compile(pattern, re.IGNORECASE))
    for name, weight, pattern in (
        (
            "contribution",
            3.0,
            (
                r"\b(?:we|this (?:paper|work|article|study|report)|our (?:paper|work))\b[^.]{0,40}?\b"
                r"(?:propos|introduc|present|describ|develop|releas|show|stud|investigat|explor|address|report|examin|analy[sz]"
                r"|review|survey|provid|design|offer)"
            ),
        ),
        (
            "method",
            1.5,
            r"\b(?:methods?|models?|approach|architecture|algorithm|framework|based on|consists? of|us(?:es|ing)|trained)\b",
        ),
        ("data", 1.0, r"\b(?:data ?sets?|corpus|corpora|benchmarks?|participants|samples?|annotated|tasks?)\b"),
        (
            "result",
            2.0,
            (
                r"\b(?:results?|outperform\w*|achiev\w*|improv\w*|state[- ]of[- ]the[- ]art|found|find that|show\w* that"
                r"|demonstrat\w*|significant\w*)\b|\d+(?:\.\d+)?\s?%"
            ),
        ),
        ("limit", 0.7, r"\b(?:however|limitations?|future work|remains?|challeng\w*|not yet|only)\b"),
    )
)
"""What a summary must say, what each part is worth, and the words by which a sentence that says it is known."""
_OWN = re.compile(r"\b(?:we|our|this (?:paper|work|article|study|report))\b", re.IGNORECASE)
_OPENING_SENTENCES = 40
"""About two pages: where a document has neither abstract nor introduction, what it is about is said there."""
_CLOSING = re.compile(r"\b(?:conclusions?|concluding|discussion|summary)\b", re.IGNORECASE)
_ABSTRACT = re.compile(r"\babstract\b", re.IGNORECASE)
_OPENING = re.compile(r"\bintroduction\b", re.IGNORECASE)
_NEWS = 20.0
_NAMED = 4.0
"""What saying all there is to say, and naming all of the title, is worth beside the roles."""
_BACKGROUND = 0.5
"""What a sentence before the paper first speaks of itself counts for: that part of an abstract is about the field."""
_PART_WEIGHT = {"abstract": 1.0, "closing": 0.6, "opening": 0.4}
"""An abstract says in one sentence what the other parts say in three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    text: str
    proof: Proof
    part: str
    order: int
    is_background: bool

    @property
    def roles(self) -> frozenset[str]:
        return frozenset(name for name, _, pattern in _ROLES if pattern.search(self.text))


def summarise(found: Found, documents: Sequence[Document], source: Source) -> Draft:
    """The proven summary of the paper that is meant, or a refusal when it is not in the library."""
    wanted = _paper(found)
    parsed = source.parsed(wanted) if wanted else None
    if wanted is None or parsed is None:
        return _not_here(found, documents)
    subject = question_terms(f"{parsed.metadata.title} {found.question.text}")
    chosen = _choose(list(_candidates(wanted, parsed)), subject)
    statements = tuple(Statement(text=re.sub(r"\s+", " ", c.text), proofs=(c.proof,)) for c in chosen)
    draft = prove(Draft(statements=statements, confidence=_CONFIDENT), source)
    return draft if draft.statements else _not_here(found, documents)


def _paper(found: Found) -> DocumentId | None:
    """The paper that the question names; else that of the best passage."""
    scoped = found.plan.scope.documents
    if scoped:
        return scoped[0]
    return found.hits[0].chunk.document if found.hits else None


def _not_here(found: Found, documents: Sequence[Document]) -> Draft:
    if not found.hits:
        return refuse.unanswered(0.0, None, "")
    place, title = refuse.place_of(found.hits[0], documents)
    return refuse.unanswered(0.1, place, title)


def _candidates(document: DocumentId, parsed: ParsedDocument) -> Iterable[_Candidate]:
    """The sentences of abstract and conclusion; of the introduction where there is no abstract; of the opening pages where
    there is neither.
    """
    parts: dict[str, list[_Candidate]] = {"abstract": [], "closing": [], "opening": [], "": []}
    order, begun = 0, set[str]()
    abstract = match_key(parsed.metadata.abstract)
    for page in parsed.pages:
        for block in page.blocks:
            if block.span is None or block.kind not in {BlockKind.PARAGRAPH, BlockKind.ABSTRACT, BlockKind.LIST}:
                continue
            text = page.text[block.span.start : block.span.end]
            part = _part(block, abstract)
            for start, end in sentences(text):
                begin, order = block.span.start + start, order + 1
                quote = text[start:end]
                proof = Proof(
                    document=document, page=page.number, section=block.section, quote=quote, start=begin, end=begin + len(quote)
                )
                if len(quote.split()) > 4 and not quote[0].islower():
                    begun |= {part} if _OWN.search(quote) else set()
                    candidate = _Candidate(text=quote, proof=proof, part=part, order=order, is_background=part not in begun)
                    parts[part].append(candidate)
    if parts["abstract"]:
        return [*parts["abstract"], *parts["closing"]]
    return [*parts["opening"], *parts["closing"]] or parts[""][:_OPENING_SENTENCES]


def _part(block: Block, abstract: str) -> str:
    """Which part of the paper a block belongs to. Not every abstract has a heading: those are known by their text."""
    top = block.section.split(" > ")[0]
    if block.kind is BlockKind.ABSTRACT or _ABSTRACT.search(top) or (match_key(block.text) or "-") in abstract:
        return "abstract"
    if _CLOSING.search(top):
        return "closing"
    return "opening" if _OPENING.search(top) else ""


def _choose(candidates: Sequence[_Candidate], subject: Sequence[Term]) -> list[_Candidate]:
    """Greedy maximum coverage of what the paper says and of the roles a summary has, within the room there is.

    Contribution first, then the abstract in its own order, then the rest in theirs.
    """
    chosen: list[_Candidate] = []
    count = _Worth(candidates, subject)
    room = MOST_CHARACTERS
    while len(chosen) < MOST_SENTENCES:
        fitting = [candidate for candidate in candidates if candidate not in chosen and len(candidate.text) <= room]
        if not fitting:
            break
        best = max(fitting, key=count.worth)
        count.say(best)
        chosen.append(best)
        room -= len(best.text) + 1
    first = next((c for c in sorted(chosen, key=lambda c: (c.part != "abstract", c.order)) if "contribution" in c.roles), None)
    return sorted(chosen, key=lambda c: (c is not first, c.part != "abstract", c.order))


class _Worth:
    """What a sentence adds to those already chosen."""

    def __init__(self, candidates: Sequence[_Candidate], subject: Sequence[Term]) -> None:
        self._subject = subject
        self._said: set[str] = set()
        self._roles: set[str] = set()
        self._weights: dict[str, float] = {}
        for candidate in candidates:
            for term in question_terms(candidate.text):
                self._weights[term.stem] = self._weights.get(term.stem, 0.0) + term.weight * _PART_WEIGHT.get(candidate.part, 0.4)
        self._total = sum(self._weights.values()) or 1.0

    def worth(self, candidate: _Candidate) -> float:
        """Share of what the paper's summary parts say and is not yet said, the roles not yet filled, and the subject named."""
        terms = {term.stem for term in question_terms(candidate.text)}
        new = _NEWS * sum(self._weights[stem] for stem in terms - self._said) / self._total
        role = sum(weight for name, weight, _ in _ROLES if name in candidate.roles - self._roles)
        named = _NAMED * covered([term for term in self._subject if term.stem not in self._said], terms)
        return (new + role + named) * _PART_WEIGHT.get(candidate.part, 0.4) * (_BACKGROUND if candidate.is_background else 1.0)

    def say(self, candidate: _Candidate) -> None:
        self._said |= {term.stem for term in question_terms(candidate.text)}
        self._roles |= candidate.roles
