"""Copies of a library, taken while it is in use, and libraries that are put back from them."""

import hashlib
import json
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.conversation import Turn
from paperatlas.core.errors import EmbedderMismatch, InputError, LibraryDamaged, LibraryLocked, StoreError, UnreadableBackup
from paperatlas.core.reports import Restored
from paperatlas.eval.question_sets import QuestionSets
from paperatlas.eval.review import Decision
from paperatlas.library import Library, check_copy, restore
from paperatlas.library.bundles import open_bundle, taken, working_in
from paperatlas.library.putting import laying_out
from tests.fakes.judged_answers import a_case
from tests.fakes.libraries import graph_parts, library_parts, open_test_library, rows
from tests.fakes.notes import HashEmbedder

Edit = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of two notes with all that a person adds to it, and the notes beside it."""
    home = tmp_path_factory.mktemp("made")
    papers, folder = home / "papers", home / "library"
    papers.mkdir()
    (papers / "a.note").write_text("# Lamps\nThe lamp of Amber is green.\nThe lamp of Quartz is amber.", encoding="utf-8")
    (papers / "b.note").write_text("The tide is high.", encoding="utf-8")
    with opened(folder) as library:
        library.ingest(papers)
        library.collect("light", ["a.note"])
        library.correct("a.note", title="On Lamps")
        library._opened.conversations.add("t", Turn(question="Which?", condensed="Which?"), {})
    (folder / "runs").mkdir()
    (folder / "runs/20261130T101010-abc123.jsonl").write_text('{"event": "asked"}\n', encoding="utf-8")
    (folder / "audit.jsonl").write_text('{"at": "2026-11-30"}\n', encoding="utf-8")
    return home


@pytest.fixture
def papers(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made / "papers", tmp_path / "papers"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made / "library", tmp_path / "library"))


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with opened(folder) as library:
        yield library


@pytest.fixture(params=["backup", "export"])
def copied(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Library], Path]:
    """Takes a copy of either kind; where it is."""
    if request.param == "backup":
        return lambda library: Path(library.backup(tmp_path / "copy").place)
    return lambda library: Path(library.export(tmp_path / "copy.zip").place)


def opened(folder: Path, **overrides: Any) -> Library:
    return open_test_library(folder, graph=graph_parts(folder), **overrides)


def put_back(source: Path, folder: Path, *, replace: bool = False, **overrides: Any) -> Restored:
    return restore(source, library_parts(folder, graph=graph_parts(folder), **overrides), replace=replace)


def texts(library: Library, query: str = "lamp") -> list[str]:
    return sorted(hit.chunk.text for hit in library.search(query, mode="lexical").hits)


# What a copy holds


def test_a_library_put_back_elsewhere_is_equal_to_the_one_that_was_copied(
    folder: Path, library: Library, tmp_path: Path, copied: Callable[[Library], Path]
) -> None:
    done = put_back(copied(library), tmp_path / "other")
    assert done.faults == ()
    assert rows(tmp_path / "other") == rows(folder)
    with opened(tmp_path / "other") as other:
        assert texts(other) == texts(library) != []
        assert other.graph.stats() == library.graph.stats()
        assert other.document("a.note").title == "On Lamps"
        assert other.document("a.note").collections == ("light",)
        assert other.turns("t")[0].turn.question == "Which?"
        assert (original := other.original("a.note")) is not None
        assert original.read_text(encoding="utf-8").startswith("# Lamps")
        assert other.doctor().faults == ()
    assert (tmp_path / "other/runs/20261130T101010-abc123.jsonl").exists()
    assert (tmp_path / "other/audit.jsonl").exists()


def test_question_sets_and_what_was_decided_of_them_are_copied_and_what_is_decided_here_meanwhile_stays(
    folder: Path, library: Library, tmp_path: Path, copied: Callable[[Library], Path]
) -> None:
    sets = QuestionSets(folder)
    kept = sets.decide(sets.add("lamps", [a_case(id="1")], source="sent").id, Decision(id="1", verdict="accepted"))
    copy = copied(library)
    put_back(copy, tmp_path / "other")
    assert QuestionSets(tmp_path / "other").get(kept.id) == kept
    later = QuestionSets(tmp_path / "other").decide(kept.id, Decision(id="1", verdict="rejected"))
    put_back(copy, tmp_path / "other", replace=True)
    assert QuestionSets(tmp_path / "other").get(kept.id) == later


def test_a_copy_says_what_it_holds_and_a_check_reads_all_of_it(library: Library, copied: Callable[[Library], Path]) -> None:
    place = copied(library)
    checked = check_copy(place)
    assert (checked.documents, checked.files, checked.missing) == (2, 6, ())
    assert checked.generation == library.catalog.generation()


def test_a_second_backup_to_the_same_folder_writes_only_what_is_new(library: Library, papers: Path, tmp_path: Path) -> None:
    library.backup(tmp_path / "copy")
    assert library.backup(tmp_path / "copy").copied == 0
    (papers / "c.note").write_text("A third note.", encoding="utf-8")
    library.ingest(papers)
    assert library.backup(tmp_path / "copy").copied == 2, "the catalog and one original"
    library.remove("c.note")
    library.backup(tmp_path / "copy")
    held = [file for file in (tmp_path / "copy/files").glob("*/*") if file.suffix == ".note"]
    assert len(held) == 2, "what nothing names any more is let go"
    assert check_copy(tmp_path / "copy").documents == 2


def test_while_another_process_writes_a_copy_is_of_its_last_commit(folder: Path, library: Library, tmp_path: Path) -> None:
    before = rows(folder)
    with library._opened.writing() as writer, writer.transaction():
        writer.note("half", "done")
        library.backup(tmp_path / "copy")
    put_back(tmp_path / "copy", tmp_path / "other")
    assert rows(tmp_path / "other") == before


def test_an_original_that_the_library_has_lost_is_told_and_stops_nothing(library: Library, tmp_path: Path) -> None:
    lost, changed = library.original("a.note"), library.original("b.note")
    assert lost is not None
    assert changed is not None
    lost.unlink()
    changed.write_text("altered", encoding="utf-8")
    done = library.backup(tmp_path / "copy")
    assert set(done.missing) == {lost.name, changed.name}
    assert check_copy(tmp_path / "copy").files == 4


def test_documents_that_go_while_a_copy_is_made_begin_it_anew(library: Library, tmp_path: Path) -> None:
    taken = library._opened.originals.path
    calls = iter(["remove"])

    def path(name: str) -> Path:
        if next(calls, ""):
            library.remove(["a.note", "b.note"])
        return taken(name)

    library._opened.originals.path = path  # type: ignore[method-assign]
    done = library.backup(tmp_path / "copy")
    assert (done.documents, done.missing) == (0, ())


# Faults


def test_a_damaged_catalog_is_not_copied_over_a_good_backup(folder: Path, tmp_path: Path) -> None:
    with opened(folder) as library:
        library.backup(tmp_path / "copy")
    damage(folder / "catalog.sqlite3")
    with opened(folder) as library, pytest.raises(LibraryDamaged, match="damaged"):
        library.backup(tmp_path / "copy")
    assert check_copy(tmp_path / "copy").documents == 2


def test_a_damaged_catalog_is_put_aside_and_replaced_from_a_backup(folder: Path, tmp_path: Path) -> None:
    before = rows(folder)
    with opened(folder) as library:
        library.backup(tmp_path / "copy")
    damage(folder / "catalog.sqlite3")
    with pytest.raises(InputError, match="replaced"):
        put_back(tmp_path / "copy", folder)
    assert put_back(tmp_path / "copy", folder, replace=True).faults == ()
    assert rows(folder) == before
    assert list(folder.glob("catalog.damaged-*.sqlite3"))


def damage(file: Path) -> None:
    """Overwrite the page at which a table begins."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [page] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'pages'").fetchone()
    with file.open("r+b") as raw:
        raw.seek(4096 * (page - 1))
        raw.write(b"\xff" * 4096)


