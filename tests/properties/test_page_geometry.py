"""Turning a page, moving its crop box or changing its unit changes neither its text nor where on the page it is printed."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pymupdf
import pytest

from paperatlas.core.geometry import turned
from paperatlas.core.text import sentences
from paperatlas.core.types import Box, Page, ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader
from tests.fakes.pdf_objects import Leaf, pdf, shown

WIDTH, HEIGHT = 400.0, 600.0
TURNS = [0, 90, 180, 270]
NOUNS = "curve moss lamp sensor field night value chamber tray colony reader record scale signal spore".split()
VERBS = "shows meets follows exceeds resembles limits explains".split()
SEEDS = range(3)


def read(path: Path) -> ParsedDocument:
    return PdfReader().read(path, name=path.name, on_page=lambda number, count: None)


def written(chance: random.Random) -> str:
    """The content of a page: a heading and paragraphs, in one column or in two."""
    columns = chance.choice([(40,), (40, 215)])
    letters = 62 if len(columns) == 1 else 30
    content = shown("1 Results of the Night", 40, 560, size=14, font="F2")
    for left in columns:
        y = 530
        for _ in range(chance.randint(2, 4)):
            for row in rows(chance, letters):
                content += shown(row, left, y, size=10)
                y -= 12
            y -= 12
    return content


def rows(chance: random.Random, letters: int) -> list[str]:
    """A paragraph of sentences, in rows of at most that many letters."""
    text: list[str] = []
    for _ in range(chance.randint(2, 3)):
        first, second, third = (chance.choice(NOUNS) for _ in range(3))
        text += f"The {first} of the {second} {chance.choice(VERBS)} every {third}.".split()
    made = [""]
    for word in text:
        if len(made[-1]) + len(word) >= letters:
            made.append("")
        made[-1] = f"{made[-1]} {word}".strip()
    return made


def relative(page: Page, turn: int = 0) -> list[tuple[float, ...]]:
    """Boxes of a page's blocks and words after it was turned, in shares of its size."""
    boxes = [block.box[1:] for block in page.blocks] + [piece[2:] for piece in page.pieces]
    width, height = (page.height, page.width) if turn % 180 else (page.width, page.height)
    shares = []
    for box in boxes:
        x0, y0, x1, y1 = turned(box, turn, page.width, page.height)
        shares.append((x0 / width, y0 / height, x1 / width, y1 / height))
    return shares


def assert_alike(one: Page, other: Page, *, turn: int = 0) -> None:
    """`other` is `one` turned by `turn` degrees clockwise."""
    assert one.text == other.text
    assert [block.kind for block in one.blocks] == [block.kind for block in other.blocks]
    assert np.allclose(relative(one, turn), relative(other), atol=2e-3)


def save(folder: Path, content: str, entries: str = "", media: str = "[0 0 400 600]") -> Path:
    path = folder / "paper.pdf"
    path.write_bytes(pdf([Leaf(content, entries, media)]))
    return path


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("turn", TURNS[1:])
def test_turning_a_page_turns_its_boxes_and_leaves_its_text(tmp_path, seed, turn):
    content = written(random.Random(seed))
    level = read(save(tmp_path, content)).pages[0]
    shown_turned = read(save(tmp_path, content, f"/Rotate {turn}")).pages[0]
    assert shown_turned.turn == turn
    assert_alike(level, shown_turned, turn=turn)


@pytest.mark.parametrize("seed", SEEDS)
def test_text_set_sideways_on_a_page_that_is_turned_back_is_level(tmp_path, seed):
    content = written(random.Random(seed))
    level = read(save(tmp_path, content)).pages[0]
    sideways = read(save(tmp_path, f"0 1 -1 0 600 0 cm\n{content}", "/Rotate 90", "[0 0 600 400]")).pages[0]
    assert sideways.turn == 0
    assert_alike(level, sideways)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("seed", SEEDS)
def test_moving_the_crop_box_moves_the_origin_and_hides_what_is_outside(tmp_path, seed, turn):
    chance = random.Random(seed)
    content = written(chance)
    left, below = chance.randint(-120, 200), chance.randint(-120, 200)
    whole = read(save(tmp_path, content, f"/Rotate {turn}")).pages[0]
    moved = f"1 0 0 1 {left} {below} cm\n{content}{shown('A stamp of the printer that lies outside of the page', -40, -30)}"
    media = f"[{left - 60} {below - 70} {left + 480} {below + 690}]"
    cropped = read(save(tmp_path, moved, f"/CropBox [{left} {below} {left + 400} {below + 600}] /Rotate {turn}", media)).pages[0]
    assert_alike(whole, cropped)


