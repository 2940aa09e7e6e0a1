"""The list of references of a LaTeX document: from its `thebibliography`, from what biber wrote, or from its BibTeX file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.errors import InputError
from paperatlas.pipeline.bibliography.reference_fields import Fields, read_fields
from paperatlas.pipeline.readers.bibtex import BibEntry, plain, read_entries
from paperatlas.pipeline.readers.latex_bundle import Bundle
from paperatlas.pipeline.readers.latex_nodes import Node, arguments, name_of, source
from paperatlas.pipeline.readers.latex_text import Cited, Printer

__all__ = ["Entry", "cited_by", "entries_of", "is_numbered", "listed"]

_LABEL = re.compile(r"(?P<authors>\D*?)(?<![\s(\[,])[\s(\[,]*+(?P<year>(?:1[5-9]|20)\d\d[a-z]?|n\.?d\.?)\b")
_BY_CITATION = re.compile(r"unsrt|ieeetran|\bieee(?:bib)?$|vancouver|naturemag|acm-reference", re.IGNORECASE)
"""Styles that list entries as they are cited; the others sort them by author."""
_NUMBERS = re.compile(
    r"\\usepackage\s*\[(?=[^\]]{0,2000}\b(?:numbers|super|sort&compress|style\s*=\s*(?:ieee|numeric|nature|vancouver)))[^\]]{0,2000}+\]"
    r"\s*\{(?:natbib|biblatex)\}|\\setcitestyle\s*\{[^}]{0,2000}\b(?:numbers|super)|\\citestyle\s*\{(?:nature|acmnumeric)\}"
    r"|\\PassOptionsToPackage\s*\{[^}]{0,2000}numbers"
)
_CITED = re.compile(r"\\(?=[a-zA-Z]*?cite)[a-zA-Z]++\*?\s*+(?:\[[^\]]{0,2000}\]\s*+){0,2}\{([^{}]*)\}")
_BIBER_ENTRY = re.compile(r"\\entry\{(?P<key>[^{}]*)\}\{(?P<kind>\w*)\}(?P<body>.*?)\\endentry", re.DOTALL)
_BIBER_FIELD = re.compile(r"\\(?:field|verb)\{(?P<name>\w+)\}\s*(?:\{(?P<value>(?:[^{}]|\{[^{}]*\})*)\}|\\verb\s+(?P<verb>\S+))")
_BIBER_NAMES = re.compile(r"\A(?>.*?\\name\{author\})(?>.*?\{%?\n)(?P<names>.*?)\n\s{0,200}\}\n", re.DOTALL)
"""From the beginning on, and the first list only: where that is not closed, none behind it is."""
_BIBER_FAMILY = re.compile(r"family=\{(?P<family>(?:[^{}]|\{[^{}]*\})*)\}")
_BIBER_GIVEN = re.compile(r"given=\{(?P<given>(?:[^{}]|\{[^{}]*\})*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry as it stands in the list."""

    key: str
    text: str
    fields: Fields
    label: str = ""
    """What natbib prints where it is cited: "Ada and Bo(2017)"."""


def is_numbered(preamble: str, entries: Sequence[Entry]) -> bool:
    """Whether citations are printed as numbers: unless most entries carry the label of an author-year style."""
    labelled = sum(1 for entry in entries if _LABEL.match(entry.label))
    return bool(_NUMBERS.search(preamble)) or 2 * labelled <= len(entries)


def cited_by(entries: Sequence[Entry]) -> dict[str, Cited]:
    """How each entry is pointed at, by its key."""
    found = {}
    for number, entry in enumerate(entries, start=1):
        label = _LABEL.match(entry.label)
        found[entry.key] = Cited(
            number=number,
            authors=label["authors"].strip() if label else "",
            year=label["year"] if label else "",
        )
    return found


def listed(nodes: Sequence[Node], printer: Printer) -> list[Entry]:
    """The entries of a `thebibliography`."""
    entries: list[Entry] = []
    items: list[tuple[Node, list[Node]]] = []
    for node in nodes:
        if name_of(node) == "bibitem":
            items.append((node, []))
        elif items:
            items[-1][1].append(node)
    for item, body in items:
        given = list(arguments(item))
        key = source([node for form, node in given if form == "{"]).strip("{} ")
        label = printer.line([node for form, node in given if form == "["]).strip("[] ")
        blocks = _blocks(body, printer)
        text = " ".join(blocks)
        if text:
            entries.append(Entry(key=key, text=text, fields=_fields(blocks), label=label))
    return entries


