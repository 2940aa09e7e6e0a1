"""The same said elsewhere in a paper."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from paperatlas.agents.proof import Source
from paperatlas.agents.twin import twin_of
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk, ChunkKind, Page, Span

if TYPE_CHECKING:
    from paperatlas.core.ports import Catalog

DOCUMENT = DocumentId("paper")
CLAIM = "We introduce Fernlight, a lamp that glows in fog and in rain."


@dataclass(frozen=True)
class Papers:
    """A catalog of one paper, each page a section of it."""

    sections: tuple[tuple[str, str], ...]

    def page(self, document: DocumentId, number: int) -> Page:
        return Page(number=number, text=self.sections[number - 1][1])

    def chunks_of(self, document: DocumentId) -> list[Chunk]:
        return [
            Chunk(
                id=ChunkId(f"{document}:{n}"),
                document=document,
                ordinal=n,
                kind=ChunkKind.TEXT,
                text=text,
                context="",
                section=section,
                spans=(Span(n + 1, 0, len(text)),),
                page=n + 1,
            )
            for n, (section, text) in enumerate(self.sections)
        ]


def source(*sections: tuple[str, str]) -> Source:
    return Source(cast("Catalog", Papers(sections)))


def test_the_sentence_that_says_the_same_is_found_without_its_number() -> None:
    papers = source(("Abstract", CLAIM), ("Introduction", "1) Fernlight is a lamp that glows in rain and fog. It is cheap."))
    twin = twin_of(CLAIM, DOCUMENT, papers)
    assert twin is not None
    assert twin.text == "Fernlight is a lamp that glows in rain and fog."


def test_a_sentence_is_not_its_own_twin() -> None:
    assert twin_of(CLAIM, DOCUMENT, source(("Abstract", CLAIM))) is None


def test_a_sentence_about_something_else_is_no_twin() -> None:
    assert twin_of(CLAIM, DOCUMENT, source(("Method", "The moss was weighed every night for a year."))) is None


def test_acknowledgements_do_not_speak_for_the_paper() -> None:
    papers = source(("Acknowledgements", "We thank Fernlight, a lamp that glows in fog and rain."))
    assert twin_of(CLAIM, DOCUMENT, papers) is None
