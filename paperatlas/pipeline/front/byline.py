"""Who wrote a paper, and where they work: the names and addresses between the title and the text."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.front.identifiers import doi_in, emails_in
from paperatlas.pipeline.front.names import Author, authors_in, is_institution, is_name
from paperatlas.pipeline.front.rows import Segment, is_mark
from paperatlas.pipeline.front.venue import is_citation
from paperatlas.pipeline.layout import Word

__all__ = ["Byline", "read_byline"]

_SAME_SIZE = 0.6
"""Points by which the size of two names of one byline may differ (OCR, small capitals)."""
_BREAK = 1.0
"""Line heights of white space that part one block of a grid of authors from the next."""
_UNMARKED, _SKIPPED = "", "skipped"
"""An address before any mark is that of the authors without one; a note between addresses belongs to nobody."""
_UNUSED = 4
"""Numbers above the authors' highest that may still begin an address: one that an editor or nobody has."""
_NOTE = re.compile(
    r"^(?:received|accepted|revised|published|submitted|dated?\b|draft|version|\(?e-?mails?|correspond|address correspondence"
    r"|tel\b|fax\b"
    r"|https?:|www\.|doi|equal contribution|these authors|editor|academic editor|orcid|preprint|under review|open access"
    r"|check for updates)",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"^\(?(?:\d{1,2}\.? )?(?:January|February|March|April|May|June|July|August|September|October|November|December)\b[\d ,.]*\)?$"
)
_AFTER_NAME = re.compile(r"(?<!\s)\s*+(?:Correspondence|Corresponding author|E-?mail|Tel\.|Fax)\b.*$", re.IGNORECASE)
_GLUED_MARK = re.compile(r"^(\d{1,2}|[*∗†‡§¶‖∥#⋆♠♣♥♦]+|\(\d\)|[a-f]\))(?=[^\W\d_]|\{)")


@dataclass(frozen=True, slots=True)
class Byline:
    """Authors in order, affiliations in order, and which author has which."""

    authors: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    author_affiliations: tuple[tuple[int, ...], ...] = ()


def read_byline(rows: Sequence[Sequence[Segment]], footnotes: Sequence[Sequence[Segment]]) -> Byline:
    """Reads the rows between title and text; `footnotes` are the foot of the page, where some journals put addresses."""
    segments = [segment for row in rows for segment in row]
    named = _name_segments(segments)
    authors = _names(named)
    if not authors:
        return Byline()
    addresses = [segment for segment in segments if segment not in named]
    marks = {mark for author in authors for mark in author.marks}
    marked = _marked(addresses, marks)
    if marks and not marked and not any(is_institution(segment.text) for segment in addresses):
        noted = _marked([segment for row in footnotes for segment in row], marks)
        marked = [(mark, text) for mark, text in noted if mark != _UNMARKED and is_institution(text)]
    names = tuple(author.name for author in authors)
    if marked:
        return _tied_by_marks(authors, marked)
    stacks = _stacks(authors, addresses)
    affiliations = tuple(dict.fromkeys(text for text in stacks if text))
    if len(affiliations) == 1:
        return Byline(names, affiliations, ((0,),) * len(names))
    ties = tuple((affiliations.index(text),) if text else () for text in stacks)
    return Byline(names, affiliations, ties if affiliations else ())


def _name_segments(segments: Sequence[Segment]) -> list[Segment]:
    """The segments that hold names: those set like the first one, and not under an address of another block."""
    first = next((segment for segment in segments if _holds_names(segment)), None)
    if first is None:
        # A team signs with one word; only a mark tells it from a heading.
        lone = [segments[0]] if segments and re.fullmatch(r"[^\W\d_][\w-]+", segments[0].text) else []
        return lone if lone and is_mark(lone[0].words[-1], lone[0].size) else []
    chosen: list[Segment] = []
    told_apart = not any(_is_address(segment) and _alike(segment, first) for segment in segments)
    for segment in segments:
        if segment.row < first.row or not _alike(segment, first) or not (_holds_names(segment) or _goes_on(segment, chosen)):
            continue
        above = _above(segment, segments)
        free = above is None or above in chosen or "@" in above.text or _gap(above, segment) > _BREAK * segment.size
        if told_apart or free or any(other.row == segment.row for other in chosen):
            chosen.append(segment)
    return chosen