def test_a_reader_that_is_open_sees_the_library_that_was_put_back(folder: Path, library: Library, tmp_path: Path) -> None:
    before = rows(folder)
    library.backup(tmp_path / "copy")
    with opened(folder) as reader:
        assert len(texts(reader)) == 2
        library.remove("a.note")
        assert texts(reader) == []
        assert put_back(tmp_path / "copy", folder, replace=True).faults == ()
        assert len(texts(reader)) == 2
        assert reader.doctor().faults == ()
    assert rows(folder) == before


def test_a_library_that_holds_documents_is_replaced_only_when_asked_for(folder: Path, library: Library, tmp_path: Path) -> None:
    library.backup(tmp_path / "copy")
    with pytest.raises(InputError, match="2 documents"):
        put_back(tmp_path / "copy", folder)


def test_while_another_writes_nothing_is_put_back(folder: Path, library: Library, tmp_path: Path) -> None:
    library.backup(tmp_path / "copy")
    with library._opened.writing(), pytest.raises(LibraryLocked):
        put_back(tmp_path / "copy", folder, replace=True)


def test_two_backups_to_one_folder_do_not_meet(library: Library, tmp_path: Path) -> None:
    with working_in(tmp_path / "copy"), pytest.raises(LibraryLocked, match="copy"):
        library.backup(tmp_path / "copy")


