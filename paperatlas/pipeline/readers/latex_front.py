"""Title, authors and affiliations of a LaTeX document, in the ways that classes ask for them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from paperatlas.core.types import Metadata
from paperatlas.pipeline.front.identifiers import arxiv_id_in, arxiv_year, doi_in, emails_in
from paperatlas.pipeline.front.names import is_institution, is_name
from paperatlas.pipeline.readers.latex_nodes import Node, arguments, inside, kind, name_of
from paperatlas.pipeline.readers.latex_text import Printer

__all__ = ["FRONT", "front_matter", "front_nodes"]

FRONT = frozenset(
    "title subtitle icmltitle author authors affil affiliation address institute email icmlauthor icmlaffiliation date doi acmDOI"
    " acmYear acmConference acmJournal journal keywords IEEEauthorblockN IEEEauthorblockA orcid ead name".split()
)
_TITLES = ("title", "icmltitle")
_NAMES = ("author", "authors", "icmlauthor", "IEEEauthorblockN", "name")
_AFFILIATIONS = ("affil", "affiliation", "address", "institute", "icmlaffiliation", "IEEEauthorblockA")
_BETWEEN_AUTHORS = frozenset(("and", "And", "AND", "qquad", "quad", "hfill", "tab", "hspace"))
_MARKS = frozenset(
    "inst thanks footnotemark textsuperscript IEEEauthorrefmark orcid fnref corref thanksref authorrefmark orcidlink orcidID"
    " footnote equalcontrib email href".split()
)
_ADDRESS = frozenset("institution department streetaddress city state country postcode orgname orgdiv orgaddress".split())
_KEYS = re.compile(r"\b(?:organization|institution|addressline|city|country|postcode|state|department)\s*=\s*")
_PARTED = re.compile(r"\s*(?:[,;]\s*(?:and\s+)?|\s\band\b\s|&)\s*")
_NO_MARK = re.compile(r"(?<![\d*†‡§¶∗,])[\d*†‡§¶∗,]+$")
_ARXIV_NAME = re.compile(r"(?:arxiv[-_. ]?)?(\d{4}\.\d{4,5})(?:v\d+)?(?![\d.])", re.IGNORECASE)


@dataclass(slots=True)
class _Front:
    """What is found, in order."""

    authors: list[str] = field(default_factory=list)
    affiliations: list[str] = field(default_factory=list)
    emails: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """A line of a byline: names, an affiliation, or addresses."""
        addresses = emails_in(line)
        self.emails.extend(addresses)
        if addresses or not line:
            return
        names = [_NO_MARK.sub("", part).strip() for part in _PARTED.split(line)]
        names = [name for name in names if name]
        if names and all(is_name(name) for name in names):
            self.authors.extend(names)
        elif is_institution(line) or self.authors:
            self.affiliations.append(line)
        else:
            self.authors.extend(names)


def front_nodes(nodes: Sequence[Node]) -> Iterator[Node]:
    """The macros of the front matter among nodes, those of one in another left to it."""
    for node in nodes:
        if kind(node) == "macro" and name_of(node) in FRONT:
            yield node
        elif kind(node) == "environment" and name_of(node) in ("frontmatter", "icmlauthorlist", "center", "titlepage"):
            yield from front_nodes(inside(node))
        elif kind(node) == "group" or (kind(node) == "macro" and name_of(node) in ("twocolumn", "thispagestyle")):
            yield from front_nodes([*inside(node), *(argument for _, argument in arguments(node))])


def front_matter(nodes: Sequence[Node], printer: Printer, name: str) -> Metadata:
    """What the macros of the front matter and the name of an arXiv bundle say."""
    found = _Front()
    title = venue = doi = date = ""
    for node in nodes:
        needed = [argument for form, argument in arguments(node) if form == "{"]
        macro = name_of(node)
        if macro in _TITLES:
            title = title or printer.line(_unmarked(needed[-1:]))
        elif macro in _NAMES:
            _byline(needed[:1] if macro == "icmlauthor" else needed[-1:], printer, found)
        elif macro in _AFFILIATIONS:
            found.affiliations.extend(_affiliations(needed[-1:], printer))
        elif macro in ("email", "ead"):
            found.emails.extend(emails_in(printer.line(needed)))
        elif macro in ("acmConference", "acmJournal", "journal"):
            venue = venue or printer.line(needed[:1])
        elif macro in ("doi", "acmDOI"):
            doi = doi or doi_in(printer.line(needed))
        elif macro in ("date", "acmYear"):
            date = f"{date} {printer.line(needed)}"
    arxiv = _ARXIV_NAME.match(name)
    arxiv_id = arxiv_id_in(f"arXiv:{arxiv[1]}") if arxiv else ""
    year = re.search(r"\b(19|20)\d\d\b", date)
    return Metadata(
        title=title,
        authors=tuple(dict.fromkeys(found.authors)),
        year=int(year[0]) if year else arxiv_year(arxiv_id),
        venue=venue,
        doi=doi,
        arxiv_id=arxiv_id,
        affiliations=tuple(dict.fromkeys(found.affiliations)),
        emails=tuple(dict.fromkeys(found.emails)),
    )


def _byline(nodes: Sequence[Node], printer: Printer, found: _Front) -> None:
    for author in _split(_flat(nodes), _BETWEEN_AUTHORS):
        inner = [node for node in author if name_of(node) in _AFFILIATIONS or name_of(node) in _NAMES]
        if inner:
            for node in inner:
                needed = [argument for form, argument in arguments(node) if form == "{"]
                if name_of(node) in _NAMES:
                    _byline(needed[-1:], printer, found)
                else:
                    found.affiliations.extend(_affiliations(needed[-1:], printer))
            continue
        for line in _split(author, frozenset(("\\", "newline"))):
            found.emails.extend(address for node in line if name_of(node) == "email" for address in _addresses(node, printer))
            found.add(printer.line(_unmarked(line)))


def _addresses(node: Node, printer: Printer) -> tuple[str, ...]:
    return emails_in(printer.line([argument for _, argument in arguments(node)]))


def _affiliations(nodes: Sequence[Node], printer: Printer) -> list[str]:
    r"""The lines or parts of an address as one text; addresses that `\\and` parts, each."""
    found = []
    for part in _split(_flat(nodes), frozenset(("and", "And"))):
        lines = [_address_line(line, printer) for line in _split(part, frozenset(("\\",)))]
        text = _KEYS.sub("", ", ".join(line.strip(" ,") for line in lines if line and not emails_in(line)))
        if text := ", ".join(filter(None, (each.strip() for each in text.split(",")))):
            found.append(text)
    return found


def _address_line(nodes: Sequence[Node], printer: Printer) -> str:
    """A line of an address, whose parts are macros of their own in some classes."""
    parts = [f", {printer.line([node])}, " if name_of(node) in _ADDRESS else printer.text([node]) for node in _unmarked(nodes)]
    return " ".join("".join(parts).split())


def _flat(nodes: Sequence[Node]) -> list[Node]:
    """Nodes with groups and small tables, which only lay out a byline, opened up."""
    found: list[Node] = []
    for node in nodes:
        if kind(node) == "group" or (kind(node) == "environment" and name_of(node) in ("tabular", "center", "minipage")):
            found.extend(_flat(inside(node)))
        elif name_of(node) in ("textbf", "textsc", "large", "Large", "textrm", "normalfont", "bf"):
            found.extend(_flat([argument for _, argument in arguments(node)]))
        else:
            found.append(node)
    return found


def _split(nodes: Sequence[Node], at: frozenset[str]) -> list[list[Node]]:
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if name_of(node) in at or (kind(node) == "specials" and node.specials_chars == "&" and "and" in at):
            parts.append([])
        else:
            parts[-1].append(node)
    return [part for part in parts if part]


def _unmarked(nodes: Sequence[Node]) -> list[Node]:
    """Without raised marks, notes and addresses."""
    found: list[Node] = []
    for node in nodes:
        if kind(node) == "group":
            found.extend(_unmarked(inside(node)))
        elif name_of(node) in _MARKS or (
            kind(node) == "math" and node.latex_verbatim().lstrip("$ ").startswith(("^", "{}^", "{^"))
        ):
            continue
        else:
            found.append(node)
    return found
