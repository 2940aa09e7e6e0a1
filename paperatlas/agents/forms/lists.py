"""Questions that go through the library: which papers there are, who wrote which, which speak of something."""

import re
from dataclasses import dataclass

from paperatlas.agents.forms.wording import quoted
from paperatlas.core.text import words

__all__ = ["ANY_LENGTH", "ANY_YEAR", "Listing", "is_enumeration", "read_listing"]

ANY_YEAR, ANY_LENGTH = 9999, 10**6
"""Upper bounds that exclude nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Which papers are wanted: all that meet every condition given."""

    term: str = ""
    """What they speak of."""
    author: str = ""
    years: tuple[int, int] | None = None
    """First and last year, both included."""
    venue: str = ""
    pages: tuple[int, int] | None = None
    """Fewest and most pages, both included."""
    only_count: bool = False
    unread: tuple[str, ...] = ()
    """Words that may be a further condition, where nothing was understood of one."""
    citing: bool = False
    """Papers that refer to the term are wanted: their reference lists count, and papers by an author of that name do not."""


_PAPERS = r"(?:papers?|articles?|documents?|publications?|studies|works|pdfs|files|titles)"
_PLURAL = r"(?:papers|articles|documents|publications|studies|works|pdfs|files)"
_FORMS = (
    (
        r"\b(?:which|what)(?: other)?(?: of)?(?: the| these| my| our| those)?(?: \d+| two| three| four"
        rf"| five)?(?: other| recent)? {_PLURAL}\b"
    ),
    r"^(?:which|what) (?:paper|article|document|study|publication)\b(?! (?:format|size|is (?:the )?longest))",
    (
        r"^(?:can you |could you )?(?:list|show|enumerate|name|find|give|display|get|search|tell|print"
        rf"|retrieve)\b[^?]*\b(?:{_PLURAL}|titles|library)\b"
    ),
    r"\b(?:every|each) (?:paper|article|document|study)\b(?! in one)",
    rf"\b(?:all|any)(?: of)?(?: the| my| these)? {_PLURAL}\b(?! (?:agree|say|propose))",
    (
        rf"\bare there (?:any |other |some )*{_PLURAL}\b|\bis there (?:a|any|another) {_PAPERS}\b"
        r"|\beverything (?:by|from|about|on)\b|^(?:which|what|who|list|how many)\b[^?]*\bin (?:the|my|our"
        rf"|this) (?:library|collection)\b|\bdo (?:i|we|you) have (?:any |some )?(?:{_PLURAL}|anything|something)\b"
        rf"|\bis (?:any|some) {_PAPERS}\b|\b(?:does|do) any (?:of the )?{_PAPERS}\b"
    ),
    (
        rf"\bhow many {_PLURAL}\b[^?]*\b(?:library|collection|there|indexed|have|mention|discuss|use|about|from|by"
        rf"|cover|talk|longer|shorter)\b|\bhow many {_PLURAL}\??$"
    ),
    rf"\bwhat is in (?:the|my|this) (?:library|collection)\b|^(?:all )?{_PLURAL} (?:by|from|about|on|of|that|which)\b",
    (
        r"\b(?:which|what|list|name)\b [^?]*\b(?:in|across|among|throughout|by|over) (?:all |any "
        rf"|each )?(?:of )?(?:the |these |my |those |both |our )*(?:\w+ )?{_PLURAL}\b"
    ),
)
_UNLESS = (
    r"\bhow many (?:other )?\w+ (?:does|do|did) (?:the|this|it)\b[^?]*\b(?:cite|reference)|\b(?:papers"
    r"|articles|works) (?:are|were|is) (?:cited|referenced)\b"
    r"|\b(?:were|was) (?:submitted|accepted|reviewed|annotated|crawled|used|collected)\b|\b(?:in common|differ"
    r"|difference|compare|agree|disagree|contradict|conflict)\w*\b|\bsummar|\bshare an? author"
    r"|\bhow (?:many times|often)\b|^(?:total )?(?:number of )?occurrences?\b|\bcollection used\b|\bdo the (?:\w+ )?papers\b"
)


def is_enumeration(text: str) -> bool:
    """Whether a plain question wants the papers, or things of all papers, one by one."""
    low = text.lower()
    if re.search(_UNLESS, low):
        return False
    return any(re.search(form, low) for form in _FORMS)