def _blocks(nodes: Sequence[Node], printer: Printer) -> list[str]:
    """The parts of an entry that its style sets apart."""
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if name_of(node) == "newblock":
            parts.append([])
        else:
            parts[-1].append(node)
    return [text for part in parts if (text := printer.line(part))]


def _fields(blocks: Sequence[str]) -> Fields:
    """Styles that mark their blocks put authors first and the title next."""
    if len(blocks) < 2:
        return read_fields(" ".join(blocks))
    authors, title, *rest = blocks
    return read_fields(f"{authors.rstrip(' .')}. “{title.rstrip(' .,')}.” {' '.join(rest)}")


def entries_of(bundle: Bundle, preamble: str, body: str) -> list[Entry]:
    """The entries of a document without a `thebibliography`: of biber's file, else those that are cited of its BibTeX files.

    Raises:
        UnsupportedFile: bibtexparser is not installed.
    """
    for name in bundle.ending(".bbl"):
        if entries := _of_biber(_text(bundle, name)):
            return entries
    known: dict[str, BibEntry] = {}
    for name in bundle.ending(".bib"):
        for entry in read_entries(_text(bundle, name))[0]:
            known.setdefault(entry.key, entry)
    keys = list(dict.fromkeys(key.strip() for match in _CITED.finditer(body) for key in match[1].split(",")))
    chosen = list(known.values()) if "*" in keys else [known[key] for key in keys if key in known]
    style = re.search(r"\\bibliographystyle\s*\{([^{}]*)\}", preamble + body)
    if style is None or not _BY_CITATION.search(style[1]):
        chosen.sort(key=_by_author)
    return [Entry(key=entry.key, text=entry.text, fields=entry.fields, label=_natbib(entry.fields, style)) for entry in chosen]


def _text(bundle: Bundle, name: str) -> str:
    try:
        return bundle.text(name)[0]
    except InputError:
        return ""


def _by_author(entry: BibEntry) -> tuple[str, int, str]:
    first = entry.fields.authors[0] if entry.fields.authors else entry.fields.title
    return first.split(" ")[-1].casefold(), entry.fields.year or 0, entry.fields.title.casefold()


def _natbib(fields: Fields, style: re.Match[str] | None) -> str:
    """The label that an author-year style would give."""
    if style is None or not re.search(r"nat|acl|apa|chicago|harvard|agsm|icml|iclr|neurips|authoryear", style[1]):
        return ""
    surnames = [name.split(" ")[-1] for name in fields.authors]
    short = " and ".join(surnames) if len(surnames) < 3 else f"{surnames[0]} et al."
    return f"{short}({fields.year or 'n.d.'})" if short else ""


def _of_biber(text: str) -> list[Entry]:
    found: dict[str, Entry] = {}
    closed = text.rfind(r"\endentry") + len(r"\endentry")
    for match in _BIBER_ENTRY.finditer(text, 0, closed):
        values: Mapping[str, str] = {
            each["name"]: plain(each["value"] or each["verb"] or "") for each in _BIBER_FIELD.finditer(match["body"])
        }
        names = _BIBER_NAMES.search(match["body"])
        entry = BibEntry(
            key=match["key"],
            kind=match["kind"],
            fields=Fields(
                authors=tuple(_biber_authors(names["names"])) if names else (),
                year=int(values["year"]) if values.get("year", "").isdecimal() else None,
                title=values.get("title", ""),
                venue=values.get("journaltitle", "") or values.get("booktitle", ""),
                doi=values.get("doi", ""),
                arxiv_id=values.get("eprint", "") if values.get("eprinttype", "").lower() == "arxiv" else "",
            ),
        )
        found.setdefault(entry.key, Entry(key=entry.key, text=entry.text, fields=entry.fields))
    return [entry for entry in found.values() if entry.text]


def _biber_authors(names: str) -> list[str]:
    families = list(_BIBER_FAMILY.finditer(names))
    ends = [match.start() for match in families[1:]] + [len(names)]
    authors = []
    for family, end in zip(families, ends, strict=True):
        given = _BIBER_GIVEN.search(names, family.end(), end)
        authors.append(plain(f"{given['given']} {family['family']}" if given else family["family"]))
    return authors
