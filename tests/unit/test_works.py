"""Versions of one work are found, and papers that only look alike are kept apart."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Document, Metadata
from paperatlas.core.works import described, group_works, kinship

TEXT = " ".join(f"word{number % 97} of{number % 31} text{number % 53}" for number in range(400))
REVISED = TEXT.replace("word5", "other") + " and a new paragraph of some length at the end"
OTHER = " ".join(f"quite{number % 89} another{number % 41}" for number in range(400))


def paper(name: str, *, day: int = 1, **metadata: object) -> Document:
    stated = Metadata(**{"title": "Gated Recall for Long Memory", "authors": ("Ada Lovelace", "Bo Li"), **metadata})  # type: ignore[arg-type]
    return Document(
        id=DocumentId(f"id-{name}"), name=name, metadata=stated, pages=1, words=1, chunks=1, tables=0, figures=0, references=0,
        status="ready", added_at=f"2026-11-{day:02}T00:00:00Z",
    )  # fmt: skip


def texts(**of: str) -> dict[str, str]:
    return {f"id-{name}": text for name, text in of.items()}


def same(one: Document, other: Document, text: str = TEXT, other_text: str = REVISED) -> bool:
    held = {one.id: text, other.id: other_text}
    tie, back = kinship(one, other, held.__getitem__), kinship(other, one, held.__getitem__)
    assert (tie is None) == (back is None)
    return tie is not None


def test_preprint_and_published_version_are_one_work() -> None:
    preprint, published = paper("preprint"), paper("published", day=2, doi="10.1234/abc", year=2024)
    held = texts(preprint=TEXT, published=REVISED)
    (work,) = group_works([published, preprint], held.__getitem__)
    assert (work.id, work.documents) == (preprint.id, (preprint.id, published.id))
    assert work.kinship is not None
    assert "same title and authors" in work.kinship.reason
    (line,) = described([work], {preprint.id: "preprint.pdf", published.id: "published.pdf"})
    assert line.startswith("'preprint.pdf' and 'published.pdf' look like one work")


@pytest.mark.parametrize("field", [{"doi": "10.1/X"}, {"arxiv_id": "2301.01234"}])
def test_an_identifier_in_common_settles_it_whatever_the_title(field: dict[str, str]) -> None:
    one, other = paper("a", **field), paper("b", title="Another name", authors=(), **{k: v.lower() for k, v in field.items()})
    assert same(one, other, TEXT, OTHER)


@pytest.mark.parametrize(
    "title",
    [
        "gated recall for long memory.",
        "Gated Récall for Long Memory",
        "GATED RECALL FOR LONG-MEMORY",
        "Gated Recall for Long Memories",
    ],
)
def test_spelling_of_a_title_does_not_matter(title: str) -> None:
    assert same(paper("a"), paper("b", title=title, authors=("A. LOVELACE", "B. Li")))


@pytest.mark.parametrize(
    "title",
    [
        "Gated Recall for Long Memory: Part II",
        "Gated Recall for Long Memory 2",
        "Gated Recall v2 for Long Memory",
        "Reply to: Gated Recall for Long Memory",
        "Erratum: Gated Recall for Long Memory",
        "Gated Recall for Long Memory: Supplementary Material",
        "Something else for Long Memory",
        "Gated Recall for Short Sight",
        "",
    ],
)
def test_another_work_with_a_similar_title_is_kept_apart(title: str) -> None:
    assert not same(paper("a"), paper("b", title=title), TEXT, TEXT)


def test_the_same_title_by_others_or_with_another_text_is_another_work() -> None:
    assert not same(paper("a"), paper("b", authors=("Cy Dee", "Eve Fox")), TEXT, TEXT)
    assert not same(paper("a"), paper("b"), TEXT, OTHER)
    assert not same(paper("a", doi="10.1234/a"), paper("b", doi="10.1234/b"), TEXT, TEXT)
    assert same(paper("a", doi="10.1234/a"), paper("b", doi="10.48550/arXiv.2301.01234"))


def test_reports_of_two_years_are_two_works() -> None:
    one, other = (paper(str(year), title="Annual Report", authors=("The Board",), year=year) for year in (2023, 2024))
    news = OTHER.replace("quite", "yet").replace("another", "else")
    assert not same(one, other, f"{TEXT} {OTHER}", f"{TEXT} {news}")


def test_works_chain_over_versions_and_keep_their_id() -> None:
    first, second, third = paper("a", arxiv_id="2301.01234"), paper("b", day=2, arxiv_id="2301.01234", doi="10.1/x"), paper(
        "c", day=3, doi="10.1/x", title="Other"
    )  # fmt: skip
    alone = paper("d", day=4, title="Wholly different thing")
    works = group_works([third, alone, first, second], lambda _: TEXT)
    assert [(work.id, len(work.documents)) for work in works] == [(first.id, 3), (alone.id, 1)]


@given(st.permutations([paper("a"), paper("b", day=2), paper("c", day=3, title="Part II"), paper("d", day=4, doi="10.1/x")]))
def test_the_order_of_the_documents_does_not_matter(documents: list[Document]) -> None:
    assert group_works(documents, lambda _: TEXT) == group_works(sorted(documents, key=lambda d: d.id), lambda _: TEXT)


def test_texts_are_read_of_pairs_in_question_only() -> None:
    asked: list[str] = []

    def text_of(document: DocumentId) -> str:
        asked.append(document)
        return TEXT

    others = [replace(paper(str(at)), metadata=Metadata(title=f"Topic {at} apart from number {at}")) for at in range(20)]
    group_works([*others, paper("a"), paper("b")], text_of)
    assert set(asked) == {"id-a", "id-b"}
