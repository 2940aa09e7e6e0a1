"""One sentence of a model, held against what it rests on: kept, told in the paper's own words, or dropped."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.proof import Source
from paperatlas.agents.state import Statement
from paperatlas.agents.terms import present, question_terms
from paperatlas.agents.verify.lexicon import FUNCTION_WORDS
from paperatlas.agents.verify.words import read
from paperatlas.agents.write.cells import cell_fault
from paperatlas.agents.write.figures import unfounded
from paperatlas.agents.write.form import Said
from paperatlas.agents.write.keeping import hedges_lost, with_conditions
from paperatlas.agents.write.quotes import Located, locate
from paperatlas.agents.write.twisting import overstated, twisted
from paperatlas.core.ids import DocumentId
from paperatlas.core.orders import asks_about_orders, gives_orders, tainted, told_by_orders
from paperatlas.core.searching import Hit
from paperatlas.core.text import match_key, words
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.graph.extract.parser import is_english

__all__ = ["Bench", "Judged"]

_POINTER = re.compile(r"(?<!\s)\s*+[\[(](?:passages?|p)\s*\d+(?:\s*(?:,|and|;)\s*(?:passage\s*)?\d+)*[\])]", re.IGNORECASE)
_BRIEF = 4
"""Words below which a sentence is a value or a name: it says nothing by itself that a verifier could hold against a text."""
_WH = re.compile(r"^(?:and |but |so )?(?:which|what|who)\b", re.IGNORECASE)
_MOST = 600
"""Characters of a paper's own sentences that stand in for a model's: what is longer is no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What became of a sentence of the model."""

    said: str
    statement: Statement | None
    """None where nothing of it is proven."""
    places: tuple[Located, ...] = ()
    restated: bool = False
    """Told in the words of its quotes, which bear the model's own out too little."""
    why: str = ""
    """What was wrong with the model's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What the sentences of one reply are judged by."""

    question: str
    hits: Sequence[Hit]
    titles: Mapping[DocumentId, str]
    source: Source
    verifier: ClaimVerifier | None
    results: Sequence[str] = ()
    """What the tools have returned, in order."""

    def judge(self, said: Said) -> Judged:
        """The sentence as far as it is proven."""
        text = _without_marks(said.text)
        places = self._places(said)
        results = [self.results[number - 1] for number in said.results if 0 < number <= len(self.results)]
        if not text or not (places or results):
            return Judged(said=text, statement=None, why="no quote of it stands in the passages")
        why = self._fault(text, said.plain, places, results)
        if not why and places:
            text = self._with_conditions(text, places)
        if why:
            text = _own_words(places, results)
            if not text:
                return Judged(said=_without_marks(said.text), statement=None, why=why)
        proofs = tuple(dict.fromkeys(proof for place in places for proof in place.proofs))
        return Judged(
            said=_without_marks(said.text),
            statement=Statement(text=text, proofs=proofs),
            places=tuple(places),
            restated=bool(why),
            why=why,
        )

    def _places(self, said: Said) -> list[Located]:
        found = (locate(quoted, self.hits, self.source) for quoted in said.quotes)
        places = [place for place in found if place is not None]
        if not asks_about_orders(self.question):
            # A sentence that gives orders to the model proves nothing: that the model obeyed it, at most.
            places = [_apart_from_orders(place) for place in places if not _is_order(place)]
        return list({(place.hit.chunk.id, place.start, place.row): place for place in places}.values())

    def _fault(self, text: str, plain: str, places: Sequence[Located], results: Sequence[str]) -> str:
        """Why what it rests on does not bear a sentence out; empty where it does."""
        evidence = [*(place.said for place in places), *results, self.question, *self._titles(places)]
        if missing := unfounded(text, evidence):
            return f"{missing[0]} is not in its quotes"
        if ordered := self._ordered(text, evidence):
            return f"“{ordered}” stands only in what gives orders to the model"
        if not results and any(place.table is not None for place in places):
            return cell_fault(text, self.question, places)
        claim = self._readable(text, plain)
        if claim is None:
            return self._unread_fault(text, places)
        if len(words(claim)) < _BRIEF:
            return self._brief_fault(claim, places, results)
        if fault := next((fault for place in places if (fault := twisted(claim, place.said))), ""):
            return fault
        if fault := overstated(claim, " ".join([self.question, *(place.said for place in places), *results])):
            return fault
        return self._verdict(claim, places, results)

    def _ordered(self, text: str, evidence: Sequence[str]) -> str:
        """A word of the sentence that its evidence does not have and an order in the passages does; empty where there is none."""
        if asks_about_orders(self.question):
            return ""
        told = {word for hit in self.hits for word in words(told_by_orders(hit.chunk.text))}
        known = {*words(" ".join(evidence)), *FUNCTION_WORDS}
        return next((word for word in words(text) if word in told and word not in known), "")

    def _unread_fault(self, text: str, places: Sequence[Located]) -> str:
        """Of a sentence that the verifier cannot read: it must be in the question's language or in that of its quotes.

        A quote in English proves nothing of it, unless the model says it in English too, as it is told.
        """
        quoted = " ".join(place.said for place in places)
        if not quoted or not is_english((self.question,)) or not is_english((quoted,)):
            return ""
        if match_key(text.rstrip(".。")) not in match_key(quoted):
            return "it is in another language than the question and its quotes"
        return ""

    def _readable(self, text: str, plain: str) -> str | None:
        """The sentence in a language that the verifier reads; None where the model gives it in none."""
        if is_english((text,)):
            return text
        plain = plain.strip()
        return plain if plain and is_english((plain,)) and not unfounded(text, [plain]) else None

    def _brief_fault(self, claim: str, places: Sequence[Located], results: Sequence[str]) -> str:
        """A value or a name must be printed in its quotes; as the subject of the question it must be the quotes' subject."""
        said = present(" ".join([*(place.around for place in places), *results, *self._titles(places)]))
        if foreign := [term.word for term in question_terms(claim) if term.stem not in said]:
            return f"“{foreign[0]}” is not in its quotes"
        whole = _as_statement(self.question, claim)
        return self._verdict(whole, places, results, only_contrary=True) if whole else ""

    def _verdict(self, claim: str, places: Sequence[Located], results: Sequence[str], *, only_contrary: bool = False) -> str:
        if self.verifier is None:
            return ""
        text = "\n\n".join([*(place.said for place in places), *results])
        if not is_english((text,)):
            return ""
        judged = self.verifier.verify(claim, text)
        if judged.label == "contradicted":
            return judged.why
        if judged.label == "unverifiable" and not only_contrary:
            wider = "\n\n".join([*self._titles(places), *(place.around for place in places), *results])
            again = self.verifier.verify(claim, wider)
            if again.label != "supported":
                return again.why
        if hedges_lost(claim, text):
            return "the text says so with reserve"
        return ""

    def _titles(self, places: Sequence[Located]) -> list[str]:
        """What the papers are called: a sentence may name what its quote calls "the model"."""
        documents = dict.fromkeys(place.hit.chunk.document for place in places)
        return [f"{title.rstrip('.')}." for document in documents if (title := self.titles.get(document, ""))]

    def _with_conditions(self, text: str, places: Sequence[Located]) -> str:
        quoted = " ".join(place.said for place in places if place.table is None)
        if not quoted or not is_english((text, quoted)):
            return text
        return with_conditions(text, quoted, self.question)


