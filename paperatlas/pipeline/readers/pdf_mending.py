"""Page trees that are wrong or lost, put right in memory: the engine believes what they say."""

import re
from typing import Any

import pymupdf

__all__ = ["mend_page_tree"]

_REFERENCE = re.compile(r"(?<!\d)(\d++) \d++ R")
_MOST_NODES = 200_000
"""Nodes of a page tree that are looked at: four times the pages of the largest files there are."""


def mend_page_tree(document: Any) -> None:
    """Make every node of the page tree count the pages below it; where there are none, gather those that the file has.

    Branches that hold themselves, by whatever detour, are looked at once.
    """
    try:
        catalog = document.pdf_catalog()
        exists = 0 < catalog < document.xref_length()
        kind, root = document.xref_get_key(catalog, "Pages") if exists else ("null", "")
        reached = _Tree(document).count(int(root.split()[0])) if kind == "xref" else 0
        if reached == 0:
            _gather(document)
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
        return  # what cannot be looked at is left to the engine's own mending


def _gather(document: Any) -> None:
    """Hang all pages of the file into a new tree, in the order of their numbers, which is mostly that of the document."""
    numbers = range(1, document.xref_length())
    pages = [number for number in numbers if document.xref_get_key(number, "Type") == ("name", "/Page")]
    if not pages:
        return
    tree, catalog = document.get_new_xref(), document.get_new_xref()
    kids = " ".join(f"{number} 0 R" for number in pages)
    document.update_object(tree, f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>")
    document.update_object(catalog, f"<</Type/Catalog/Pages {tree} 0 R>>")
    for number in pages:
        document.xref_set_key(number, "Parent", f"{tree} 0 R")
    document.xref_set_key(-1, "Root", f"{catalog} 0 R")


class _Tree:
    def __init__(self, document: Any) -> None:
        self._document = document
        self._met: set[int] = set()
        self._left = _MOST_NODES

    def count(self, root: int) -> int:
        """How many pages are below a node, having put it right."""
        # Depth first without recursion: a tree may be as deep as it has nodes.
        order: list[tuple[int, list[int]]] = []
        waiting = [root]
        self._met.add(root)
        while waiting:
            node = waiting.pop()
            kids = [kid for kid in self._kids(node) if self._is_to_be_counted(kid)]
            order.append((node, kids))
            waiting += kids
        pages: dict[int, int] = {}
        for node, kids in reversed(order):
            pages[node] = sum(pages[kid] for kid in kids) if self._is_branch(node) else 1
        if pages[root]:
            for node, kids in order:
                if self._is_branch(node):
                    self._put_right(node, [kid for kid in kids if pages[kid]], pages[node])
        return pages[root]

    def _is_to_be_counted(self, kid: int) -> bool:
        """A page may be shown twice; a branch that is met again would never end."""
        exists = 0 < kid < self._document.xref_length() and bool(self._document.xref_get_keys(kid))
        if not exists or self._left == 0 or (kid in self._met and self._is_branch(kid)):
            return False
        self._left -= 1
        self._met.add(kid)
        return True

    def _is_branch(self, node: int) -> bool:
        return bool(self._document.xref_get_key(node, "Kids")[0] != "null")

    def _kids(self, node: int) -> list[int]:
        kind, kids = self._document.xref_get_key(node, "Kids")
        if kind == "xref":
            kids = self._document.xref_object(int(kids.split()[0]), compressed=True)
        if "<<" in kids:
            raise ValueError("a page that is no object of its own")
        return [int(number) for number in _REFERENCE.findall(kids)] if kind in ("array", "xref") else []

    def _put_right(self, node: int, kids: list[int], pages: int) -> None:
        if self._document.xref_get_key(node, "Count") == ("int", str(pages)) and self._kids(node) == kids:
            return
        self._document.xref_set_key(node, "Count", str(pages))
        self._document.xref_set_key(node, "Kids", f"[{' '.join(f'{kid} 0 R' for kid in kids)}]")