def test_a_restore_that_was_cut_off_is_finished_by_the_next_change(folder: Path, library: Library, tmp_path: Path) -> None:
    before = rows(folder)
    library.backup(tmp_path / "copy")
    library.remove("a.note")
    with open_bundle(tmp_path / "copy") as bundle, laying_out(folder) as work:
        for kept in bundle.manifest.files:
            (work / kept.path).parent.mkdir(parents=True, exist_ok=True)
            taken(bundle, kept, work / kept.path, place=tmp_path / "copy")
    with opened(folder) as other:
        assert [document.name for document in other.documents()] == ["b.note"], "a reader sees the old state"
        assert other.doctor(fix=True).sound
    assert rows(folder) == before
    assert not list(folder.glob("restoring*"))


def test_what_a_restore_had_not_laid_out_whole_is_swept(folder: Path, library: Library) -> None:
    before = rows(folder)
    (folder / "restoring.part/originals").mkdir(parents=True)
    (folder / "restoring.part/catalog.sqlite3").write_bytes(b"half")
    assert library.doctor().faults == ()
    assert rows(folder) == before
    assert not list(folder.glob("restoring*"))


def test_with_another_embedder_nothing_is_embedded_without_being_asked(library: Library, tmp_path: Path) -> None:
    library.backup(tmp_path / "copy")
    other = HashEmbedder(name="other")
    done = put_back(tmp_path / "copy", tmp_path / "other", embedder=other)
    assert [fault.code for fault in done.faults] == [EmbedderMismatch.code]
    assert other.embedded == 0


def test_what_cannot_be_written_is_told(library: Library, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreError, match="could not be written") as told:
        library.backup(tmp_path / "file/copy")
    assert told.value.hint


# Copies from strangers


@pytest.fixture
def archive(library: Library, tmp_path: Path) -> Path:
    return Path(library.export(tmp_path / "copy.zip").place)


def remade(archive: Path, edit: Edit, *, add: dict[str, bytes] | None = None) -> Path:
    """The archive with a manifest that says otherwise, and further entries."""
    made = archive.with_name("strange.zip")
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                edit(manifest)
                content = json.dumps(manifest).encode()
            target.writestr(name, content)
        for name, content in (add or {}).items():
            target.writestr(name, content)
    return made


def listed(path: str, content: bytes) -> Edit:
    entry = {"path": path, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    return lambda manifest: manifest["files"].append(entry)


STRANGE_PATHS = (
    "../outside.txt",
    "/etc/outside",
    "C:\\outside",
    "originals/../../outside",
    "originals/aa/../../../outside",
    "originals/ab/cdef",
    "originals/aa/" + "b" * 32,
    "runs/../catalog.sqlite3",
    "runs/..\\x.jsonl",
    "evaluations/.hidden.json",
    "question-sets/../set.json",
    "question-sets/0123456789abcdef/more.json",
    "writer.lock",
    "lexical/meta.json",
    "catalog.sqlite3",  # a second one
    "audit.jsonl\n",
    "",
)


@pytest.mark.parametrize("path", STRANGE_PATHS)
def test_what_cannot_be_part_of_a_library_is_refused(archive: Path, tmp_path: Path, path: str) -> None:
    strange = remade(archive, listed(path, b"x"), add={path: b"x"} if path not in {"", "catalog.sqlite3"} else {})
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UnreadableBackup):
        put_back(strange, tmp_path / "other")
    assert sorted(tmp_path.rglob("*")) == before


def test_entries_that_no_list_names_are_never_unpacked(archive: Path, tmp_path: Path) -> None:
    strange = remade(archive, lambda _manifest: None, add={"../outside.txt": b"x", "extra.txt": b"x"})
    put_back(strange, tmp_path / "other")
    assert not list(tmp_path.rglob("outside.txt"))
    assert not list(tmp_path.rglob("extra.txt"))


def test_a_link_in_an_archive_is_refused(archive: Path, tmp_path: Path) -> None:
    link = zipfile.ZipInfo("runs/link.jsonl")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(archive, "a") as target:
        target.writestr(link, "/etc/passwd")
    with pytest.raises(UnreadableBackup, match="plain file"):
        put_back(archive, tmp_path / "other")


def test_a_link_in_a_backup_folder_is_not_followed(library: Library, tmp_path: Path) -> None:
    library.backup(tmp_path / "copy")
    [held, *_] = [file for file in (tmp_path / "copy/files").glob("*/*") if file.suffix == ".note"]
    held.rename(tmp_path / "elsewhere.note")
    held.symlink_to(tmp_path / "elsewhere.note")
    with pytest.raises(UnreadableBackup, match="plain file"):
        put_back(tmp_path / "copy", tmp_path / "other")