@pytest.mark.parametrize(
    "entries", ["/UserUnit 2.0", "/UserUnit 2.0 /Rotate 90", "/UserUnit 0.5 /Rotate 180 /CropBox [0 0 400 600]"]
)
def test_a_unit_scales_the_page_and_its_boxes(tmp_path, entries):
    content = written(random.Random(1))
    unit, turn = float(entries.split()[1]), 90 if "90" in entries else 180 if "180" in entries else 0
    plain = read(save(tmp_path, content)).pages[0]
    scaled = read(save(tmp_path, content, entries)).pages[0]
    assert {scaled.width, scaled.height} == {WIDTH * unit, HEIGHT * unit}
    assert_alike(plain, scaled, turn=turn)


def ink_outside(path: Path, page: Page, boxes: Sequence[Box]) -> int:
    """Dark pixels of a page, as it is shown, that none of the boxes covers."""
    with pymupdf.open(path) as document:
        picture = document[page.number - 1].get_pixmap(dpi=72, colorspace=pymupdf.csGRAY)
        dark = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width) < 128
    for box in boxes:
        x0, y0, x1, y1 = (round(corner) for corner in box[1:])
        dark[max(0, y0 - 1) : y1 + 1, max(0, x0 - 1) : x1 + 1] = False
    return int(dark.sum())


@pytest.mark.parametrize("entries", ["", "/Rotate 90", "/Rotate 180", "/CropBox [30 40 395 590] /Rotate 270"])
def test_the_boxes_of_the_sentences_cover_the_ink_of_the_page(tmp_path, entries):
    path = save(tmp_path, written(random.Random(2)), entries)
    page = read(path).pages[0]
    spans = sentences(page.text)
    boxes = [page.boxes(start, end) for start, end in spans]
    assert all(boxes)
    everything = [box for printed in boxes for box in printed]
    assert ink_outside(path, page, everything) == 0
    # Each sentence has ink of its own: without its boxes the page is not covered.
    for left_out in range(len(boxes)):
        others = [box for index, printed in enumerate(boxes) if index != left_out for box in printed]
        assert ink_outside(path, page, others) > 0


@pytest.mark.parametrize("entries", ["", "/Rotate 90", "/Rotate 270"])
def test_a_sentence_has_one_box_a_printed_line_however_the_page_is_turned(tmp_path, entries):
    content = shown("The curve of the moss shows that the", 60, 500) + shown("lamp is bright. It is not.", 60, 486)
    page = read(save(tmp_path, content, entries)).pages[0]
    end = page.text.index("bright.") + len("bright.")
    assert len(page.boxes(0, end)) == 2


SAMPLES = sorted((Path(__file__).resolve().parents[2] / "data" / "samples").glob("*.pdf"))


@pytest.mark.parametrize("path", SAMPLES[:2], ids=lambda path: path.stem)
def test_every_sentence_of_a_paper_is_inside_its_page_where_the_engine_finds_its_words(path):
    document = read(path)
    with pymupdf.open(path) as original:
        for page, sheet in zip(document.pages, original, strict=True):
            printed = [(word[4], word[:4]) for word in sheet.get_text("words")]
            for start, end in sentences(page.text):
                boxes = page.boxes(start, end)
                assert boxes
                for box in boxes:
                    assert 0 <= box.x0 < box.x1 <= page.width
                    assert 0 <= box.y0 < box.y1 <= page.height
            for piece in page.pieces:
                text = page.text[piece.start : piece.end]
                places = [place for word, place in printed if text in word]
                assert not places or any(within(piece[2:], place) for place in places), text


def within(inner: Sequence[float], outer: Sequence[float]) -> bool:
    """Whether a box lies in another, give or take a point."""
    return all(a >= b - 1 for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b + 1 for a, b in zip(inner[2:], outer[2:], strict=True)
    )


@pytest.mark.shared
def test_a_real_paper_reads_the_same_turned_and_cropped(shared, tmp_path):
    source = shared / "data" / "parse" / "pdfs" / "P19-1164.pdf"
    with pymupdf.open(source) as document:
        document.select([0, 1])
        document.save(tmp_path / "plain.pdf")
        for page in document:
            media = page.mediabox
            page.set_mediabox(pymupdf.Rect(media.x0 - 50, media.y0 - 80, media.x1 + 70, media.y1 + 30))
            document.xref_set_key(page.xref, "CropBox", f"[{media.x0:g} {media.y0:g} {media.x1:g} {media.y1:g}]")
            page.set_rotation(90)
        document.save(tmp_path / "changed.pdf")
    plain, changed = read(tmp_path / "plain.pdf"), read(tmp_path / "changed.pdf")
    for one, other in zip(plain.pages, changed.pages, strict=True):
        assert_alike(one, other, turn=90)
    assert plain.metadata == changed.metadata
    assert [table.rows[0][0].text for table in plain.tables] == [table.rows[0][0].text for table in changed.tables]