def _is_order(place: Located) -> bool:
    if place.table is not None:
        return gives_orders(place.said)
    return any(start < place.end and place.start < end for start, end in tainted(place.hit.chunk.text))


def _apart_from_orders(place: Located) -> Located:
    """Without what stands beside it, where that gives orders: the verifier would find there what the model was told to say."""
    text = place.hit.chunk.text
    beside = (" ".join(text[start:end].split()) for start, end in tainted(text))
    return replace(place, around=place.said) if any(said in place.around for said in beside) else place


def _own_words(places: Sequence[Located], results: Sequence[str]) -> str:
    """The sentences of the quotes, or what the tools have said; empty where that is too long to be an answer."""
    told = " ".join(dict.fromkeys([*(place.said for place in places), *results]))
    return told if len(told) <= _MOST else ""


def _as_statement(question: str, answer: str) -> str:
    """As of "Which has the lowest error?" and "Northwind." "Northwind has the lowest error."; empty for other questions."""
    if not _WH.match(question.strip()):
        return ""
    (asked,) = read([(0, question.strip().rstrip("?"))])
    for index, word in enumerate(asked.words):
        if word.part in {"VERB", "AUX"}:
            subject = [child for child in asked.children[index] if asked.words[child].relation in {"nsubj", "nsubjpass"}]
            head = asked.words[index]
            of_wh = any(asked.words[each].lower in {"which", "what", "who"} for child in subject for each in asked.under(child))
            if not of_wh or any(child > index for child in subject):
                return ""
            return f"{answer.rstrip('.')} {asked.text[head.start :]}."
    return ""


def _without_marks(text: str) -> str:
    """Without what a model adds to point at its passages: they are pointed at by our own numbers."""
    return " ".join(_POINTER.sub("", text).split())
