"""Which papers an operator answers for: those the question names, else all."""

import re
from collections import Counter
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from paperatlas.agents.forms.wording import DOCUMENT, plain, quoted
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.core.answers import Route
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import words
from paperatlas.core.types import Document

__all__ = ["asked_papers", "short_title", "speaks_of_papers", "unknown_paper"]

_TITLE_WORDS = 7
"""Words of a title shown where several papers stand below each other."""
_MORE_THAN_ONCE = 2
"""A paper that names a thing in so many times more passages than the next one is the paper on it."""
_NOT_NAMES = frozenset(
    "doi arxiv pdf isbn issn url id who what which when where why how is are was were do does did has have"
    " had can could list give show name tell find"
    " the a an in on at of for to and or if i e-mail email tl dr table figure section page equation appendix"
    " abstract introduction english".split()
)


def asked_papers(question: Question, route: Route, deps: Deps) -> Sequence[Document]:
    """The papers in the scope, narrowed to the one that a name in the question leads to; empty when that name leads to none."""
    known = deps.catalog.documents()
    scope = route.scope.documents or question.scope.documents
    chosen = [document for document in known if not scope or document.id in scope]
    if len(chosen) < 2 or scope:
        return chosen
    names = _names(plain(question.text))
    if not names:
        return chosen
    return [document for document in chosen if document.id == _home(names, chosen, deps)]


def _names(text: str) -> list[str]:
    """Names in a question about papers: what is quoted, else words with capitals.

    The first word's own capital says nothing.
    """
    if title := quoted(text):
        return [title]
    found = []
    for match in re.finditer(r"[^\W_][\w.+-]*[^\W_]|[A-Z]", text):
        word, opens = match.group(), not text[: match.start()].strip()
        marked = re.search(r"[A-Z]", word[1:] if opens else word) is not None
        if marked and word.lower() not in _NOT_NAMES and not word.lower().endswith((".pdf", ".html")):
            found.append(word)
    return found


def _home(names: Sequence[str], documents: Sequence[Document], deps: Deps) -> DocumentId | None:
    """The paper that a name belongs to: the only one, or by far the first, to speak of it."""
    wanted = " ".join(words(" ".join(names)))
    spoken: Counter[DocumentId] = Counter()
    for hit in deps.searcher.search(wanted, mode="lexical", limit=40).hits:
        text = f" {' '.join(words(f'{hit.chunk.context} {hit.chunk.text}'))} "
        spoken[hit.chunk.document] += all(f" {' '.join(words(name))} " in text for name in names)
    open_to = {document.id for document in documents}
    best = [(document, n) for document, n in spoken.most_common() if document in open_to and n]
    if not best or (len(best) > 1 and best[0][1] < _MORE_THAN_ONCE * best[1][1]):
        return None
    return best[0][0]


def speaks_of_papers(question: Question) -> bool:
    """Whether a question says that it is about a paper: only then does an unknown name mean an unknown paper."""
    return re.search(rf"\b{DOCUMENT}\b", plain(question.text), re.IGNORECASE) is not None


def unknown_paper(question: Question, documents: Sequence[Document]) -> Draft:
    """The question names a paper that the library does not hold."""
    asked = re.sub(rf"\b{DOCUMENT}\b", "", plain(question.text), flags=re.IGNORECASE)
    near = process.extract(asked, {d.id: d.title for d in documents}, scorer=fuzz.token_set_ratio, limit=2)
    nearest = " and ".join(f"“{short_title(title)}”" for title, _, _ in near)
    text = "No paper of that name is in this library." + (f" The nearest titles are {nearest}." if nearest else "")
    return Draft(statements=(Statement(text=text),), confidence=0.1, status="abstained", reason="not_in_documents")


def short_title(title: str) -> str:
    """A title cut to its first words, or to what stands before its colon."""
    before, colon, _ = title.partition(": ")
    if colon and len(before.split()) > 1:
        title = before
    kept = title.split()[:_TITLE_WORDS]
    return " ".join(kept) + ("…" if len(kept) < len(title.split()) else "")
