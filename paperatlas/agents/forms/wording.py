"""A question made plain before it is read: one space between words, straight quotes, slips mended, English words of asking."""

import re
import unicodedata
from functools import lru_cache

from paperatlas.agents.forms.gloss import glossed
from paperatlas.agents.forms.spelling import mended
from paperatlas.core.text import both_ends

__all__ = ["DOCUMENT", "plain", "quoted"]

DOCUMENT = (
    r"(?:papers?|articles?|documents?|publications?|manuscripts?|pre-?prints?|pdfs?|reports?|thesis|work"
    r"|[\w-]+\.(?:pdf|html?|docx|md|txt|epub))"
)
"""A word for a document, or a file's name, as a regular expression."""

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "「": '"', "」": '"', "…": "..."})


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """The question as the forms read it; capitals are kept, since names are told by them."""
    text = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    text = both_ends(text)
    text = re.sub(r"^(?:please|pls|kindly|hey,?|hi,|hello,|ok(?:ay)?,|so,|well,)\s+(?=\w+ \w)", "", text, flags=re.IGNORECASE)
    text = re.sub(r"\b([Ww])hats\b", r"\1hat is", text)
    text = re.sub(r"\b([Ww]hat|[Ww]ho|[Ww]here|[Ww]hen)'s\b", r"\1 is", text)
    return glossed(text) or mended(text)


def quoted(text: str) -> str:
    """The first thing between quotation marks; empty when there is none. An apostrophe opens nothing."""
    found = re.search(r'"([^"]+)"', text) or re.search(r"(?<!\w)'([^']+(?:'\w[^']*)*)'(?!\w)", text)
    return found[1].strip(" .,?") if found else ""
