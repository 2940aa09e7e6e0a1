"""Figures in README.md and docs/ that are those of a record, and how they are kept so.

    python -m benchmarks.doc_figures [--write]

A figure is followed by a comment that names its measurement and its figure, which no reader sees:

    recall@5 is .941<!--= 2wiki.graph_r5 -->, of 40 of 43<!--= answers.right --> the half

`.low`, `.high`, `.n`, `.got` and `.of` behind the figure's name are its interval and its counts. The text before the comment
decides how it is written: as a share ("40 of 43", "40/43"), in per cent ("94.1 %"), with so many decimals. Without `--write`
the command prints what differs and fails; with it, it puts the records' figures in.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.records import ROOT, Figure, Record, read_all

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
MARKED = re.compile(
    r"(?P<text>\d[\d,]* of(?: the)? \d[\d,]*|\d+/\d+|(?<![\w.])\d*\.?\d+(?: %)?)(?P<between>\**)"
    r"(?P<mark><!--= (?P<record>[\w-]+)\.(?P<figure>[\w-]+)(?:\.(?P<part>low|high|n|got|of))? -->)"
)
"""A figure and the comment that says whose it is."""
SHARE = re.compile(r"(?P<got>\d[\d,]*)(?P<word> of(?: the)? |/)(?P<of>\d[\d,]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A marked figure of a page."""

    page: Path
    text: str
    record: str
    figure: str
    part: str

    @property
    def name(self) -> str:
        return f"{self.record}.{self.figure}" + (f".{self.part}" if self.part else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    records = read_all()
    stale = [f"{page.relative_to(ROOT)}: {fault}" for page in PAGES for fault in faults(page, records)]
    if options.write:
        for page in PAGES:
            before = page.read_text(encoding="utf-8")
            if (after := refreshed(before, records)) != before:
                page.write_text(after, encoding="utf-8")
    print("\n".join(stale) or "All figures are those of the records.")
    sys.exit(bool(stale) and not options.write)


def shown(page: Path) -> Iterator[Shown]:
    for match in MARKED.finditer(page.read_text(encoding="utf-8")):
        part = match["part"] or ""
        yield Shown(page=page, text=match["text"], record=match["record"], figure=match["figure"], part=part)


def faults(page: Path, records: Mapping[str, Record]) -> Iterator[str]:
    """What a page says that the records do not."""
    for each in shown(page):
        if (figure := _figure(records, each.record, each.figure)) is None:
            yield f"{each.name} is of no record ({each.text})"
        elif (right := written(figure, each.part, each.text)) != each.text:
            yield f"{each.name} is {right}, not {each.text}"


def refreshed(text: str, records: Mapping[str, Record]) -> str:
    """With the records' figures; what no record has stays."""

    def put(match: re.Match[str]) -> str:
        figure = _figure(records, match["record"], match["figure"])
        right = match["text"] if figure is None else written(figure, match["part"] or "", match["text"])
        return f"{right}{match['between']}{match['mark']}"

    return MARKED.sub(put, text)


def written(figure: Figure, part: str, like: str) -> str:
    """A figure, or a part of it, as `like` is written."""
    if share := SHARE.fullmatch(like):
        return f"{figure.got}{share['word']}{figure.of}"
    number = getattr(figure, part) if part else figure.value
    digits, is_percent = like.removesuffix(" %"), like.endswith(" %")
    decimals = len(digits.partition(".")[2])
    text = f"{number * 100 if is_percent else number:.{decimals}f}"
    return (text.removeprefix("0") if digits.startswith(".") else text) + (" %" if is_percent else "")


def _figure(records: Mapping[str, Record], record: str, figure: str) -> Figure | None:
    return records[record].figures.get(figure) if record in records else None


if __name__ == "__main__":
    main()
