"""The source format of the sample papers (described in data/README.md) and its parser."""

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Equation", "Figure", "Heading", "Item", "Paper", "Paragraph", "Reference", "Table", "read_paper"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    text: str
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Equation:
    text: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """`style`: "rules" (three horizontal lines), "grid" (all lines) or "plain" (none). A cell that ends in ">" spans the next."""

    style: str
    caption: str
    rows: tuple[tuple[str, ...], ...]
    header_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """`kind`: "boxes" (a chain of labelled boxes) or "plot" (a line through points); `lines` is its data."""

    kind: str
    axes: tuple[str, str]
    caption: str
    lines: tuple[str, ...]


Block = Heading | Paragraph | Item | Reference | Equation | Table | Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    title: str
    authors: str
    affiliations: tuple[str, ...]
    emails: str
    venue: str
    doi: str
    columns: int
    first_page: int
    heads: tuple[str, str]
    """Running heads of left and right pages."""
    footnotes: tuple[str, ...]
    abstract: tuple[str, ...]
    keywords: str
    blocks: tuple[Block, ...]


def read_paper(path: Path) -> Paper:
    """Reads one source file: `key: value` lines, a line of dashes, then blocks parted by empty lines."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
    pairs = [line.split(":", 1) for line in head.splitlines() if line.strip()]
    fields = {key.strip(): value.strip() for key, value in pairs}
    left, _, right = fields["heads"].partition("|")
    chunks = [chunk.strip("\n") for chunk in re.split(r"\n\s*\n", body) if chunk.strip()]
    abstract = tuple(_unwrap(re.sub(r"(?m)^> ?", "", chunk)) for chunk in chunks if chunk.startswith("> "))
    return Paper(
        title=fields["title"],
        authors=fields["authors"],
        affiliations=tuple(value.strip() for key, value in pairs if key.strip() == "affiliation"),
        emails=fields["emails"],
        venue=fields["venue"],
        doi=fields.get("doi", ""),
        columns=int(fields["columns"]),
        first_page=int(fields["first page"]),
        heads=(left.strip(), right.strip()),
        footnotes=tuple(value.strip() for key, value in pairs if key.strip() == "footnote"),
        abstract=abstract,
        keywords=fields.get("keywords", ""),
        blocks=tuple(_blocks([chunk for chunk in chunks if not chunk.startswith("> ")])),
    )


def _blocks(chunks: list[str]) -> list[Block]:
    blocks: list[Block] = []
    in_references = False
    for chunk in chunks:
        if heading := re.match(r"(#+) (.+)", chunk):
            in_references = heading.group(2) == "References"
            blocks.append(Heading(text=heading.group(2), level=len(heading.group(1))))
        elif chunk.startswith("!"):
            blocks.append(_special(chunk))
        elif chunk.startswith("- "):
            blocks += [Item(text=_unwrap(item)) for item in re.split(r"(?:^|\n)- ", chunk) if item]
        else:
            blocks.append(Reference(text=_unwrap(chunk)) if in_references else Paragraph(text=_unwrap(chunk)))
    return blocks


def _special(chunk: str) -> Block:
    command, caption, *lines = chunk.splitlines()
    kind, _, rest = command[1:].partition(" ")
    if kind == "table":
        rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines]
        bar = next(index for index, row in enumerate(rows) if set("".join(row)) == {"-"})
        return Table(style=rest, caption=caption, rows=tuple(rows[:bar] + rows[bar + 1 :]), header_rows=bar)
    if kind == "figure":
        name, _, axes = rest.partition(" ")
        x, _, y = axes.partition("|")
        return Figure(kind=name, axes=(x.strip(), y.strip()), caption=caption, lines=tuple(lines))
    if kind == "equation":
        return Equation(text=caption, number=rest)
    raise ValueError(f"no such block: {command!r}")


def _unwrap(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines())