_YEAR = re.compile(
    r"\b(?P<how>from|in|of|de|since|after|before|until|between|(?:newer|later|older|earlier) th[ae]n)\s+(?:the year )?"
    r"(?P<first>(?:19|20)\d\d)(?:\s*(?:and|to|-|–)\s*(?P<last>(?:19|20)\d\d))?\b"
)
_BY = re.compile(
    r"\b(?:written by|authored by|by|of) (?:the author |an author (?:called|named) )?(?P<name>(?:[A-Z][\w'.-]+"
    r"|[A-Z]\.)(?: (?:van|von|de|der|la|[A-Z][\w'.-]+|[A-Z]\.))*)"
)
_WROTE = re.compile(
    r"\b(?:did|has|have) (?P<name>[A-Z][\w'.-]+(?: [\w'.-]+)*?) (?:write|written|author|authored"
    r"|co-?author(?:ed)?|publish(?:ed)?)\b"
)
_TOPIC = re.compile(
    r"\b(?:discuss\w*|mention\w*|us(?:es|e|ing)|cover\w*|address\w*|about|on|concern\w*|deal(?:s|ing)? with"
    r"|talk(?:s|ing)? about|contain\w*|stud(?:y|ies) (?!by|of)|investigat\w*|report\w*|cit(?:es|e|ing)"
    r"|evaluat\w* on|propos\w*|introduc\w*|describ\w*|refer(?:s|ring)? to|work(?:s|ing)? on|relat(?:ed|ing) to"
    r"|analy[sz]\w*|appl(?:y|ies)|explor\w*|present\w*|compar\w*|train\w* on|with)\s+(?P<term>.+)$",
    re.IGNORECASE,
)
_FILLER = re.compile(
    (
        r"^(?:the (?:topic|subject|term|word|phrase|concept|use|idea|task)s? (?:of )?|the |an? |any "
        r"|topics? (?:like|such as) )+|\s+(?:in (?:the|my) (?:library|collection)|at all|in (?:their|the) text)$"
    ),
    re.IGNORECASE,
)
_PAPER = re.compile(rf"^the | {_PAPERS}$", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b(?:with |of )?(?P<how>(?:longer|shorter|more|fewer|less) than|at least|at most) (?P<number>\d{1,5}) pages\b(?: long)?",
    re.IGNORECASE,
)
_OF_THINGS = re.compile(rf"^(?:which|what) (?!(?:other |recent )*{_PAPERS}\b|study\b|of\b)", re.IGNORECASE)
"""Not papers are asked for, but authors or datasets of them."""
_OF_LISTINGS = frozenset(
    "which what who list show enumerate name find give display get search tell print retrieve how many can could would please"
    " all any each every everything the these those this that my our your a an of in on by from for with and to at or"
    " is are was were be been do does did have has had there here i we you me us it its their they also"
    " paper papers article articles document documents publication publications study studies work works pdf pdfs file files"
    " title titles author authors year years venue venues page pages doi dois abstract abstracts library collection"
    " number count total table overview other indexed published written appeared together full complete currently now"
    " stored available contained included loaded ingested titled named called"
    # What a question half in another language keeps of it.
    " tous toutes les todos todas os los las tutti tutte gli alle alles hay en la nella na no biblioteca bibliothèque".split()
)
"""Words that say that papers are listed, and with what of each; any other is a condition on them."""
_VENUE = re.compile(
    r"\b(?:from|at|in|published (?:in|at|by)"
    r"|presented at) (?:the )?(?P<venue>[A-Z][A-Za-z]*[A-Z][\w-]*(?: \d{4})?)\b"
)
_LISTING_FIELDS = re.compile(
    (
        r"\b(?:and|with|including|along with) (?:their|its|the|all)? ?(?:titles?|authors?|venues?|years?"
        r"|publication|pages?|dois?|abstracts?|affiliations?|e-?mails?)\b.*$"
    ),
    re.IGNORECASE,
)


def read_listing(text: str) -> Listing:
    """The conditions of a plain enumeration question."""
    only_count = re.search(r"^how many\b", text, re.IGNORECASE) is not None
    years, pages = _years(text), _pages(text)
    rest = _LISTING_FIELDS.sub("", _LENGTH.sub("", _YEAR.sub("", text))).strip().rstrip("?.! ")
    author = _WROTE.search(rest) or _BY.search(rest)
    if author and not _TOPIC.search(rest[: author.start()]):
        return Listing(author=author["name"].strip(" ."), years=years, pages=pages, only_count=only_count)
    if term := quoted(rest):
        return Listing(term=term, years=years, pages=pages, only_count=only_count)
    venue = _VENUE.search(rest)
    topic = _TOPIC.search(rest)
    if topic and not _OF_THINGS.search(rest):
        citing = re.match(r"cit", topic.group(), re.IGNORECASE) is not None
        term = _FILLER.sub("", _FILLER.sub("", topic["term"])).strip()
        return Listing(
            term=_PAPER.sub("", term) if citing else term, years=years, pages=pages, only_count=only_count, citing=citing
        )
    return Listing(
        venue=venue["venue"] if venue else "",
        years=years,
        pages=pages,
        only_count=only_count,
        unread=tuple(word for word in words(_VENUE.sub("", rest) if venue else rest) if word not in _OF_LISTINGS),
    )


def _pages(text: str) -> tuple[int, int] | None:
    found = _LENGTH.search(text)
    if not found:
        return None
    number = int(found["number"])
    match found["how"].lower().split():
        case ["at", "least"]:
            return number, ANY_LENGTH
        case ["at", "most"]:
            return 0, number
        case ["longer" | "more", *_]:
            return number + 1, ANY_LENGTH
        case _:
            return 0, number - 1


def _years(text: str) -> tuple[int, int] | None:
    found = _YEAR.search(text.lower())
    if not found:
        return None
    first = int(found["first"])
    match found["how"].replace(" then", " than"):
        case "since":
            return first, ANY_YEAR
        case "after" | "newer than" | "later than":
            return first + 1, ANY_YEAR
        case "before" | "older than" | "earlier than":
            return 0, first - 1
        case "until":
            return 0, first
        case _:
            return first, int(found["last"] or first)
