"""Pages kept from an earlier reading: the same pages, for the same bytes and the same engine, and never in the way."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.pipeline.layout import Line, RawPage, Region, Word
from paperatlas.pipeline.readers.page_cache import CachedOpening, PageCache

INFO = (("title", "On Caches"),)
OUTLINE = ((1, "Introduction", 1),)


def page(number: int, text: str = "word", **more: object) -> RawPage:
    word = Word(text, 0.1, 0.2, 1 / 3, 12.7, 9.96, "Nimbus", bold=True, italic=False, superscript=False)
    region = Region(kind="table", rect=(0.0, 0.0, 5.0, 5.0), grid=(((0.0, 0.0, 2.5, 5.0), (2.5, 0.0, 5.0, 5.0)),))
    line = Line((word,), word.rect)
    return RawPage(number=number, label=f"p{number}", width=595.28, height=842, lines=(line,), regions=(region,), **more)  # type: ignore[arg-type]


class Engine:
    """An engine that counts what it is asked."""

    def __init__(self, *pages: RawPage | BaseException) -> None:
        self.pages = pages
        self.opened = 0
        self.info, self.outline = INFO, OUTLINE

    def __call__(self, path: Path, name: str) -> "Engine":
        self.opened += 1
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def __len__(self) -> int:
        return len(self.pages)

    def page(self, number: int) -> tuple[RawPage, int]:
        found = self.pages[number - 1]
        if isinstance(found, BaseException):
            raise found
        return found, 7


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "paper.pdf"
    path.write_bytes(b"%PDF of these bytes")
    return path


@pytest.fixture
def read(tmp_path: Path, paper: Path) -> Callable[..., list[RawPage | str]]:
    def read_(engine: Engine, *, made_by: str = "engine 1", most: int = 1 << 20, renew: bool = False) -> list[RawPage | str]:
        cache = PageCache(folder=tmp_path / "cache", most_bytes=most, renew=renew)
        found: list[RawPage | str] = []
        with CachedOpening(engine, cache=cache, made_by=lambda: made_by)(paper, "paper.pdf") as file:
            assert (file.info, file.outline) == (INFO, OUTLINE)
            for number in range(1, len(file) + 1):
                try:
                    found.append(file.page(number)[0])
                except ValueError as error:
                    found.append(str(error))
        return found

    return read_


def entries(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache").iterdir()) if (tmp_path / "cache").exists() else []


def test_the_second_reading_asks_no_engine_and_gives_the_same(read):
    engine = Engine(page(1), page(2, turn=90, troubles=()))
    assert read(engine) == read(engine) == list(engine.pages)
    assert engine.opened == 1


@pytest.mark.parametrize("change", ["bytes", "engine"])
def test_other_bytes_or_another_engine_are_read(read, paper, change):
    engine = Engine(page(1))
    read(engine)
    if change == "bytes":
        paper.write_bytes(b"%PDF of other bytes")
    read(engine, made_by="engine 2" if change == "engine" else "engine 1")
    assert engine.opened == 2


def test_a_renewing_reading_replaces_what_is_kept(read):
    read(Engine(page(1, "old")))
    assert read(Engine(page(1, "new")), renew=True) == [page(1, "new")]
    assert read(Engine(page(1, "newest"))) == [page(1, "new")]


@pytest.mark.parametrize("doubtful", [ValueError("damaged"), page(2, troubles=("no program",))])
def test_a_document_with_a_page_that_failed_is_not_kept(read, tmp_path, doubtful):
    engine = Engine(page(1), doubtful, page(3))
    read(engine)
    read(engine)
    assert engine.opened == 2
    assert entries(tmp_path) == []


@pytest.mark.parametrize("damage", [lambda whole: whole[:-9], lambda whole: whole[:60] + b"?" + whole[61:], lambda whole: b""])
def test_a_damaged_entry_is_read_and_written_again(read, tmp_path, damage):
    engine = Engine(page(1), page(2))
    read(engine)
    [entry] = entries(tmp_path)
    whole = entry.read_bytes()
    entry.write_bytes(damage(whole))
    assert read(engine) == [page(1), page(2)]
    assert entry.read_bytes() == whole


def test_the_entry_unused_for_longest_makes_room(read, tmp_path, paper):
    read(Engine(page(1)))
    [oldest] = entries(tmp_path)
    os.utime(oldest, (1, 1))
    paper.write_bytes(b"%PDF of other bytes")
    read(Engine(page(1)), most=oldest.stat().st_size + 8)
    assert len(entries(tmp_path)) == 1
    assert oldest not in entries(tmp_path)


def test_a_place_that_cannot_be_written_to_costs_nothing(read, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert read(Engine(page(1))) == [page(1)]


def test_a_reading_broken_off_leaves_nothing_behind(tmp_path, paper):
    cache = PageCache(folder=tmp_path / "cache", most_bytes=1 << 20)
    opening = CachedOpening(Engine(page(1), KeyboardInterrupt()), cache=cache, made_by=lambda: "")

    def read_all() -> None:
        with opening(paper, "paper.pdf") as file:
            for number in (1, 2):
                file.page(number)

    with pytest.raises(KeyboardInterrupt):
        read_all()
    assert entries(tmp_path) == []


@given(st.floats(allow_nan=False, allow_infinity=False), st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_every_number_and_sign_comes_back_as_it_was(tmp_path_factory, number, text):
    folder = tmp_path_factory.mktemp("cache")
    paper = folder / "paper.pdf"
    paper.write_bytes(b"%PDF")
    engine = Engine(page(1, text, images=((number, 0.0, 1.0, 2.0),)))
    opening = CachedOpening(engine, cache=PageCache(folder=folder / "cache", most_bytes=1 << 20), made_by=lambda: "")
    for _ in range(2):
        with opening(paper, "paper.pdf") as file:
            assert file.page(1) == (engine.pages[0], 7)
    assert engine.opened == 1
