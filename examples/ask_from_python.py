"""The Python API in one page, synchronous and asynchronous. Runs on two of the sample papers, without a key or a network.

python examples/ask_from_python.py
"""

import tempfile
from pathlib import Path

import anyio

import paperatlas as pa

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "samples"
PAPERS = [SAMPLES / "rivera2022-mossbank.pdf", SAMPLES / "okafor2021-glow-curve-integration.pdf"]


def ask(folder: Path) -> pa.Answer:
    """Make a library, put two papers into it, ask, and look the quote up on its page."""
    with pa.open_library(folder) as library:
        report = library.ingest(PAPERS)
        assert not report.failed, report
        answer = library.ask("How many recordings does MossBank contain?")
        assert "12,480" in answer.text
        for citation in answer.citations:
            page = library.parsed(citation.doc).pages[citation.page - 1]
            if citation.start is not None:
                assert page.text[citation.start : citation.end] == citation.quote
        return answer


async def look_up(folder: Path) -> pa.SearchResult:
    """The same library, from asynchronous code."""
    async with pa.open_library_async(folder) as library:
        found = await library.search("detection limit of the moss", documents=["okafor2021-glow-curve-integration"], limit=3)
        assert "1.1 ppm" in " ".join(hit.chunk.text for hit in found.hits)
        return found


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "papers.library"
        answer = ask(folder)
        print(answer.text)
        for citation in answer.citations:
            print(f"[{citation.n}] {citation.doc}, page {citation.page}: “{citation.quote}”")
        for hit in anyio.run(look_up, folder).hits:
            print(f"{hit.rank}. page {hit.chunk.page}, {hit.chunk.section}: {hit.chunk.text[:60]} …")


if __name__ == "__main__":
    main()
