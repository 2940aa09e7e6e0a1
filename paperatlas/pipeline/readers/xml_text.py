"""XML from strangers as a tree of plain names, and the words of its elements."""

import re
from collections.abc import Collection, Iterator

from lxml import etree

from paperatlas.core.errors import UnreadableFile
from paperatlas.pipeline.readers.archive import parse_xml
from paperatlas.pipeline.readers.mathml import formula_text

__all__ = ["child", "descendants", "line", "named", "parse", "root_name"]

_ROOT = re.compile(rb"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")
_NAME = re.compile(r"[^\W\d][\w.-]*")
_NAMELESS = "nameless"
"""In place of what a parser that puts up with much took for a name."""
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_DOCTYPE = re.compile(rb"<!DOCTYPE[^<>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_HEAD = 65_536
"""Bytes within which an XML file begins its root; a document type may come before it."""
_NUMBER = re.compile(r"[-−+]?\d{1,3}$")


def root_name(content: bytes) -> str:
    """The name of the root element without its prefix; empty for what is no XML."""
    head = content[:_HEAD]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "replace").encode()
    head = _without_prolog(head)
    begin = _ROOT.search(head)
    return (
        begin[1].decode("ascii", "replace")
        if begin and not head[: begin.start()].strip(b" \t\r\n\xef\xbb\xbf").startswith(b"{")
        else ""
    )


def _without_prolog(head: bytes) -> bytes:
    """Without comments and the document type. What is not closed is looked at once, not at each place where it might begin."""
    commented, end, rest = head.rpartition(b"-->")
    head = _COMMENT.sub(b"", commented + end) + rest
    doctype = _DOCTYPE.match(head, max(0, head.find(b"<!DOCTYPE")))
    return head[: doctype.start()] + head[doctype.end() :] if doctype else head


def parse(content: bytes, name: str) -> etree._Element:
    """The root, all names in it without their namespace. Entities are not expanded and nothing is fetched.

    Raises:
        UnreadableFile: it is no XML.
    """
    try:
        root = parse_xml(content)
    except (etree.LxmlError, ValueError) as error:
        raise UnreadableFile(f"{name!r} is no XML: {error}.", hint="Fetch or export the file again.") from error
    for element in root.iter():
        if isinstance(element.tag, str):
            # A prefix that nothing declares is still part of the name.
            plain = element.tag.rpartition("}")[2].rpartition(":")[2]
            element.tag = plain if _NAME.fullmatch(plain) else _NAMELESS
    return root


def named(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The children of these names."""
    return (each for each in element if each.tag in names)


def descendants(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The elements of these names inside, outermost first, none in another."""
    for each in element:
        if each.tag in names:
            yield each
        elif isinstance(each.tag, str):
            yield from descendants(each, *names)


def child(element: etree._Element | None, path: str) -> etree._Element | None:
    """The first element on a path of names below; None when there is none, or nothing to look in."""
    return element.find(path) if element is not None else None


def line(element: etree._Element | None, *, without: Collection[str] = ()) -> str:
    """The text of an element on one line: formulas as such, raised numbers apart; what is in `without` is left out."""
    return " ".join("".join(_pieces(element, without)).split()) if element is not None else ""


def _pieces(element: etree._Element, without: Collection[str]) -> Iterator[str]:
    before = element.text or ""
    yield before
    for each in element:
        if isinstance(each.tag, str) and each.tag not in without:
            text = "".join(_pieces(each, without))
            if each.tag in _FORMULAS:
                text = formula_text(each) or text
            elif each.tag == "sup":
                text = _raised(each, text, before)
            elif each.tag in _APART:
                text = f" {text} "
            yield text
            before = text or before
        yield each.tail or ""
        before = each.tail or before


_FORMULAS = frozenset(("inline-formula", "disp-formula", "formula", "math", "tex-math", "alternatives"))
_APART = frozenset("p title break br list-item td th addr-line".split())


def _raised(element: etree._Element, text: str, before: str) -> str:
    """10^18 is not 1018, and the mark of a note is no part of the word before it."""
    if element.find(".//xref") is not None or element.find(".//ref") is not None:
        return f" {text}"
    return f"^{text}" if _NUMBER.match(text) and before.rstrip()[-1:].isdigit() else text
