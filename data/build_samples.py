"""Builds the sample papers from their sources: `python data/build_samples.py [--out FOLDER]`."""

import argparse
from pathlib import Path

from typeset.pages import typeset
from typeset.source import read_paper

SAMPLES = Path(__file__).resolve().parent / "samples"
SOURCES = SAMPLES.parent / "sources"


def main() -> None:
    """Sets every source in sources; the same sources give the same bytes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=SAMPLES, help="where the PDF files go (default: data/samples)")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for source in sorted(SOURCES.glob("*.md")):
        path = out / f"{source.stem}.pdf"
        typeset(read_paper(source), path)
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
