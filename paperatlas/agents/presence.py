"""Whether a document speaks of what a question names at all: the rule that no similarity can outvote."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from paperatlas.agents.asked import Asked
from paperatlas.agents.terms import Term, covered, present, question_terms
from paperatlas.agents.verify.thesaurus import synonyms
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Searcher
from paperatlas.core.searching import Hit, Scope
from paperatlas.core.text import words
from paperatlas.core.types import Document

__all__ = ["Presence", "is_bibliography"]

_TELLING = 10.0
"""Nats. A capitalised word more common than this ("Table", "World", "North") names nothing by itself."""
_LONG = 5
"""Passages. In a shorter document a name may go without saying; in a longer one, what is never named is not treated."""
_LOOKS = 5
"""Passages in which a word is looked for: the lexical index ranks those that hold it first, references among them."""


class Presence:
    """Looks words up in documents, each once."""

    def __init__(self, searcher: Searcher, documents: Sequence[Document]) -> None:
        self._searcher = searcher
        self._documents = {document.id: document for document in documents}
        self._known: dict[tuple[DocumentId, str], bool] = {}

    def about(self, hits: Sequence[Hit]) -> Mapping[DocumentId, frozenset[str]]:
        """What each document found takes as said: its title and name, and the names in its abstract."""
        return {document: self.subject(document) for document in dict.fromkeys(hit.chunk.document for hit in hits)}

    def subject(self, document: DocumentId) -> frozenset[str]:
        """What one document takes as said."""
        known = self._documents.get(document)
        if known is None:
            return frozenset()
        names = (term.stem for term in question_terms(known.metadata.abstract) if term.is_name)
        return present(f"{known.title} {known.name}").union(names)

    def sift(self, terms: Sequence[Term], hits: Sequence[Hit]) -> tuple[tuple[Hit, ...], tuple[Term, ...]]:
        """The hits of the documents that mention all that the question names; where none does, all hits and what the
        best hit's document never mentions.
        """
        telling = [term for term in terms if _is_telling(term)]
        lacking = {document: self._lacking(telling, document, hits) for document in dict.fromkeys(h.chunk.document for h in hits)}
        kept = tuple(hit for hit in hits if not lacking[hit.chunk.document])
        if kept or not hits:
            return kept, ()
        fewest = min(hits, key=lambda hit: len(lacking[hit.chunk.document]))
        return tuple(hits), lacking[fewest.chunk.document]

    def absent_share(self, terms: Sequence[Term], document: DocumentId, hits: Sequence[Hit]) -> float:
        """The share of a question's weight that a long document never mentions; what it is about counts as mentioned."""
        subject = self.subject(document)
        asked = [term for term in terms if term.stem not in subject]
        absent = self._lacking(asked, document, hits)
        return sum(term.weight for term in absent) / sum(term.weight for term in terms) if absent else 0.0

    def unspoken(
        self, question: str, asked: Asked, terms: Sequence[Term], document: DocumentId, hits: Sequence[Hit]
    ) -> tuple[Term, ...]:
        """The things of a question ("the effect of tea") that a long document never speaks of, by that word or one that says the
        same: papers keep to the words of their field, so that what they treat is named at least once. What kind of thing is
        asked for ("the drawback", "the tool") goes without saying, but for a measure.
        """
        subject = self.subject(document)
        nouns = {word for before, word in pairwise(words(question)) if before in _BEFORE_A_NOUN}
        if asked.wanted != "amount":
            nouns -= {*asked.focus[-1:]}
        things = [term for term in terms if term.word in nouns and _is_a_thing(term) and term.stem not in subject]
        return tuple(term for term in self._lacking(things, document, hits) if not self._says_the_same(document, term))

    def _says_the_same(self, document: DocumentId, term: Term) -> bool:
        others = (other for word in synonyms(term.word) for other in question_terms(word))
        return any(self._mentions(document, other) for other in others)

    def _lacking(self, terms: Sequence[Term], document: DocumentId, hits: Sequence[Hit]) -> tuple[Term, ...]:
        known = self._documents.get(document)
        if known is None or known.chunks < _LONG:
            return ()
        have = present(f"{known.title} {known.name}")
        for hit in hits:
            if hit.chunk.document == document and not is_bibliography(hit.chunk.section):
                have |= present(hit.chunk.text)
        return tuple(term for term in terms if not covered((term,), have) and not self._mentions(document, term))

    def _mentions(self, document: DocumentId, term: Term) -> bool:
        key = document, term.stem
        if key not in self._known:
            hits = self._searcher.search(term.word, mode="lexical", limit=_LOOKS, scope=Scope(documents=(document,))).hits
            self._known[key] = any(
                covered((term,), present(hit.chunk.text)) for hit in hits if not is_bibliography(hit.chunk.section)
            )
        return self._known[key]


def is_bibliography(section: str) -> bool:
    """Whether a section lists other people's work: what is only named there is not spoken of."""
    return _BIBLIOGRAPHY.search(section.split(" > ", maxsplit=1)[0]) is not None


_BIBLIOGRAPHY = re.compile(r"^(?:\W|\d)*(?:references|bibliography|works cited|literature cited)\b", re.IGNORECASE)


_BEFORE_A_NOUN = frozenset("a an the of for on in from by with at per".split())
"""A word of weight that stands right after one of these is mostly a thing; what follows others may be a verb, which a paper puts
in its own way. A question in another language has none of them."""
_WEIGHTY = 9.0
"""Nats. What is said more often ("plan", "kind", "size") may go under many names."""


def _is_a_thing(term: Term) -> bool:
    return term.weight >= _WEIGHTY and not _is_telling(term) and not term.is_number


def _is_telling(term: Term) -> bool:
    return (term.is_name and term.weight >= _TELLING) or (term.is_number and len(term.word) > 2)
