"""Records."""

import json
from pathlib import Path

import pytest

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import BadRecord, Record
from paperatlas.pipeline.readers import jsonl
from paperatlas.pipeline.readers.jsonl import JsonlReader


def records(folder: Path, content: bytes | str) -> list[Record | BadRecord]:
    path = folder / "set.jsonl"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(JsonlReader().records(path))


def test_a_record_is_a_document_with_its_metadata(tmp_path: Path) -> None:
    line = json.dumps(
        {
            "id": 7,
            "title": "On Things",
            "text": "One.\n\nTwo.",
            "authors": ["Ada", {"name": "Bo"}],
            "year": "2020",
            "ticker": "COST",
            "new": True,
        }
    )
    (record,) = records(tmp_path, line + "\n")
    assert isinstance(record, Record)
    document = JsonlReader().parse(record)
    assert (document.name, document.id) == ("7", document_id(record.content))
    assert document.pages[0].text == "One.\nTwo."
    assert (document.metadata.title, document.metadata.authors, document.metadata.year) == ("On Things", ("Ada", "Bo"), 2020)
    assert dict(document.metadata.fields) == {"ticker": "COST", "new": "true"}


def test_the_id_does_not_depend_on_how_a_line_is_written(tmp_path: Path) -> None:
    first, second = records(tmp_path, '{"id":"a","text":"x"}\n{ "text": "\\u0078",  "id": "a" }\n')
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.content == second.content == b'{"id":"a","text":"x"}'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not valid JSON"),
        (b"[1]", "not a JSON object"),
        (b'{"text": "x"}', "has no `id`"),
        (b'{"id": "a"}', "neither `text` nor `title`"),
        (b'{"id": "a", "text": "\xff"}', "not UTF-8"),
        (b'{"id": ' + b"[" * 100_000, "JSON|nested"),
    ],
)
def test_a_bad_line_is_an_item_that_names_it_and_the_rest_is_read(line: bytes, reason: str, tmp_path: Path) -> None:
    good = b'{"id": "g", "text": "x"}'
    first, bad, last = records(tmp_path, good + b"\n" + line + b"\n" + good)
    assert isinstance(first, Record)
    assert isinstance(last, Record)
    assert isinstance(bad, BadRecord)
    assert (bad.line, last.line) == (2, 3)
    with pytest.raises(type(bad.error), match=f"Line 2 of 'set.jsonl'.*({reason})"):
        raise bad.error


def test_a_line_beyond_all_measure_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "_LONGEST_LINE", 50)
    long = json.dumps({"id": "l", "text": "x" * 200})
    found = records(tmp_path, f'{{"id": "a", "text": "x"}}\n{long}\n{{"id": "b", "text": "y"}}\n')
    assert [type(each) for each in found] == [Record, BadRecord, Record]


def test_half_a_surrogate_pair_does_not_stop_a_record(tmp_path: Path) -> None:
    (record,) = records(tmp_path, '{"id": "a", "text": "x \\ud800 y"}')
    assert isinstance(record, Record)
    assert JsonlReader().parse(record).pages[0].text == "x ? y"


def test_empty_lines_and_a_byte_order_mark_are_nothing(tmp_path: Path) -> None:
    assert len(records(tmp_path, b'\xef\xbb\xbf{"id": "a", "text": "x"}\n\n  \n')) == 1
    assert records(tmp_path, b"") == []


@pytest.mark.parametrize("content", [b"%PDF-1.4", b"PK\x03\x04", "{}".encode("utf-16")])
def test_what_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        records(tmp_path, content)


def test_a_record_of_a_title_alone_says_its_title(tmp_path: Path) -> None:
    (record,) = records(tmp_path, '{"id": "a", "title": "Only this"}')
    assert isinstance(record, Record)
    assert JsonlReader().parse(record).pages[0].text == "Only this"
