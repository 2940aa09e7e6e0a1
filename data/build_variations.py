"""Builds any number of papers that differ, from the sources of the samples: `python data/build_variations.py 300 --out FOLDER`.

Each is one source with sections of two others behind its own, set in one column or two: as long and as varied as real papers
are, for measurements of how fast files are read. What they say makes no sense, and nothing is to be asked about them.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from typeset.pages import typeset
from typeset.source import Block, Heading, Paper, Reference, read_paper

SOURCES = Path(__file__).resolve().parent / "sources"
SEED = 11
SECTIONS_OF_OTHERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", type=int)
    parser.add_argument("--out", type=Path, required=True, help="where the PDF files go")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number, paper in enumerate(variations([read_paper(file) for file in sorted(SOURCES.glob("*.md"))], options.papers)):
        typeset(paper, options.out / f"varied-{number:04d}.pdf")


def variations(papers: Sequence[Paper], count: int) -> Iterator[Paper]:
    """The same for the same sources."""
    rng = random.Random(SEED)  # noqa: S311 - no secret
    for number in range(count):
        own = papers[number % len(papers)]
        others = [section for paper in rng.sample(papers, 3) if paper is not own for section in sections(paper)]
        body, references = parted(own)
        taken = [block for section in rng.sample(others, SECTIONS_OF_OTHERS) for block in section]
        blocks = (*body, *taken, *references)
        yield replace(own, title=f"{own.title}, Part {number + 1}", doi="", columns=rng.choice((1, 2)), blocks=blocks)


def sections(paper: Paper) -> Iterator[list[Block]]:
    """Each with its heading; not the references."""
    section: list[Block] = []
    for block in parted(paper)[0]:
        if isinstance(block, Heading) and block.level == 1 and section:
            yield section
            section = []
        section.append(block)
    yield section


def parted(paper: Paper) -> tuple[list[Block], list[Block]]:
    """The body; and the references with their heading."""
    first = next((at for at, block in enumerate(paper.blocks) if isinstance(block, Reference)), len(paper.blocks))
    if first and isinstance(paper.blocks[first - 1], Heading):
        first -= 1
    return list(paper.blocks[:first]), list(paper.blocks[first:])


if __name__ == "__main__":
    main()
