"""References to what an earlier answer showed: "reference [2]", "that paper", "the second one"."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from paperatlas.agents.condense.phrases import ORDINAL
from paperatlas.core.answers import Answer
from paperatlas.core.conversation import Turn
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Document

__all__ = ["Pointed", "resolve_references"]

_CITED = re.compile(
    r"\b(?:(?:your|the)\s+)?(?:references?|citations?|sources?|refs?\.?|quotes?|footnotes?)\s*(?:no\.?|number|#)?\s*\[?(\d{1,3})\b\]?"
    r"|(?<![\w\]])\[(\d{1,3})\]",
    re.IGNORECASE,
)
_OWN_LIST = re.compile(r"\b(?:bibliography|reference list|list of references|references section)\b", re.IGNORECASE)
"""These ask for an entry of a paper's own list."""
_NOUN = r"(?:paper|article|document|study|source|publication|preprint|work)"
_ORDINALS = {name: at for at, name in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split())} | {
    "last": -1,
    "latter": -1,
    "former": 0,
}
_ORDINAL = "|".join(_ORDINALS)
_THAT_PAPER = re.compile(
    rf"\b(?:(?:in|from|of) )?(?:that|this|the same|said) (?P<noun>{_NOUN})\b(?!\s+(?:is|are) called)", re.IGNORECASE
)
_NTH_PAPER = re.compile(rf"\bthe (?P<nth>{_ORDINAL}|\d{{1,2}}(?:st|nd|rd|th)) (?P<noun>{_NOUN})\b", re.IGNORECASE)
_NTH_ONE = re.compile(
    rf"\b(?:the )?(?:(?P<nth>{_ORDINAL}|\d{{1,2}}(?:st|nd|rd|th)) (?:one|item|point|entry|bullet|option)"
    r"|(?P<side>former|latter)|(?:number|no\.|#)\s?(?P<number>\d{1,2}))(?!\w)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\b((?:the )?[A-Z][\w.+-]*)(?: and | or | vs\.? | versus |, )((?:the )?[A-Z][\w.+-]*)\b")
_SHORT = 8
"""Words of an item that is called by itself; a longer one is a sentence, and is called by its paper."""


_Put: TypeAlias = Callable[[str, DocumentId | None], str]
"""Notes which document a reference led to, and gives the words in its place."""


class Pointed(NamedTuple):
    """A question with its references put into words, and the documents they led to."""

    text: str
    documents: tuple[DocumentId, ...] = ()


class _Item(NamedTuple):
    """Something that an answer listed."""

    words: str
    document: DocumentId | None


def resolve_references(text: str, turns: Sequence[Turn], documents: Sequence[Document]) -> Pointed:
    """The question as it is where nothing earlier fits; documents that are gone are pointed at by their titles alone."""
    answer = next((turn.answer for turn in reversed(turns) if turn.answer and turn.answer.status != "abstained"), None)
    here = {document.id for document in documents}
    found: list[DocumentId] = []

    def put(words: str, document: DocumentId | None) -> str:
        if document is not None and document in here and document not in found:
            found.append(document)
        return words

    if answer is not None:
        text = _citations(text, answer, put)
        text = _NTH_PAPER.sub(lambda m: _nth_paper(m, answer, put), text)
        text = _NTH_ONE.sub(lambda m: _nth_one(m, turns[-1], answer, put), text)
        text = _THAT_PAPER.sub(lambda m: _that_paper(m, answer, put), text)
    else:
        text = _NTH_ONE.sub(lambda m: _nth_one(m, turns[-1], None, put), text)
    return Pointed(text, tuple(found))


def _citations(text: str, answer: Answer, put: _Put) -> str:
    if _OWN_LIST.search(text):
        return text
    cited = {citation.n: citation for citation in answer.citations}

    def named(match: re.Match[str]) -> str:
        citation = cited.get(int(match[1] or match[2]))
        return put(f'the paper "{citation.title}"', citation.document) if citation else match.group()

    return _CITED.sub(named, text)


def _that_paper(match: re.Match[str], answer: Answer, put: _Put) -> str:
    """The paper that the answer rests on most; the first cited of several that it rests on alike."""
    counted = Counter((citation.document, citation.title) for citation in answer.citations)
    if not counted:
        return match.group()
    (document, title), _ = counted.most_common(1)[0]
    before = match.group()[: match.start("noun") - match.start()].split()
    lead = f"{before[0]} " if before and before[0].lower() in ("in", "from", "of") else ""
    return put(f'{lead}the paper "{title}"', document)


def _nth_paper(match: re.Match[str], answer: Answer, put: _Put) -> str:
    papers = _papers(answer)
    at = _index(match["nth"])
    if len(papers) < 2 or not -len(papers) <= at < len(papers):
        return match.group()
    return put(f'the paper "{papers[at].words}"', papers[at].document)


def _nth_one(match: re.Match[str], turn: Turn, answer: Answer | None, put: _Put) -> str:
    if match["nth"] and ORDINAL.search(turn.standing):
        return match.group()  # "and the last one?" after "What is the first sentence?" counts what that counted
    said = match["nth"] or match["side"]
    at = int(match["number"]) - 1 if match["number"] else _index(said)
    items = _items(turn, answer)
    if len(items) < 2 or not -len(items) <= at < len(items):
        return match.group()
    item = items[at]
    words = f'the paper "{item.words}"' if item.document and len(item.words.split()) > 1 else item.words
    return put(words, item.document)


def _index(said: str) -> int:
    word = said.lower()
    return _ORDINALS[word] if word in _ORDINALS else int(re.sub(r"\D", "", word)) - 1


def _papers(answer: Answer) -> list[_Item]:
    """The papers of an answer in its order: those it lists, else those it cites."""
    titles = {citation.document: citation.title for citation in answer.citations}
    listed = answer.computed.occurrences if answer.computed else ()
    places = [(each.document, titles.get(each.document, each.doc)) for each in listed] or list(titles.items())
    return [_Item(title, document) for document, title in dict(places).items()]


def _items(turn: Turn, answer: Answer | None) -> list[_Item]:
    """What "the second one" counts: two things that were asked about, papers listed one a line, a list in a sentence, lines."""
    if pair := _PAIR.search(turn.standing):
        return [_Item(pair[1], None), _Item(pair[2], None)]
    if answer is None:
        return []
    papers = _papers(answer)
    if len(papers) > 1 and len(answer.claims) == len(papers):
        return papers
    if listed := _enumerated(answer):
        return [_Item(words, None) for words in listed]
    lines = [_Item(claim.text.rstrip(". "), None) for claim in answer.claims]
    if len(lines) > 1 and all(len(line.words.split()) <= _SHORT for line in lines):
        return lines
    return papers if len(papers) > 1 else lines


def _enumerated(answer: Answer) -> list[str]:
    """The items of a short list: "A, B and C"."""
    said = answer.computed.value if answer.computed else (answer.claims[0].text if len(answer.claims) == 1 else "")
    said = said.rpartition(":")[2].strip(" .")
    parts = [part.strip() for part in re.split(r"\s*[,;]\s+(?:and\s+)?|\s+and\s+", said) if part.strip()]
    return parts if len(parts) > 1 and all(len(part.split()) <= _SHORT for part in parts) else []
