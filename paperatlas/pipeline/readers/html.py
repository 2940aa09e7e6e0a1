"""Web pages and inline-XBRL filings."""

import re
from typing import ClassVar

from paperatlas.pipeline.readers.decoding import decoded
from paperatlas.pipeline.readers.filing import filing_metadata
from paperatlas.pipeline.readers.html_flow import main_part, pour
from paperatlas.pipeline.readers.html_text import parse_html
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.page_metadata import page_metadata, page_title
from paperatlas.pipeline.readers.single_page import SinglePageReader
from paperatlas.pipeline.readers.told_orders import beside_markup

__all__ = ["HtmlReader"]

_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([A-Za-z][\w.:-]{1,30})")
_HEAD = 4096
"""Bytes within which a page must declare its encoding; browsers look at 1024, filings begin with long licences."""


class HtmlReader(SinglePageReader):
    """Reads HTML. Scripts are not run, and nothing that a page refers to is fetched."""

    suffixes: ClassVar = frozenset({".html", ".htm", ".xhtml"})
    version: ClassVar = "html-3"

    def _fill(self, outline: Outline, content: bytes, name: str) -> None:
        declared = _CHARSET.search(content[:_HEAD])
        text, warnings = decoded(content, name, declared=declared[1].decode("ascii") if declared else "")
        outline.warnings.extend(warnings)
        root, lost = parse_html(text, name)
        outline.warnings.extend(lost)
        filing = filing_metadata(root)
        outline.stated = filing if filing.title else page_metadata(root)
        outline.fallback_title = page_title(root)
        outline.unshown += beside_markup(text)
        pour(main_part(root), outline)