def _holds_names(segment: Segment) -> bool:
    if _is_address(segment) or _NOTE.match(segment.text) or _DATE.match(segment.text):
        return False
    authors = authors_in(segment.words, segment.size)
    return bool(authors) and sum(is_name(author.name) for author in authors) > 0.5 * len(authors)


def _goes_on(segment: Segment, chosen: Sequence[Segment]) -> bool:
    """What a line's end cut off: the rest of a name, alone or before further names."""
    if not chosen or segment.row - chosen[-1].row > 1 or _is_address(segment) or _NOTE.match(segment.text):
        return False
    first, *others = authors_in(segment.words, segment.size) or [Author("")]
    part = re.fullmatch(r"(?:[^\W\d_]+(?:[-'’. ][^\W\d_.]+)*\.?)?", first.name)
    return bool(part) and all(is_name(author.name) for author in others)


def _is_address(segment: Segment) -> bool:
    return "@" in segment.text or is_institution(segment.text)


def _alike(segment: Segment, first: Segment) -> bool:
    size, font, bold, italic = segment.face
    size0, font0, bold0, italic0 = first.face
    return abs(size - size0) <= _SAME_SIZE and (font == font0 or (bold, italic) == (bold0, italic0))


def _above(segment: Segment, segments: Sequence[Segment]) -> Segment | None:
    x0, _, x1, _ = segment.rect
    over = [s for s in segments if s.row < segment.row and s.rect[0] < x1 and s.rect[2] > x0]
    return max(over, key=lambda other: other.row, default=None)


def _gap(upper: Segment, lower: Segment) -> float:
    return lower.rect[1] - upper.rect[3]


def _names(segments: Sequence[Segment]) -> list[Author]:
    """Names row by row. A list with commas runs on over a line's end, and may be cut within a name."""
    listed = any("," in word.text for segment in segments for word in segment.words if not is_mark(word, segment.size))
    authors: list[Author] = []
    for index, segment in enumerate(segments):
        here = authors_in(segment.words, segment.size)
        open_end = index > 0 and listed and not _closed(segments[index - 1])
        if open_end and authors and here and not (is_name(authors[-1].name) and is_name(here[0].name)):
            last, rest = authors.pop(), here.pop(0)
            authors.append(Author(f"{last.name} {rest.name}", (*last.marks, *rest.marks), last.x, last.y))
        authors += here
    if len(authors) == 1:
        return authors
    return [author for author in authors if is_name(author.name) or _unusual(author.name)]


def _unusual(name: str) -> bool:
    """A name whose letters came out broken still stands among names; places and remarks do not count as one."""
    tokens = name.split()
    odd = any(not char.isalpha() and char not in ".-'’ " for char in name)
    return odd and 2 <= len(tokens) <= 6 and name[0].isupper() and not is_institution(name) and not _NOTE.match(name)


def _closed(segment: Segment) -> bool:
    last = segment.words[-1]
    return last.text.endswith((",", ";")) or is_mark(last, segment.size) or last.text in {"and", "&"}


def _marked(segments: Iterable[Segment], marks: set[str]) -> list[tuple[str, str]]:
    """(mark, address) for each address that begins with one of the authors' marks, or a number in their run."""
    highest = max((int(mark) for mark in marks if mark.isdecimal()), default=0)
    numbers = {str(number) for number in range(1, highest + _UNUSED)} if highest else set()
    found: list[tuple[str, list[str]]] = []
    for segment in segments:
        if _is_note(segment.text):
            found.append((_SKIPPED, []))
            continue
        if not found:
            found.append((_UNMARKED, []))
        for place, word in enumerate(segment.words):
            mark, text = _split_mark(word, segment.size, leads=place == 0)
            if mark and any(single in marks or single in numbers for single in _singles(mark)):
                found.append((mark, []))
            if text:
                found[-1][1].append(text)
    texts = [(mark, _address(" ".join(words))) for mark, words in found if mark != _SKIPPED]
    kept = [(mark, text) for mark, text in texts if _has_letters(text) and not _remark(text)]
    return kept if any(mark != _UNMARKED for mark, _ in kept) else []


