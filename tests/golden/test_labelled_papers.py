"""What the hand-made labels of real papers hold beside structure: footnotes, venue, ligatures, sidebars.

The labels hold facts and phrases of a few words. One paper is a scan whose text layer tells no footnote from text.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader

pytestmark = [pytest.mark.shared, pytest.mark.slow]

_RUNNING_TEXT = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.ABSTRACT)


@dataclass(frozen=True)
class Paper:
    """A label and what is read from its paper."""

    label: dict[str, Any]
    read: ParsedDocument

    @property
    def name(self) -> str:
        return str(self.label["id"])

    @property
    def scanned(self) -> bool:
        return bool(self.label.get("scanned"))

    def blocks(self, *kinds: BlockKind) -> list[tuple[int, str]]:
        return [(page.number, block.text) for page in self.read.pages for block in page.blocks if block.kind in kinds]


@pytest.fixture(scope="module")
def papers(shared: Path) -> list[Paper]:
    return list(_read(shared / "data/parse"))


def _read(folder: Path) -> Iterator[Paper]:
    for path in sorted((folder / "labels").glob("*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        file = folder / "pdfs" / label["file"]
        yield Paper(label, PdfReader().read(file, name=file.name, on_page=lambda *_: None))


def key(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())


def test_every_footnote_is_a_block_of_its_own(papers: list[Paper]) -> None:
    missing = [
        (paper.name, note["page"], note["starts"])
        for paper in papers
        if not paper.scanned
        for note in paper.label["footnotes"]
        if not any(
            page == note["page"] and key(text).lstrip("0123456789¹²³⁴⁵⁶⁷⁸⁹").startswith(key(note["starts"]))
            for page, text in paper.blocks(BlockKind.FOOTNOTE)
        )
    ]
    assert missing == []


def test_no_footnote_stands_within_the_text(papers: list[Paper]) -> None:
    within = [
        (paper.name, page, note["starts"])
        for paper in papers
        if not paper.scanned
        for note in paper.label["footnotes"]
        for page, text in paper.blocks(*_RUNNING_TEXT)
        if page == note["page"] and len(key(note["starts"])) > 12 and key(note["starts"]) in key(text)
    ]
    assert within == []


def test_the_venue_is_named_without_volume_and_pages(papers: list[Paper]) -> None:
    wrong = [
        (paper.name, paper.read.metadata.venue)
        for paper in papers
        if not paper.read.metadata.venue or not key(paper.label["venue"]).startswith(key(paper.read.metadata.venue))
    ]
    assert wrong == []


def test_words_with_ligatures_are_whole(papers: list[Paper]) -> None:
    broken = [
        (paper.name, word)
        for paper in papers
        for word in paper.label["ligature_words"]
        if not any(word.lower() in page.text.lower() for page in paper.read.pages)
    ]
    assert broken == []
    assert not any(re.search("[ﬀ-ﬆ]", page.text) for paper in papers for page in paper.read.pages)


def test_a_sidebar_stands_in_no_paragraph(papers: list[Paper]) -> None:
    inside = [
        (paper.name, phrase)
        for paper in papers
        for phrase in paper.label.get("sidebar_not_inside_body", [])
        for _, text in paper.blocks(*_RUNNING_TEXT)
        if key(phrase) in key(text) and len(text) > 3 * len(phrase)
    ]
    assert inside == []
