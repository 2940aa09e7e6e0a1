"""Reading a file from bytes, as ingest would."""

from pathlib import Path

from paperatlas.core.ports import DocumentReader
from paperatlas.core.types import BlockKind, ParsedDocument


def read(reader: DocumentReader, folder: Path, content: bytes | str, name: str | None = None) -> ParsedDocument:
    """What a reader makes of a file with this content."""
    name = name or f"file{min(reader.suffixes)}"
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return reader.read(path, name=name, on_page=lambda number, count: None)


def outline_of(document: ParsedDocument) -> list[tuple[BlockKind, str, str]]:
    """(kind, section, text) of all blocks that are in the body; each must stand in its page's text."""
    found = []
    for page in document.pages:
        for block in page.blocks:
            if block.span is not None:
                assert page.text[block.span.start : block.span.end] == block.text
                found.append((block.kind, block.section, block.text))
    return found


def grids(document: ParsedDocument) -> list[list[list[str]]]:
    return [[[cell.text for cell in row] for row in table.rows] for table in document.tables]