def test_an_archive_that_would_fill_the_disk_is_refused_before_it_is_unpacked(archive: Path, tmp_path: Path) -> None:
    bomb = b"\0" * (20 << 20)
    strange = remade(archive, listed("audit.jsonl", b""), add={})
    name = f"originals/aa/{'a' * 32}.txt"
    strange = remade(archive, listed(name, bomb), add={name: bomb})
    assert strange.stat().st_size * 100 < len(bomb)
    with pytest.raises(UnreadableBackup, match="unpack"):
        put_back(strange, tmp_path / "other")


def test_an_entry_larger_than_the_list_says_is_read_no_further(archive: Path, tmp_path: Path) -> None:
    name, bomb = f"originals/aa/{'a' * 32}.txt", b"\0" * (20 << 20)
    strange = remade(archive, listed(name, b"small"), add={name: bomb})
    with pytest.raises(UnreadableBackup, match="is not what it was"):
        put_back(strange, tmp_path / "other")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM documents; END",
        "CREATE VIEW v AS SELECT 1",
        "UPDATE documents SET original = '../../../../etc/passwd'",
        "DROP TABLE chunks",
    ],
)
def test_a_catalog_that_is_not_one_of_ours_is_refused(archive: Path, tmp_path: Path, statement: str) -> None:
    with zipfile.ZipFile(archive) as source:
        source.extract("catalog.sqlite3", tmp_path / "edited")
    edited = tmp_path / "edited/catalog.sqlite3"
    with closing(sqlite3.connect(edited)) as connection, connection:
        connection.execute(statement)
    content = edited.read_bytes()
    strange = archive.with_name("strange.zip")
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(strange, "w", zipfile.ZIP_DEFLATED) as target:
        manifest = json.loads(source.read("manifest.json"))
        for entry in manifest["files"]:
            if entry["path"] == "catalog.sqlite3":
                entry.update(size=len(content), sha256=hashlib.sha256(content).hexdigest())
            else:
                target.writestr(entry["path"], source.read(entry["path"]))
        target.writestr("catalog.sqlite3", content)
        target.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(UnreadableBackup):
        put_back(strange, tmp_path / "other")
    assert not (tmp_path / "other/catalog.sqlite3").exists()


def test_an_archive_cut_off_or_changed_anywhere_changes_nothing(archive: Path, tmp_path: Path) -> None:
    whole = archive.read_bytes()
    for share in (0, 1, 20, 50, 90, 99):
        archive.write_bytes(whole[: len(whole) * share // 100])
        with pytest.raises(UnreadableBackup):
            put_back(archive, tmp_path / "other")
    with zipfile.ZipFile(tmp_path / "whole.zip", "w") as other:
        other.writestr("manifest.json", "{}")
    with pytest.raises(UnreadableBackup, match=r"manifest\.json"):
        put_back(tmp_path / "whole.zip", tmp_path / "other")
    assert not (tmp_path / "other/catalog.sqlite3").exists()


def test_a_copy_of_which_a_byte_has_changed_is_found_by_the_check(library: Library, tmp_path: Path) -> None:
    library.backup(tmp_path / "copy")
    for held in sorted((tmp_path / "copy/files").glob("*/*")):
        content = held.read_bytes()
        held.write_bytes(bytes([content[0] ^ 1]) + content[1:])
        with pytest.raises(UnreadableBackup, match="is not what it was"):
            check_copy(tmp_path / "copy")
        held.unlink()
        with pytest.raises(UnreadableBackup, match="missing"):
            check_copy(tmp_path / "copy")
        held.write_bytes(content)
    assert check_copy(tmp_path / "copy").files == 6


def test_there_is_nothing_to_put_back_from_a_place_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(UnreadableBackup, match="nothing"):
        put_back(tmp_path / "nowhere", tmp_path / "other")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnreadableBackup, match=r"no manifest\.json"):
        put_back(tmp_path / "empty", tmp_path / "other")


def test_a_library_that_has_lost_its_catalog_is_not_taken_for_a_new_one(folder: Path, library: Library, tmp_path: Path) -> None:
    before = rows(folder)
    library.backup(tmp_path / "copy")
    library.close()
    for file in folder.glob("catalog.sqlite3*"):
        file.unlink()
    with pytest.raises(LibraryDamaged, match="gone"):
        opened(folder)
    (folder / "catalog.sqlite3").touch()
    with pytest.raises(LibraryDamaged, match="gone"):
        opened(folder)
    assert len(list(folder.glob("originals/*/*"))) == 2
    assert put_back(tmp_path / "copy", folder, replace=True).faults == ()
    assert rows(folder) == before
