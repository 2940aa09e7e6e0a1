"""What a person should know of a page before trusting its text."""

from collections.abc import Iterator

from paperatlas.core.types import ParseWarning
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.legibility import garble
from paperatlas.pipeline.rects import area

__all__ = ["doubts", "is_picture", "text_layer"]

_DRAWN = 0.02
"""Share of a page's area under images and drawings from which it may be a picture of text."""
_FEW_HIDDEN = 3
"""Words. Fewer are slips: a space or a page number left white."""
_SHOWN = 120
"""Characters of hidden text that a warning repeats: enough to see what it is about."""
_HOW = "set PAPERATLAS_OCR=auto and install Tesseract or `pip install 'paperatlas[ocr]'` to have it read"
_NO_PLACES = " by a model that says no places: the boxes on it are guesses"


def doubts(page: RawPage) -> Iterator[ParseWarning]:
    """In the order in which they matter."""
    at = f"page {page.number}"
    text = text_layer(page)
    for trouble in page.troubles:
        yield ParseWarning(code="ocr_failed", message=f"{at} could not be read from its picture: {trouble}", page=page.number)
    if page.source != "text":
        what = "read from its picture" if text else "a picture in which no text was found"
        yield ParseWarning(
            code=f"read_by_{page.source}", message=f"{at} was {what}" if text else f"{at} is {what}", page=page.number
        )
    elif not text and is_picture(page):
        message = f"{at} is an image without a text layer; {_HOW}"
        yield ParseWarning(code="no_text_layer", message=message, page=page.number)
    if reason := garble(text):
        code = "unreadable_fonts" if "fonts" in reason else "garbled_text"
        yield ParseWarning(code=code, message=f"the text of {at} cannot be trusted: {reason}", page=page.number)
    if len(page.hidden) >= _FEW_HIDDEN:
        words = " ".join(word.text for word in page.hidden)
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
        message = f"{at} holds text that it does not show, which was left out: {shown!r}"
        yield ParseWarning(code="hidden_text", message=message, page=page.number)


def text_layer(page: RawPage) -> str:
    """All words of a page, in any order."""
    return "\n".join(line.text for line in page.lines)


def is_picture(page: RawPage) -> bool:
    """Whether so much of a page is drawn that it may be a picture of text."""
    return sum(map(area, (*page.images, *page.drawings))) > _DRAWN * page.width * page.height
