"""`OnlinePapers`: what an address names, as files that `ingest` reads."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import unquote, urlsplit

from paperatlas.core.errors import InputError, UnsupportedFile
from paperatlas.remote.arxiv import Arxiv, ArxivPaper, arxiv_id, is_arxiv_source
from paperatlas.remote.edgar import Edgar, edgar_filings
from paperatlas.remote.fetching import Fetched, Fetcher
from paperatlas.remote.keeping import folder_of, listing_of, write_whole
from paperatlas.remote.zotero import Zotero, zotero_collection

__all__ = ["ArxivFiles", "PapersByAddress"]

ArxivFiles: TypeAlias = Literal["pdf", "source", "both"]

_BY_TYPE: Mapping[str, str] = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "application/epub+zip": ".epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/xml": ".xml",
    "text/xml": ".xml",
}
_LONGEST_NAME = 80
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersByAddress:
    """Papers of arXiv by id, filings, what is in Zotero, and any other by URL. Each has a folder of its own, so that names do not
    clash.
    """

    arxiv: Arxiv
    edgar: Edgar
    zotero: Zotero
    fetcher: Fetcher
    """For addresses that anybody may have named."""
    arxiv_files: ArxivFiles = "pdf"
    """What is taken of a paper on arXiv, where the address does not say: the source has formulas as written, the PDF pages."""

    def bring(self, source: str, into: Path) -> tuple[Path, ...]:
        """See `core.online.OnlinePapers`."""
        source = source.strip()
        if named := arxiv_id(source):
            return self._of_arxiv(named, into, "source" if is_arxiv_source(source) else self.arxiv_files)
        if filings := edgar_filings(source):
            return self.edgar.bring(filings, into)
        if (collection := zotero_collection(source)) is not None:
            return self.zotero.bring(collection, into)
        if urlsplit(source).scheme.lower() not in {"http", "https"}:
            raise InputError(
                f"{source!r} is no address.", hint="Name a URL that begins with https://, or an id as in arXiv:1706.03762."
            )
        fetched = self.fetcher.get(source)
        return (write_whole(fetched.content, folder_of(into, source) / _name(fetched)),)

    def _of_arxiv(self, named: str, into: Path, wanted: ArxivFiles) -> tuple[Path, ...]:
        paper = self.arxiv.paper(named)
        name, folder = paper.id.replace("/", "_"), folder_of(into, f"arXiv:{paper.id}")
        # All is there before anything is written: half a paper would look like a whole one.
        files = [
            *([(f"{name}.pdf", self._pdf(paper))] if wanted != "source" else ()),
            *([self._source(paper, name)] if wanted != "pdf" else ()),
        ]
        listing = _listed(paper, ";".join(dict.fromkeys(file for file, _ in files)))
        return tuple(write_whole(content, folder / file) for file, content in [*files, (f"{name}.bib", listing)])

    def _pdf(self, paper: ArxivPaper) -> bytes:
        content = self.arxiv.pdf(paper.id).content
        if not _is_pdf(content):
            raise UnsupportedFile(
                f"arXiv sent no PDF for {paper.id!r}.",
                hint=f"It may only have its source: try https://arxiv.org/src/{paper.id}.",
            )
        return content

    def _source(self, paper: ArxivPaper, name: str) -> tuple[str, bytes]:
        """A bundle of LaTeX files, or one packed file; of a paper that was handed in as a PDF, that."""
        content = self.arxiv.source(paper.id).content
        if _is_pdf(content):
            return f"{name}.pdf", content
        if not content.startswith(_GZIP):
            raise UnsupportedFile(
                f"arXiv sent no source for {paper.id!r}.", hint=f"Ingest arXiv:{paper.id}, which brings its PDF."
            )
        return f"{name}.tar.gz", content


def _name(fetched: Fetched) -> str:
    """A file name of letters, digits and a few signs, with the ending of what was sent; never a path."""
    ending = ".pdf" if _is_pdf(fetched.content) else _BY_TYPE.get(fetched.media_type, "")
    if not ending:
        raise UnsupportedFile(
            f"{fetched.url} is {fetched.media_type or 'of no stated kind'}, and no paper.",
            hint="Name the address of a PDF, HTML, Markdown, text, Word, EPUB or XML file.",
        )
    last = unicodedata.normalize("NFC", unquote(urlsplit(fetched.url).path)).replace("\\", "/").rstrip("/").rpartition("/")[2]
    stem = last[: -len(ending)] if last.lower().endswith(ending) else last.partition(".htm")[0]
    plain = re.sub(r"[^\w.-]+", "_", stem).strip("._")[:_LONGEST_NAME]
    return f"{plain or urlsplit(fetched.url).hostname or 'page'}{ending}"


def _is_pdf(content: bytes) -> bool:
    return b"%PDF-" in content[:1024]


def _listed(paper: ArxivPaper, file: str) -> bytes:
    values = {
        "title": paper.title,
        "author": " and ".join(paper.authors),
        "year": str(paper.year or ""),
        "eprint": re.sub(r"v\d+$", "", paper.id),
        "archiveprefix": "arXiv",
        "abstract": paper.abstract,
        "file": file,
    }
    return listing_of({f"arxiv-{paper.id.replace('/', '-')}": values})