def _is_note(text: str) -> bool:
    return bool(_NOTE.match(text) or _DATE.match(text) or doi_in(text) or is_citation(text))


def _has_letters(text: str) -> bool:
    return sum(char.isalpha() for char in text) > 2 and text.lower() not in {"and", "und"}


def _remark(text: str) -> bool:
    """A footnote such as "Equal contribution" or "Work done at …", not an address."""
    return bool(
        re.match(
            r"(?:equal|corresponding|these|work|contribut|co-first|both|now at|present|joint|the (?:first|two)|to whom)",
            text,
            re.IGNORECASE,
        )
    )


def _split_mark(word: Word, size: float, *, leads: bool) -> tuple[str, str]:
    """A word's mark and what is left of the word; a number on the line is a mark only where it `leads` its segment."""
    if is_mark(word, size):
        return word.text.strip(".,;:() "), ""
    if leads and re.fullmatch(r"\d{1,2}\.?|[a-f]\)|\(\d\)", word.text):
        return word.text.strip("()."), ""
    if glued := _GLUED_MARK.match(word.text):
        return glued.group(1).strip("()"), word.text[glued.end() :]
    return "", word.text


def _singles(mark: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+|[^\w\s,;.]", mark)


def _address(text: str) -> str:
    for email in emails_in(text):
        name, host = email.split("@")
        text = re.sub(
            rf"(?:\{{|(?<![^\s{{}}]))[^\s{{}}]*{re.escape(name)}[^@]*@\s?{re.escape(host)}(?:\s?\([A-Za-z.\s-]{{2,20}}\))?[;,]?",
            " ",
            text,
        )
    return re.sub(r"\s+", " ", _AFTER_NAME.sub("", text)).strip(" ,;.:{}")


def _tied_by_marks(authors: Sequence[Author], marked: Sequence[tuple[str, str]]) -> Byline:
    affiliations = tuple(dict.fromkeys(text for _, text in marked))
    ties = []
    for author in authors:
        own = [affiliations.index(text) for mark, text in marked if set(_singles(mark)) & set(author.marks)]
        unmarked = [affiliations.index(text) for mark, text in marked if mark == _UNMARKED]
        ties.append(tuple(dict.fromkeys(own or unmarked)) or ((0,) if len(affiliations) == 1 else ()))
    return Byline(tuple(author.name for author in authors), affiliations, tuple(ties))


def _stacks(authors: Sequence[Author], addresses: Sequence[Segment]) -> list[str]:
    """The address under each author, by position; one below all of them is everybody's."""
    useful = [s for s in addresses if not _is_note(s.text) and _has_letters(_address(s.text))]
    lines: list[list[str]] = [[] for _ in authors]
    for segment in useful:
        owners = _owners(authors, segment)
        for owner in owners:
            lines[owner].append(_address(segment.text))
    return [", ".join(dict.fromkeys(parts)) for parts in lines]


def _owners(authors: Sequence[Author], segment: Segment) -> list[int]:
    x0, top, x1, _ = segment.rect
    above = [index for index, author in enumerate(authors) if author.y < top]
    if not above:
        return []
    nearest = max(authors[index].y for index in above)
    row = [index for index in above if abs(authors[index].y - nearest) < segment.size]
    if len(row) == 1:
        return row if len({round(author.y) for author in authors}) > 1 else list(range(len(authors)))
    under = [index for index in row if x0 - 2 * segment.size <= authors[index].x <= x1 + 2 * segment.size]
    middle = (x0 + x1) / 2
    if not under:
        return [min(row, key=lambda index: abs(authors[index].x - middle))]
    centred = abs(middle - sum(authors[index].x for index in row) / len(row)) < 2 * segment.size
    shared = len(under) > 1 or (centred and len(row) > 2 and nearest == max(author.y for author in authors))
    return above if shared else under
