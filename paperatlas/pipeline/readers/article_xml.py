"""Articles in XML: JATS or TEI, told apart by their root element."""

from pathlib import Path
from typing import ClassVar

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.types import ParseWarning
from paperatlas.pipeline.readers.decoding import file_bytes, kind_of
from paperatlas.pipeline.readers.jats import fill_from_jats
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.single_page import SinglePageReader
from paperatlas.pipeline.readers.tei import fill_from_tei
from paperatlas.pipeline.readers.told_orders import beside_markup
from paperatlas.pipeline.readers.xml_text import parse, root_name

__all__ = ["ArticleXmlReader"]

_JATS = frozenset(("article", "pmc-articleset", "OAI-PMH", "sub-article", "response"))
_TEI = frozenset(("TEI", "TEI.2", "teiCorpus"))


class ArticleXmlReader(SinglePageReader):
    """Reads JATS (NLM, PubMed Central) and TEI (GROBID)."""

    suffixes: ClassVar = frozenset({".xml", ".nxml"})
    version: ClassVar = "xml-2"

    def is_document(self, path: Path) -> bool:
        """XML is used for all things: in a folder only articles are taken."""
        try:
            return root_name(file_bytes(path)) in _JATS | _TEI
        except UnreadableFile:
            return False

    def _fill(self, outline: Outline, content: bytes, name: str) -> None:
        if kind := kind_of(content):
            raise UnreadableFile(f"{name!r} is {kind}, not XML.", hint="Give it the ending of what it is.")
        root = parse(content, name)
        article = root if root.tag == "article" else next(root.iter("article"), None)
        document = root if root.tag in _TEI else None
        if article is not None and root_name(content) in _JATS:
            fill_from_jats(article, outline)
        elif document is not None:
            document = next(document.iter("TEI"), document)
            fill_from_tei(document, outline)
        else:
            raise UnreadableFile(
                f"{name!r} is XML of another kind (its root is {root.tag!r}).",
                hint="JATS and TEI are read; convert it to one of them.",
            )
        outline.unshown += beside_markup(content.decode("utf-8", "replace"))
        if not content.rstrip().endswith(b">"):
            outline.warnings.append(ParseWarning(code="text_lost", message="The file is cut short; it was read to there."))
