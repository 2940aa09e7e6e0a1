"""What is promised of originals, wherever they are kept: in the library's folder, in another, or behind a server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paperatlas.choose_originals import chosen_originals
from paperatlas.core.errors import BadSetting, MissingExtra, StoreError, UnreadableFile
from paperatlas.library import Library, restore
from paperatlas.pipeline.ingest.originals import Originals
from paperatlas.pipeline.ingest.originals_folder import FolderOriginals
from paperatlas.pipeline.ingest.sources import stamp
from paperatlas.settings import Settings
from tests.fakes.libraries import graph_parts, library_parts, open_test_library

Make = Callable[[FolderOriginals], Originals]


def objects(address: str, mebibytes: int = 64) -> Make:
    make = chosen_originals(Settings.model_validate({"originals_url": address, "originals_mebibytes": mebibytes}))
    assert make is not None
    return make


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """On an S3 server of this machine."""
    server = pytest.importorskip("moto.server", reason="there is no S3 server; `make test-s3` has one").ThreadedMotoServer(
        "127.0.0.1", 0
    )
    s3fs = pytest.importorskip("s3fs")
    server.start()
    try:
        with pytest.MonkeyPatch.context() as environment:
            for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
                environment.setenv(name, "testing")
            environment.setenv("AWS_ENDPOINT_URL", "http://{}:{}".format(*server.get_host_and_port()))
            s3fs.S3FileSystem().mkdir("papers")
            yield "s3://papers"
    finally:
        server.stop()


@pytest.fixture(params=["folder", "elsewhere", pytest.param("s3", marks=pytest.mark.slow)])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make | None:
    if request.param == "folder":
        return None
    if request.param == "elsewhere":
        return objects(f"file://{tmp_path}/far")
    return objects(f"{request.getfixturevalue('bucket')}/{tmp_path.name}")


@pytest.fixture
def originals(make: Make | None, tmp_path: Path) -> Originals:
    folder = FolderOriginals(tmp_path / "library/originals", store="copy")
    return make(folder) if make else folder


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    paper = tmp_path / "Lamps.PDF"
    paper.write_bytes(b"The lamp of Amber is green." * 100)
    return paper


def test_a_file_is_kept_when_the_persons_own_is_gone(originals: Originals, paper: Path) -> None:
    content, looked = paper.read_bytes(), stamp(paper)
    assert originals.is_empty()
    name = originals.keep(paper, looked)
    assert name == f"{looked.content}.pdf"
    assert originals.keep(paper, looked) == name
    paper.unlink()
    assert originals.path(name).read_bytes() == content
    assert originals.is_intact(name)
    assert not originals.is_empty()


def test_a_file_that_changes_meanwhile_is_refused(originals: Originals, paper: Path) -> None:
    looked = stamp(paper)
    paper.write_bytes(b"Another lamp." * 200)
    with pytest.raises(UnreadableFile, match="changed while it was read"):
        originals.keep(paper, looked)
    assert originals.is_empty()


def test_what_is_dropped_is_gone_and_may_be_dropped_again(originals: Originals, paper: Path) -> None:
    name = originals.keep(paper, stamp(paper))
    originals.drop(name)
    originals.drop(name)
    assert originals.is_empty()
    assert not originals.is_intact(name)
    assert not originals.path(name).exists()


def test_strays_are_counted_and_swept(originals: Originals, paper: Path, tmp_path: Path) -> None:
    wanted = originals.keep(paper, stamp(paper))
    other = tmp_path / "tides.pdf"
    other.write_bytes(b"The tide is high.")
    stray = originals.keep(other, stamp(other))
    assert originals.strays({wanted, stray}) == 0
    assert originals.strays({wanted}) > 0
    originals.sweep({wanted})
    assert originals.strays({wanted}) == 0
    assert originals.is_intact(wanted)
    assert not originals.is_intact(stray)


def test_a_file_laid_out_by_a_copy_is_taken_over(originals: Originals, paper: Path, tmp_path: Path) -> None:
    laid = tmp_path / f"{stamp(paper).content}.pdf"
    shutil.copyfile(paper, laid)
    originals.adopt(laid)
    assert originals.is_intact(laid.name)


def opened(folder: Path, make: Make | None) -> Library:
    return open_test_library(folder, graph=graph_parts(folder), objects=make)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.note").write_text("# Lamps\nThe lamp of Amber is green.", encoding="utf-8")
    (papers / "b.note").write_text("The tide is high.", encoding="utf-8")
    return papers


def test_a_library_is_backed_up_restored_read_again_and_checked(make: Make | None, papers: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with opened(folder, make) as library:
        library.ingest(papers)
        shutil.rmtree(papers)
        assert library.backup(tmp_path / "copy").missing == ()
        library.remove(["b.note"])
        library.read_again(["a.note"])
        assert library.doctor().faults == ()
    restore(tmp_path / "copy", library_parts(folder, graph=graph_parts(folder), objects=make), replace=True)
    with opened(folder, make) as library:
        assert [document.name for document in library.documents()] == ["a.note", "b.note"]
        assert library.doctor().faults == ()
        assert library.backup(tmp_path / "copy").copied <= 1  # of two originals none: the copy has them


def test_an_original_that_is_lost_is_told_of_and_taken_from_where_it_came_from(
    make: Make | None, papers: Path, tmp_path: Path
) -> None:
    with opened(tmp_path / "library", make) as library:
        library.ingest(papers)
        for _, name in library._opened.audit.originals():
            library._opened.originals.drop(name)
        assert {fault.code for fault in library.doctor().faults} == {"missing_original"}
        assert library.doctor(fix=True).sound
        assert library.doctor().faults == ()


# What a store of objects does besides


@pytest.fixture
def far(tmp_path: Path) -> Path:
    return tmp_path / "far"


def in_objects(tmp_path: Path, mebibytes: int = 64) -> Originals:
    folder = FolderOriginals(tmp_path / "library/originals", store="copy")
    return objects(f"file://{tmp_path}/far", mebibytes)(folder)


def test_what_is_not_at_hand_is_fetched_and_what_is_damaged_there_is_as_good_as_lost(
    paper: Path, tmp_path: Path, far: Path
) -> None:
    originals = in_objects(tmp_path)
    name = originals.keep(paper, stamp(paper))
    originals.at_hand(name).unlink()
    assert originals.path(name).read_bytes() == paper.read_bytes()
    originals.at_hand(name).unlink()
    (far / name[:2] / name).write_bytes(b"damaged")
    assert not originals.path(name).exists()
    assert not list((tmp_path / "library").rglob("*.partial"))


def test_files_that_were_not_used_lately_make_room_if_the_store_has_them(tmp_path: Path, far: Path) -> None:
    originals = in_objects(tmp_path, mebibytes=1)
    names = []
    for number in range(6):
        paper = tmp_path / f"{number}.pdf"
        paper.write_bytes(bytes([number]) * 300_000)
        names.append(originals.keep(paper, stamp(paper)))
    assert all(originals.at_hand(name).exists() for name in names)  # they may all be open still
    for number, name in enumerate(names):
        os.utime(originals.at_hand(name), (number, number))
    (far / names[0][:2] / names[0]).unlink()
    originals.path(names[3])
    last = tmp_path / "last.pdf"
    last.write_bytes(b"last" * 100_000)
    originals.keep(last, stamp(last))
    assert [originals.at_hand(name).exists() for name in names] == [True, False, False, True, False, False]


def test_a_library_that_had_its_originals_at_home_sends_them_when_it_is_mended(papers: Path, tmp_path: Path, far: Path) -> None:
    with opened(tmp_path / "library", None) as library:
        library.ingest(papers)
    shutil.rmtree(papers)
    with opened(tmp_path / "library", objects(f"file://{far}")) as library:
        assert {fault.code for fault in library.doctor().faults} == {"missing_original"}
        assert library.doctor(fix=True).sound
        assert library.doctor().faults == ()
    assert len(list(far.rglob("*.note"))) == 2


def test_a_store_out_of_reach_fails_the_change_and_leaves_the_library_as_it_was(papers: Path, tmp_path: Path, far: Path) -> None:
    with opened(tmp_path / "library", objects(f"file://{far}")) as library:
        far.write_text("no folder", encoding="utf-8")
        with pytest.raises(StoreError, match="could not be used"):
            library.ingest(papers)
        assert library.documents() == ()
        far.unlink()
        assert [each.status for each in library.ingest(papers).documents] == ["added", "added"]


@pytest.mark.parametrize(("address", "error"), [("nothing://x/y", BadSetting), ("gs://bucket/papers", MissingExtra)])
def test_an_address_that_cannot_be_used_is_told_at_once(address: str, error: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(error):
        objects(address)(FolderOriginals(tmp_path, store="copy"))
