"""Questions that a language model writes from pages, kept only where page and library bear them out."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Protocol

from anyio.from_thread import start_blocking_portal
from pydantic import BaseModel, ConfigDict, Field

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ports import LLM, Message
from paperatlas.core.text import find_quote, fold
from paperatlas.core.types import BlockKind, Page, ParsedDocument
from paperatlas.eval.cases import Case
from paperatlas.eval.makers.draft import Paper, about
from paperatlas.eval.wording import holds

__all__ = ["Draft", "Search", "Tried", "Written", "written_questions"]

_AT_ONCE = 4
"""Pages that are asked about side by side."""
_FEWEST, _MOST = 600, 6000
"""Characters of running text on a page: below, there is little to ask about; above, a model reads more than it needs."""
_LONGEST_ANSWER = 120
"""Characters of an answer that an answer can be held against word by word."""
_PROSE = frozenset({BlockKind.ABSTRACT, BlockKind.PARAGRAPH, BlockKind.LIST})
_OF_THE_TEXT = re.compile(
    r"\b(?:this|the|given|above|following) (?:passage|excerpt|text|page|section|paragraph|snippet)\b", re.IGNORECASE
)
"""Nobody who asks a library has a passage before their eyes."""


class Draft(BaseModel):
    """What the model must write."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: str = Field(min_length=10, max_length=400)
    answer: str = Field(min_length=1, max_length=_LONGEST_ANSWER)
    evidence: str = Field(min_length=20, max_length=800)
    twin: str = Field(min_length=10, max_length=400)
    twin_about: str = Field(min_length=2, max_length=100)


class Tried(BaseModel):
    """What the model must say of a question that should have no answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answerable: bool
    evidence: str = Field(max_length=800)


class Search(Protocol):
    """The library's own search."""

    def __call__(self, question: str, document: str, /) -> Sequence[str]:
        """The passages of a document that fit a question best. Raises PaperAtlasError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What came of it."""

    cases: tuple[Case, ...]
    dropped: Mapping[str, int]
    """Questions that were not borne out, by the reason."""
    failed: tuple[tuple[str, str], ...]
    """Pages, and twins, of which the model wrote nothing in form, each with the error."""


def written_questions(papers: Sequence[ParsedDocument], llm: LLM, search: Search, *, each: int, seed: int = 0) -> Written:
    """At most `each` questions a paper, one of a page, and a twin of each that has no answer in the paper.

    A question is kept where its evidence is printed on the page and its answer in the evidence; a twin where the paper nowhere
    has the name that it asks about, and where the model, given what the library's search finds for it, sees no answer.
    """
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    places = [(paper, page) for paper in map(Paper.of, papers) for page in _pages(paper.parsed, each, chance)]
    bench = _Bench(llm, search)
    with start_blocking_portal() as portal:
        found = portal.call(bench.all_of, places)
    cases = []
    for number, (question, twin) in enumerate(found, 1):
        known = replace(question, id=f"w{number:04d}")
        cases += [known, *([replace(twin, id=f"{known.id}-twin", twin_of=known.id)] if twin else [])]
    return Written(cases=tuple(cases), dropped=dict(bench.dropped), failed=tuple(bench.failed))


def _pages(parsed: ParsedDocument, most: int, chance: random.Random) -> list[Page]:
    """Some that have enough text to ask about, in their order."""
    telling = [page for page in parsed.pages if len(_prose(page)) >= _FEWEST]
    return sorted(chance.sample(telling, min(most, len(telling))), key=lambda page: page.number)


def _prose(page: Page) -> str:
    return "\n\n".join(block.text for block in page.blocks if block.kind in _PROSE)


class _Bench:
    """The work on all pages, and what went wrong in it."""

    def __init__(self, llm: LLM, search: Search) -> None:
        self._llm, self._search = llm, search
        self._limit = asyncio.Semaphore(_AT_ONCE)
        self.dropped: Counter[str] = Counter()
        self.failed: list[tuple[str, str]] = []

    async def all_of(self, places: Sequence[tuple[Paper, Page]]) -> list[tuple[Case, Case | None]]:
        found = await asyncio.gather(*(self._pair(paper, page) for paper, page in places))
        return [pair for pair in found if pair is not None]

    async def _pair(self, paper: Paper, page: Page) -> tuple[Case, Case | None] | None:
        where = f"{paper.parsed.name}, page {page.number}"
        try:
            async with self._limit:
                shown = {"title": paper.parsed.metadata.title, "page": _prose(page)[:_MOST]}
                draft = (await self._llm.complete(_messages("write_question", shown), output=Draft)).output
        except PaperAtlasError as error:
            self.failed.append((where, f"{error.code}: {error.message}"))
            return None
        if fault := _fault(draft, page):
            self.dropped[fault] += 1
            return None
        quote = find_quote(draft.evidence, page.text, page.number)
        assert quote, "there was no fault"
        printed = page.text[quote.start : quote.end]
        question = about(paper, "written", draft.question, draft.answer, page=page.number, quote=printed)
        return question, await self._twin(paper, draft, where)

    async def _twin(self, paper: Paper, draft: Draft, where: str) -> Case | None:
        fault = _fault_of_twin(draft, paper)
        try:
            if not fault and (await self._tried(paper, draft.twin)).answerable:
                fault = "the library seems to answer the twin"
        except PaperAtlasError as error:
            self.failed.append((f"{where}, twin", f"{error.code}: {error.message}"))
            return None
        if fault:
            self.dropped[fault] += 1
            return None
        return replace(about(paper, "written-twin", draft.twin), unanswerable=True)

    async def _tried(self, paper: Paper, question: str) -> Tried:
        async with self._limit:
            found = await asyncio.to_thread(self._search, question, paper.parsed.name)
            shown = {"question": question, "passages": list(found)}
            return (await self._llm.complete(_messages("try_question", shown), output=Tried)).output


def _fault(draft: Draft, page: Page) -> str:
    """Why a question is not borne out; empty where it is."""
    if find_quote(draft.evidence, page.text, page.number) is None:
        return "the evidence is not on the page"
    if not holds(draft.answer, draft.evidence):
        return "the answer is not in the evidence"
    if holds(draft.answer, draft.question):
        return "the question gives its answer away"
    return "the question speaks of a passage" if _OF_THE_TEXT.search(draft.question) else ""


def _fault_of_twin(draft: Draft, paper: Paper) -> str:
    if fold(draft.twin_about) not in fold(draft.twin):
        return "the twin does not name what it is about"
    return "the paper speaks of what the twin is about" if paper.says(draft.twin_about) else ""


def _messages(prompt: str, shown: Mapping[str, object]) -> tuple[Message, ...]:
    return Message(role="system", content=_prompt(prompt)), Message(role="user", content=json.dumps(shown, ensure_ascii=False))


@cache
def _prompt(name: str) -> str:
    return resources.files("paperatlas.eval").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
