"""A library of an earlier version is brought up to date when it is opened, and says what it does not know."""

from contextlib import closing
from pathlib import Path

from paperatlas.catalog import Database, SqliteCatalog, schema
from paperatlas.catalog.packing import pack_blocks, pack_pieces, to_json
from paperatlas.core.types import Metadata


def test_what_an_earlier_version_read_has_no_report_until_it_is_read_again(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.sqlite3")
    with closing(database.connect()) as connection:
        connection.executescript(f"{schema._FIRST} PRAGMA user_version = 1;")
        names = "id, name, base, folder, source, metadata, pages, words, chunks, tables, figures, reference_count, skipped_pages"
        connection.execute(
            f"INSERT INTO documents ({names}, original, reader, chunking, added_at)"
            " VALUES ('d', 'a.pdf', 'a.pdf', '/x', '/x/a.pdf', ?, 1, 2, 0, 0, 0, 0, 0, '', 'pdf-1', 'c', '2026-01-01T00:00:00Z')",
            (to_json(Metadata(title="A"), Metadata),),
        )
        connection.execute(
            "INSERT INTO pages VALUES ('d', 1, 'iii', 10, 20, 'Two words', ?, ?)", (pack_blocks(()), pack_pieces(()))
        )
    assert not database.is_current()
    database.create_or_migrate()
    assert database.is_current()
    catalog = SqliteCatalog(database)
    [document] = catalog.documents()
    assert document.report is None
    assert document.page_label(1) == "iii"
    page = catalog.page(document.id, 1)
    assert (page.turn, page.source, page.text) == (0, "text", "Two words")
    catalog.close()
